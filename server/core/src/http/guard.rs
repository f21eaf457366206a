//! Checks of every API request before routing: size, encoding, origin, method.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Body, Endpoint, IntoResponse, Request, Response};
use tenancy::Tenant;
use tokio::time::{Instant, timeout_at};

use super::bearer::{self, Bearer};
use super::bounds::check_parameters;
use super::choice;
use super::empty_parameters;
use super::error::{ApiError, ApiResult};
use super::limit::{network, requests_per_address};
use super::messages::{MessageCode, Params};
use super::method_override;
use super::session::{self, OwnOrigin, check_csrf};
use super::tenant::{authority, client_address};
use crate::state::AppState;

/// Without a byte of the body.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Bytes per second of a slow connection, over the whole body.
const SLOWEST_BYTES: usize = 16 * 1024;

pub async fn guard<E: Endpoint>(endpoint: Arc<E>, mut request: Request) -> poem::Result<Response> {
    let state = request.data::<AppState>().expect("http::app adds the state").clone();
    let tenant = request.data::<Arc<Tenant>>().expect("http::app resolves the tenant").clone();
    let address = client_address(&request, &state.config.trusted_proxies);
    let limit = requests_per_address(state.config.request_limit);
    state.limits.spend_here(&tenant.id, limit, &network(&address), cost(&request))?;
    let limit = limit_body(&mut request, &state, &tenant).await?;
    let is_exceeded = cap(&mut request, limit, LONGEST_PAUSE);
    match pass(endpoint, request, &state, &tenant).await {
        // Readers of the body only see that it breaks off.
        Err(_) if is_exceeded.load(Ordering::Relaxed) => Err(too_large(limit).into()),
        answered => answered,
    }
}

async fn pass<E: Endpoint>(
    endpoint: Arc<E>,
    mut request: Request,
    state: &AppState,
    tenant: &Tenant,
) -> poem::Result<Response> {
    let is_program = Bearer::admit(&mut request);
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        if !is_program {
            let authority = authority(&request, &state.config.trusted_proxies);
            let own =
                OwnOrigin { authority: authority.as_deref(), is_https: state.config.is_https(&request) };
            check_csrf(&request, own, &state.config.secret, &tenant.id)?;
        }
        check_kind(&request)?;
    }
    if request.method() == Method::POST {
        method_override::apply(&mut request, state.config.max_body).await?;
    }
    choice::apply(&mut request)?;
    empty_parameters::drop_from(&mut request)?;
    check_parameters(&request)?;
    let mut response = endpoint.call(request).await?.into_response();
    if is_program {
        bearer::set_no_cookie(&mut response);
    } else {
        session::add_csrf_cookie(&mut response, &state.config.secret, &tenant.id);
    }
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    Ok(response)
}

/// The share of a request in the limit of all requests.
pub fn cost(request: &Request) -> u32 {
    let is_upload = request.content_type().is_some_and(|kind| kind.starts_with("multipart/form-data"));
    let searches = request.uri().query().is_some_and(|query| query.contains("search="));
    match *request.method() {
        _ if is_upload => 10,
        Method::GET | Method::HEAD | Method::OPTIONS if !searches => 1,
        _ => 3,
    }
}

/// A change is JSON or a form.
fn check_kind(request: &Request) -> ApiResult<()> {
    const KINDS: [&str; 3] = ["application/json", "multipart/form-data", "application/x-www-form-urlencoded"];
    let fits = |kind: &str| KINDS.iter().any(|known| kind.starts_with(known));
    if request.content_type().is_none_or(fits) {
        return Ok(());
    }
    Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, MessageCode::UnsupportedMediaType))
}

/// The most bytes of the body. Refuses one that declares more.
async fn limit_body(request: &mut Request, state: &AppState, tenant: &Tenant) -> ApiResult<usize> {
    if request.headers().contains_key(header::CONTENT_ENCODING) {
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, MessageCode::UnsupportedMediaType));
    }
    let is_upload = request.content_type().is_some_and(|kind| kind.starts_with("multipart/form-data"));
    let limit = if is_upload {
        state.settings.get(&state.tenancy, tenant).await?.max_upload(state.config.max_upload)
    } else {
        state.config.max_body
    };
    let declared = request.header(header::CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    if declared.is_some_and(|length| length > limit) { Err(too_large(limit)) } else { Ok(limit) }
}

fn too_large(limit: usize) -> ApiError {
    let max = format!("{} MB", limit / (1024 * 1024));
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, MessageCode::PayloadTooLarge)
        .with_params(Params::from([("max", max.into())]))
}

/// Counts the bytes that arrive, whatever was declared, and gives up a body that stops or is too slow. The answer becomes
/// true when there are more bytes than the limit.
fn cap(request: &mut Request, limit: usize, pause: Duration) -> Arc<AtomicBool> {
    let is_exceeded = Arc::new(AtomicBool::new(false));
    let noted = is_exceeded.clone();
    let slowest = Duration::from_secs((limit / SLOWEST_BYTES) as u64);
    let end = Instant::now() + pause + slowest;
    let chunks = Box::pin(request.take_body().into_bytes_stream());
    let counted = stream::try_unfold((chunks, limit, noted), move |(mut chunks, left, noted)| async move {
        let until = end.min(Instant::now() + pause);
        let next = timeout_at(until, chunks.next()).await.map_err(|_| std::io::ErrorKind::TimedOut)?;
        let Some(chunk) = next.transpose().map_err(std::io::Error::other)? else { return Ok(None) };
        let Some(left) = left.checked_sub(chunk.len()) else {
            noted.store(true, Ordering::Relaxed);
            return Err(std::io::ErrorKind::FileTooLarge.into());
        };
        Ok::<_, std::io::Error>(Some((chunk, (chunks, left, noted))))
    });
    request.set_body(Body::from_bytes_stream(counted));
    is_exceeded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_body_that_stops_is_given_up() {
        let begun = stream::iter([Ok::<_, std::io::Error>("{")]).chain(stream::pending());
        let mut request = Request::builder().body(Body::from_bytes_stream(begun));
        let is_exceeded = cap(&mut request, 100, Duration::from_millis(20));
        assert!(request.into_body().into_bytes().await.is_err());
        assert!(!is_exceeded.load(Ordering::Relaxed));
    }

    #[tokio::test]
    async fn the_bytes_that_arrive_are_counted() {
        for (length, fits) in [(100, true), (101, false)] {
            let chunks = stream::iter(std::iter::repeat_with(|| Ok::<_, std::io::Error>("x")).take(length));
            let mut request = Request::builder().body(Body::from_bytes_stream(chunks));
            let is_exceeded = cap(&mut request, 100, LONGEST_PAUSE);
            assert_eq!(request.into_body().into_bytes().await.is_ok(), fits);
            assert_eq!(is_exceeded.load(Ordering::Relaxed), !fits);
        }
    }
}
