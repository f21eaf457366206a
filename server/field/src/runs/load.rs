//! Parcels are scanned into the vehicle of a run.

use std::collections::{BTreeSet, HashMap};

use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{LoadOutcome, LoadResult, ParcelOfShipment};
use super::store::{self, LoadedStop, StopRow};
use crate::deliveries::store as delivery_store;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::to_deliver;
use freight::tracking_events::{self, LockedShipment};
use server_core::http::error::ApiResult;
use server_core::http::messages::{MessageCode, Params};
use trade::parcel_code::read_parcel_code;

/// The parcels of the stops of a run that are to be handed over.
pub struct RunCargo {
    /// By shipment: the stop, and the numbers of the parcels.
    parcels: HashMap<Uuid, (usize, BTreeSet<i16>)>,
}

impl RunCargo {
    /// What the stops without an outcome have.
    pub async fn load(tx: &mut TenantTx, stops: &[StopRow]) -> ApiResult<Self> {
        let open: HashMap<Uuid, usize> = stops
            .iter()
            .enumerate()
            .filter(|(_, stop)| stop.outcome.is_none())
            .map(|(at, stop)| (stop.delivery_id, at))
            .collect();
        let ids: Vec<Uuid> = open.keys().copied().collect();
        let cargo = delivery_store::list_cargo(tx, &ids).await?;
        let shipment_ids: Vec<Uuid> = cargo.iter().map(|row| row.shipment_id).collect();
        let shipments = to_deliver::load_shipments(tx, &shipment_ids).await?;
        let counts: HashMap<Uuid, i16> =
            shipments.into_iter().map(|one| (one.id, one.parcel_count)).collect();
        let parcels = cargo
            .into_iter()
            .filter(|row| row.is_open)
            .filter_map(|row| {
                let (at, count) = (*open.get(&row.delivery_id)?, *counts.get(&row.shipment_id)?);
                let numbers = (1..=count).filter(|number| !row.done.contains(number)).collect();
                Some((row.shipment_id, (at, numbers)))
            })
            .collect();
        Ok(Self { parcels })
    }

    /// All parcels of a stop that are to be handed over.
    pub fn list_parcels(&self, stop: usize) -> Vec<ParcelOfShipment> {
        let of_stop = self.parcels.iter().filter(|(_, (at, _))| *at == stop);
        let mut parcels: Vec<ParcelOfShipment> = of_stop
            .flat_map(|(id, (_, numbers))| {
                numbers.iter().map(|number| ParcelOfShipment { shipment_id: *id, number: *number })
            })
            .collect();
        parcels.sort_unstable();
        parcels
    }
}

/// Loads what was scanned, and says for each code what it has led to.
pub async fn load(
    tx: &mut TenantTx,
    ctx: &Ctx,
    stops: &[StopRow],
    codes: &[String],
) -> ApiResult<Vec<LoadResult>> {
    let cargo = RunCargo::load(tx, stops).await?;
    let read: Vec<(String, Option<i16>)> = codes.iter().map(|code| read_parcel_code(code)).collect();
    let tracking_codes: Vec<String> = read.iter().map(|(code, _)| code.clone()).collect();
    let shipments = tracking_events::lock_by_codes(tx, &RowScope::All, &tracking_codes).await?;
    let by_code: HashMap<&str, &LockedShipment> =
        shipments.iter().map(|one| (one.tracking_code.as_str(), one)).collect();
    let mut loaded: HashMap<usize, BTreeSet<ParcelOfShipment>> =
        stops.iter().enumerate().map(|(at, stop)| (at, stop.loaded.iter().copied().collect())).collect();
    let mut changed = BTreeSet::new();
    let mut results = Vec::with_capacity(codes.len());
    for (text, (code, number)) in codes.iter().zip(&read) {
        let found = find_parcels(&cargo, by_code.get(code.as_str()).copied(), *number);
        let result = match found {
            Err(refusal) => refuse(ctx, text, refusal),
            Ok(FoundParcels { stop, parcels }) => {
                let meant = i16::try_from(parcels.len()).unwrap_or(i16::MAX);
                let before = loaded.entry(stop).or_default();
                let count = before.len();
                before.extend(parcels);
                let is_new = before.len() > count;
                if is_new {
                    changed.insert(stop);
                }
                accept(text, &stops[stop], meant, is_new)
            }
        };
        results.push(result);
    }
    let rows: Vec<LoadedStop> = changed
        .into_iter()
        .map(|at| {
            let parcels = loaded.remove(&at).unwrap_or_default();
            LoadedStop { id: stops[at].id, loaded: parcels.into_iter().collect() }
        })
        .collect();
    store::set_loaded(tx, &rows).await?;
    Ok(results)
}

/// The stop of a code, and the parcels that it stands for.
struct FoundParcels {
    stop: usize,
    parcels: Vec<ParcelOfShipment>,
}

fn find_parcels(
    cargo: &RunCargo,
    shipment: Option<&LockedShipment>,
    number: Option<i16>,
) -> Result<FoundParcels, MessageCode> {
    let shipment = shipment.ok_or(MessageCode::NotFound)?;
    let (stop, numbers) = cargo.parcels.get(&shipment.id).ok_or(MessageCode::ParcelNotOnRoute)?;
    if shipment.status.is_final() {
        return Err(MessageCode::ShipmentFinished);
    }
    if shipment.held_at.is_some() {
        return Err(MessageCode::ShipmentOnHold);
    }
    let is_meant = |at: &&i16| number.is_none_or(|number| number == **at);
    let to_parcel = |number: &i16| ParcelOfShipment { shipment_id: shipment.id, number: *number };
    let parcels: Vec<ParcelOfShipment> = numbers.iter().filter(is_meant).map(to_parcel).collect();
    if parcels.is_empty() {
        return Err(MessageCode::ParcelNotOnRoute);
    }
    Ok(FoundParcels { stop: *stop, parcels })
}

fn accept(text: &str, stop: &StopRow, parcels: i16, is_new: bool) -> LoadResult {
    LoadResult {
        code: text.to_owned(),
        outcome: if is_new { LoadOutcome::Loaded } else { LoadOutcome::Known },
        delivery_id: Some(stop.delivery_id),
        recipient_name: Some(stop.recipient_name.clone()),
        parcels,
        message_code: None,
        message: None,
    }
}

fn refuse(ctx: &Ctx, text: &str, code: MessageCode) -> LoadResult {
    LoadResult {
        code: text.to_owned(),
        outcome: LoadOutcome::Refused,
        delivery_id: None,
        recipient_name: None,
        parcels: 0,
        message_code: Some(code.as_str().to_owned()),
        message: Some(code.text(ctx.language(), &Params::new())),
    }
}
