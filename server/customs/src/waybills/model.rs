//! An air waybill as the API shows and takes it.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::charges::WaybillTotals;
use super::parts::{WaybillAgent, WaybillCharge, WaybillLeg, WaybillParty, WaybillPayment, WaybillRate};
use super::state::WaybillStatus;
use server_core::http::list::PageMeta;
use trade::wire_name;

wire_name! {
    /// States that people look for together.
    WaybillStage {
        Draft = "draft",
        Booked = "booked",
        /// Issued, also once the airline has the goods.
        Issued = "issued",
        Departed = "departed",
        /// Arrived, also while it is at customs.
        Arrived = "arrived",
        Delivered = "delivered",
        Void = "void",
    }
}

impl WaybillStage {
    pub fn statuses(self) -> Vec<WaybillStatus> {
        use WaybillStatus as S;
        match self {
            Self::Draft => vec![S::Draft],
            Self::Booked => vec![S::Booked],
            Self::Issued => vec![S::Issued, S::Accepted],
            Self::Departed => vec![S::Departed],
            Self::Arrived => vec![S::Arrived, S::Received, S::Customs],
            Self::Delivered => vec![S::Delivered],
            Self::Void => vec![S::Void],
        }
    }
}

/// An air waybill as its form has it.
#[derive(Object, Clone, Debug, PartialEq, Serialize, Deserialize, sqlx::FromRow)]
pub struct WaybillInput {
    /// IATA code.
    #[oai(validator(max_length = 3))]
    pub origin_airport: String,
    /// IATA code.
    #[oai(validator(max_length = 3))]
    pub destination_airport: String,
    /// Flights from the origin to the destination, in their order.
    #[oai(default, validator(max_items = 6))]
    #[sqlx(json)]
    pub legs: Vec<WaybillLeg>,
    /// Until when the airline takes the goods.
    pub cutoff_at: Option<DateTime<Utc>>,
    #[sqlx(json(nullable))]
    pub shipper: Option<WaybillParty>,
    #[sqlx(json(nullable))]
    pub consignee: Option<WaybillParty>,
    /// The agent who writes the waybill for the airline.
    #[sqlx(json(nullable))]
    pub agent: Option<WaybillAgent>,
    /// Typed instead of the counted parcels.
    #[oai(validator(minimum(value = "1"), maximum(value = "9999999")))]
    pub pieces: Option<i32>,
    /// Grams, typed instead of the weights of bags and loose parcels.
    #[oai(validator(minimum(value = "1"), maximum(value = "900000000")))]
    pub gross_g: Option<i32>,
    /// Grams, typed instead of the greater one of weight and volume.
    #[oai(validator(minimum(value = "1"), maximum(value = "900000000")))]
    pub chargeable_g: Option<i32>,
    /// Cubic centimetres of all pieces.
    #[oai(validator(minimum(value = "1"), maximum(value = "900000000")))]
    pub volume_cm3: Option<i32>,
    /// ISO 4217, of rates, charges and declared values.
    #[oai(validator(max_length = 3))]
    pub currency: Option<String>,
    #[oai(default = "usual_payment")]
    pub payment: WaybillPayment,
    /// The price of the weight, line by line.
    #[oai(default, validator(max_items = 10))]
    #[sqlx(json)]
    pub rate_lines: Vec<WaybillRate>,
    #[oai(default, validator(max_items = 30))]
    #[sqlx(json)]
    pub other_charges: Vec<WaybillCharge>,
    /// Value declared for carriage; null for none (NVD).
    pub declared_carriage: Option<Decimal>,
    /// Value declared for customs; null for none (NCV).
    pub declared_customs: Option<Decimal>,
    /// Nature and quantity of goods.
    #[oai(validator(max_length = 500))]
    pub goods: Option<String>,
    /// Codes of special handling, three letters each: `EAP`, `ELI`.
    #[oai(default, validator(max_items = 9))]
    pub handling_codes: Vec<String>,
    #[oai(validator(max_length = 500))]
    pub handling_note: Option<String>,
    /// Without paper (e-AWB).
    #[oai(default = "usually_electronic")]
    pub is_electronic: bool,
    /// Number of the customs declaration: RUC, MRN.
    #[oai(validator(max_length = 60))]
    pub customs_reference: Option<String>,
    /// Day on which it is signed. Left out: the day of the issue.
    pub executed_on: Option<NaiveDate>,
    /// Place at which it is signed.
    #[oai(validator(max_length = 60))]
    pub executed_at: Option<String>,
    /// Who signs it.
    #[oai(validator(max_length = 60))]
    pub signatory: Option<String>,
    /// For staff only.
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
}

const fn usual_payment() -> WaybillPayment {
    WaybillPayment::Prepaid
}

const fn usually_electronic() -> bool {
    true
}

