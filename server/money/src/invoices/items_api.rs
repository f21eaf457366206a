//! Items that staff add to a draft.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::Action;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::api::{answer, begin, build_filter};
use super::draft;
use super::items::{self, InvoiceItemInput, OwnItem};
use super::model::{Invoice, InvoiceSummary};
use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::live::Audience;
use server_core::record::Change;
use server_core::tags::Tag;

/// An item of a draft to write.
#[derive(Object, Serialize, Deserialize)]
pub struct InvoiceItemChange {
    #[oai(flatten)]
    #[serde(flatten)]
    pub item: InvoiceItemInput,
    /// Version of the invoice that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

pub struct InvoiceItemApi;

#[OpenApi(prefix_path = "/invoices", tag = "Tag::Finance")]
impl InvoiceItemApi {
    /// Add an item to a draft
    ///
    /// A service that belongs to no shipment, or a discount. Returns 409 `invoice_issued` when the invoice is not a
    /// draft.
    #[oai(path = "/:id/items", method = "post", operation_id = "invoice_item_add")]
    async fn invoice_item_add(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InvoiceItemChange>,
    ) -> ApiResult<Json<Item<Invoice>>> {
        let filter = build_filter(&ctx, Action::Update)?;
        let mut change = begin(&ctx, &filter, *id, Action::Update, Some(body.version)).await?;
        let item = body.item.check(&change.before.currency)?;
        items::add(&mut change.tx, *id, &item).await?;
        let facts = facts_of(&change.before, &item);
        finish(&ctx, change, facts).await
    }

    /// Change an item of a draft
    ///
    /// Only an item that staff added. Returns 409 `invoice_issued` when the invoice is not a draft.
    #[oai(path = "/:id/items/:seq", method = "patch", operation_id = "invoice_item_update")]
    async fn invoice_item_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Number of the item.
        seq: Path<i32>,
        body: Patch<InvoiceItemChange>,
    ) -> ApiResult<Json<Item<Invoice>>> {
        let filter = build_filter(&ctx, Action::Update)?;
        let mut change = begin(&ctx, &filter, *id, Action::Update, None).await?;
        let stored = items::find(&mut change.tx, *id, *seq).await?;
        let input: InvoiceItemInput = body.change(&stored, change.before.version)?;
        let item = input.check(&change.before.currency)?;
        items::write(&mut change.tx, *id, *seq, &item).await?;
        let facts = facts_of(&change.before, &item);
        finish(&ctx, change, facts).await
    }

    /// Remove an item from a draft
    ///
    /// Only an item that staff added. Returns 409 `invoice_issued` when the invoice is not a draft.
    #[oai(path = "/:id/items/:seq", method = "delete", operation_id = "invoice_item_remove")]
    async fn invoice_item_remove(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Number of the item.
        seq: Path<i32>,
    ) -> ApiResult<Json<Item<Invoice>>> {
        let filter = build_filter(&ctx, Action::Update)?;
        let mut change = begin(&ctx, &filter, *id, Action::Update, None).await?;
        let removed = items::find(&mut change.tx, *id, *seq).await?;
        items::remove(&mut change.tx, *id, *seq).await?;
        let facts = json!({ "description": [removed.description, null] });
        finish(&ctx, change, facts).await
    }
}

fn facts_of(draft: &InvoiceSummary, item: &OwnItem) -> Value {
    json!({ "description": item.details.description, "amount": item.amount, "currency": draft.currency })
}

/// Sums up the draft again, records the change, and returns the draft.
async fn finish(
    ctx: &Ctx,
    mut change: Change<InvoiceSummary>,
    facts: Value,
) -> ApiResult<Json<Item<Invoice>>> {
    draft::recount(&mut change.tx, change.id, Some(ctx.now())).await?;
    change.record(Action::Update, facts, &Audience::Staff).await?;
    let filter = build_filter(ctx, Action::Update)?;
    answer(change.tx, ctx, &filter, change.id).await
}
