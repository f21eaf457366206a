//! What the API shows of a delivery.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::drivers::attempt_reason::AttemptReason;
use crate::drivers::record::{ProofKind, RecordKind};
use crate::drivers::stop_fold::{FieldTask, RecordFlag};
use crate::steps::delivery::DeliveryStatus;
use freight::status::ShipmentStatus;
use server_core::address::Address;
use server_core::http::list::PageMeta;
use trade::wire_name;

wire_name! {
    /// Who took the parcels.
    ReceiverKind {
        Recipient = "self",
        Family = "family",
        Neighbour = "neighbour",
        Reception = "reception",
        Other = "other",
    }
}
wire_name! {
    /// Result of a stop.
    StopResult { Delivered = "delivered", Partial = "partial", Failed = "failed" }
}
wire_name! {
    /// The wish of a recipient after a failed attempt, or of a client after the last one.
    RecipientChoice {
        AnotherDay = "another_day",
        /// The parcels wait at the counter until a day; somebody fetches them.
        Hold = "hold",
        /// The parcels go to a neighbour, who is named.
        Neighbour = "neighbour",
        /// The post brings them.
        Post = "post",
        Return = "return",
        /// To an address in the note. Of clients only.
        OtherAddress = "other_address",
    }
}

/// Parcels that go to one consignee on one day.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct Delivery {
    pub id: Uuid,
    /// Year and number.
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
    /// The day for which it is meant.
    pub on_date: NaiveDate,
    pub recipient_name: String,
    pub phone: Option<String>,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub address: Address,
    /// Degrees; null while the place is not known.
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    /// The day of the driver's record that a copied place is from.
    #[oai(skip)]
    pub place_on: Option<NaiveDate>,
    /// When the consignee is there, `HH:MM`.
    pub from_time: Option<String>,
    pub to_time: Option<String>,
    pub instructions: Option<String>,
    pub status: DeliveryStatus,
    pub parcels: i32,
    /// Attempts that count.
    pub attempts: i16,
    pub max_attempts: i16,
    /// Proof that the driver must bring besides a name or a photo.
    #[sqlx(json)]
    pub proof: Vec<ProofKind>,
    /// Cash to collect; null for none.
    pub cod_due: Option<Decimal>,
    /// Currency of the amounts of cash; ISO 4217.
    pub cod_currency: Option<String>,
    /// Cash that drivers took. Null while some of it waits to be counted, too, so that who counts it does not know it.
    pub cod_taken: Option<Decimal>,
    /// A driver has cash of it that nobody has counted.
    pub is_cash_waiting: bool,
    /// A driver took cash of it, counted or not. It goes back when the delivery is opened again.
    pub has_cash: bool,
    /// Its cash was counted with a difference that nobody has decided yet.
    pub has_cash_difference: bool,
    /// Its cash was paid out to its client: it is not opened again before that is reversed.
    pub is_cash_paid_out: bool,
    /// Its newest stop.
    pub stop_id: Option<Uuid>,
    /// The run of that stop.
    pub route_id: Option<Uuid>,
    pub route_number: Option<String>,
    pub driver_name: Option<String>,
    #[oai(skip)]
    pub driver_id: Option<Uuid>,
    #[oai(skip)]
    pub pin_turn: i16,
    /// Wrong PINs that drivers have sent. After five, none counts until there is a new one.
    pub pin_misses: i16,
    /// The newest reason of a driver.
    pub fail_reason: Option<AttemptReason>,
    /// The reason of the office for the newest change.
    pub reason: Option<String>,
    pub delivered_at: Option<DateTime<Utc>>,
    /// Who took the parcels.
    pub received_by: Option<String>,
    pub relationship: Option<ReceiverKind>,
    /// Questions of records that staff have to decide.
    #[sqlx(json)]
    pub tasks: Vec<FieldTask>,
    #[sqlx(json)]
    pub flags: Vec<RecordFlag>,
    /// Files of its records have not arrived yet.
    pub is_waiting: bool,
    /// Chosen by the recipient after a failed attempt, or by the client after the last one.
    pub choice: Option<RecipientChoice>,
    pub choice_on: Option<NaiveDate>,
    pub choice_note: Option<String>,
    pub choice_at: Option<DateTime<Utc>>,
    /// Attempts after which the client chose; null for a choice of the recipient.
    pub choice_attempts: Option<i16>,
    /// The last day for the client to choose what happens after the last attempt; null while nobody waits for it.
    pub decide_until: Option<NaiveDate>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an action.
    pub version: i32,
    #[sqlx(skip)]
    pub can: DeliveryCan,
}