/// The contract with an airline about bags and loose shipments: a master air waybill.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct Waybill {
    pub id: Uuid,
    /// Digits of the airline, serial and check digit: `020-12345675`.
    pub number: String,
    pub status: WaybillStatus,
    /// Number of the newest document; 0 before it is issued. A higher one than 1 is an amended waybill.
    pub revision: i16,
    /// The range of its number; null for a number that somebody typed.
    pub range_id: Option<Uuid>,
    /// The number is not of the company's own ranges.
    pub is_foreign: bool,
    /// The airline.
    pub provider_id: Uuid,
    pub provider_name: String,
    /// Two characters of the airline.
    pub airline_code: Option<String>,
    pub subsidiary_id: Option<Uuid>,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: WaybillInput,
    /// Day of the first flight.
    pub departs_on: Option<NaiveDate>,
    /// All flights, separated by blanks.
    pub flights: String,
    #[sqlx(json)]
    pub counted: WaybillCount,
    /// Its pieces, weights and amounts.
    #[sqlx(skip)]
    pub totals: WaybillTotals,
    pub issued_at: Option<DateTime<Utc>>,
    /// When what its status says happened.
    pub moved_at: Option<DateTime<Utc>>,
    /// Why it was amended or is void.
    pub reason: Option<String>,
    /// The words of the airline about the cancellation.
    pub carrier_note: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change, also of its contents. Send it with an action.
    pub version: i32,
    /// Numbers left in the open ranges of the airline, if these are few; only in the answer to its creation.
    #[sqlx(skip)]
    pub few_numbers_left: Option<i64>,
    #[sqlx(skip)]
    pub can: WaybillCan,
}

/// The counted contents of a waybill.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaybillCount {
    pub bags: i64,
    /// Parcels in these bags.
    pub bag_parcels: i64,
    /// Shipments that are in no bag.
    pub loose_shipments: i64,
    /// Parcels of these shipments.
    pub loose_parcels: i64,
    /// Grams: of a closed bag on the scale, of an open one its parcels and itself, of a loose shipment as declared.
    pub weight_g: i64,
}

impl WaybillCount {
    pub const fn parcels(&self) -> i64 {
        self.bag_parcels + self.loose_parcels
    }
}

/// Permissions of the user on a waybill.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaybillCan {
    pub update: bool,
    /// Put bags and loose shipments on it.
    pub scan: bool,
    /// Take them off.
    pub remove: bool,
    pub book: bool,
    pub issue: bool,
    pub amend: bool,
    pub void: bool,
    /// Record what the airline reports.
    pub record_event: bool,
}

/// A new waybill.
#[derive(Object, Clone, Debug)]
pub struct NewWaybillInput {
    #[oai(flatten)]
    pub input: WaybillInput,
    /// The airline.
    pub provider_id: Uuid,
    /// A number of the airline or another agent, with its check digit. Left out: the next one of the company's ranges.
    #[oai(validator(max_length = 30))]
    pub number: Option<String>,
    /// Left out: the branch of the user, if there is one alone.
    pub subsidiary_id: Option<Uuid>,
}

/// Changed fields of a waybill; those that are left out stay.
#[derive(Object)]
pub struct WaybillUpdate {
    #[oai(flatten)]
    pub input: WaybillInput,
    /// Version that was read; 409 `stale_version` if the waybill has changed since.
    pub version: i32,
}

/// A waybill that is booked or issued.
#[derive(Object)]
pub struct WaybillVersion {
    /// Version that was read.
    pub version: i32,
}

/// Changed fields of an issued waybill, and why; those that are left out stay.
#[derive(Object)]
pub struct WaybillAmendment {
    #[oai(flatten)]
    pub input: WaybillInput,
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Bags and shipments that the airline did not take, by the ids of their lines.
    #[oai(default, validator(max_items = 500, unique_items))]
    pub removed_content_ids: Vec<Uuid>,
    /// Version that was read.
    pub version: i32,
}

/// Why a waybill is void.
#[derive(Object)]
pub struct WaybillVoiding {
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// The words of the airline about the cancellation; required once the waybill is issued.
    #[oai(validator(max_length = 500))]
    pub carrier_note: Option<String>,
    /// Version that was read.
    pub version: i32,
}

/// A page of waybills with the totals of the tabs.
#[derive(Object)]
pub struct WaybillPage {
    pub data: Vec<Waybill>,
    pub meta: WaybillPageMeta,
}

#[derive(Object)]
pub struct WaybillPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: WaybillStageTotals,
}

/// Numbers of waybills by stage, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct WaybillStageTotals {
    pub draft: i64,
    pub booked: i64,
    pub issued: i64,
    pub departed: i64,
    pub arrived: i64,
    pub delivered: i64,
    pub void: i64,
}
