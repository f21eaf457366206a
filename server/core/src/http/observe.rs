//! The outermost layer: request id, log line, metrics, panics and errors.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use futures_util::FutureExt;
use poem::http::{HeaderValue, StatusCode};
use poem::{Endpoint, IntoResponse, Request, Response};
use poem_openapi::OperationId;
use poem_openapi::error::{ParseMultipartError, ParseParamError, ParsePathError, ParseRequestPayloadError};

use super::error::{ApiError, FieldErrors};
use super::headers::secure;
use super::messages::{Language, MessageCode};

/// The id of a request, in answers and in the log.
#[derive(Clone)]
pub struct RequestId(String);

impl RequestId {
    pub fn of(request: &Request) -> String {
        request.extensions().get::<Self>().map(|id| id.0.clone()).unwrap_or_default()
    }
}

/// The data of a request that its error answer needs.
pub struct Telling {
    language: Language,
    pub request_id: String,
}

impl Telling {
    pub fn of(request: &Request) -> Self {
        let language = Language::from_accept_header(request.header("accept-language")).unwrap_or_default();
        Self { language, request_id: RequestId::of(request) }
    }

    /// Converts an error to an answer, and logs its cause.
    pub fn answer(&self, error: poem::Error) -> Response {
        let operation = error.data::<OperationId>().copied();
        let mut response = if error.is_from_response() {
            error.into_response()
        } else {
            let error = api_error(error);
            if error.cause().is_some() {
                log_failure(&error, &self.request_id);
            }
            error.render(self.language, &self.request_id)
        };
        if let Some(operation) = operation {
            response.set_data(operation);
        }
        response
    }
}

/// Runs a request; errors and panics become answers.
pub async fn observe<E: Endpoint>(endpoint: Arc<E>, mut request: Request) -> poem::Result<Response> {
    let started = Instant::now();
    let id = uuid::Uuid::now_v7().simple().to_string();
    request.extensions_mut().insert(RequestId(id.clone()));
    let telling = Telling::of(&request);
    let (method, path) = (request.method().clone(), route_shape(request.uri().path()));

    let mut response = match AssertUnwindSafe(endpoint.call(request)).catch_unwind().await {
        Ok(Ok(output)) => output.into_response(),
        Ok(Err(error)) => telling.answer(error),
        Err(_panic) => {
            let error = ApiError::internal(anyhow::anyhow!("a handler panicked"));
            log_failure(&error, &id);
            error.render(telling.language, &id)
        }
    };
    secure(&mut response);

    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", value);
    }
    let (status, elapsed) = (response.status().as_u16(), started.elapsed());
    let route = route_label(&response, &path);
    let labels = [("status", status.to_string()), ("route", route.to_owned())];
    metrics::histogram!("http_request_seconds", &labels).record(elapsed.as_secs_f64());
    tracing::info!(request = %id, %method, path, status, ms = elapsed.as_millis() as u64, "request");
    Ok(response)
}

fn log_failure(error: &ApiError, id: &str) {
    let cause = error.cause().map(|cause| format!("{cause:#}")).unwrap_or_default();
    if error.status() == StatusCode::INTERNAL_SERVER_ERROR {
        tracing::error!(request = %id, cause, "a request failed");
    } else {
        tracing::warn!(request = %id, cause, "a request could not be served");
    }
}

/// Converts errors of the framework to [`ApiError`].
fn api_error(error: poem::Error) -> ApiError {
    let error = match error.downcast::<ApiError>() {
        Ok(ours) => return ours,
        Err(theirs) => theirs,
    };
    if let Some(parameter) = error.downcast_ref::<ParseParamError>() {
        let mut errors = FieldErrors::default();
        errors.push(parameter.name, MessageCode::Invalid);
        return ApiError::invalid(errors);
    }
    if error.is::<ParsePathError>() {
        return ApiError::not_found();
    }
    if error.is::<ParseRequestPayloadError>() || error.is::<ParseMultipartError>() {
        return ApiError::new(StatusCode::BAD_REQUEST, MessageCode::MalformedRequest);
    }
    match error.status() {
        StatusCode::NOT_FOUND => ApiError::not_found(),
        StatusCode::METHOD_NOT_ALLOWED => {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, MessageCode::MethodNotAllowed)
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, MessageCode::UnsupportedMediaType)
        }
        status if status.is_client_error() => ApiError::new(status, MessageCode::MalformedRequest),
        _ => ApiError::internal(anyhow::anyhow!("{error}")),
    }
}

/// The operation that answered: a label with few values, whatever paths strangers invent.
fn route_label(response: &Response, path: &str) -> &'static str {
    match response.data::<OperationId>() {
        Some(operation) => operation.0,
        None if path == WEB => WEB,
        None => "none",
    }
}

const WEB: &str = "web";

/// A path without ids, so that logs contain no personal data.
fn route_shape(path: &str) -> String {
    if !path.starts_with("/api/") {
        return WEB.to_owned();
    }
    let is_name =
        |part: &str| part.len() <= 32 && part.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == '-');
    path.split('/').map(|part| if is_name(part) { part } else { ":id" }).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_shows_the_shape_of_a_path_and_no_id() {
        let path = "/api/shipments/0199d3c2-7c1a-7000-8000-000000000001/label";
        assert_eq!(route_shape(path), "/api/shipments/:id/label");
        assert_eq!(route_shape("/api/tracking/AT000000015BR"), "/api/tracking/:id");
    }

    #[test]
    fn invented_paths_share_one_label_of_the_metrics() {
        let mut response = Response::default();
        assert_eq!(route_label(&response, &route_shape("/api/invented")), "none");
        assert_eq!(route_label(&response, &route_shape("/invented")), WEB);
        response.set_data(OperationId("shipment_list"));
        assert_eq!(route_label(&response, &route_shape("/api/shipments")), "shipment_list");
    }
}
