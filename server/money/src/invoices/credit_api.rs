//! Credit notes of invoices.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::Action;
use rust_decimal::Decimal;
use serde_json::json;
use uuid::Uuid;

use super::api::{answer, build_filter, lock, record};
use super::credit::{self, CreditNoteRequest, CreditedItem};
use super::issue::IssueContext;
use super::model::Invoice;
use super::{email, store};
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

/// A credit note for an invoice.
#[derive(Object)]
pub struct InvoiceCreditInput {
    /// Id that the sender makes for the credit note. Sent again, nothing is credited twice.
    pub key: Uuid,
    /// Printed on the credit note.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Each item of the invoice at most once.
    #[oai(validator(min_items = 1, max_items = 1000))]
    pub items: Vec<InvoiceCreditItem>,
}

/// Amounts of an item to credit.
#[derive(Object)]
pub struct InvoiceCreditItem {
    /// Number of the item in the invoice.
    #[oai(validator(minimum(value = "1"), maximum(value = "5100")))]
    pub seq: i32,
    pub service_amount: Decimal,
    pub tax_amount: Decimal,
}

pub struct InvoiceCreditApi;

#[OpenApi(prefix_path = "/invoices", tag = "Tag::Finance")]
impl InvoiceCreditApi {
    /// Issue a credit note
    ///
    /// Credits all or a part of an issued invoice. The credit note has a number of its own series and lowers the amount
    /// that the client owes; a part that was paid goes back to the wallet. Returns the credit note.
    #[oai(path = "/:id/credit", method = "post", operation_id = "invoice_credit")]
    async fn invoice_credit(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InvoiceCreditInput>,
    ) -> ApiResult<Json<Item<Invoice>>> {
        let filter = build_filter(&ctx, Action::Credit)?;
        let settings = ctx.settings();
        let mut change = lock(&ctx, &filter, *id).await?;
        match store::corrected_by(&mut change.tx, body.key).await? {
            Some(corrects) if corrects == Some(*id) => {
                return answer(change.tx, &ctx, &filter, body.key).await;
            }
            Some(_) => return Err(ApiError::refused(MessageCode::KeyUsed)),
            None => {
                change.before.is_given_back = store::is_given_back(&mut change.tx, &change.before).await?;
                change.before.verdict(Action::Credit).guard()?;
            }
        }
        let mut errors = FieldErrors::default();
        let reason = required("reason", &body.reason, &mut errors);
        let parts = body.collect_parts(&mut errors);
        errors.into_result()?;
        let (tx, invoice) = (&mut change.tx, &change.before);
        let request = CreditNoteRequest { key: body.key, invoice, reason: &reason, parts: &parts };
        let items = request.lock_and_check_items(tx).await?;
        let context = IssueContext { settings: &settings, at: ctx.now() };
        let note_id = credit::issue(tx, context, &change.actor, &request, &items).await?;
        email::send(tx, note_id, ctx.now()).await?;
        record(&mut change, Action::Credit, json!({ "reason": reason })).await?;
        answer(change.tx, &ctx, &filter, note_id).await
    }
}

impl InvoiceCreditInput {
    /// Collects the parts to take back. Reports a repeated item.
    fn collect_parts(&self, errors: &mut FieldErrors) -> Vec<CreditedItem> {
        let mut parts: Vec<CreditedItem> = Vec::with_capacity(self.items.len());
        for (at, item) in self.items.iter().enumerate() {
            if parts.iter().any(|part| part.seq == item.seq) {
                errors.push(format!("items.{at}.seq"), MessageCode::Taken);
            }
            let InvoiceCreditItem { seq, service_amount, tax_amount } = *item;
            if !(service_amount.is_zero() && tax_amount.is_zero()) {
                parts.push(CreditedItem { seq, service_amount, tax_amount });
            }
        }
        if parts.is_empty() {
            errors.push("items", MessageCode::MustBePositive);
        }
        parts
    }
}
