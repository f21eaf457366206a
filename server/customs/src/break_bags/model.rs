//! Break-bags as the API shows and takes them.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use trade::wire_name;
use uuid::Uuid;

use super::comparison::{ArrivalScan, ComparedParcel, DifferenceResolution, ParcelFinding};
use super::state::BreakBagStatus;
use server_core::http::form::FilePart;
use server_core::http::list::PageMeta;

wire_name! {
    /// Where parcels go on after a break-bag.
    BreakBagNextStep {
        /// To the receiving station of the warehouse.
        Receiving = "receiving",
        /// To the consignees.
        Delivery = "delivery",
    }
}

/// The unpacking of what a waybill or a master brought.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct BreakBag {
    pub id: Uuid,
    /// The air waybill that brought it; null for a master.
    pub mawb_id: Option<Uuid>,
    /// The master that brought it; null for an air waybill.
    pub master_id: Option<Uuid>,
    /// The manifest whose houses are expected; null when there is none that is closed, and all parcels are.
    pub manifest_id: Option<Uuid>,
    /// Version of the manifest.
    pub manifest_revision: Option<i16>,
    /// Number of the waybill or the master.
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
    /// Where it goes to.
    pub place: String,
    /// IANA time zone of the place.
    pub time_zone: String,
    pub status: BreakBagStatus,
    /// While it is unpacked, the goods on its papers are not shown.
    pub blind: bool,
    /// Parcels that the papers have; null while a blind one is unpacked.
    pub expected_count: Option<i32>,
    /// Parcels of those that were scanned.
    pub found_count: i32,
    /// Parcels that were scanned, and that the papers do not have.
    pub over_count: i32,
    /// Parcels that the papers have, and that are not there; 0 until all is unpacked.
    pub short_count: i32,
    pub damaged_count: i32,
    /// Differences about which somebody has to decide.
    pub open_count: i32,
    pub counted_at: Option<DateTime<Utc>>,
    pub closed_at: Option<DateTime<Utc>>,
    /// Null until it is closed.
    pub next_step: Option<BreakBagNextStep>,
    /// Why it was cancelled or opened again.
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an action.
    pub version: i32,
    #[sqlx(skip)]
    pub can: BreakBagCan,
}

/// Permissions of the user on a break-bag.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BreakBagCan {
    /// Scan parcels, and say which are damaged.
    pub scan: bool,
    /// Settle differences.
    pub resolve: bool,
    /// Register parcels that nobody knows while they are settled.
    pub register: bool,
    /// Say that all is unpacked.
    pub finish: bool,
    pub reopen: bool,
    pub close: bool,
    pub cancel: bool,
}

/// A parcel of a break-bag: one that was expected, or one that was found besides.
#[derive(Object, Clone, Debug)]
pub struct BreakBagLine {
    pub id: Uuid,
    pub finding: ParcelFinding,
    pub is_damaged: bool,
    /// Somebody has to decide about it.
    pub is_open: bool,
    /// The ways to settle it; empty when there is nothing to settle.
    pub ways_to_settle: Vec<DifferenceResolution>,
    /// Tracking code of its shipment; as it was scanned for a parcel that nobody knows.
    pub code: String,
    /// Null for a parcel that nobody knows.
    pub shipment_id: Option<Uuid>,
    /// The number of the parcel in its shipment.
    pub seq: Option<i16>,
    /// Parcels of the shipment.
    pub parcel_count: Option<i16>,
    /// The bag in which it should be; null for a loose parcel and for one that was not expected.
    pub bag_id: Option<Uuid>,
    pub bag_number: Option<String>,
    /// The bag in which it was found, if the station said so.
    pub found_bag_id: Option<Uuid>,
    pub found_bag_number: Option<String>,
    pub scanned_at: Option<DateTime<Utc>>,
    pub damage_note: Option<String>,
    /// It has a photo, in `break_bag_photo_show`.
    pub has_photo: bool,
    pub resolution: Option<DifferenceResolution>,
    pub resolution_note: Option<String>,
    pub resolved_at: Option<DateTime<Utc>>,
    /// Nobody knows it, and receiving keeps it as unidentified.
    pub is_registered: bool,
}

/// A line as its row has it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LineRow {
    pub id: Uuid,
    pub is_expected: bool,
    pub code: String,
    pub shipment_id: Option<Uuid>,
    pub seq: Option<i16>,
    pub parcel_count: Option<i16>,
    pub bag_id: Option<Uuid>,
    pub bag_number: Option<String>,
    pub found_bag_id: Option<Uuid>,
    pub found_bag_number: Option<String>,
    pub scanned_at: Option<DateTime<Utc>>,
    pub is_damaged: bool,
    pub damage_note: Option<String>,
    pub has_photo: bool,
    pub resolution: Option<DifferenceResolution>,
    pub resolution_note: Option<String>,
    pub resolved_at: Option<DateTime<Utc>>,
    pub is_registered: bool,
}

