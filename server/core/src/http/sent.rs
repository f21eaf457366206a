//! The body of a request, as JSON, as a form with files (`multipart/form-data`) or as a plain form
//! (`application/x-www-form-urlencoded`): all become the same value, which the schema then checks.

use std::fs::File;

use poem::http::StatusCode;
use poem::web::{Field, Multipart};
use poem::{FromRequest, Request, RequestBody};
use poem_openapi::payload::{Json, Payload};
use poem_openapi::types::{ParseFromJSON, Type};
use serde_json::{Map, Value};
use tokio::io::{AsyncReadExt, AsyncSeekExt};

use super::error::{ApiError, ApiResult};
use super::form_fields::{self, MAX_FIELDS};
use super::messages::{MessageCode, Params};
use super::schema::{parse, schemas_of};

/// Maximum size of a form's file. Larger files use `poem_openapi`'s streaming `Multipart`.
pub const MAX_FILE_BYTES: usize = 10 * 1024 * 1024;

/// Maximum size of all text fields of a form together.
const MAX_BYTES: usize = 2 * 1024 * 1024;
/// The field that names the method of a POST; it belongs to no form.
pub const METHOD_FIELD: &str = "_method";

/// A file of a form, on the disk: many users upload at the same time.
pub struct SentFile {
    /// Its name on the sender's disk; empty if it was sent without one.
    pub name: String,
    /// At its start. At most [`MAX_FILE_BYTES`]; a larger file is truncated.
    pub file: File,
    pub is_too_large: bool,
}

pub struct SentBody {
    value: Value,
    /// Whether an empty field is null: a form has no other way to say so.
    is_form: bool,
    pub files: Vec<SentFile>,
}

impl SentBody {
    fn of_form<T: Type + 'static>(texts: Vec<(String, String)>, files: Vec<SentFile>) -> ApiResult<Self> {
        let fields = form_fields::nest(texts)?;
        let value = form_fields::convert(fields, &T::schema_ref(), &schemas_of::<T>());
        Ok(Self { value: Value::Object(value), is_form: true, files })
    }

    /// The body with a valid shape; 422 with all invalid fields otherwise. An empty field of a form counts as omitted.
    pub fn parse<T: ParseFromJSON + 'static>(mut self) -> ApiResult<T> {
        self.refuse_files()?;
        if let Value::Object(fields) = &mut self.value
            && self.is_form
        {
            fields.retain(|_, value| !value.is_null());
        }
        parse(self.value)
    }

    /// The sent fields, not checked. An empty field of a form is null.
    pub fn into_fields(self) -> ApiResult<Map<String, Value>> {
        match self.value {
            Value::Object(fields) => Ok(fields),
            _ => Err(malformed_request()),
        }
    }

    /// 422 for files that the operation would ignore.
    pub fn refuse_files(&self) -> ApiResult<()> {
        if self.files.is_empty() { Ok(()) } else { Err(unasked_file()) }
    }
}

/// Reads the body of a request for the schema of `T`. A form can have so many files.
pub async fn read_body<T: Type + 'static>(
    request: &Request,
    body: &mut RequestBody,
    most_files: usize,
) -> poem::Result<SentBody> {
    let kind = request.content_type().unwrap_or_default();
    if Json::<Value>::check_content_type(kind) {
        let bytes = <Vec<u8> as FromRequest>::from_request(request, body).await?;
        let value = serde_json::from_slice(&bytes).map_err(|_| malformed_request())?;
        return Ok(SentBody { value, is_form: false, files: Vec::new() });
    }
    let (mut texts, files) = match kind {
        _ if kind.starts_with("multipart/form-data") => read_parts(request, body, most_files).await?,
        _ if kind.starts_with("application/x-www-form-urlencoded") => {
            let bytes = <Vec<u8> as FromRequest>::from_request(request, body).await?;
            (read_pairs(&bytes)?, Vec::new())
        }
        _ => return Err(refuse_content_type().into()),
    };
    texts.retain(|(name, _)| name != METHOD_FIELD);
    Ok(SentBody::of_form::<T>(texts, files)?)
}

