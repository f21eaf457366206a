//! `/mawbs/{id}`: what is done with a waybill.

use chrono::{DateTime, Utc};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::api::to_answer;
use super::model::{Waybill, WaybillAmendment, WaybillInput, WaybillVersion, WaybillVoiding};
use super::reports::{self, WaybillEventInput};
use super::state::{WaybillStatus, WaybillStep};
use super::store::WAYBILLS;
use super::{build_filter, content_store, issuing, webhook_events};
use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::{Change, Where};
use server_core::tags::Tag;

#[derive(Debug, Serialize)]
struct BookedColumns {
    status: WaybillStatus,
    moved_at: DateTime<Utc>,
}

#[derive(Debug, Serialize)]
struct VoidColumns {
    status: WaybillStatus,
    moved_at: DateTime<Utc>,
    reason: String,
    carrier_note: Option<String>,
}

/// The beginning of an amendment: the waybill as it is, without a reason.
#[derive(Serialize)]
struct AmendmentBase<'a> {
    #[serde(flatten)]
    input: &'a WaybillInput,
    reason: &'static str,
}

pub struct WaybillActionApi;

#[OpenApi(prefix_path = "/mawbs", tag = "Tag::Consolidation")]
impl WaybillActionApi {
    /// Book the flights of a waybill
    ///
    /// Returns 409 `waybill_without_flights`, and 422 `cutoff_passed` at `cutoff_at` when the airline takes no more goods for them.
    #[oai(path = "/:id/book", method = "post", operation_id = "mawb_book")]
    async fn mawb_book(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WaybillVersion>,
    ) -> ApiResult<Json<Item<Waybill>>> {
        let mut change = begin(&ctx, *id, Action::Book).await?;
        change.allow(change.before.verdict(WaybillStep::Book), Some(body.version))?;
        if change.before.input.cutoff_at.is_some_and(|cutoff| cutoff < ctx.now()) {
            return Err(ApiError::invalid_field("cutoff_at", MessageCode::CutoffPassed));
        }
        change.write(&BookedColumns { status: WaybillStatus::Booked, moved_at: ctx.now() }).await?;
        let facts = json!({ "flights": change.before.flights, "departs_on": change.before.departs_on });
        change.record(Action::Book, facts, &Audience::Staff).await?;
        tell_status(&mut change, WaybillStatus::Booked).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Issue a waybill
    ///
    /// Its document is frozen with what is counted. Returns 409 for what is on it: `waybill_empty`, `waybill_bags_open`,
    /// `waybill_bags_elsewhere`, `waybill_shipments_packed`, `bag_parcels_stopped`; and 422 for what its paper lacks.
    #[oai(path = "/:id/issue", method = "post", operation_id = "mawb_issue")]
    async fn mawb_issue(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WaybillVersion>,
    ) -> ApiResult<Json<Item<Waybill>>> {
        let scope = ctx.scope(Resource::Mawb, Action::Issue)?;
        let waybill = issuing::issue(&ctx, &scope, *id, body.version).await?;
        Ok(to_answer(&ctx, waybill))
    }

    /// Amend an issued waybill
    ///
    /// A further revision with a reason; the earlier ones stay. Bags and shipments that the airline did not take can be taken off.
    /// Once the goods have left, the right `amend_late` is needed, and what is taken off is at the origin again.
    #[oai(path = "/:id/amend", method = "post", operation_id = "mawb_amend")]
    async fn mawb_amend(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<WaybillAmendment>,
    ) -> ApiResult<Json<Item<Waybill>>> {
        let change = issuing::begin_amendment(&ctx, *id).await?;
        let sent = body.onto(&AmendmentBase { input: &change.before.input, reason: "" })?;
        let waybill = issuing::amend(&ctx, change, sent).await?;
        Ok(to_answer(&ctx, waybill))
    }

    /// Void a waybill
    ///
    /// Its number is never used again, and its bags and shipments are free for another waybill. A manifest of it that was sent keeps
    /// them until it is amended or its withdrawal is sent. An issued one needs what the airline says of it.
    #[oai(path = "/:id/void", method = "post", operation_id = "mawb_void")]
    async fn mawb_void(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WaybillVoiding>,
    ) -> ApiResult<Json<Item<Waybill>>> {
        let mut change = begin(&ctx, *id, Action::Void).await?;
        change.allow(change.before.verdict(WaybillStep::Void), Some(body.version))?;
        let reason = require("reason", &body.reason)?;
        let carrier_note = optional(body.carrier_note.as_ref());
        if change.before.status == WaybillStatus::Issued && carrier_note.is_none() {
            return Err(ApiError::invalid_field("carrier_note", MessageCode::Required));
        }
        let facts = json!({ "reason": reason, "carrier_note": carrier_note });
        let columns = VoidColumns { status: WaybillStatus::Void, moved_at: ctx.now(), reason, carrier_note };
        change.write(&columns).await?;
        let bag_ids: Vec<Uuid> = content_store::list_members(&mut change.tx, *id)
            .await?
            .into_iter()
            .filter_map(|member| member.bag_id)
            .collect();
        content_store::release(&mut change.tx, *id, ctx.now()).await?;
        live::records_changed(&mut change.tx, &Audience::Staff, Resource::Bag.name(), &bag_ids);
        change.record(Action::Void, facts, &Audience::Staff).await?;
        tell_status(&mut change, WaybillStatus::Void).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Record what the airline reports of a waybill
    ///
    /// Records it by hand, with a note. The state follows from all events, whatever their order: when all pieces have departed or
    /// arrived, its bags follow, and its shipments get the event of the catalogue, in the time zone of the airport. Returns 409
    /// `cargo_event_known` for one that was reported before.
    #[oai(path = "/:id/record_event", method = "post", operation_id = "mawb_record_event")]
    async fn mawb_record_event(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WaybillEventInput>,
    ) -> ApiResult<Json<Item<Waybill>>> {
        let scope = ctx.scope(Resource::Mawb, Action::RecordEvent)?;
        let waybill = reports::record(&ctx, &scope, *id, &body).await?;
        Ok(to_answer(&ctx, waybill))
    }
}

/// Tells webhooks of a waybill that is in another status now.
async fn tell_status(change: &mut Change<Waybill>, after: WaybillStatus) -> ApiResult<()> {
    webhook_events::announce_status(&mut change.tx, change.actor.at, &change.before, after).await
}

/// The change of a waybill of the user's branches.
async fn begin(ctx: &Ctx, id: Uuid, action: Action) -> ApiResult<Change<Waybill>> {
    let scope = ctx.scope(Resource::Mawb, action)?;
    let filter = build_filter(&scope, Where::all());
    Change::begin(ctx.begin().await?, ctx, &WAYBILLS, filter, id).await
}