impl LineRow {
    pub const fn to_compared(&self) -> ComparedParcel {
        ComparedParcel {
            is_expected: self.is_expected,
            bag_id: self.bag_id,
            is_scanned: self.scanned_at.is_some(),
            found_bag_id: self.found_bag_id,
            is_damaged: self.is_damaged,
            resolution: self.resolution,
        }
    }

    /// The line of a break-bag; `is_complete` once all of it was unpacked.
    pub fn to_line(self, is_complete: bool) -> BreakBagLine {
        let compared = self.to_compared();
        BreakBagLine {
            id: self.id,
            finding: compared.finding(is_complete),
            is_damaged: self.is_damaged,
            is_open: compared.is_open(is_complete),
            ways_to_settle: compared.ways_to_settle(is_complete).to_vec(),
            code: self.code,
            shipment_id: self.shipment_id,
            seq: self.seq,
            parcel_count: self.parcel_count,
            bag_id: self.bag_id,
            bag_number: self.bag_number,
            found_bag_id: self.found_bag_id,
            found_bag_number: self.found_bag_number,
            scanned_at: self.scanned_at,
            damage_note: self.damage_note,
            has_photo: self.has_photo,
            resolution: self.resolution,
            resolution_note: self.resolution_note,
            resolved_at: self.resolved_at,
            is_registered: self.is_registered,
        }
    }
}

impl BreakBagStatus {
    /// Whether all of the flight was unpacked.
    pub const fn is_complete(self) -> bool {
        matches!(self, Self::Counted | Self::Closed)
    }
}

/// The transport to unpack: one of the two.
#[derive(Object, Clone, Debug)]
pub struct BreakBagInput {
    pub mawb_id: Option<Uuid>,
    pub master_id: Option<Uuid>,
    /// True: until all is unpacked, nobody is shown what is expected.
    #[oai(default)]
    pub blind: bool,
}

wire_name! {
    /// The result of a scan.
    BreakBagOutcome {
        Found = "found",
        /// It is there, in another bag than the papers say.
        OtherBag = "other_bag",
        /// It was not expected here.
        Over = "over",
        /// It was scanned before.
        AlreadyHere = "already_here",
    }
}

/// A code that a station has scanned.
#[derive(Object, Clone, Debug)]
pub struct BreakBagScan {
    /// Id of the scan, made by the station: the same scan again changes nothing, and has the first answer.
    pub key: Uuid,
    /// The code of a parcel or of its shipment. For a shipment with several parcels it is the next one that is not there yet.
    #[oai(validator(min_length = 1, max_length = 120))]
    pub code: String,
    /// The bag that is being unpacked.
    pub bag_id: Option<Uuid>,
    /// Name of the station, as its people call it.
    #[oai(default, validator(max_length = 60))]
    pub station: String,
}

impl BreakBagScan {
    pub const fn to_arrival(&self, at: DateTime<Utc>) -> ArrivalScan {
        ArrivalScan { id: self.key, at, bag_id: self.bag_id }
    }
}

/// The answer to a scan.
#[derive(Object, Clone, Debug)]
pub struct BreakBagScanAnswer {
    pub outcome: BreakBagOutcome,
    pub line: BreakBagLine,
    /// With its present figures.
    pub break_bag: BreakBag,
    /// Set for a parcel that a bag still had that has not left: it was taken out, or that bag must be opened first.
    pub message_code: Option<String>,
    pub message: Option<String>,
}

/// A damage of a parcel with a photo, as a form.
#[derive(Object, Clone, Debug)]
pub struct BreakBagDamage {
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
    /// A JPEG or PNG.
    pub file: Option<FilePart>,
}

/// How a difference is settled.
#[derive(Object, Clone, Debug)]
pub struct LineResolution {
    pub resolution: DifferenceResolution,
    /// How it is known, and what happens next.
    #[oai(validator(max_length = 500))]
    pub note: String,
    /// True, with `accepted` for a parcel that nobody knows: receiving keeps it as unidentified from then on.
    #[oai(default)]
    pub register: bool,
}

/// A version that was read.
#[derive(Object, Clone, Debug)]
pub struct BreakBagVersion {
    pub version: i32,
}

/// Why it is cancelled or opened again.
#[derive(Object, Clone, Debug)]
pub struct BreakBagReason {
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read.
    pub version: i32,
}

/// Where its parcels go on.
#[derive(Object, Clone, Debug)]
pub struct BreakBagClosing {
    pub next_step: BreakBagNextStep,
    /// Version that was read.
    pub version: i32,
}

/// A page of break-bags.
#[derive(Object)]
pub struct BreakBagPage {
    pub data: Vec<BreakBag>,
    pub meta: PageMeta,
}

/// A page of parcels of a break-bag.
#[derive(Object)]
pub struct BreakBagLinePage {
    pub data: Vec<BreakBagLine>,
    pub meta: PageMeta,
}