/// The fields of a plain form.
pub fn read_pairs(bytes: &[u8]) -> ApiResult<Vec<(String, String)>> {
    serde_urlencoded::from_bytes(bytes).map_err(|_| malformed_request())
}

/// The texts and files of a form. A file that was not chosen has no name and is left out. One that nobody asked for is refused
/// before it is stored.
pub async fn read_parts(
    request: &Request,
    body: &mut RequestBody,
    most_files: usize,
) -> poem::Result<(Vec<(String, String)>, Vec<SentFile>)> {
    let mut form = <Multipart as FromRequest>::from_request(request, body).await?;
    let (mut texts, mut files, mut left) = (Vec::new(), Vec::new(), MAX_BYTES);
    while let Some(field) = form.next_field().await? {
        match field.file_name() {
            Some("") => {}
            Some(_) if files.len() == most_files => return Err(unasked_file().into()),
            Some(_) => files.push(store_file(field).await?),
            None => {
                let name = field.name().unwrap_or_default().to_owned();
                let bytes = first_bytes(field, left + 1).await?;
                left = left.checked_sub(bytes.len() + name.len()).ok_or_else(too_large)?;
                texts.push((name, String::from_utf8(bytes).map_err(|_| malformed_request())?));
                if texts.len() > MAX_FIELDS {
                    break;
                }
            }
        }
    }
    Ok((texts, files))
}

/// Copies the file of a form to the disk.
async fn store_file(field: Field) -> poem::Result<SentFile> {
    let name = field.file_name().unwrap_or_default().to_owned();
    let mut file = tokio::fs::File::from_std(tempfile::tempfile().map_err(ApiError::internal)?);
    let mut sent = field.into_async_read();
    let most = u64::try_from(MAX_FILE_BYTES).unwrap_or_default();
    tokio::io::copy(&mut (&mut sent).take(most), &mut file).await.map_err(|_| malformed_request())?;
    let is_too_large = sent.read(&mut [0]).await.map_err(|_| malformed_request())? > 0;
    file.rewind().await.map_err(ApiError::internal)?;
    Ok(SentFile { name, file: file.into_std().await, is_too_large })
}

/// Up to `most` bytes of a field.
async fn first_bytes(field: Field, most: usize) -> poem::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(most).unwrap_or_default();
    field.into_async_read().take(most).read_to_end(&mut bytes).await.map_err(|_| malformed_request())?;
    Ok(bytes)
}

fn malformed_request() -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, MessageCode::MalformedRequest)
}

fn refuse_content_type() -> ApiError {
    ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, MessageCode::UnsupportedMediaType)
}

fn too_large() -> ApiError {
    let max = format!("{} MB", MAX_BYTES / 1024 / 1024);
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, MessageCode::PayloadTooLarge)
        .with_params(Params::from([("max", max.into())]))
}

fn unasked_file() -> ApiError {
    ApiError::invalid_field("file", MessageCode::Invalid)
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

    fn read_texts(fields: &[(&str, &str)]) -> ApiResult<Sent> {
        let texts = fields.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        SentBody::of_form::<Sent>(texts, Vec::new()).unwrap().parse()
    }

    #[test]
    fn numbers_are_parsed_and_empty_fields_are_omitted() {
        for kind in Kind::ALL {
            let code = kind.code().to_string();
            let fields = [("name", "12"), ("country_id", "32"), ("kind", code.as_str()), ("city", " ")];
            let sent: Sent = read_texts(&fields).unwrap();
            assert_eq!((sent.name.as_str(), sent.country_id, sent.kind), ("12", 32, *kind));
            assert_eq!(sent.city, None);
        }
    }

    #[test]
    fn every_field_that_is_wrong_is_named() {
        let error = read_texts(&[("country_id", "Brazil"), ("kind", "3")]).unwrap_err();
        let told = format!("{error:?}");
        for wrong in ["\"name\": [(Required", "\"country_id\": [(NotANumber", "\"kind\": [(UnknownOption"] {
            assert!(told.contains(wrong), "{wrong} in {told}");
        }
    }
}
