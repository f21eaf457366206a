//! `/bags/{id}`: what is done with a bag.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::api::to_answer;
use super::build_filter;
use super::closing::{self, ReopenedColumns};
use super::model::{Bag, BagClosing, BagReason};
use super::state::{BagStatus, BagStep};
use super::store::BAGS;
use crate::units::request_withdrawal;
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::fields::require;
use server_core::http::list::Item;
use server_core::live::Audience;
use server_core::record::{Change, Where};
use server_core::tags::Tag;

/// The columns of a bag that is not used.
#[derive(Debug, Serialize)]
struct CancelledColumns {
    status: BagStatus,
    reason: String,
}

pub struct BagActionApi;

#[OpenApi(prefix_path = "/bags", tag = "Tag::Consolidation")]
impl BagActionApi {
    /// Close a bag
    ///
    /// With its seal and the weight on the scale. Records the event SEALED of its shipments, and numbers a bag for the post. Returns
    /// 422 `bag_weight_differs` when the scale shows another weight than parcels and bag have together, and 409
    /// `bag_parcels_stopped` when a shipment in it was stopped since its scan.
    #[oai(path = "/:id/close", method = "post", operation_id = "bag_close")]
    async fn bag_close(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BagClosing>,
    ) -> ApiResult<Json<Item<Bag>>> {
        let scope = ctx.scope(Resource::Bag, Action::Close)?;
        let bag = closing::close(&ctx, &scope, *id, &body).await?;
        Ok(to_answer(&ctx, bag))
    }

    /// Open a closed bag again
    ///
    /// Its seal is void and never used again. A bag for the post keeps its dispatch and its number in it. A registered bag is
    /// taken back by its operator first: it is `registering` until the operator has said yes, and then open.
    #[oai(path = "/:id/reopen", method = "post", operation_id = "bag_reopen")]
    async fn bag_reopen(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BagReason>,
    ) -> ApiResult<Json<Item<Bag>>> {
        let scope = ctx.scope(Resource::Bag, Action::Reopen)?;
        let filter = build_filter(&scope, Where::all());
        let mut change: Change<Bag> = Change::begin(ctx.begin().await?, &ctx, &BAGS, filter, *id).await?;
        let step = change.before.reopening();
        change.allow(change.before.verdict(step), Some(body.version))?;
        let reason = require("reason", &body.reason)?;
        if step == BagStep::Withdraw {
            let facts = json!({ "reason": reason, "unit_code": change.before.unit_code });
            request_withdrawal(&ctx, &scope, &mut change, &reason).await?;
            change.record(Action::Reopen, facts, &Audience::Staff).await?;
            return Ok(to_answer(&ctx, change.finish().await?));
        }
        let facts = json!({ "reason": reason, "seal": [change.before.seal, null] });
        change.write(&ReopenedColumns::of(reason)).await?;
        change.record(Action::Reopen, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Cancel an empty bag
    #[oai(path = "/:id/cancel", method = "post", operation_id = "bag_cancel")]
    async fn bag_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BagReason>,
    ) -> ApiResult<Json<Item<Bag>>> {
        let mut change = begin(&ctx, *id, Action::Cancel, BagStep::Cancel, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let facts = json!({ "reason": reason });
        change.write(&CancelledColumns { status: BagStatus::Cancelled, reason }).await?;
        change.record(Action::Cancel, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }
}

/// The change of a bag, if its state and version allow the step.
async fn begin(ctx: &Ctx, id: Uuid, action: Action, step: BagStep, version: i32) -> ApiResult<Change<Bag>> {
    let scope = ctx.scope(Resource::Bag, action)?;
    let filter = build_filter(&scope, Where::all());
    let change: Change<Bag> = Change::begin(ctx.begin().await?, ctx, &BAGS, filter, id).await?;
    change.allow(change.before.verdict(step), Some(version))?;
    Ok(change)
}
