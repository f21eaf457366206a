//! Forms as multipart/form-data, validated against their published schema like a JSON body.

use std::borrow::Cow;
use std::fs::File;
use std::ops::Deref;

use poem::http::StatusCode;
use poem::web::{Field, Multipart};
use poem::{FromRequest, Request, RequestBody};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseFromJSON, ParseResult, ToJSON, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde_json::{Map, Value};
use tokio::io::{AsyncReadExt, AsyncSeekExt};

use super::body::{Patch, parse, schemas_of};
use super::error::ApiError;
use super::messages::{MessageCode, Params};

/// Maximum size of all text fields together.
const MAX_BYTES: usize = 256 * 1024;
/// Maximum size of a form's file. Larger files use `poem_openapi`'s streaming `Multipart`.
pub const MAX_FILE_BYTES: usize = 10 * 1024 * 1024;

/// A multipart form with a valid shape. An empty field counts as omitted.
pub struct Form<T>(pub T);

impl<T> Deref for Form<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// The fields of a `T` in a multipart PATCH, and a file. An empty field means null.
pub struct FormPatch<T> {
    pub fields: Patch<T>,
    pub file: Option<SentFile>,
}

/// A file of a form, on the disk: many users upload at the same time.
pub struct SentFile {
    /// At its start. At most [`MAX_FILE_BYTES`]; a larger file is truncated.
    pub file: File,
    pub is_too_large: bool,
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

struct SentForm {
    texts: Vec<(String, String)>,
    file: Option<SentFile>,
}

async fn read_form(request: &Request, body: &mut RequestBody) -> poem::Result<SentForm> {
    let mut form = <Multipart as FromRequest>::from_request(request, body).await?;
    let (mut sent, mut left) = (SentForm { texts: Vec::new(), file: None }, MAX_BYTES);
    while let Some(field) = form.next_field().await? {
        if field.file_name().is_some() {
            sent.file = Some(store_file(field).await?);
            continue;
        }
        let name = field.name().unwrap_or_default().to_owned();
        let (bytes, _) = first_bytes(field, left + 1).await?;
        left = left.checked_sub(bytes.len() + name.len()).ok_or_else(too_large)?;
        sent.texts.push((name, String::from_utf8(bytes).map_err(|_| malformed_request())?));
    }
    Ok(sent)
}

/// Copies the file of a form to the disk.
async fn store_file(field: Field) -> poem::Result<SentFile> {
    let mut file = tokio::fs::File::from_std(tempfile::tempfile().map_err(ApiError::internal)?);
    let mut sent = field.into_async_read();
    let most = u64::try_from(MAX_FILE_BYTES).unwrap_or_default();
    tokio::io::copy(&mut (&mut sent).take(most), &mut file).await.map_err(|_| malformed_request())?;
    let is_too_large = sent.read(&mut [0]).await.map_err(|_| malformed_request())? > 0;
    file.rewind().await.map_err(ApiError::internal)?;
    Ok(SentFile { file: file.into_std().await, is_too_large })
}

/// Up to `most` bytes of a field, and whether there are more.
async fn first_bytes(field: Field, most: usize) -> poem::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    let one_more = u64::try_from(most).unwrap_or_default().saturating_add(1);
    field.into_async_read().take(one_more).read_to_end(&mut bytes).await.map_err(|_| malformed_request())?;
    let is_more = bytes.len() > most;
    bytes.truncate(most);
    Ok((bytes, is_more))
}

fn malformed_request() -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, MessageCode::MalformedRequest)
}

fn too_large() -> ApiError {
    let max = format!("{} kB", MAX_BYTES / 1024);
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, MessageCode::PayloadTooLarge)
        .with_params(Params::from([("max", max.into())]))
}

/// Converts the text fields to JSON; an empty one is null. A value that cannot be converted remains a text, which the
/// schema refuses.
fn to_json<T: Type + 'static>(texts: Vec<(String, String)>) -> Map<String, Value> {
    let registry = schemas_of::<T>();
    let types = field_types(&T::schema_ref(), &registry);
    let value = |name: &str, text: String| {
        if text.trim().is_empty() {
            return Value::Null;
        }
        let number = || text.trim().parse::<i64>().ok().map(Value::from);
        let known = match types.iter().find(|(field, _)| *field == name).map(|(_, ty)| *ty) {
            Some("integer") => number(),
            Some("boolean") => text.trim().parse::<bool>().ok().map(Value::from),
            _ => None,
        };
        known.unwrap_or(Value::String(text))
    };
    texts.into_iter().map(|(name, text)| (name.clone(), value(&name, text))).collect()
}

fn field_types(schema: &MetaSchemaRef, registry: &Registry) -> Vec<(&'static str, &'static str)> {
    let fields = resolve(schema, registry).map(|schema| schema.properties).unwrap_or_default();
    fields.into_iter().map(|(name, field)| (name, type_of(&field, registry))).collect()
}

/// Finds the type of a field with a default, which is published as `allOf`.
fn type_of(schema: &MetaSchemaRef, registry: &Registry) -> &'static str {
    let Some(schema) = resolve(schema, registry) else { return "" };
    schema.all_of.first().map_or(schema.ty, |part| type_of(part, registry))
}

fn resolve(schema: &MetaSchemaRef, registry: &Registry) -> Option<MetaSchema> {
    match schema {
        MetaSchemaRef::Inline(schema) => Some((**schema).clone()),
        MetaSchemaRef::Reference(name) => registry.schemas.get(name).cloned(),
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
        let mut fields = to_json::<T>(read_form(request, body).await?.texts);
        fields.retain(|_, value| !value.is_null());
        Ok(Self(parse(Value::Object(fields))?))
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
        let sent = read_form(request, body).await?;
        Ok(Self { fields: Patch::naming(to_json::<T>(sent.texts)), file: sent.file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    trade::wire_code! { Kind { Person = 1, Company = 2 } }

    #[derive(poem_openapi::Object, Debug)]
    struct Sent {
        name: String,
        country_id: i16,
        #[oai(default = "person")]
        kind: Kind,
        city: Option<String>,
    }

    fn person() -> Kind {
        Kind::Person
    }

    fn texts(fields: &[(&str, &str)]) -> Value {
        let owned = fields.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let mut read = to_json::<Sent>(owned);
        read.retain(|_, value| !value.is_null());
        Value::Object(read)
    }

    #[test]
    fn numbers_are_parsed_and_empty_fields_are_omitted() {
        for kind in Kind::ALL {
            let code = kind.code().to_string();
            let fields = [("name", "12"), ("country_id", "32"), ("kind", code.as_str()), ("city", " ")];
            let sent: Sent = parse(texts(&fields)).unwrap();
            assert_eq!((sent.name.as_str(), sent.country_id, sent.kind), ("12", 32, *kind));
            assert_eq!(sent.city, None);
        }
    }

    #[test]
    fn every_field_that_is_wrong_is_named() {
        let error = parse::<Sent>(texts(&[("country_id", "Brazil"), ("kind", "3")])).unwrap_err();
        let told = format!("{error:?}");
        for wrong in ["\"name\": [(Required", "\"country_id\": [(NotANumber", "\"kind\": [(UnknownOption"] {
            assert!(told.contains(wrong), "{wrong} in {told}");
        }
    }
}
