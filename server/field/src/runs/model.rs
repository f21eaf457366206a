//! What the API shows of a run, and what it takes.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::{Enum, Object};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::deliveries::model::StopResult;
use crate::steps::delivery::DeliveryStatus;
use crate::steps::pickup::PickupStatus;
use crate::steps::run::RunStatus;
use server_core::address::Address;
use server_core::http::list::PageMeta;

/// A run of a driver.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct DeliveryRoute {
    pub id: Uuid,
    /// Year and number.
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
    pub on_date: NaiveDate,
    pub driver_id: Option<Uuid>,
    pub driver_name: Option<String>,
    pub vehicle: Option<String>,
    pub note: Option<String>,
    /// Degrees of the place where it begins; null if nobody said it.
    pub start_latitude: Option<f64>,
    pub start_longitude: Option<f64>,
    pub status: RunStatus,
    /// The length of the planned way in metres, as the crow flies, between stops whose place is known.
    pub planned_m: Option<f64>,
    pub started_at: Option<DateTime<Utc>>,
    pub closed_at: Option<DateTime<Utc>>,
    /// Why it was cancelled, or closed before all stops were done.
    pub reason: Option<String>,
    /// Stops that were not taken off.
    pub stop_count: i64,
    /// Those with an outcome.
    pub done_count: i64,
    /// Stops at which parcels are picked up.
    pub pickup_count: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change, also of its stops. Send it with an action.
    pub version: i32,
    #[sqlx(skip)]
    pub can: DeliveryRouteCan,
}

/// Permissions of the user on a run.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveryRouteCan {
    pub update: bool,
    pub optimize: bool,
    pub load: bool,
    pub start: bool,
    pub close: bool,
    pub cancel: bool,
}

/// A run with its stops.
#[derive(Object, Clone, Debug)]
pub struct DeliveryRouteDetails {
    #[oai(flatten)]
    pub route: DeliveryRoute,
    /// Deliveries in their order. `position` says how deliveries and pickups follow one another.
    pub stops: Vec<RouteStop>,
    /// Pickups in their order.
    pub pickups: Vec<RoutePickup>,
    /// Its driver took cash that nobody has counted.
    pub is_cash_waiting: bool,
}

/// A stop of a run: a pickup.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct RoutePickup {
    pub id: Uuid,
    #[oai(skip)]
    pub route_id: Uuid,
    pub pickup_id: Uuid,
    /// Among the deliveries and pickups of the run; the delivery comes first where both have the same.
    pub position: i16,
    pub number: String,
    pub status: PickupStatus,
    #[oai(skip)]
    pub client_id: Uuid,
    pub client_name: String,
    /// Who hands the parcels over.
    pub contact: String,
    pub phone: Option<String>,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub address: Address,
    /// Degrees; null while the place is not known.
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub on_date: NaiveDate,
    /// `HH:MM`, in the time of the place.
    pub from_time: String,
    pub to_time: String,
    pub ready_place: Option<String>,
    pub instructions: Option<String>,
    /// Number of parcels, as the client says.
    pub parcels: i32,
    /// When it was collected or failed.
    pub done_at: Option<DateTime<Utc>>,
}

/// A stop of a run: a delivery.
#[derive(Object, Clone, Debug, PartialEq)]
pub struct RouteStop {
    pub id: Uuid,
    pub delivery_id: Uuid,
    pub number: String,
    pub status: DeliveryStatus,
    pub recipient_name: String,
    pub phone: Option<String>,
    #[oai(flatten)]
    pub address: Address,
    /// Degrees; null while the place is not known.
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub from_time: Option<String>,
    pub to_time: Option<String>,
    /// Among the deliveries and pickups of the run.
    pub position: i16,
    /// Keeps its place when the stops are put in order.
    pub pinned: bool,
    /// Parcels of the delivery that are to be handed over.
    pub parcels: i32,
    /// Those that were scanned when the vehicle was loaded.
    pub loaded: i32,
    pub outcome: Option<StopResult>,
    /// The code of a failure.
    pub reason: Option<String>,
    pub done_at: Option<DateTime<Utc>>,
    /// Cash that is left to collect, or the whole amount while what was taken waits to be counted; null for none.
    pub cod_due: Option<Decimal>,
    /// Currency of that amount; ISO 4217.
    pub cod_currency: Option<String>,
}

/// A parcel of a shipment.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ParcelOfShipment {
    pub shipment_id: Uuid,
    /// From 1.
    #[oai(validator(minimum(value = "1"), maximum(value = "999")))]
    pub number: i16,
}

