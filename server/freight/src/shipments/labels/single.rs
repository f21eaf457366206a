//! The documents of one shipment, as the browser shows and prints them, or as a thermal printer reads them.

use policy::{Action, Resource};
use uuid::Uuid;

use super::printing::{self, PrintingCache};
use super::store as label_store;
use crate::documents::form::DocumentKind;
use crate::documents::print_batch::{DocumentPages, PrintBatch};
use crate::documents::store::{self as document_store, Papers};
use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};
use trade::print_format::PrintFormat;

/// A shipment that the user sees, with what these documents show of it, and how the company prints.
pub async fn read_papers(ctx: &Ctx, id: Uuid, kinds: &[DocumentKind]) -> ApiResult<(PrintBatch, Papers)> {
    let scope = ctx.scope(Resource::Shipment, Action::PrintLabel)?;
    let state = ctx.state();
    let settings = ctx.settings();
    let mut tx = ctx.begin().await?;
    let consignments = label_store::consignments(&mut tx, &scope, &[id]).await?;
    let cache = state.slot::<PrintingCache>();
    let batch = cache.load_print_batch(state, &mut tx, &settings, ctx.language()).await?;
    let papers = document_store::papers(&mut tx, consignments, kinds, &batch.company, ctx.now()).await?;
    tx.commit().await?;
    let papers = papers.into_iter().next().ok_or_else(ApiError::not_found)?;
    Ok((batch, papers))
}

/// One file with these documents, in their order.
pub async fn print(
    batch: PrintBatch,
    kinds: &[DocumentKind],
    papers: &Papers,
    latin: bool,
    format: PrintFormat,
) -> ApiResult<Vec<u8>> {
    let documents = kinds.iter().map(|kind| readable(&batch, *kind, papers, latin));
    let documents = documents.collect::<ApiResult<Vec<_>>>()?;
    let file = printing::draw_file(format, move |sheets| {
        documents.iter().try_for_each(|document| batch.print(sheets, document).map(|_| ()))
    });
    file.await
}

/// The pages of a document with letters that can be printed.
fn readable(
    batch: &PrintBatch,
    kind: DocumentKind,
    papers: &Papers,
    latin: bool,
) -> ApiResult<DocumentPages> {
    let fonts = printing::fonts().map_err(ApiError::internal)?;
    let printed = batch.document(kind, papers).map_err(ApiError::internal)?;
    match printed.missing_letters(fonts) {
        Some(_) if latin => Ok(printed.in_latin(fonts)),
        Some(letters) => Err(printing::letters_missing(letters)),
        None => Ok(printed),
    }
}
