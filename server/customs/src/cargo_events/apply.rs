//! Reports become events of their waybill; its state, its bags and their parcels follow.
//!
//! Locks: the bags, then their waybill. The shipments are locked by the process that moves them, alone.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use super::event_store::{self, MAX_EVENTS, PlacedReport, ReportSource};
use super::fold::{CountedReport, WaybillProgress, WaybillTerms, fold_reports};
use super::following::{FollowedMove, ParcelMove, list_moves};
use super::model::CargoEvent;
use super::moment::find_instant;
use super::report::CargoReport;
use super::waybills::{self, EventWaybill};
use crate::bags::state::BagStep;
use crate::bags::transport::{self, TransportedBag};
use crate::parcel_moves::MoveParcels;
use parties::transport_places;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::process;

/// Adds reports of one waybill, and returns how many nobody had reported before. `received_at` is when they came.
pub async fn add_reports(
    tx: &mut TenantTx,
    mawb_id: Uuid,
    reports: &[CargoReport],
    received_at: DateTime<Utc>,
    source: ReportSource<'_>,
) -> ApiResult<i32> {
    let bag_ids = waybills::list_bag_ids(tx, mawb_id).await?;
    let bags = transport::lock_bags(tx, &bag_ids).await?;
    let waybill = waybills::lock(tx, mawb_id).await?;
    let before = count_events(&event_store::list(tx, mawb_id).await?);
    let room = usize::try_from(MAX_EVENTS).unwrap_or(usize::MAX).saturating_sub(before.len());
    if reports.len() > room {
        let params = Params::from([("max", MAX_EVENTS.into())]);
        return Err(ApiError::refused(MessageCode::TooManyCargoEvents).with_params(params));
    }
    let placed = place(tx, &waybill, reports, received_at).await?;
    let new_count = event_store::insert(tx, mawb_id, &placed, source).await?;
    if new_count == 0 {
        return Ok(0);
    }
    let after = count_events(&event_store::list(tx, mawb_id).await?);
    let terms = waybill.terms();
    let (before, after) = (fold_reports(terms, &before), fold_reports(terms, &after));
    follow(tx, &waybill, &bags, Progress { before: &before, after: &after }, source).await?;
    live::records_changed(tx, &Audience::Staff, Resource::Mawb.name(), &[mawb_id]);
    Ok(i32::try_from(new_count).unwrap_or(i32::MAX))
}

/// The state of a waybill from its events.
pub fn fold_events(waybill: &EventWaybill, events: &[CargoEvent]) -> WaybillProgress {
    fold_reports(waybill.terms(), &count_events(events))
}

fn count_events(events: &[CargoEvent]) -> Vec<CountedReport> {
    events.iter().map(CargoEvent::counted).collect()
}

/// The states of a waybill before and after new reports.
#[derive(Clone, Copy)]
struct Progress<'a> {
    before: &'a WaybillProgress,
    after: &'a WaybillProgress,
}

/// Gives each report its instant: by the clock of its place, or by that of the waybill's destination for an unknown one.
async fn place(
    tx: &mut TenantTx,
    waybill: &EventWaybill,
    reports: &[CargoReport],
    received_at: DateTime<Utc>,
) -> ApiResult<Vec<PlacedReport>> {
    let mut airports: Vec<String> = reports.iter().filter_map(|report| report.station.clone()).collect();
    airports.push(waybill.destination.clone());
    airports.sort_unstable();
    airports.dedup();
    let zones = transport_places::list_time_zones(tx, &airports).await?;
    let zones: HashMap<String, String> = zones.into_iter().collect();
    let usual = zones.get(&waybill.destination).map_or("UTC", String::as_str);
    let to_placed = |report: &CargoReport| {
        let own = report.station.as_ref().and_then(|station| zones.get(station));
        let name = own.map_or(usual, String::as_str);
        let zone: Tz = name.parse().unwrap_or(Tz::UTC);
        PlacedReport {
            report: report.clone(),
            time_zone: zone.name().to_owned(),
            occurred_at: find_instant(report.moment, zone, received_at),
        }
    };
    Ok(reports.iter().map(to_placed).collect())
}

/// The waybill gets its stage; bags and parcels follow when all of its pieces have moved.
async fn follow(
    tx: &mut TenantTx,
    waybill: &EventWaybill,
    bags: &[TransportedBag],
    progress: Progress<'_>,
    source: ReportSource<'_>,
) -> ApiResult<()> {
    if waybill.is_void() {
        return Ok(());
    }
    if let Some(stage) = progress.after.stage() {
        waybills::set_stage(tx, waybill, stage, progress.after, source.at).await?;
    }
    for moved in list_moves(progress.before, progress.after) {
        move_bags(tx, bags, moved, source.at).await?;
        move_parcels(tx, waybill, bags, moved, source).await?;
    }
    Ok(())
}

/// Takes those bags further whose state allows it: somebody may have done it by hand.
async fn move_bags(
    tx: &mut TenantTx,
    bags: &[TransportedBag],
    moved: FollowedMove,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let ids: Vec<Uuid> = bags.iter().map(|bag| bag.id).collect();
    // As they are after the move before.
    let bags = transport::find_bags(tx, &ids).await?;
    let step = match moved.parcel_move {
        ParcelMove::Depart => BagStep::Depart,
        ParcelMove::Arrive => BagStep::Arrive,
    };
    let ready: Vec<TransportedBag> = bags.into_iter().filter(|bag| bag.verdict(step).is_yes()).collect();
    transport::advance(tx, &ready, step, at).await
}

async fn move_parcels(
    tx: &mut TenantTx,
    waybill: &EventWaybill,
    bags: &[TransportedBag],
    moved: FollowedMove,
    source: ReportSource<'_>,
) -> ApiResult<()> {
    let (code, location) = match moved.parcel_move {
        ParcelMove::Depart => ("DEPARTED", &waybill.origin),
        ParcelMove::Arrive => ("ARRIVED", &waybill.destination),
    };
    let zones = transport_places::list_time_zones(tx, std::slice::from_ref(location)).await?;
    let time_zone = zones.into_iter().next().map_or_else(|| "UTC".to_owned(), |(_, zone)| zone);
    let process = MoveParcels {
        code: code.to_owned(),
        occurred_at: moved.occurred_at,
        received_at: source.at,
        time_zone,
        location: location.clone(),
        is_by_carrier: source.message_id.is_some(),
        actor_id: source.by,
        bag_ids: bags.iter().map(|bag| bag.id).collect(),
        loose: waybills::list_loose(tx, waybill.id).await?,
    };
    process::enqueue_quietly(tx, process).await?;
    Ok(())
}

impl EventWaybill {
    fn terms(&self) -> WaybillTerms<'_> {
        WaybillTerms { destination: &self.destination, pieces: self.pieces }
    }
}
