//! Invoices on paper and by e-mail.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use policy::Action;
use serde_json::json;
use uuid::Uuid;

use super::api::{answer, begin, build_filter};
use super::list::INVOICES;
use super::model::{Invoice, InvoiceSummary};
use super::pdf::{self, Hand};
use super::{document, email};
use access::ctx::Ctx;
use freight::shipments::labels::PrintingCache;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::pdf::PdfAnswer;
use server_core::record::Change;
use server_core::tags::Tag;

pub struct InvoicePaperApi;

#[OpenApi(prefix_path = "/invoices", tag = "Tag::Finance")]
impl InvoicePaperApi {
    /// Show an invoice or a credit note as a PDF
    ///
    /// As it was issued, in the language of the client. Returns 409 `invoice_not_issued` for a draft.
    #[oai(path = "/:id/pdf", method = "get", operation_id = "invoice_pdf")]
    async fn invoice_pdf(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<PdfAnswer>> {
        let filter = build_filter(&ctx, Action::Show)?;
        let state = ctx.state();
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let _: InvoiceSummary = INVOICES.find(&mut tx, &filter, *id).await?;
        let document = document::find(&mut tx, *id).await?;
        let stationery = state.slot::<PrintingCache>().stationery(state, &mut tx, &settings).await?;
        tx.commit().await?;
        let document = document.ok_or_else(|| ApiError::refused(MessageCode::InvoiceNotIssued))?;
        let hand = Hand::from(stationery);
        let content = pdf::draw(&document, hand).await?;
        Ok(PdfAnswer::inline(&pdf::name(&document), content))
    }

    /// Send an invoice by e-mail
    ///
    /// Sends the PDF to the client's contacts that receive billing, or to the client if there are none. Returns 409
    /// `invoice_without_recipient` when there is no address.
    #[oai(path = "/:id/send", method = "post", operation_id = "invoice_send")]
    async fn invoice_send(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Invoice>>> {
        let filter = build_filter(&ctx, Action::Send)?;
        let Change { mut tx, .. } = begin(&ctx, &filter, *id, Action::Send, None).await?;
        let count = email::send(&mut tx, *id, ctx.now()).await?;
        if count == 0 {
            return Err(ApiError::refused(MessageCode::InvoiceWithoutRecipient));
        }
        audit::record(&mut tx, &ctx, "invoice.send", Some(*id), json!({ "recipients": count })).await?;
        answer(tx, &ctx, &filter, *id).await
    }
}
