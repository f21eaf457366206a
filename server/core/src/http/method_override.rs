//! The method that a POST stands for (LIST-4): PATCH, PUT, DELETE or GET, by a header, a parameter or a `_method` field.

use bytes::{Bytes, BytesMut};
use futures_util::{StreamExt, stream};
use poem::http::{Method, Uri, header};
use poem::{Body, Request, RequestBody};
use poem_openapi::payload::{Json, Payload};
use serde_json::Value;

use super::error::{ApiError, ApiResult, FieldErrors};
use super::messages::MessageCode;
use super::sent::{METHOD_FIELD, read_pairs, read_parts};

/// `_method` of a form with files is read from its first bytes, before its first file, so that the file can stream.
const MULTIPART_PEEK: usize = 64 * 1024;

type Pairs = Vec<(String, String)>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum BodyKind {
    Json,
    Pairs,
    Parts,
    Other,
}

impl BodyKind {
    fn of(request: &Request) -> Self {
        match request.content_type().unwrap_or_default() {
            kind if Json::<Value>::check_content_type(kind) => Self::Json,
            kind if kind.starts_with("application/x-www-form-urlencoded") => Self::Pairs,
            kind if kind.starts_with("multipart/form-data") => Self::Parts,
            _ => Self::Other,
        }
    }
}

