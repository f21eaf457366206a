//! Bodies that are published as a form, because they may have a file. Sent as JSON, they are the same without it.

use std::borrow::Cow;
use std::ops::Deref;

use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseFromJSON, ParseResult, ToJSON, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde_json::Value;

use super::body::{Body, Patch};
use super::sent::{self, SentFile};

/// A form with a valid shape and without files. An empty field counts as omitted.
pub struct Form<T>(pub T);

impl<T> Deref for Form<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// The fields of a `T` in a PATCH, and a file. An empty field of a form means null.
pub struct FormPatch<T> {
    pub fields: Patch<T>,
    pub file: Option<SentFile>,
}

/// Placeholder for the file in a published form; the file itself is passed separately.
#[derive(Debug, Clone, Copy)]
pub struct FilePart;

impl Type for FilePart {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "string_binary".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema::new_with_format("string", "binary")))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl ParseFromJSON for FilePart {
    fn parse_from_json(_value: Option<Value>) -> ParseResult<Self> {
        Ok(Self)
    }
}

impl ToJSON for FilePart {
    fn to_json(&self) -> Option<Value> {
        None
    }
}

fn request_meta_of<T: Type>() -> Option<MetaRequest> {
    let content = vec![MetaMediaType { content_type: "multipart/form-data", schema: T::schema_ref() }];
    Some(MetaRequest { description: None, content, required: true })
}

impl<'a, T: ParseFromJSON + 'static> ApiExtractor<'a> for Form<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        request_meta_of::<T>()
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(Self(sent::read_body::<T>(request, body, 0).await?.parse()?))
    }
}

impl<'a, T: ParseFromJSON + Send + Sync + 'static> ApiExtractor<'a> for FormPatch<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        request_meta_of::<T>()
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let mut sent = sent::read_body::<T>(request, body, 1).await?;
        let file = sent.files.pop();
        sent.refuse_files()?;
        Ok(Self { fields: Patch::naming(sent.into_fields()?), file })
    }
}

/// A body with a valid shape, and a file if it came in a form with one.
pub struct WithFile<T> {
    pub body: T,
    pub file: Option<SentFile>,
}

impl<'a, T: ParseFromJSON + Send + Sync + 'static> ApiExtractor<'a> for WithFile<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        <Body<T> as ApiExtractor>::request_meta()
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let mut sent = sent::read_body::<T>(request, body, 1).await?;
        let file = sent.files.pop();
        Ok(Self { body: sent.parse()?, file })
    }
}
