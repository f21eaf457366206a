//! Checks of every API request before routing: size, encoding, origin, method.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use poem::http::{HeaderValue, Method, StatusCode, Uri, header};
use poem::{Body, Endpoint, IntoResponse, Request, Response};
use serde_json::Value;
use tenancy::Tenant;
use tokio::time::{Instant, timeout_at};

use super::bounds::check_parameters;
use super::error::{ApiError, ApiResult};
use super::limit::{network, requests_per_address};
use super::messages::{MessageCode, Params};
use super::session::check_csrf;
use super::tenant::{authority, client_address};
use crate::state::AppState;

/// `_method` of a multipart form is read only from its first bytes, so that the file can stream.
const MULTIPART_PEEK: usize = 2048;

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
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        let authority = authority(&request, &state.config.trusted_proxies);
        check_csrf(&request, authority.as_deref(), &state.config.secret, &tenant.id)?;
        check_kind(&request)?;
    }
    if request.method() == Method::POST {
        override_method(&mut request, state.config.max_body).await?;
    }
    check_parameters(&request)?;
    let mut response = endpoint.call(request).await?.into_response();
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

/// A change must be JSON or multipart, which another site cannot send without a preflight.
fn check_kind(request: &Request) -> ApiResult<()> {
    let fits = |kind: &str| kind.starts_with("application/json") || kind.starts_with("multipart/form-data");
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

/// A POST can replace PATCH, PUT, DELETE or GET (LIST-4): with a header, a query parameter or a `_method` field.
async fn override_method(request: &mut Request, max_body: usize) -> poem::Result<()> {
    let kind = request.content_type().unwrap_or_default().to_owned();
    let named = request.header("x-http-method-override").and_then(parse_method).or_else(|| {
        let query = request.uri().query().unwrap_or_default();
        query.split('&').find_map(|pair| pair.strip_prefix("_method=")).and_then(parse_method)
    });
    let method = match named {
        Some(method) => Some(method),
        None if kind.starts_with("application/json") => take_json_method(request, max_body).await?,
        None if kind.starts_with("multipart/form-data") => peek_multipart_method(request).await?,
        None => None,
    };
    if let Some(method) = method {
        if method == Method::GET && kind.starts_with("application/json") {
            move_body_to_query(request, max_body).await?;
        }
        request.set_method(method);
    }
    Ok(())
}

fn parse_method(name: &str) -> Option<Method> {
    match name.to_ascii_uppercase().as_str() {
        "PATCH" => Some(Method::PATCH),
        "PUT" => Some(Method::PUT),
        "DELETE" => Some(Method::DELETE),
        "GET" => Some(Method::GET),
        _ => None,
    }
}

async fn take_json_method(request: &mut Request, max_body: usize) -> poem::Result<Option<Method>> {
    let bytes = request.take_body().into_bytes_limit(max_body).await?;
    let Ok(Value::Object(mut fields)) = serde_json::from_slice(&bytes) else {
        request.set_body(bytes);
        return Ok(None);
    };
    let Some(method) = fields.shift_remove("_method") else {
        request.set_body(bytes);
        return Ok(None);
    };
    set_json_body(request, &Value::Object(fields));
    Ok(method.as_str().and_then(parse_method))
}

fn set_json_body(request: &mut Request, value: &Value) {
    let bytes = value.to_string();
    request.headers_mut().insert(header::CONTENT_LENGTH, bytes.len().into());
    request.set_body(bytes);
}

async fn peek_multipart_method(request: &mut Request) -> poem::Result<Option<Method>> {
    let mut chunks = Box::pin(request.take_body().into_bytes_stream());
    let mut head = bytes::BytesMut::new();
    while head.len() < MULTIPART_PEEK {
        let Some(chunk) = chunks.next().await else { break };
        head.extend_from_slice(&chunk.map_err(poem::error::BadRequest)?);
    }
    let head = head.freeze();
    let text = String::from_utf8_lossy(&head[..head.len().min(MULTIPART_PEEK)]).into_owned();
    let rest = stream::once(async move { Ok::<_, std::io::Error>(head) }).chain(chunks);
    request.set_body(Body::from_bytes_stream(rest));
    let value = text.split_once("name=\"_method\"").map(|(_, after)| after.trim_start_matches(['\r', '\n']));
    Ok(value.and_then(|value| value.lines().next()).and_then(parse_method))
}

/// Turns the fields of a POST into the query of the GET it replaces.
async fn move_body_to_query(request: &mut Request, max_body: usize) -> poem::Result<()> {
    let bytes = request.take_body().into_bytes_limit(max_body).await?;
    let Ok(Value::Object(fields)) = serde_json::from_slice::<Value>(&bytes) else { return Ok(()) };
    let pairs = fields.iter().filter_map(|(name, value)| match value {
        Value::String(text) => Some((name.clone(), text.clone())),
        Value::Number(_) | Value::Bool(_) => Some((name.clone(), value.to_string())),
        _ => None,
    });
    let query = serde_urlencoded::to_string(pairs.collect::<Vec<_>>()).map_err(poem::error::BadRequest)?;
    let uri = format!("{}?{query}", request.uri().path());
    *request.uri_mut() = uri.parse::<Uri>().map_err(poem::error::BadRequest)?;
    Ok(())
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
