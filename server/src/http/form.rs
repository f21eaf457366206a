//! A form of texts as multipart/form-data, checked against its own published schema as a JSON body is.

use std::ops::Deref;

use poem::http::StatusCode;
use poem::web::Multipart;
use poem::{FromRequest, Request, RequestBody};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseFromJSON, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde_json::{Map, Value};
use tokio::io::AsyncReadExt;

use super::body::{parse, schemas_of};
use super::error::ApiError;
use super::messages::{MessageCode, Params};

/// All texts of a form together. Files do not come this way.
const MAX_BYTES: usize = 256 * 1024;

/// A multipart form whose shape is known to be right. An empty field counts as one that was not sent.
pub struct Form<T>(pub T);

impl<T> Deref for Form<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

async fn read(request: &Request, body: &mut RequestBody) -> poem::Result<Vec<(String, String)>> {
    let malformed = || ApiError::new(StatusCode::BAD_REQUEST, MessageCode::MalformedRequest);
    let mut form = <Multipart as FromRequest>::from_request(request, body).await?;
    let (mut texts, mut left) = (Vec::new(), MAX_BYTES);
    while let Some(field) = form.next_field().await? {
        let name = field.name().unwrap_or_default().to_owned();
        let mut bytes = Vec::new();
        let most = u64::try_from(left).unwrap_or_default().saturating_add(1);
        field.into_async_read().take(most).read_to_end(&mut bytes).await.map_err(|_| malformed())?;
        left = left.checked_sub(bytes.len() + name.len()).ok_or_else(too_large)?;
        texts.push((name, String::from_utf8(bytes).map_err(|_| malformed())?));
    }
    Ok(texts)
}

fn too_large() -> ApiError {
    let max = format!("{} kB", MAX_BYTES / 1024);
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, MessageCode::PayloadTooLarge)
        .with_params(Params::from([("max", max.into())]))
}

/// The texts as the JSON they stand for. What cannot be that stays a text, for the schema to refuse.
fn to_json<T: Type + 'static>(texts: Vec<(String, String)>) -> Value {
    let registry = schemas_of::<T>();
    let types = field_types(&T::schema_ref(), &registry);
    let value = |name: &str, text: String| {
        let number = || text.trim().parse::<i64>().ok().map(Value::from);
        let known = match types.iter().find(|(field, _)| *field == name).map(|(_, ty)| *ty) {
            Some("integer") => number(),
            Some("boolean") => text.trim().parse::<bool>().ok().map(Value::from),
            _ => None,
        };
        known.unwrap_or(Value::String(text))
    };
    let sent = texts.into_iter().filter(|(_, text)| !text.trim().is_empty());
    Value::Object(sent.map(|(name, text)| (name.clone(), value(&name, text))).collect::<Map<_, _>>())
}

fn field_types(schema: &MetaSchemaRef, registry: &Registry) -> Vec<(&'static str, &'static str)> {
    let fields = resolve(schema, registry).map(|schema| schema.properties).unwrap_or_default();
    fields.into_iter().map(|(name, field)| (name, type_of(&field, registry))).collect()
}

/// A field with a default is published as all of its type and that default.
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

impl<'a, T: ParseFromJSON + 'static> ApiExtractor<'a> for Form<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let content = vec![MetaMediaType { content_type: "multipart/form-data", schema: T::schema_ref() }];
        Some(MetaRequest { description: None, content, required: true })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(Self(parse(to_json::<T>(read(request, body).await?))?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::wire_code! { Kind { Person = 1, Company = 2 } }

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
        to_json::<Sent>(fields.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect())
    }

    #[test]
    fn a_number_is_read_as_one_and_an_empty_field_was_not_sent() {
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
