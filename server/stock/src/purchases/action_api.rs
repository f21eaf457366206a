//! `/purchases/{id}`: it is ordered, closed and cancelled.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::details;
use super::model::{Purchase, PurchaseDetails, PurchaseEnd, PurchaseVersion};
use super::state::PurchaseStatus;
use super::store::{self, EndedColumns, OrderedColumns, PURCHASES};
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::fields::require;
use server_core::http::list::Item;
use server_core::live::Audience;
use server_core::record::{Change, Where};
use server_core::tags::Tag;

pub struct PurchaseActionApi;

#[OpenApi(prefix_path = "/purchases", tag = "Tag::Stock")]
impl PurchaseActionApi {
    /// Record that a purchase was ordered
    ///
    /// From then on its lines and their costs stay. Returns 409 `purchase_without_supplier` for one that nobody sells.
    #[oai(path = "/:id/order", method = "post", operation_id = "purchase_order")]
    async fn purchase_order(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PurchaseVersion>,
    ) -> ApiResult<Json<Item<PurchaseDetails>>> {
        let mut change = begin(&ctx, *id, Action::Order, body.version).await?;
        change.write(&OrderedColumns { status: PurchaseStatus::Ordered, ordered_at: ctx.now() }).await?;
        let facts = json!({ "supplier": change.before.supplier, "quantity": change.before.quantity });
        change.record(Action::Order, facts, &Audience::Staff).await?;
        answer(&ctx, change).await
    }

    /// Close a purchase
    ///
    /// Nothing more is expected of it.
    #[oai(path = "/:id/close", method = "post", operation_id = "purchase_close")]
    async fn purchase_close(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PurchaseEnd>,
    ) -> ApiResult<Json<Item<PurchaseDetails>>> {
        end(&ctx, *id, &body, Action::Close, PurchaseStatus::Closed).await
    }

    /// Cancel a purchase
    ///
    /// One of which nothing has come. Goods that have come go back to the supplier first.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "purchase_cancel")]
    async fn purchase_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PurchaseEnd>,
    ) -> ApiResult<Json<Item<PurchaseDetails>>> {
        end(&ctx, *id, &body, Action::Cancel, PurchaseStatus::Cancelled).await
    }
}

/// The change of a purchase, if its state and version allow the action.
async fn begin(ctx: &Ctx, id: Uuid, action: Action, version: i32) -> ApiResult<Change<Purchase>> {
    let scope = ctx.scope(Resource::Purchase, action)?;
    let filter = store::build_filter(&scope, Where::all());
    let change: Change<Purchase> = Change::begin(ctx.begin().await?, ctx, &PURCHASES, filter, id).await?;
    change.allow(change.before.verdict(action), Some(version))?;
    Ok(change)
}

async fn end(
    ctx: &Ctx,
    id: Uuid,
    sent: &PurchaseEnd,
    action: Action,
    status: PurchaseStatus,
) -> ApiResult<Json<Item<PurchaseDetails>>> {
    let mut change = begin(ctx, id, action, sent.version).await?;
    let reason = require("reason", &sent.reason)?;
    let lines = store::list_lines(&mut change.tx, id, change.before.over_percent).await?;
    let missing: i64 = lines.iter().map(|line| i64::from(line.missing)).sum();
    let facts = json!({ "reason": reason, "missing": missing });
    change.write(&EndedColumns { status, reason, ended_at: ctx.now() }).await?;
    change.record(action, facts, &Audience::Staff).await?;
    answer(ctx, change).await
}

/// Commits, and answers with the purchase as it is now.
pub(super) async fn answer(
    ctx: &Ctx,
    mut change: Change<Purchase>,
) -> ApiResult<Json<Item<PurchaseDetails>>> {
    let purchase: Purchase = PURCHASES.find(&mut change.tx, &Where::all(), change.id).await?;
    let data = details::load(&mut change.tx, ctx, purchase).await?;
    change.finish().await?;
    Ok(Json(Item { data }))
}
