//! Reports become events of their waybill; its state, its bags and their parcels follow.
//!
//! Locks: the bags, then their waybill. The shipments are locked by the process that moves them, alone.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use super::code::CargoStage;
use super::event_store::{self, DatedReport, MAX_EVENTS, ReportSource};
use super::fold::fold_reports;
use super::following::{FollowedMove, list_moves};
use super::model::CargoEvent;
use super::moment::find_instant;
use super::progress::{CountedReport, WaybillProgress, WaybillTerms};
use super::report::CargoReport;
use crate::bags::transport::{self, TransportedBag};
use crate::loose_parcel::LooseParcel;
use crate::parcel_moves::MoveParcels;
use crate::waybills::charges::calculate_totals;
use crate::waybills::content_store::{self, ContentMember};
use crate::waybills::document;
use crate::waybills::model::Waybill;
use crate::waybills::state::WaybillStatus;
use crate::waybills::store::{self, WAYBILLS, WaybillMove};
use crate::waybills::webhook_events;
use parties::transport_places;
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};
use server_core::process;
use server_core::record::Where;

/// A waybill with its bags, locked until the transaction ends.
pub struct LockedWaybill {
    pub waybill: Waybill,
    pub bags: Vec<TransportedBag>,
}

/// Locks a waybill, after its bags.
pub async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<LockedWaybill> {
    let ids = document::list_ids(tx, id).await?;
    let bags = transport::lock_bags(tx, &ids.bag_ids).await?;
    store::lock(tx, &[id]).await?;
    let waybill = WAYBILLS.find(tx, &Where::all(), id).await?;
    Ok(LockedWaybill { waybill, bags })
}

/// Adds reports of a waybill, and returns how many nobody had reported before. Those beyond [`MAX_EVENTS`] are kept in their
/// message only.
pub async fn add_reports(
    tx: &mut TenantTx,
    locked: &LockedWaybill,
    dated: &[DatedReport],
    source: ReportSource<'_>,
) -> ApiResult<i32> {
    let waybill = &locked.waybill;
    let known = event_store::count(tx, waybill.id).await?;
    let room = usize::try_from(MAX_EVENTS.saturating_sub(known)).unwrap_or_default();
    let new_count = event_store::insert(tx, waybill.id, &dated[..dated.len().min(room)], source).await?;
    if new_count == 0 {
        return Ok(0);
    }
    follow(tx, waybill, &locked.bags, source).await?;
    live::records_changed(tx, &Audience::Staff, Resource::Mawb.name(), &[waybill.id]);
    Ok(i32::try_from(new_count).unwrap_or(i32::MAX))
}

/// The state of a waybill from its events.
pub fn fold_events(waybill: &Waybill, events: &[CargoEvent]) -> WaybillProgress {
    let counted: Vec<CountedReport> = events.iter().map(CargoEvent::to_counted).collect();
    let totals = calculate_totals(&waybill.input, &waybill.counted);
    let terms = WaybillTerms {
        destination: &waybill.input.destination_airport,
        pieces: i32::try_from(totals.pieces).unwrap_or(i32::MAX),
    };
    fold_reports(terms, &counted)
}

/// An issued waybill, which is locked like its bags, gets the stage of its events; bags and parcels follow when all of its pieces
/// have moved, each move once. What is reported before the issue waits for it.
pub async fn follow(
    tx: &mut TenantTx,
    waybill: &Waybill,
    bags: &[TransportedBag],
    source: ReportSource<'_>,
) -> ApiResult<()> {
    if waybill.status.code() < WaybillStatus::Issued.code() {
        return Ok(());
    }
    let progress = fold_events(waybill, &event_store::list(tx, waybill.id).await?);
    let Some(stage) = progress.stage() else { return Ok(()) };
    let mut followed_moves = store::list_moves(tx, waybill.id).await?;
    let new: Vec<FollowedMove> = list_moves(&progress)
        .into_iter()
        .filter(|it| !followed_moves.iter().any(|followed| followed == it.parcel_move.as_str()))
        .collect();
    followed_moves.extend(new.iter().map(|it| it.parcel_move.as_str().to_owned()));
    let of_stage = progress.of_stage(stage);
    let moved = WaybillMove {
        status: to_status(stage),
        moved_at: of_stage.map_or(source.at, |it| it.began_at),
        told_moves: &followed_moves,
    };
    store::set_move(tx, waybill.id, &moved, source.at).await?;
    webhook_events::announce_status(tx, source.at, waybill, moved.status).await?;
    for followed in new {
        move_bags(tx, bags, followed, source.at).await?;
        move_parcels(tx, waybill, bags, followed, source).await?;
    }
    let is_done = stage == CargoStage::Delivered && of_stage.is_some_and(|it| it.whole_at.is_some());
    if is_done {
        content_store::release(tx, waybill.id, source.at).await?;
    }
    Ok(())
}

