//! Bodies in any of the kinds that `sent` reads.

use std::ops::Deref;

use poem::{Request, RequestBody};
use poem_openapi::payload::{Json, ParsePayload, Payload};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseFromJSON, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde_json::Value;

use super::error::{ApiError, ApiResult};
use super::messages::MessageCode;
use super::schema::parse;
use super::sent;

/// A body with a valid shape.
pub struct Body<T>(pub T);

impl<T> Deref for Body<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Type> Payload for Body<T> {
    const CONTENT_TYPE: &'static str = "application/json";

    fn check_content_type(content_type: &str) -> bool {
        Json::<T>::check_content_type(content_type)
    }

    fn schema_ref() -> MetaSchemaRef {
        T::schema_ref()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

impl<T: ParseFromJSON + 'static> ParsePayload for Body<T> {
    const IS_REQUIRED: bool = true;

    async fn from_request(request: &Request, body: &mut RequestBody) -> poem::Result<Self> {
        Ok(Self(sent::read_body::<T>(request, body, 0).await?.parse()?))
    }
}

impl<'a, T: ParseFromJSON + 'static> ApiExtractor<'a> for Body<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Self as Payload>::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let content = vec![MetaMediaType { content_type: Self::CONTENT_TYPE, schema: T::schema_ref() }];
        Some(MetaRequest { description: None, content, required: true })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        <Self as ParsePayload>::from_request(request, body).await
    }
}

/// The fields of a `T` in a PATCH body; the other fields are unchanged.
pub struct Patch<T> {
    sent: serde_json::Map<String, Value>,
    shape: std::marker::PhantomData<fn() -> T>,
}

impl<T: ParseFromJSON + 'static> Patch<T> {
    pub(super) fn naming(sent: serde_json::Map<String, Value>) -> Self {
        Self { sent, shape: std::marker::PhantomData }
    }

    /// The record with the sent fields applied, validated as a whole.
    pub fn onto(&self, current: &impl serde::Serialize) -> ApiResult<T> {
        self.merge(current)
    }

    /// The form of a record with the sent fields applied. Returns 409 `stale_version` when `version` differs from the
    /// stored one, and 422 when it is missing.
    pub fn change<I: ParseFromJSON + 'static>(
        &self,
        current: &impl serde::Serialize,
        version: i32,
    ) -> ApiResult<I> {
        match self.sent.get("version").and_then(Value::as_i64) {
            Some(read) if read == i64::from(version) => self.merge(current),
            Some(_) => Err(ApiError::refused(MessageCode::StaleVersion)),
            None => Err(ApiError::invalid_field("version", MessageCode::Required)),
        }
    }

    fn merge<I: ParseFromJSON + 'static>(&self, current: &impl serde::Serialize) -> ApiResult<I> {
        let mut whole = serde_json::to_value(current).map_err(ApiError::internal)?;
        if let Some(fields) = whole.as_object_mut() {
            fields.extend(self.sent.clone());
        }
        parse(whole)
    }
}

impl<'a, T: ParseFromJSON + Send + Sync + 'static> ApiExtractor<'a> for Patch<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Body<T> as Payload>::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        <Body<T> as ApiExtractor>::request_meta()
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let sent = sent::read_body::<T>(request, body, 0).await?;
        sent.refuse_files()?;
        Ok(Self::naming(sent.into_fields()?))
    }
}
