//! Reports of the airline about a waybill, recorded by hand: its status, its bags and its shipments follow.

use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::Object;
use policy::Action;
use serde::Serialize;
use serde_json::json;
use std::collections::HashSet;
use tenancy::TenantTx;
use uuid::Uuid;

use super::content_store;
use super::document;
use super::model::Waybill;
use super::state::{TRANSITIONS, WaybillStatus, WaybillStep};
use super::store::WAYBILLS;
use crate::bags::parcel_store;
use crate::bags::state::BagStep;
use crate::bags::transport::{self, TransportedBag};
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::tracking_events::{self, LockedShipment, NewEvent, Source};
use parties::transport_places;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;
use server_core::live::Audience;
use server_core::record::{Change, Where};
use trade::wire_name;

/// A clock that is a little ahead.
const CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);

wire_name! {
    /// Something that an airline reports of all pieces of a waybill.
    WaybillReport {
        /// The airline has the goods (RCS, FOH).
        Accepted = "accepted",
        /// (DEP)
        Departed = "departed",
        /// (ARR)
        Arrived = "arrived",
        /// The goods are unloaded (RCF).
        Received = "received",
        /// They are presented to customs.
        Customs = "customs",
        /// The consignee has them (DLV).
        Delivered = "delivered",
    }
}

impl WaybillReport {
    pub const fn step(self) -> WaybillStep {
        match self {
            Self::Accepted => WaybillStep::Accept,
            Self::Departed => WaybillStep::Depart,
            Self::Arrived => WaybillStep::Arrive,
            Self::Received => WaybillStep::Receive,
            Self::Customs => WaybillStep::EnterCustoms,
            Self::Delivered => WaybillStep::Deliver,
        }
    }

    /// Event of its shipments.
    const fn event_code(self) -> Option<&'static str> {
        match self {
            Self::Accepted => Some("ACCEPTED"),
            Self::Departed => Some("DEPARTED"),
            Self::Arrived => Some("ARRIVED"),
            Self::Received => Some("UNLOADED"),
            // Customs clear each shipment, and the consignee of the waybill is an agent.
            Self::Customs | Self::Delivered => None,
        }
    }

    const fn is_at_origin(self) -> bool {
        matches!(self, Self::Accepted | Self::Departed)
    }
}

/// A report of the airline.
#[derive(Object, Clone, Debug)]
pub struct WaybillEventInput {
    pub event: WaybillReport,
    /// Left out: now.
    pub occurred_at: Option<DateTime<Utc>>,
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
    /// Version that was read.
    pub version: i32,
}

/// The columns of a waybill with another status.
#[derive(Debug, Serialize)]
struct MovedColumns {
    status: WaybillStatus,
    moved_at: DateTime<Utc>,
}

/// Records a report about a waybill of the user's branches.
pub async fn record(ctx: &Ctx, scope: &RowScope, id: Uuid, sent: &WaybillEventInput) -> ApiResult<Waybill> {
    let at = sent.occurred_at.unwrap_or_else(|| ctx.now());
    if at > ctx.now() + CLOCK_SKEW {
        return Err(ApiError::invalid_field("occurred_at", MessageCode::EventInTheFuture));
    }
    let filter = super::build_filter(scope, Where::all());
    let mut tx = ctx.begin().await?;
    let found: Waybill = WAYBILLS.find(&mut tx, &filter, id).await?;
    let cargo = lock_cargo(&mut tx, found.id).await?;
    let mut change: Change<Waybill> = Change::begin(tx, ctx, &WAYBILLS, filter, id).await?;
    let step = sent.event.step();
    change.allow(change.before.verdict(step), Some(sent.version))?;
    let status = TRANSITIONS.after(step, change.before.status).unwrap_or(change.before.status);
    move_bags(&mut change.tx, sent.event, &cargo.bags, ctx.now()).await?;
    if status == WaybillStatus::Delivered {
        content_store::release(&mut change.tx, id, ctx.now()).await?;
    }
    if let Some(code) = sent.event.event_code() {
        let event = build_event(&mut change.tx, ctx, &found, sent, code).await?;
        tracking_events::record_for_many(&mut change.tx, &cargo.shipments, &event).await?;
    }
    change.write(&MovedColumns { status, moved_at: at }).await?;
    let facts = json!({ "event": sent.event, "occurred_at": at, "note": optional(sent.note.as_ref()) });
    change.record(Action::RecordEvent, facts, &Audience::Staff).await?;
    change.finish().await
}

/// Bags and shipments of a waybill, locked.
struct Cargo {
    bags: Vec<TransportedBag>,
    shipments: Vec<LockedShipment>,
}

/// Shipments before bags, and both before the waybill. Its contents stay once it is issued; an amendment changes its version.
async fn lock_cargo(tx: &mut TenantTx, waybill_id: Uuid) -> ApiResult<Cargo> {
    let ids = document::list_ids(tx, waybill_id).await?;
    let mut shipment_ids: HashSet<Uuid> =
        parcel_store::list_shipments(tx, &ids.bag_ids).await?.into_iter().collect();
    shipment_ids.extend(&ids.shipment_ids);
    let mut shipment_ids: Vec<Uuid> = shipment_ids.into_iter().collect();
    shipment_ids.sort_unstable();
    let shipments = tracking_events::lock_many(tx, &RowScope::All, &shipment_ids).await?;
    let bags = transport::lock_bags(tx, &ids.bag_ids).await?;
    Ok(Cargo { bags, shipments })
}

/// Bags that somebody has moved by hand before stay.
async fn move_bags(
    tx: &mut TenantTx,
    report: WaybillReport,
    bags: &[TransportedBag],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let step = match report {
        WaybillReport::Departed => BagStep::Depart,
        WaybillReport::Arrived | WaybillReport::Received => BagStep::Arrive,
        _ => return Ok(()),
    };
    let ready: Vec<TransportedBag> = bags.iter().filter(|bag| bag.verdict(step).is_yes()).cloned().collect();
    transport::advance(tx, &ready, step, at).await
}

/// Where and when it happened, in the time zone of the airport.
async fn build_event(
    tx: &mut TenantTx,
    ctx: &Ctx,
    waybill: &Waybill,
    sent: &WaybillEventInput,
    code: &str,
) -> ApiResult<NewEvent> {
    let input = &waybill.input;
    let airport = if sent.event.is_at_origin() { &input.origin_airport } else { &input.destination_airport };
    let found = transport_places::list_airports(tx, std::slice::from_ref(airport)).await?.pop();
    let now = NewEvent::now(code, Source::User, ctx);
    Ok(NewEvent {
        occurred_at: sent.occurred_at.unwrap_or(now.occurred_at),
        location: found.as_ref().and_then(|place| place.city.clone()).unwrap_or_else(|| airport.clone()),
        time_zone: found.map_or_else(|| now.time_zone.clone(), |place| place.time_zone),
        ..now
    })
}
