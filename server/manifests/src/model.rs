//! A manifest as the API shows and takes it.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::Serialize;
use uuid::Uuid;

use super::checks::{ManifestField, ManifestProblemKind};
use super::snapshot::ManifestPurpose;
use super::state::ManifestStatus;
use server_core::http::list::PageMeta;
use trade::wire_name;

wire_name! {
    /// The trade that a manifest is for.
    ManifestKind { Export = "export", Import = "import", Courier = "courier", Domestic = "domestic" }
}

wire_name! {
    /// The answer of a receiver about a house.
    HouseAnswer { Accepted = "accepted", Rejected = "rejected" }
}

wire_name! {
    /// States that people look for together.
    ManifestStage {
        /// Open, also while it is closed.
        Open = "open",
        Closed = "closed",
        /// Sent, without an answer about each house.
        Sent = "sent",
        Accepted = "accepted",
        Rejected = "rejected",
        Cancelled = "cancelled",
    }
}

impl ManifestStage {
    pub fn statuses(self) -> Vec<ManifestStatus> {
        use ManifestStatus as S;
        match self {
            Self::Open => vec![S::Open, S::Closing],
            Self::Closed => vec![S::Closed],
            Self::Sent => vec![S::Sending, S::Sent],
            Self::Accepted => vec![S::Accepted],
            Self::Rejected => vec![S::Rejected],
            Self::Cancelled => vec![S::Cancelled],
        }
    }
}

/// A list of the goods in a transport, for partners, airlines and customs.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct Manifest {
    pub id: Uuid,
    /// Airport, year and number.
    pub number: String,
    pub status: ManifestStatus,
    pub kind: ManifestKind,
    /// Number of the version that is written or was closed last.
    pub revision: i16,
    /// The purpose of that version.
    pub purpose: ManifestPurpose,
    pub subsidiary_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub partner_name: Option<String>,
    pub provider_id: Option<Uuid>,
    pub provider_name: Option<String>,
    /// IATA codes.
    pub origin_airport: String,
    pub destination_airport: String,
    /// The airline's waybill that it is about. Without one there are tables only, no messages.
    pub mawb_id: Option<Uuid>,
    /// `020-12345675`.
    pub mawb_number: Option<String>,
    /// All flights of the waybill, separated by blanks.
    pub flights: Option<String>,
    /// Day of the first flight.
    pub departs_on: Option<NaiveDate>,
    /// Bags whose parcels are on it; empty with a waybill, which has its own.
    pub bag_ids: Vec<Uuid>,
    /// Shipments on it that are in no bag; empty with a waybill.
    pub shipment_ids: Vec<Uuid>,
    /// Houses of the version that was closed last; null before.
    pub house_count: Option<i32>,
    pub piece_count: Option<i32>,
    /// Grams.
    pub weight_g: Option<i64>,
    pub closed_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    /// Houses of the sent version that were accepted.
    pub accepted_count: i32,
    /// Houses of the sent version that were rejected.
    pub rejected_count: i32,
    /// A version was sent: the next one is an update.
    pub is_known: bool,
    /// The goods have left: from then on an amendment needs the right `amend_late`.
    pub has_departed: bool,
    /// Its waybill is void, and it is not being withdrawn: nobody is told of it until it has another one.
    pub is_waybill_void: bool,
    /// Its waybill has other contents than a version that is closed and not sent yet: open it again, and close it anew. Or it has
    /// lost goods of the version that was sent: amend the manifest.
    pub is_waybill_changed: bool,
    pub note: Option<String>,
    /// Why it was opened again, amended or cancelled.
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an action.
    pub version: i32,
    #[sqlx(skip)]
    pub can: ManifestCan,
}

/// Permissions of the user on a manifest.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ManifestCan {
    pub update: bool,
    pub close: bool,
    pub reopen: bool,
    pub send: bool,
    pub record_answer: bool,
    /// Open it for a further version, or go on with one that is open as a withdrawal as an update.
    pub amend: bool,
    /// Amend it as its withdrawal, also while it is open for another amendment.
    pub withdraw: bool,
    pub cancel: bool,
    /// Download the files of its versions.
    pub download: bool,
}

/// A manifest as its form has it.
#[derive(Object, Clone, Debug, PartialEq, Serialize)]
pub struct ManifestInput {
    #[oai(default = "usual_kind")]
    pub kind: ManifestKind,
    /// The agent or reseller who gets it.
    pub partner_id: Option<Uuid>,
    /// The airline, post or broker that gets it.
    pub provider_id: Option<Uuid>,
    /// The airline's waybill that it is about: what is on it, and its airports. A waybill has one manifest, and another
    /// one once that was cancelled, or its withdrawal was sent.
    pub mawb_id: Option<Uuid>,
    /// Left out: that of the bags. With a waybill always its own.
    #[oai(validator(max_length = 3))]
    pub origin_airport: Option<String>,
    /// Left out: that of the bags. With a waybill always its own.
    #[oai(validator(max_length = 3))]
    pub destination_airport: Option<String>,
    /// Bags whose parcels are on it. Not with a waybill.
    #[oai(default, validator(max_items = 500))]
    pub bag_ids: Vec<Uuid>,
    /// Shipments on it that are in no bag. Not with a waybill.
    #[oai(default, validator(max_items = 1000))]
    pub shipment_ids: Vec<Uuid>,
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
}

const fn usual_kind() -> ManifestKind {
    ManifestKind::Export
}

