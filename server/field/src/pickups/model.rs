//! What the API shows of a pickup.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::deliveries::model::FieldFileRef;
use crate::drivers::record::RecordKind;
use crate::drivers::stop_fold::RecordFlag;
use crate::steps::pickup::PickupStatus;
use freight::status::ShipmentStatus;
use server_core::address::Address;
use server_core::http::list::PageMeta;
use trade::wire_name;

wire_name! {
    /// Result for a shipment of a pickup.
    PickupOutcome {
        Expected = "expected",
        Collected = "collected",
        /// Collected without being asked for.
        Added = "added",
        /// It was not there, and can be in another pickup.
        Missing = "missing",
        /// The pickup was cancelled, or another one took it.
        Freed = "freed",
        /// The shipment was cancelled.
        Cancelled = "cancelled",
    }
}
wire_name! {
    /// Why nothing was collected.
    PickupFailReason {
        SenderAbsent = "sender_absent",
        NotReady = "not_ready",
        Closed = "closed",
        AddressNotFound = "address_not_found",
        NoAccess = "no_access",
        Refused = "refused",
        TooLarge = "too_large",
        /// The driver was never there.
        OutOfTime = "out_of_time",
        VehicleBreakdown = "vehicle_breakdown",
    }
}

wire_name! {
    /// A task that records of drivers leave for staff.
    PickupTask {
        FailedAfterCollected = "failed_after_collected",
        CollectedAfterCancel = "collected_after_cancel",
        /// By a driver from whose run it was taken.
        CollectedAfterReassign = "collected_after_reassign",
        /// A second collection names other parcels than the first one.
        CollectedAgain = "collected_again",
        /// The record that is taken back was written already.
        UndoTooLate = "undo_too_late",
        /// A photo or a signature could not be had.
        ProofImpossible = "proof_impossible",
        /// A collection at a stop whose run has not started. It counts from the start on.
        RecordedBeforeStart = "recorded_before_start",
        /// More parcels than were announced.
        MoreThanAnnounced = "more_than_announced",
    }
}

/// On which days a pickup is asked for again.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickupRepeat {
    /// 1 is Monday, 7 is Sunday.
    #[oai(validator(min_items = 1, max_items = 7, unique_items))]
    pub weekdays: Vec<i16>,
    /// The last day; null for no end.
    pub until: Option<NaiveDate>,
}

/// Parcels of a client that are collected where they are.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct Pickup {
    pub id: Uuid,
    /// Code of the warehouse, year and number.
    pub number: String,
    pub client_id: Uuid,
    pub client_name: String,
    /// The warehouse that picks up.
    pub warehouse_id: Uuid,
    pub subsidiary_id: Option<Uuid>,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub address: Address,
    /// Degrees; null while the place is not known.
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    /// The day of the driver's record that a copied place is from.
    #[oai(skip)]
    pub place_on: Option<NaiveDate>,
    /// Who hands the parcels over.
    pub contact: String,
    pub phone: Option<String>,
    /// IANA time zone of the place, which day and times belong to.
    pub time_zone: String,
    pub on_date: NaiveDate,
    /// `HH:MM`.
    pub from_time: String,
    pub to_time: String,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    /// From then on, the client no longer cancels.
    pub cutoff_at: DateTime<Utc>,
    /// Where the parcels stand, such as the reception.
    pub ready_place: Option<String>,
    pub instructions: Option<String>,
    /// Number of parcels, as the client says.
    pub parcels: i32,
    pub weight_g: Option<i32>,
    pub status: PickupStatus,
    /// How often it was scheduled.
    pub attempt: i16,
    pub driver_id: Option<Uuid>,
    pub provider_id: Option<Uuid>,
    /// Name of the driver or the provider.
    pub carrier_name: Option<String>,
    /// Number that the provider gives.
    pub confirmation_no: Option<String>,
    pub fail_reason: Option<PickupFailReason>,
    /// Why it was cancelled, or what is said of a failure.
    pub note: Option<String>,
    pub parcels_collected: Option<i32>,
    pub collected_at: Option<DateTime<Utc>>,
    /// Tasks that records of drivers left for staff; empty for clients.
    #[sqlx(json)]
    pub tasks: Vec<PickupTask>,
    #[oai(skip)]
    #[sqlx(json)]
    pub settled_tasks: Vec<PickupTask>,
    /// Empty for clients.
    #[sqlx(json)]
    pub flags: Vec<RecordFlag>,
    /// Files of its records have not arrived yet.
    pub is_waiting: bool,
    /// The driver's record that collected it.
    #[oai(skip)]
    pub record_id: Option<Uuid>,
    #[oai(skip)]
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Price of its cancellation.
    pub fee: Option<Decimal>,
    /// ISO 4217.
    pub fee_currency: Option<String>,
    /// Null if it is not asked for again.
    #[sqlx(json(nullable))]
    pub repeats: Option<PickupRepeat>,
    /// When the next one is asked for.
    pub repeat_at: Option<DateTime<Utc>>,
    /// The pickup that it repeats.
    pub repeat_of: Option<Uuid>,
    /// Its newest stop on a run.
    pub stop_id: Option<Uuid>,
    /// The run of that stop.
    pub route_id: Option<Uuid>,
    pub route_number: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an action.
    pub version: i32,
    #[sqlx(skip)]
    pub can: PickupCan,
}