/// A run as its form has it.
#[derive(Object, Clone, Debug, PartialEq, Serialize)]
pub struct RouteInput {
    pub on_date: NaiveDate,
    /// The branch; required for users of some branches only.
    pub subsidiary_id: Option<Uuid>,
    /// A user that can record stops. A run without a driver is a draft.
    pub driver_id: Option<Uuid>,
    #[oai(validator(max_length = 60))]
    pub vehicle: Option<String>,
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
    /// Degrees of the place where it begins; both or none.
    #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
    pub start_latitude: Option<f64>,
    #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
    pub start_longitude: Option<f64>,
}

/// Changed fields of a run; those that are left out stay.
#[derive(Object)]
pub struct RouteUpdate {
    #[oai(flatten)]
    pub input: RouteInput,
    /// Version that was read; 409 `stale_version` if the run has changed since.
    pub version: i32,
}

/// A stop in its place.
#[derive(Object, Clone, Copy, Debug)]
pub struct RouteStopChoice {
    pub delivery_id: Uuid,
    /// Keeps its place when the stops are put in order.
    #[oai(default)]
    pub pinned: bool,
}

/// The stops of a run in their order. Deliveries that are left out come off the run.
#[derive(Object)]
pub struct RouteStopsInput {
    #[oai(validator(max_items = 150))]
    pub stops: Vec<RouteStopChoice>,
    /// Version that was read; 409 `stale_version` if the run has changed since.
    pub version: i32,
}

/// The pickups of a run. Those that are left out come off the run.
#[derive(Object)]
pub struct RoutePickupsInput {
    #[oai(validator(max_items = 100, unique_items))]
    pub pickup_ids: Vec<Uuid>,
    /// True: also new ones that are promised for another day than that of the run.
    #[oai(default)]
    pub accept_other_day: bool,
    /// Version that was read; 409 `stale_version` if the run has changed since.
    pub version: i32,
}

/// The version of the run to change.
#[derive(Object)]
pub struct RouteVersion {
    /// Version that was read.
    pub version: i32,
}

/// Codes of parcels that are in the vehicle.
#[derive(Object)]
pub struct RouteLoad {
    /// Codes of parcels, or of shipments: a shipment stands for all its parcels. The same code again changes nothing.
    #[oai(validator(min_items = 1, max_items = 200))]
    pub codes: Vec<String>,
}

/// Result of a scanned code.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum LoadOutcome {
    Loaded,
    /// It was loaded before.
    Known,
    Refused,
}

/// The result of a scanned code.
#[derive(Object, Clone, Debug)]
pub struct LoadResult {
    pub code: String,
    pub outcome: LoadOutcome,
    /// The stop of the parcel; null if it was refused.
    pub delivery_id: Option<Uuid>,
    pub recipient_name: Option<String>,
    /// Parcels that the code stands for, which are all in the vehicle now; 0 if it was refused.
    pub parcels: i16,
    /// Why it was refused.
    pub message_code: Option<String>,
    /// The reason in the language of the request.
    pub message: Option<String>,
}

/// The answer to scans.
#[derive(Object)]
pub struct RouteLoadAnswer {
    pub route: DeliveryRouteDetails,
    /// One for each code, in the given order.
    pub results: Vec<LoadResult>,
}

/// The start of a run.
#[derive(Object)]
pub struct RouteStart {
    /// Why parcels were not loaded; required when some were not. Their deliveries come off the run.
    #[oai(validator(max_length = 500))]
    pub reason: Option<String>,
    /// Version that was read.
    pub version: i32,
}

/// The end of a run.
#[derive(Object)]
pub struct RouteClosing {
    /// Why it is closed before each stop has an outcome and its files; otherwise left out.
    #[oai(validator(max_length = 500))]
    pub reason: Option<String>,
    /// Version that was read.
    pub version: i32,
}

/// Why a run is cancelled.
#[derive(Object)]
pub struct RouteCancellation {
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read.
    pub version: i32,
}

/// A page of runs with the totals of the tabs.
#[derive(Object)]
pub struct DeliveryRoutePage {
    pub data: Vec<DeliveryRoute>,
    pub meta: DeliveryRoutePageMeta,
}

#[derive(Object)]
pub struct DeliveryRoutePageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: DeliveryRouteTotals,
}

/// Numbers of runs by state, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct DeliveryRouteTotals {
    pub draft: i64,
    pub ready: i64,
    pub loaded: i64,
    pub in_progress: i64,
    pub closed: i64,
    pub cancelled: i64,
}
