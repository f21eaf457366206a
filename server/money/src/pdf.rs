//! Documents of money as PDF.

use freight::shipments::labels::printing;
use paper::data::Data;
use paper::layout::Layout;
use server_core::http::error::ApiResult;

/// Draws the document. Texts with letters that the fonts lack are in Latin letters: nothing is cut or left out.
pub async fn draw(layout: Layout, data: Data) -> ApiResult<Vec<u8>> {
    printing::pdf(move |sheets| {
        let is_written = data.missing_letters(sheets.fonts).is_none();
        let data = if is_written { data } else { data.in_latin(sheets.fonts) };
        layout.print(sheets, &data).map(|_| ())
    })
    .await
}