/// Gives the request the method that it stands for. The fields of a GET become its parameters.
pub async fn apply(request: &mut Request, max_body: usize) -> poem::Result<()> {
    let kind = BodyKind::of(request);
    let named = request.header("x-http-method-override").and_then(parse_method).or_else(|| {
        let query = request.uri().query().unwrap_or_default();
        query.split('&').find_map(|pair| pair.strip_prefix("_method=")).and_then(parse_method)
    });
    let method = match (named, kind) {
        (Some(method), _) => Some(method),
        (None, BodyKind::Parts) => peek_method(request).await?,
        (None, BodyKind::Other) => None,
        (None, BodyKind::Json | BodyKind::Pairs) => {
            let bytes = request.take_body().into_bytes_limit(max_body).await?;
            let method = method_field(kind, &bytes);
            request.set_body(bytes);
            method
        }
    };
    let Some(method) = method else { return Ok(()) };
    if method == Method::GET {
        let pairs = take_fields(request, kind, max_body).await?;
        move_to_query(request, pairs)?;
    }
    request.set_method(method);
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

fn method_field(kind: BodyKind, bytes: &Bytes) -> Option<Method> {
    if kind == BodyKind::Json {
        let value: Value = serde_json::from_slice(bytes).ok()?;
        return parse_method(value.get(METHOD_FIELD)?.as_str()?);
    }
    let pairs = read_pairs(bytes).ok()?;
    pairs.iter().find(|(name, _)| name == METHOD_FIELD).and_then(|(_, method)| parse_method(method))
}

async fn peek_method(request: &mut Request) -> poem::Result<Option<Method>> {
    let mut chunks = Box::pin(request.take_body().into_bytes_stream());
    let mut head = BytesMut::new();
    while head.len() < MULTIPART_PEEK && !has_file(&head) {
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

fn has_file(head: &[u8]) -> bool {
    const NAME: &[u8] = b"filename=\"";
    head.windows(NAME.len()).any(|window| window == NAME)
}

/// The fields of the body, which the request then has no more.
async fn take_fields(request: &mut Request, kind: BodyKind, max_body: usize) -> poem::Result<Pairs> {
    let body = request.take_body();
    match kind {
        BodyKind::Other => Ok(Pairs::new()),
        BodyKind::Parts => {
            let (pairs, files) = read_parts(request, &mut RequestBody::new(body), 0).await?;
            match files.is_empty() {
                true => Ok(without_brackets(pairs)?),
                false => Err(ApiError::invalid_field("file", MessageCode::Invalid).into()),
            }
        }
        BodyKind::Pairs => Ok(without_brackets(read_pairs(&body.into_bytes_limit(max_body).await?)?)?),
        BodyKind::Json => {
            let bytes = body.into_bytes_limit(max_body).await?;
            match serde_json::from_slice(&bytes) {
                Ok(Value::Object(fields)) => Ok(scalars(fields)?),
                _ => Ok(Pairs::new()),
            }
        }
    }
}

/// `status[]` and `status[0]` are the parameter `status`. 422 for names that no parameter has. An empty field is none.
fn without_brackets(pairs: Pairs) -> ApiResult<Pairs> {
    let mut errors = FieldErrors::default();
    let mut plain = Pairs::new();
    for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
        match parameter_of(&name) {
            Some(parameter) => plain.push((parameter.to_owned(), value)),
            None => errors.push(name, MessageCode::Invalid),
        }
    }
    errors.into_result()?;
    Ok(plain)
}

fn parameter_of(name: &str) -> Option<&str> {
    let Some((first, rest)) = name.split_once('[') else { return Some(name) };
    let index = rest.strip_suffix(']')?;
    index.bytes().all(|one| one.is_ascii_digit()).then_some(first)
}

/// The fields of a JSON body as parameters. 422 for objects, which no parameter is.
fn scalars(fields: serde_json::Map<String, Value>) -> ApiResult<Pairs> {
    let mut errors = FieldErrors::default();
    let mut pairs = Pairs::new();
    for (name, value) in fields {
        let values = match value {
            Value::Array(items) => items,
            one => vec![one],
        };
        for value in values {
            match value {
                Value::Null => {}
                Value::String(text) => pairs.push((name.clone(), text)),
                Value::Number(_) | Value::Bool(_) => pairs.push((name.clone(), value.to_string())),
                Value::Array(_) | Value::Object(_) => errors.push(name.clone(), MessageCode::Invalid),
            }
        }
    }
    errors.into_result()?;
    Ok(pairs)
}

/// Adds parameters to those of the address.
fn move_to_query(request: &mut Request, mut pairs: Pairs) -> poem::Result<()> {
    pairs.retain(|(name, _)| name != METHOD_FIELD);
    let added = serde_urlencoded::to_string(pairs).map_err(poem::error::BadRequest)?;
    let before = request.uri().query().unwrap_or_default();
    let query = [before, added.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
    let uri = format!("{}?{}", request.uri().path(), query.join("&"));
    *request.uri_mut() = uri.parse::<Uri>().map_err(poem::error::BadRequest)?;
    request.headers_mut().remove(header::CONTENT_LENGTH);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(kind: &str, body: &'static str) -> poem::Result<String> {
        let mut request = Request::builder()
            .method(Method::POST)
            .uri_str("/api/clients?page=2")
            .content_type(kind)
            .body(body);
        apply(&mut request, 1_000).await?;
        assert_eq!(request.method(), Method::GET);
        Ok(request.uri().to_string())
    }

    const PARTS: &str = "--b\r\nContent-Disposition: form-data; name=\"status[]\"\r\n\r\n10\r\n\
                         --b\r\nContent-Disposition: form-data; name=\"_method\"\r\n\r\nGET\r\n--b--\r\n";

    #[tokio::test]
    async fn the_fields_of_a_get_are_its_parameters_in_every_kind_of_body() {
        let expected = "/api/clients?page=2&status=10";
        let json = read("application/json", "{\"_method\":\"GET\",\"status\":[10],\"search\":null}").await;
        assert_eq!(json.unwrap(), expected);
        let plain = read("application/x-www-form-urlencoded", "status%5B0%5D=10&_method=get&search=").await;
        assert_eq!(plain.unwrap(), expected);
        assert_eq!(read("multipart/form-data; boundary=b", PARTS).await.unwrap(), expected);
    }

    #[tokio::test]
    async fn a_filter_that_is_no_parameter_is_refused() {
        let json = read("application/json", "{\"_method\":\"GET\",\"filter\":{\"status\":1}}").await;
        let plain = read("application/x-www-form-urlencoded", "_method=GET&filter%5Bstatus%5D=1").await;
        for refused in [json, plain] {
            assert!(format!("{:?}", refused.unwrap_err()).contains("Invalid"));
        }
    }
}
