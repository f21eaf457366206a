//! A PDF that a browser shows.

use poem_openapi::ApiResponse;
use poem_openapi::payload::{Binary, Response};

/// A PDF document.
#[derive(ApiResponse)]
pub enum PdfAnswer {
    /// The document.
    #[oai(status = 200, content_type = "application/pdf")]
    Pdf(Binary<Vec<u8>>),
}

/// Browsers do not show a PDF in a sandbox. These headers let it open in a tab or in our own pages, without scripts.
const SHOWN: [(&str, &str); 2] = [
    (
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'",
    ),
    ("x-frame-options", "SAMEORIGIN"),
];

impl PdfAnswer {
    /// `name` is plain ASCII.
    pub fn inline(name: &str, pdf: Vec<u8>) -> Response<Self> {
        show(Self::Pdf(Binary(pdf)), name)
    }
}

/// An answer with a PDF, as one that the browser shows.
pub(super) fn show<T>(answer: T, name: &str) -> Response<T> {
    let disposition = format!("inline; filename=\"{name}\"");
    allow_showing(Response::new(answer).header("content-disposition", disposition))
}

/// The same answer with the headers by which a browser shows its PDF.
pub fn allow_showing<T>(response: Response<T>) -> Response<T> {
    SHOWN.into_iter().fold(response, |response, (name, value)| response.header(name, value))
}
