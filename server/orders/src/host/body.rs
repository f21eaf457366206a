//! The body of an order, as it came, and the answer of the host, as it came.

use poem::{FromRequest, Request, RequestBody};
use poem_openapi::payload::Binary;
use poem_openapi::registry::{MetaMediaType, MetaRequest, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiExtractor, ApiExtractorType, ApiResponse, ExtractParamOptions};
use serde::de::IgnoredAny;
use serde_json::Value;

use poem::http::StatusCode;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};

const MAX_BYTES: usize = 256 * 1024;

/// JSON whose bytes are forwarded as they came.
pub struct OrderBody(Vec<u8>);

impl OrderBody {
    /// Returns 413 above 256 KB, and 400 for a body that is no JSON.
    pub fn check(self) -> ApiResult<Vec<u8>> {
        if self.0.len() > MAX_BYTES {
            let params = Params::from([("max", "256 KB".into())]);
            let error = ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, MessageCode::PayloadTooLarge);
            return Err(error.with_params(params));
        }
        if !is_json(&self.0) {
            return Err(ApiError::new(StatusCode::BAD_REQUEST, MessageCode::MalformedRequest));
        }
        Ok(self.0)
    }
}

/// Whether bytes are one value of JSON.
pub fn is_json(bytes: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(bytes).is_ok()
}

impl<'a> ApiExtractor<'a> for OrderBody {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Value as Type>::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let content =
            vec![MetaMediaType { content_type: "application/json", schema: <Value as Type>::schema_ref() }];
        Some(MetaRequest { description: None, content, required: true })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(Self(<Vec<u8> as FromRequest>::from_request(request, body).await?))
    }
}

/// The answer of the host.
#[derive(ApiResponse)]
pub enum OrderAnswer {
    /// The answer of the host, with its status from 200 to 299.
    #[oai(status = 200, content_type = "application/json")]
    Taken(Binary<Vec<u8>>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_json_is_forwarded() {
        for good in ["{}", " {\"a\": [1.0, \"ã\"]} ", "null", "1e400"] {
            assert!(OrderBody(good.into()).check().is_ok(), "{good}");
        }
        for wrong in ["", "{", "{} {}", "a=1", "<a/>"] {
            assert!(OrderBody(wrong.into()).check().is_err(), "{wrong}");
        }
        let large = |count: usize| OrderBody(format!("\"{}\"", "a".repeat(count)).into_bytes()).check();
        assert!(large(MAX_BYTES - 2).is_ok());
        assert_eq!(large(MAX_BYTES - 1).unwrap_err().status(), 413);
    }
}
