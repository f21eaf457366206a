//! The request to the host. None of the caller's headers is sent.

use std::time::{Duration, Instant};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, StatusCode};

use super::connection::OrderHost;
use super::outcome::MAX_ANSWER;
use access::ctx::Ctx;
use server_core::outgoing::{Outgoing, OutgoingRequest, OutgoingUrl};

/// From the connection to the end of the answer.
const LONGEST: Duration = Duration::from_secs(10);

/// An answer of the host, with how long it took.
pub struct HostAnswer {
    /// None when it was not reached.
    pub answer: Option<(StatusCode, Vec<u8>)>,
    pub duration_ms: i32,
}

/// Forwards an order.
pub async fn forward(ctx: &Ctx, host: &OrderHost, number: &str, call: ForwardedCall) -> HostAnswer {
    let mut headers = write_headers(ctx, host);
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    if let Ok(key) = HeaderValue::from_str(&call.key) {
        headers.insert("idempotency-key", key);
    }
    send(ctx, host.order_url(number), Method::POST, headers, call.body).await
}

/// An order as it goes out.
pub struct ForwardedCall {
    /// The same for each attempt.
    pub key: String,
    pub body: Vec<u8>,
}

/// Asks the host without an order.
pub async fn ask(ctx: &Ctx, host: &OrderHost) -> HostAnswer {
    send(ctx, host.base_url(), Method::GET, write_headers(ctx, host), Vec::new()).await
}

fn write_headers(ctx: &Ctx, host: &OrderHost) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let agent = concat!("Remessa-Orders/", env!("CARGO_PKG_VERSION"));
    headers.insert("accept", HeaderValue::from_static("application/json"));
    headers.insert("user-agent", HeaderValue::from_static(agent));
    if let Ok(tenant) = HeaderValue::from_str(&ctx.tenant().slug) {
        headers.insert("x-remessa-tenant", tenant);
    }
    let key = host.open_key(ctx.state(), ctx.tenant());
    if key.is_none() && host.key.is_some() {
        tracing::error!(tenant = %ctx.tenant().id, "the key of an order host cannot be opened");
    }
    let name = HeaderName::from_bytes(host.key_header.as_bytes());
    if let (Ok(name), Some(Ok(mut value))) = (name, key.map(|key| HeaderValue::from_str(&key))) {
        value.set_sensitive(true);
        headers.insert(name, value);
    }
    headers
}

async fn send(
    ctx: &Ctx,
    url: Option<OutgoingUrl>,
    method: Method,
    headers: HeaderMap,
    body: Vec<u8>,
) -> HostAnswer {
    let started = Instant::now();
    let answer = match &url {
        Some(url) => {
            let request =
                OutgoingRequest { method, url, headers, body, longest: LONGEST, max_answer: MAX_ANSWER + 1 };
            match Outgoing::of(ctx.state()).send(request).await {
                Ok(answer) => Some((answer.status, answer.body)),
                Err(error) => {
                    // The reason is for the operator: a company could look around inside by it.
                    tracing::info!(%error, "an order host was not reached");
                    None
                }
            }
        }
        None => None,
    };
    HostAnswer { answer, duration_ms: i32::try_from(started.elapsed().as_millis()).unwrap_or(i32::MAX) }
}