/// Permissions of the user on a pickup.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PickupCan {
    pub update: bool,
    pub schedule: bool,
    pub collect: bool,
    pub fail: bool,
    pub cancel: bool,
    /// Change or end its repetition.
    pub repeat: bool,
    /// Say that its tasks are done.
    pub settle: bool,
    /// See photos, signatures and places of drivers' records.
    pub proof: bool,
}

/// A pickup with its shipments.
#[derive(Object, Clone, Debug)]
pub struct PickupDetails {
    #[oai(flatten)]
    pub pickup: Pickup,
    /// By their codes.
    pub shipments: Vec<PickupShipment>,
    /// Records of drivers, the newest first; empty for clients.
    pub records: Vec<PickupRecord>,
    /// Price of its cancellation now; null for nothing.
    pub cancel_fee: Option<Decimal>,
    /// Currency of that fee, ISO 4217.
    pub cancel_currency: String,
}

/// A shipment of a pickup.
#[derive(Object, Clone, Debug)]
pub struct PickupShipment {
    pub id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    pub to_name: Option<String>,
    pub to_city: Option<String>,
    pub to_country_id: Option<i16>,
    pub parcel_count: i16,
    pub outcome: PickupOutcome,
    /// Number of its parcels that were collected.
    pub parcels_collected: i16,
}

/// A record of a driver at a stop of a pickup. Place and files need the right `pickup.proof`.
#[derive(Object, Clone, Debug)]
pub struct PickupRecord {
    pub id: Uuid,
    pub stop_id: Uuid,
    pub kind: RecordKind,
    /// By the clock of the server.
    pub at: DateTime<Utc>,
    pub received_at: DateTime<Utc>,
    /// Who handed the parcels over.
    pub name: Option<String>,
    /// The codes that were scanned; null for all that was expected.
    pub codes: Option<Vec<String>>,
    /// Number of parcels without a label.
    pub unlabelled: Option<i32>,
    pub reason: Option<PickupFailReason>,
    pub note: Option<String>,
    pub proof_impossible: Option<String>,
    /// The record that it takes back.
    pub undoes: Option<Uuid>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub accuracy_m: Option<f64>,
    pub files: Vec<FieldFileRef>,
    /// False while some of its files are missing.
    pub is_complete: bool,
}

/// A shipment that waits at its sender.
#[derive(Object, Clone, Debug)]
pub struct PickupCandidate {
    pub id: Uuid,
    pub tracking_code: String,
    pub to_name: Option<String>,
    pub to_city: Option<String>,
    pub to_country_id: Option<i16>,
    pub parcel_count: i16,
    pub weight_g: Option<i32>,
}

/// The days on which parcels can be picked up at an address.
#[derive(Object, Clone, Debug)]
pub struct PickupDays {
    /// False where nobody picks up; the other fields are then empty.
    pub is_served: bool,
    /// IANA time zone of the place.
    pub time_zone: Option<String>,
    /// `HH:MM`.
    pub opens_at: Option<String>,
    pub closes_at: Option<String>,
    /// From this time on, nothing more is taken for the same day.
    pub cutoff: Option<String>,
    /// The next possible days.
    pub days: Vec<NaiveDate>,
}

/// A page of pickups with the totals of the tabs.
#[derive(Object)]
pub struct PickupPage {
    pub data: Vec<Pickup>,
    pub meta: PickupPageMeta,
}

#[derive(Object)]
pub struct PickupPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: PickupTotals,
}

/// Numbers of pickups by state, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct PickupTotals {
    pub requested: i64,
    pub scheduled: i64,
    pub on_route: i64,
    pub collected: i64,
    pub partial: i64,
    pub failed: i64,
    pub cancelled: i64,
}

/// The result of a scanned code.
#[derive(Object)]
pub struct RefusedParcel {
    pub code: String,
    /// Why it was not collected.
    pub message_code: String,
    /// The reason in the language of the request.
    pub message: String,
}

/// The answer to a collection.
#[derive(Object)]
pub struct PickupCollection {
    pub pickup: PickupDetails,
    /// Codes that were not collected.
    pub refused: Vec<RefusedParcel>,
}
