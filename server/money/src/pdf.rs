//! Documents of money as PDF.

use poem_openapi::payload::{Binary, Response};

use freight::shipments::labels::printing;
use paper::data::Data;
use paper::layout::Layout;
use server_core::http::error::ApiResult;

/// Browsers do not show a PDF in a sandbox. These headers let it open in a tab or in our own pages, without scripts.
const SHOWN: [(&str, &str); 2] = [
    (
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'",
    ),
    ("x-frame-options", "SAMEORIGIN"),
];

/// Draws the document. Texts with letters that the fonts lack are in Latin letters: nothing is cut or left out.
pub async fn draw(layout: Layout, data: Data) -> ApiResult<Vec<u8>> {
    printing::pdf(move |sheets| {
        let is_written = data.missing_letters(sheets.fonts).is_none();
        let data = if is_written { data } else { data.in_latin(sheets.fonts) };
        layout.print(sheets, &data).map(|_| ())
    })
    .await
}

/// The answer with a file that a browser shows.
pub fn to_response(content: Vec<u8>, name: &str) -> Response<Binary<Vec<u8>>> {
    let response = Response::new(Binary(content))
        .header("content-type", "application/pdf")
        .header("content-disposition", format!("inline; filename=\"{name}\""));
    SHOWN.into_iter().fold(response, |response, (name, value)| response.header(name, value))
}
