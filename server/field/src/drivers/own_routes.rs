//! The runs of a driver, as the phone keeps them for a day without a network.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::attempt_reason::{AttemptReason, NextStep};
use super::own_store::{self, FieldAttempt, FieldCash};
use super::record::ProofKind;
use crate::deliveries::model::{RecipientChoice, StopResult};
use crate::deliveries::store as delivery_store;
use crate::pickups::store as pickup_store;
use crate::runs::ROUTES;
use crate::runs::model::{DeliveryRoute, ParcelOfShipment, RoutePickup};
use crate::runs::pickup_store as pickup_stop_store;
use crate::runs::store::{self, StopRow};
use crate::steps::run::RunStatus;
use access::ctx::Ctx;
use freight::shipments::{at_sender, to_deliver};
use server_core::address::Address;
use server_core::http::error::ApiResult;
use server_core::record::Where;
use server_core::settings::CASH_ON_DELIVERY;

/// A run that is over stays on the phone for so long: its records can be undone, and its files wait.
const AFTER_CLOSING: TimeDelta = TimeDelta::hours(12);
const MOST_ROUTES: i64 = 20;

/// The runs of the driver, and what a stop can need without a network.
#[derive(Object)]
pub struct FieldRoutes {
    pub routes: Vec<FieldRoute>,
    /// Why a delivery can fail. Pickups have the reasons of `pickup_fail`.
    pub reasons: Vec<FieldReason>,
    /// Cash that the driver has to hand in, by currency.
    pub cash: Vec<FieldCash>,
}

/// A reason for a failed stop.
#[derive(Object)]
pub struct FieldReason {
    pub code: AttemptReason,
    /// Counts as an attempt, and is told to the recipient.
    pub is_attempt: bool,
    /// The phone asks for a photo.
    pub asks_photo: bool,
    pub next_step: NextStep,
}

/// A run of the driver.
#[derive(Object)]
pub struct FieldRoute {
    pub id: Uuid,
    pub number: String,
    pub on_date: NaiveDate,
    pub vehicle: Option<String>,
    pub note: Option<String>,
    pub status: RunStatus,
    /// Increases when the office changes the run or a stop.
    pub version: i32,
    /// Deliveries in their order.
    pub stops: Vec<FieldStop>,
    /// Pickups in their order. `position` says how deliveries and pickups follow one another.
    pub pickups: Vec<FieldPickup>,
}

/// A pickup with what is expected there. Its `id` is for records.
#[derive(Object)]
pub struct FieldPickup {
    #[oai(flatten)]
    pub pickup: RoutePickup,
    pub shipments: Vec<FieldPickupShipment>,
}

/// A shipment that is expected at a pickup.
#[derive(Object, Clone)]
pub struct FieldPickupShipment {
    /// Code on its labels, without the numbers.
    pub tracking_code: String,
    pub parcel_count: i16,
    pub to_name: Option<String>,
}

/// A stop with all that the driver needs there.
#[derive(Object)]
pub struct FieldStop {
    /// Id for records.
    pub id: Uuid,
    pub delivery_id: Uuid,
    /// Among the deliveries and pickups of the run.
    pub position: i16,
    pub number: String,
    pub recipient_name: String,
    pub phone: Option<String>,
    #[oai(flatten)]
    pub address: Address,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub from_time: Option<String>,
    pub to_time: Option<String>,
    pub instructions: Option<String>,
    /// Proof that must be brought besides a name or a photo.
    pub proof: Vec<ProofKind>,
    /// Cash that is left to collect; null for none.
    pub cod_due: Option<Decimal>,
    /// Currency of that amount; ISO 4217.
    pub cod_currency: Option<String>,
    /// Earlier attempts.
    pub attempts: i16,
    /// The last one of them at another stop; null when there is none.
    pub last_attempt: Option<FieldAttempt>,
    /// Choice of the recipient after the last one.
    pub choice: Option<RecipientChoice>,
    pub choice_note: Option<String>,
    pub outcome: Option<StopResult>,
    pub reason: Option<String>,
    pub done_at: Option<DateTime<Utc>>,
    pub parcels: Vec<FieldParcel>,
}

/// A parcel of a stop.
#[derive(Object)]
pub struct FieldParcel {
    pub shipment_id: Uuid,
    pub number: i16,
    /// Code on its label, without the number.
    pub tracking_code: String,
    /// Parcels of its shipment.
    pub parcel_count: i16,
    pub loaded: bool,
}

/// The codes and the numbers of parcels of shipments.
struct Shipments {
    codes: HashMap<Uuid, (String, i16)>,
    /// By delivery.
    of_delivery: HashMap<Uuid, Vec<Uuid>>,
}