/// Permissions of the user on a delivery.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveryCan {
    pub update: bool,
    pub assign: bool,
    pub reassign: bool,
    pub reopen: bool,
    #[oai(rename = "return")]
    pub send_back: bool,
    pub cancel: bool,
    /// Say that its tasks are done.
    pub settle: bool,
    /// Hand its parcels over at the counter.
    pub hand_over: bool,
    /// Add photos or papers to its records.
    pub attach: bool,
    /// See who took the parcels, with document, signature and place.
    pub proof: bool,
    /// Make a new PIN for the recipient.
    pub pin: bool,
}

/// A delivery with its shipments and its history.
#[derive(Object, Clone, Debug)]
pub struct DeliveryDetails {
    #[oai(flatten)]
    pub delivery: Delivery,
    /// By their codes.
    pub shipments: Vec<DeliveryShipment>,
    /// The newest first.
    pub stops: Vec<DeliveryStop>,
    /// The newest first.
    pub records: Vec<DeliveryRecord>,
}

/// A shipment of a delivery.
#[derive(Object, Clone, Debug)]
pub struct DeliveryShipment {
    pub id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    pub client_name: Option<String>,
    pub parcel_count: i16,
    /// Numbers of its parcels that were handed over.
    pub done: Vec<i16>,
}

/// A stop of a delivery on a run, or at the counter.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct DeliveryStop {
    pub id: Uuid,
    /// Null at the counter.
    pub route_id: Option<Uuid>,
    pub route_number: Option<String>,
    /// Day of the run.
    pub on_date: Option<NaiveDate>,
    /// At the counter, who handed it over.
    pub driver_name: Option<String>,
    /// Null while nothing has become of it.
    pub outcome: Option<StopResult>,
    /// The code of a failure, or why it was taken off.
    pub reason: Option<String>,
    pub done_at: Option<DateTime<Utc>>,
    /// When it was taken off its run.
    pub removed_at: Option<DateTime<Utc>>,
}

/// Record of a driver at a stop of a delivery. Place, document and files need the right `delivery.proof`.
#[derive(Object, Clone, Debug)]
pub struct DeliveryRecord {
    pub id: Uuid,
    pub stop_id: Uuid,
    pub kind: RecordKind,
    /// By the clock of the server.
    pub at: DateTime<Utc>,
    pub received_at: DateTime<Utc>,
    pub name: Option<String>,
    pub relationship: Option<ReceiverKind>,
    pub document_number: Option<String>,
    /// Whether the recipient said the right PIN; null for a record without a PIN.
    pub is_pin_right: Option<bool>,
    pub reason: Option<AttemptReason>,
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

/// A file of a record.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldFileRef {
    /// 64 hexadecimal digits in lower case.
    #[oai(validator(min_length = 64, max_length = 64))]
    pub sha256: String,
    pub kind: ProofKind,
}

/// A page of deliveries with the totals of the tabs.
#[derive(Object)]
pub struct DeliveryPage {
    pub data: Vec<Delivery>,
    pub meta: DeliveryPageMeta,
}

#[derive(Object)]
pub struct DeliveryPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: DeliveryTotals,
}

/// Numbers of deliveries by state, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct DeliveryTotals {
    pub pending: i64,
    pub assigned: i64,
    pub out: i64,
    pub delivered: i64,
    pub partial: i64,
    pub failed: i64,
    pub returned: i64,
    pub cancelled: i64,
}

/// Result for a shipment that was to be delivered.
#[derive(Object, Clone, Debug)]
pub struct DeliveryResult {
    pub shipment_id: Uuid,
    pub tracking_code: Option<String>,
    /// The delivery that it is in now; null if it was refused.
    pub delivery_id: Option<Uuid>,
    /// Number of that delivery.
    pub number: Option<String>,
    /// Why it was refused.
    pub message_code: Option<String>,
    /// The reason in the language of the request.
    pub message: Option<String>,
}
