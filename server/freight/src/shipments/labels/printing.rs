//! Cached data for printing: the fonts and each company's logo.

use std::sync::{Arc, LazyLock};

use moka::future::Cache;
use tenancy::{TenantId, TenantTx};
use tokio::task::spawn_blocking;

use super::model::Stationery;
use super::store;
use crate::documents::layouts::store as layouts;
use crate::documents::print_batch::PrintBatch;
use paper::data::Data;
use paper::error::PaperError;
use paper::fonts::Fonts;
use paper::layout::Layout;
use paper::letters::MissingLetters;
use paper::mark::Mark;
use paper::sheets::Sheets;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::settings::Settings;
use server_core::state::AppState;
use trade::print_format::PrintFormat;

static FONTS: LazyLock<Option<Fonts>> = LazyLock::new(|| Fonts::load_shipped().ok());

/// More than the number of companies that print at the same time.
const MAX_MARKS: u64 = 200;

/// Cached logos by tenant and hash of the image: a new logo is a new entry.
#[derive(Clone)]
pub struct PrintingCache {
    marks: Cache<(TenantId, String), Option<Arc<Mark>>>,
}

impl Default for PrintingCache {
    fn default() -> Self {
        Self { marks: Cache::new(MAX_MARKS) }
    }
}

impl PrintingCache {
    /// Loads the tenant's shared label data. Load `settings` before opening a transaction, never inside one.
    pub async fn stationery(
        &self,
        state: &AppState,
        tx: &mut TenantTx,
        settings: &Settings,
    ) -> ApiResult<Stationery> {
        let mark = self.mark(tx).await?;
        let origin = state.config.public_origin.clone();
        Ok(Stationery::new(settings, mark, origin, tx.tenant().clone()))
    }

    /// The same with the layouts of the company's documents.
    pub async fn load_print_batch(
        &self,
        state: &AppState,
        tx: &mut TenantTx,
        settings: &Settings,
        reader: Language,
    ) -> ApiResult<PrintBatch> {
        let company = self.stationery(state, tx, settings).await?;
        let own = layouts::in_force(tx).await?;
        Ok(PrintBatch::new(company, reader, &own))
    }

    async fn mark(&self, tx: &mut TenantTx) -> ApiResult<Option<Arc<Mark>>> {
        let Some(sha256) = store::mark_sha(tx).await? else { return Ok(None) };
        let key = (tx.tenant().id, sha256);
        if let Some(mark) = self.marks.get(&key).await {
            return Ok(mark);
        }
        let Some(svg) = store::mark_svg(tx, &key.1).await? else { return Ok(None) };
        let read = spawn_blocking(move || Mark::from_svg(&svg)).await.map_err(ApiError::internal)?;
        // A label without the logo is still valid; a label that cannot be printed stops the parcel.
        let mark = read.inspect_err(|error| tracing::warn!(%error, "labels go without the mark")).ok();
        let mark = mark.map(Arc::new);
        self.marks.insert(key, mark.clone()).await;
        Ok(mark)
    }
}

/// The image of the company's logo, for a process that draws it itself.
pub async fn load_logo(tx: &mut TenantTx) -> ApiResult<Option<String>> {
    let Some(sha256) = store::mark_sha(tx).await? else { return Ok(None) };
    Ok(store::mark_svg(tx, &sha256).await?.and_then(|svg| String::from_utf8(svg).ok()))
}

/// The fonts embedded in the binary, read once.
pub fn fonts() -> Result<&'static Fonts, PaperError> {
    FONTS.as_ref().ok_or(PaperError::Font)
}

/// One PDF, drawn on a thread for work of the CPU.
pub async fn pdf(
    draw: impl FnOnce(&mut Sheets) -> Result<(), PaperError> + Send + 'static,
) -> ApiResult<Vec<u8>> {
    draw_file(PrintFormat::Pdf, draw).await
}

/// A document as PDF. Texts with letters that the fonts lack are in Latin letters.
pub async fn draw(layout: Layout, data: Data) -> ApiResult<Vec<u8>> {
    draw_document(PrintFormat::Pdf, layout, data).await
}

/// The same in any format.
pub async fn draw_document(format: PrintFormat, layout: Layout, data: Data) -> ApiResult<Vec<u8>> {
    draw_file(format, move |sheets| {
        let data = data.make_printable(sheets.fonts);
        layout.print(sheets, &data).map(|_| ())
    })
    .await
}

/// Sheets in any format.
pub async fn draw_file(
    format: PrintFormat,
    draw: impl FnOnce(&mut Sheets) -> Result<(), PaperError> + Send + 'static,
) -> ApiResult<Vec<u8>> {
    let drawn = spawn_blocking(move || {
        let mut sheets = Sheets::in_format(fonts()?, format);
        draw(&mut sheets)?;
        sheets.finish()
    });
    drawn.await.map_err(ApiError::internal)?.map_err(ApiError::internal)
}

/// 409 with the letters that the fonts lack, and the texts in Latin letters.
pub fn letters_missing(MissingLetters { letters, latin }: MissingLetters) -> ApiError {
    let params = Params::from([("letters", letters.into()), ("latin", latin.into())]);
    ApiError::refused(MessageCode::LabelLettersMissing).with_params(params)
}