/// The runs of a driver that are planned, under way, or were closed not long ago.
pub async fn load_own(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<FieldRoutes> {
    let since = ctx.now() - AFTER_CLOSING;
    let collects_cash = ctx.settings().flag(CASH_ON_DELIVERY);
    let ids = store::list_of_driver(tx, ctx.user.id, since).await?;
    let filter = Where::all().among("r.id", Some(ids.clone()));
    let routes: Vec<DeliveryRoute> = ROUTES.listing.all(tx, &filter, MOST_ROUTES).await?;
    let stops = store::list_stops(tx, &ids).await?;
    let shipments = load_shipments(tx, &stops).await?;
    let stop_ids: Vec<Uuid> = stops.iter().map(|stop| stop.id).collect();
    let attempts = own_store::list_last_attempts(tx, &stop_ids).await?;
    let mut by_route: HashMap<Uuid, Vec<FieldStop>> = HashMap::new();
    for mut stop in stops {
        stop.cod_due = stop.cod_due.filter(|_| collects_cash);
        by_route.entry(stop.route_id).or_default().push(to_stop(stop, &shipments, &attempts));
    }
    let mut pickups = load_pickups(tx, &ids).await?;
    let to_route = |route: DeliveryRoute| FieldRoute {
        pickups: pickups.remove(&route.id).unwrap_or_default(),
        stops: by_route.remove(&route.id).unwrap_or_default(),
        id: route.id,
        number: route.number,
        on_date: route.on_date,
        vehicle: route.vehicle,
        note: route.note,
        status: route.status,
        version: route.version,
    };
    // The oldest first: it is the one under way.
    let routes = routes.into_iter().rev().map(to_route).collect();
    let reasons = AttemptReason::ALL.iter().map(|code| to_reason(*code)).collect();
    Ok(FieldRoutes { routes, reasons, cash: own_store::list_own_cash(tx, ctx.user.id).await? })
}

/// The pickups of runs, with the shipments that are expected there.
async fn load_pickups(tx: &mut TenantTx, route_ids: &[Uuid]) -> ApiResult<HashMap<Uuid, Vec<FieldPickup>>> {
    let stops = pickup_stop_store::list_pickups(tx, route_ids).await?;
    let ids: Vec<Uuid> = stops.iter().map(|stop| stop.pickup_id).collect();
    let expected = pickup_store::list_expected(tx, &ids).await?;
    let shipment_ids: Vec<Uuid> = expected.iter().map(|row| row.shipment_id).collect();
    let found = at_sender::load_shipments(tx, &shipment_ids).await?;
    let shipments: HashMap<Uuid, FieldPickupShipment> = found
        .into_iter()
        .filter(|one| !one.is_cancelled())
        .map(|one| {
            let (tracking_code, parcel_count, to_name) = (one.tracking_code, one.parcel_count, one.to_name);
            (one.id, FieldPickupShipment { tracking_code, parcel_count, to_name })
        })
        .collect();
    let mut by_route: HashMap<Uuid, Vec<FieldPickup>> = HashMap::new();
    for pickup in stops {
        let of_it = expected.iter().filter(|row| row.pickup_id == pickup.pickup_id);
        let shipments = of_it.filter_map(|row| shipments.get(&row.shipment_id).cloned()).collect();
        by_route.entry(pickup.route_id).or_default().push(FieldPickup { pickup, shipments });
    }
    Ok(by_route)
}

async fn load_shipments(tx: &mut TenantTx, stops: &[StopRow]) -> ApiResult<Shipments> {
    let deliveries: Vec<Uuid> = stops.iter().map(|stop| stop.delivery_id).collect();
    let cargo = delivery_store::list_cargo(tx, &deliveries).await?;
    let ids: Vec<Uuid> = cargo.iter().map(|row| row.shipment_id).collect();
    let found = to_deliver::load_shipments(tx, &ids).await?;
    let mut of_delivery: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
    for row in cargo {
        of_delivery.entry(row.delivery_id).or_default().push(row.shipment_id);
    }
    let codes = found.into_iter().map(|one| (one.id, (one.tracking_code, one.parcel_count))).collect();
    Ok(Shipments { codes, of_delivery })
}

fn to_stop(row: StopRow, shipments: &Shipments, last_attempts: &HashMap<Uuid, FieldAttempt>) -> FieldStop {
    let parcels = list_parcels(&row, shipments);
    let cod_due = row.find_cash_left();
    FieldStop {
        id: row.id,
        delivery_id: row.delivery_id,
        position: row.position,
        number: row.number,
        recipient_name: row.recipient_name,
        phone: row.phone,
        address: row.address,
        latitude: row.latitude,
        longitude: row.longitude,
        from_time: row.from_time,
        to_time: row.to_time,
        instructions: row.instructions,
        proof: row.proof,
        cod_due,
        cod_currency: row.cod_currency,
        attempts: row.attempts,
        last_attempt: last_attempts.get(&row.id).cloned(),
        choice: row.choice,
        choice_note: row.choice_note,
        outcome: row.outcome,
        reason: row.reason,
        done_at: row.done_at,
        parcels,
    }
}

/// All parcels of the shipments of a stop, those in the vehicle marked.
fn list_parcels(row: &StopRow, shipments: &Shipments) -> Vec<FieldParcel> {
    let ids = shipments.of_delivery.get(&row.delivery_id).into_iter().flatten();
    let known = ids.filter_map(|id| Some((*id, shipments.codes.get(id)?)));
    let of_shipment = |(shipment_id, (code, count)): (Uuid, &(String, i16))| {
        let (code, count) = (code.clone(), *count);
        (1..=count).map(move |number| FieldParcel {
            shipment_id,
            number,
            tracking_code: code.clone(),
            parcel_count: count,
            loaded: row.loaded.contains(&ParcelOfShipment { shipment_id, number }),
        })
    };
    known.flat_map(of_shipment).collect()
}

fn to_reason(code: AttemptReason) -> FieldReason {
    FieldReason {
        code,
        is_attempt: code.is_attempt(),
        asks_photo: code.asks_photo(),
        next_step: code.next_step(),
    }
}