/// Gives each report its instant: by the clock of its place, or by that of the waybill's destination for an unknown one.
pub async fn date_reports(
    tx: &mut TenantTx,
    waybill: &Waybill,
    reports: &[CargoReport],
    received_at: DateTime<Utc>,
) -> ApiResult<Vec<DatedReport>> {
    let destination = &waybill.input.destination_airport;
    let mut airports: Vec<String> = reports.iter().filter_map(|report| report.station.clone()).collect();
    airports.push(destination.clone());
    airports.sort_unstable();
    airports.dedup();
    let places = transport_places::list_airports(tx, &airports).await?;
    let zones: HashMap<String, String> = places.into_iter().map(|it| (it.iata, it.time_zone)).collect();
    let usual = zones.get(destination).map_or("UTC", String::as_str);
    let to_dated = |report: &CargoReport| {
        let own = report.station.as_ref().and_then(|station| zones.get(station));
        let name = own.map_or(usual, String::as_str);
        let zone: Tz = name.parse().unwrap_or(Tz::UTC);
        DatedReport {
            report: report.clone(),
            time_zone: zone.name().to_owned(),
            occurred_at: find_instant(report.moment, zone, received_at),
        }
    };
    Ok(reports.iter().map(to_dated).collect())
}

/// Takes those bags further whose state allows it: somebody may have done it by hand.
async fn move_bags(
    tx: &mut TenantTx,
    bags: &[TransportedBag],
    followed: FollowedMove,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let Some(step) = followed.parcel_move.bag_step() else { return Ok(()) };
    let ids: Vec<Uuid> = bags.iter().map(|bag| bag.id).collect();
    // As they are after the move before.
    let bags = transport::find_bags(tx, &ids).await?;
    let ready: Vec<TransportedBag> = bags.into_iter().filter(|bag| bag.verdict(step).is_yes()).collect();
    transport::advance(tx, &ready, step, at).await
}

/// The shipments get their event in the background.
async fn move_parcels(
    tx: &mut TenantTx,
    waybill: &Waybill,
    bags: &[TransportedBag],
    followed: FollowedMove,
    source: ReportSource<'_>,
) -> ApiResult<()> {
    let input = &waybill.input;
    let airport =
        if followed.parcel_move.is_at_origin() { &input.origin_airport } else { &input.destination_airport };
    let found = transport_places::list_airports(tx, std::slice::from_ref(airport)).await?.pop();
    let time_zone = found.as_ref().map_or_else(|| "UTC".to_owned(), |place| place.time_zone.clone());
    let process = MoveParcels {
        code: followed.parcel_move.event_code().to_owned(),
        occurred_at: followed.occurred_at,
        received_at: source.at,
        time_zone,
        location: found.and_then(|place| place.city).unwrap_or_else(|| airport.clone()),
        is_by_carrier: source.message_id.is_some(),
        actor_id: source.by,
        bag_ids: bags.iter().map(|bag| bag.id).collect(),
        loose: list_loose(tx, waybill.id).await?,
    };
    process::enqueue_quietly(tx, process).await?;
    Ok(())
}

/// The parcels of a waybill that are in no bag.
async fn list_loose(tx: &mut TenantTx, waybill_id: Uuid) -> ApiResult<Vec<LooseParcel>> {
    let members = content_store::list_members(tx, waybill_id).await?;
    Ok(members.iter().flat_map(ContentMember::list_loose).collect())
}

const fn to_status(stage: CargoStage) -> WaybillStatus {
    match stage {
        CargoStage::Accepted => WaybillStatus::Accepted,
        CargoStage::Departed => WaybillStatus::Departed,
        CargoStage::Arrived => WaybillStatus::Arrived,
        CargoStage::Received => WaybillStatus::Received,
        CargoStage::Customs => WaybillStatus::Customs,
        CargoStage::Delivered => WaybillStatus::Delivered,
    }
}