impl ManifestInput {
    pub fn of(manifest: &Manifest) -> Self {
        Self {
            kind: manifest.kind,
            partner_id: manifest.partner_id,
            provider_id: manifest.provider_id,
            mawb_id: manifest.mawb_id,
            origin_airport: Some(manifest.origin_airport.clone()),
            destination_airport: Some(manifest.destination_airport.clone()),
            bag_ids: manifest.bag_ids.clone(),
            shipment_ids: manifest.shipment_ids.clone(),
            note: manifest.note.clone(),
        }
    }
}

/// Changed fields of a manifest; those that are left out stay.
#[derive(Object)]
pub struct ManifestUpdate {
    #[oai(flatten)]
    pub input: ManifestInput,
    /// Version that was read; 409 `stale_version` if the manifest has changed since.
    pub version: i32,
}

/// The version of a manifest that somebody read.
#[derive(Object)]
pub struct ManifestVersionRead {
    /// Version that was read.
    pub version: i32,
}

/// Why a manifest is opened again or cancelled.
#[derive(Object)]
pub struct ManifestReason {
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read.
    pub version: i32,
}

wire_name! {
    /// The purpose of an amendment.
    AmendmentPurpose {
        /// Houses were changed, added or taken off.
        Update = "update",
        /// The manifest is void. The next version has the same lines.
        Deletion = "deletion",
    }
}

/// Why a sent manifest is written anew.
#[derive(Object)]
pub struct ManifestAmendment {
    pub purpose: AmendmentPurpose,
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read.
    pub version: i32,
}

/// How a manifest is sent.
#[derive(Object)]
pub struct ManifestSending {
    /// Name of a gateway of `manifest_gateways`. Left out, or `download`: somebody sends its files on.
    #[oai(validator(max_length = 30))]
    pub gateway: Option<String>,
    /// Version that was read.
    pub version: i32,
}

/// A page of manifests with the totals of the tabs.
#[derive(Object)]
pub struct ManifestPage {
    pub data: Vec<Manifest>,
    pub meta: ManifestPageMeta,
}

#[derive(Object)]
pub struct ManifestPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: ManifestTotalsByStage,
}

/// Numbers of manifests by stage, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct ManifestTotalsByStage {
    pub open: i64,
    pub closed: i64,
    pub sent: i64,
    pub accepted: i64,
    pub rejected: i64,
    pub cancelled: i64,
}

/// A house of a manifest.
#[derive(Object, Clone, Debug, PartialEq)]
pub struct ManifestHouse {
    /// Number of the line.
    pub seq: i32,
    pub shipment_id: Uuid,
    /// Code of the shipment.
    pub house: String,
    /// Numbers of the bags with its parcels.
    pub bags: Vec<String>,
    pub shipper_name: String,
    pub consignee_name: String,
    pub consignee_city: String,
    /// Two letters; empty if it is not known.
    pub consignee_country: String,
    pub description: String,
    pub hs_codes: Vec<String>,
    pub pieces: i32,
    /// Grams.
    pub weight_g: i64,
    pub value: Decimal,
    /// ISO 4217; empty if it is not known.
    pub currency: String,
    pub answer: Option<HouseAnswer>,
    pub answer_reason: Option<String>,
    pub answered_at: Option<DateTime<Utc>>,
    /// The newest answer came in a file; `manifest_answer_file` has it.
    pub has_answer_file: bool,
}

/// A page of the houses of a manifest.
#[derive(Object)]
pub struct ManifestHousePage {
    pub data: Vec<ManifestHouse>,
    pub meta: PageMeta,
}

/// The problems that keep a manifest from being closed, and notes.
#[derive(Object)]
pub struct ManifestCheck {
    pub houses: i32,
    pub pieces: i32,
    /// Grams.
    pub weight_g: i64,
    /// Problems that must be put right before it is closed.
    pub blocking: i32,
    /// Problems that are shown and can be left.
    pub notes: i32,
    pub counts: Vec<ManifestProblemCount>,
    /// The first 500, those that must be put right first.
    pub problems: Vec<ManifestProblem>,
}

#[derive(Object)]
pub struct ManifestProblemCount {
    pub kind: ManifestProblemKind,
    pub count: i32,
}

/// One problem of a manifest or of a line of it.
#[derive(Object, Clone, Debug)]
pub struct ManifestProblem {
    pub kind: ManifestProblemKind,
    pub is_blocking: bool,
    /// Number of the line; null for the manifest as a whole.
    pub seq: Option<i32>,
    pub house: Option<String>,
    pub shipment_id: Option<Uuid>,
    pub field: Option<ManifestField>,
    /// The text as it stands.
    pub text: String,
    /// The text that a message has instead; empty if nothing is left.
    pub written: String,
}

/// The answers of a receiver about some houses.
#[derive(Object)]
pub struct ManifestAnswers {
    /// For each house that is not named; null to leave those as they are.
    pub others: Option<HouseAnswer>,
    #[oai(default, validator(max_items = 1000))]
    pub houses: Vec<ManifestHouseAnswer>,
    /// Version that was read.
    pub version: i32,
}

/// The answer of a receiver about a house.
#[derive(Object, Clone, Debug)]
pub struct ManifestHouseAnswer {
    #[oai(validator(max_length = 40))]
    pub house: String,
    pub answer: HouseAnswer,
    /// Required for a rejection.
    #[oai(validator(max_length = 500))]
    pub reason: Option<String>,
}
