//! Answers with a file, published with the types that it can have.

use std::marker::PhantomData;

use poem::{Body, IntoResponse};
use poem_openapi::ApiResponse;
use poem_openapi::payload::Response;
use poem_openapi::registry::{
    MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};

/// The types that the file of an operation can have, without parameters such as the character set.
pub trait FileTypes {
    const TYPES: &'static [&'static str];

    /// Whether a file with this `Content-Type` is one of them.
    fn include(content_type: &str) -> bool {
        let name = content_type.split(';').next().unwrap_or_default();
        Self::TYPES.contains(&name.trim_end())
    }
}

/// A document or a photo that somebody uploaded.
pub struct Scan;

impl FileTypes for Scan {
    const TYPES: &'static [&'static str] = &["application/pdf", "image/jpeg", "image/png"];
}

/// A file that somebody sent with a message.
pub struct Attachment;

impl FileTypes for Attachment {
    const TYPES: &'static [&'static str] =
        &["application/octet-stream", "application/pdf", "image/jpeg", "image/png"];
}

/// A file of whatever type, which browsers only save.
pub struct AnyFile;

impl FileTypes for AnyFile {
    const TYPES: &'static [&'static str] = &["application/octet-stream"];
}

/// A picture that the server has drawn.
pub struct Jpeg;

impl FileTypes for Jpeg {
    const TYPES: &'static [&'static str] = &["image/jpeg"];
}

/// Rows for other programs.
pub struct Csv;

impl FileTypes for Csv {
    const TYPES: &'static [&'static str] = &["text/csv"];
}

/// A file of one of the types `T`.
pub struct FileAnswer<T> {
    body: Body,
    types: PhantomData<fn() -> T>,
}

impl<T: FileTypes> FileAnswer<T> {
    /// The answer with a file of this type.
    pub fn of(content_type: &str, body: impl Into<Body>) -> Response<Self> {
        let file = Self { body: body.into(), types: PhantomData };
        Response::new(file).header("content-type", content_type)
    }
}

impl<T> IntoResponse for FileAnswer<T> {
    fn into_response(self) -> poem::Response {
        self.body.into_response()
    }
}

impl<T: FileTypes> ApiResponse for FileAnswer<T> {
    fn meta() -> MetaResponses {
        let schema = || MetaSchemaRef::Inline(Box::new(MetaSchema::new_with_format("string", "binary")));
        let media = |&content_type| MetaMediaType { content_type, schema: schema() };
        let file = MetaResponse {
            description: "The file.",
            status: Some(200),
            status_range: None,
            content: T::TYPES.iter().map(media).collect(),
            headers: vec![],
        };
        MetaResponses { responses: vec![file] }
    }

    fn register(_registry: &mut Registry) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_sent_and_published_with_its_type() {
        let response = FileAnswer::<Csv>::of("text/csv; charset=utf-8", "a,b").into_response();
        assert_eq!(response.header("content-type"), Some("text/csv; charset=utf-8"));
        let published: Vec<_> = FileAnswer::<Scan>::meta().responses.remove(0).content;
        let types: Vec<_> = published.iter().map(|media| media.content_type).collect();
        assert_eq!(types, ["application/pdf", "image/jpeg", "image/png"]);
    }

    #[test]
    fn the_character_set_is_no_part_of_a_type() {
        assert!(Csv::include("text/csv; charset=utf-8"));
        assert!(!Csv::include("text/plain; charset=utf-8"));
        assert!(!Csv::include("text/csvx"));
    }

    #[test]
    fn whatever_is_taken_as_a_scan_is_published() {
        for head in [&b"%PDF-1.7"[..], b"\xff\xd8\xff\xe0abcd", b"\x89PNG\r\n\x1a\n"] {
            let content_type = crate::files::sent::content_type(head).unwrap();
            assert!(Scan::include(content_type) && Attachment::include(content_type), "{content_type}");
        }
    }
}
