//! `/masters/{id}`: what is done with a master.

use chrono::{DateTime, Utc};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::Action;
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::api::to_answer;
use super::model::{Master, MasterMoment, MasterReason, MasterVersion};
use super::movement::{self, MasterMovement, check_moment};
use super::state::MasterStatus;
use super::store::{self, MASTERS};
use super::{RESOURCE, build_filter};
use crate::bags::transport::{self, TransportedBag};
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::fields::require;
use server_core::http::list::Item;
use server_core::live::Audience;
use server_core::record::{Change, Where};
use server_core::tags::Tag;

#[derive(Serialize)]
struct ClosedColumns {
    status: MasterStatus,
    closed_at: Option<DateTime<Utc>>,
}

#[derive(Serialize)]
struct ReasonColumns {
    status: MasterStatus,
    closed_at: Option<DateTime<Utc>>,
    reason: String,
}

#[derive(Serialize)]
struct DepartedColumns {
    status: MasterStatus,
    departed_at: DateTime<Utc>,
}

#[derive(Serialize)]
struct ArrivedColumns {
    status: MasterStatus,
    arrived_at: DateTime<Utc>,
}

#[derive(Serialize)]
struct DeliveredColumns {
    status: MasterStatus,
    delivered_at: DateTime<Utc>,
}

pub struct MasterActionApi;

#[OpenApi(prefix_path = "/masters", tag = "Tag::Consolidation")]
impl MasterActionApi {
    /// Close a master
    ///
    /// Its bags stay from then on. Returns 409 `bag_not_ready` with the number of a bag that is still open, and 409
    /// `bag_parcels_stopped` when a shipment in them was stopped meanwhile.
    #[oai(path = "/:id/close", method = "post", operation_id = "master_close")]
    async fn master_close(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<MasterVersion>,
    ) -> ApiResult<Json<Item<Master>>> {
        let (mut change, bags) = begin(&ctx, *id, Action::Close, body.version).await?;
        movement::refuse_open(&bags)?;
        movement::refuse_stopped(&mut change.tx, &bags).await?;
        let columns = ClosedColumns { status: MasterStatus::Closed, closed_at: Some(ctx.now()) };
        change.write(&columns).await?;
        store::sum(&mut change.tx, *id, ctx.now()).await?;
        let parcels: i32 = bags.iter().map(|bag| bag.parcel_count).sum();
        let facts = json!({ "bags": bags.len(), "parcels": parcels });
        change.record(Action::Close, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Open a closed master again
    #[oai(path = "/:id/reopen", method = "post", operation_id = "master_reopen")]
    async fn master_reopen(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<MasterReason>,
    ) -> ApiResult<Json<Item<Master>>> {
        let (mut change, _) = begin(&ctx, *id, Action::Reopen, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let facts = json!({ "reason": reason });
        change.write(&ReasonColumns { status: MasterStatus::Draft, closed_at: None, reason }).await?;
        change.record(Action::Reopen, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Record the departure of a master
    ///
    /// Its bags leave with it, and the shipments of their parcels get the event DEPARTED.
    #[oai(path = "/:id/depart", method = "post", operation_id = "master_depart")]
    async fn master_depart(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<MasterMoment>,
    ) -> ApiResult<Json<Item<Master>>> {
        let (mut change, bags) = begin(&ctx, *id, Action::Depart, body.version).await?;
        let at = check_moment(&ctx, &change.before, &body, None)?;
        movement::refuse_open(&bags)?;
        transport::mark_dispatched(&mut change.tx, &bags, ctx.now()).await?;
        let moved = MasterMovement { code: "DEPARTED", location: &change.before.from_place, at };
        movement::move_parcels(&mut change.tx, &ctx, &bags, moved).await?;
        change.write(&DepartedColumns { status: MasterStatus::Departed, departed_at: at }).await?;
        store::sum(&mut change.tx, *id, ctx.now()).await?;
        change.record(Action::Depart, json!({ "at": at }), &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Record the arrival of a master
    ///
    /// Its bags arrive with it, and the shipments of their parcels get the event ARRIVED.
    #[oai(path = "/:id/arrive", method = "post", operation_id = "master_arrive")]
    async fn master_arrive(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<MasterMoment>,
    ) -> ApiResult<Json<Item<Master>>> {
        let (mut change, bags) = begin(&ctx, *id, Action::Arrive, body.version).await?;
        let at = check_moment(&ctx, &change.before, &body, change.before.departed_at)?;
        transport::mark_arrived(&mut change.tx, &bags, ctx.now()).await?;
        let moved = MasterMovement { code: "ARRIVED", location: &change.before.to_place, at };
        movement::move_parcels(&mut change.tx, &ctx, &bags, moved).await?;
        change.write(&ArrivedColumns { status: MasterStatus::Arrived, arrived_at: at }).await?;
        change.record(Action::Arrive, json!({ "at": at }), &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Record that a master was handed over
    ///
    /// To whoever takes its bags on.
    #[oai(path = "/:id/deliver", method = "post", operation_id = "master_deliver")]
    async fn master_deliver(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<MasterMoment>,
    ) -> ApiResult<Json<Item<Master>>> {
        let (mut change, _) = begin(&ctx, *id, Action::Deliver, body.version).await?;
        let at = check_moment(&ctx, &change.before, &body, change.before.arrived_at)?;
        change.write(&DeliveredColumns { status: MasterStatus::Delivered, delivered_at: at }).await?;
        change.record(Action::Deliver, json!({ "at": at }), &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Void a master
    ///
    /// Its bags are free for another one.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "master_cancel")]
    async fn master_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<MasterReason>,
    ) -> ApiResult<Json<Item<Master>>> {
        let (mut change, bags) = begin(&ctx, *id, Action::Cancel, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let ids: Vec<Uuid> = bags.iter().map(|bag| bag.id).collect();
        store::remove_bags(&mut change.tx, *id, &ids, ctx.now()).await?;
        let numbers: Vec<&str> = bags.iter().map(|bag| bag.number.as_str()).collect();
        let facts = json!({ "reason": reason, "removed": numbers });
        let closed_at = change.before.closed_at;
        change.write(&ReasonColumns { status: MasterStatus::Void, closed_at, reason }).await?;
        change.record(Action::Cancel, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }
}

/// The change of a master, if its state and version allow the action, with its locked bags.
async fn begin(
    ctx: &Ctx,
    id: Uuid,
    action: Action,
    version: i32,
) -> ApiResult<(Change<Master>, Vec<TransportedBag>)> {
    let scope = ctx.scope(RESOURCE, action)?;
    let filter = build_filter(&scope, Where::all());
    let mut tx = ctx.begin().await?;
    let found: Master = MASTERS.find(&mut tx, &filter, id).await?;
    let bags = movement::lock_bags(&mut tx, &found).await?;
    let change: Change<Master> = Change::begin(tx, ctx, &MASTERS, filter, id).await?;
    change.allow(change.before.verdict(action), Some(version))?;
    Ok((change, bags))
}
