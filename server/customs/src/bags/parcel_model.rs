//! Types of the API for the parcels of a bag and for scans.

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use serde_json::Value;
use uuid::Uuid;

use super::model::Bag;

/// A parcel that was scanned into a bag.
#[derive(serde::Serialize, Object, Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct BagParcel {
    /// The key of its scan.
    pub id: Uuid,
    pub bag_id: Uuid,
    pub shipment_id: Uuid,
    pub tracking_code: String,
    /// The number of the parcel in its shipment.
    pub seq: i16,
    /// Parcels of the shipment.
    pub parcel_count: i16,
    /// Grams, as declared.
    pub weight_g: i32,
    /// Where it was scanned.
    pub station: String,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub scanned_at: DateTime<Utc>,
    pub scanned_by: Uuid,
    /// When it was taken out again; null for what is in the bag, or was until its destination.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub left_at: Option<DateTime<Utc>>,
    /// Why it was taken out.
    pub left_reason: Option<String>,
}

/// A code that a station has scanned.
#[derive(Object, Clone, Debug)]
pub struct BagScan {
    /// Id of the scan, made by the station: the same scan again changes nothing, and has the first answer. Once its parcel was taken
    /// out, it is refused with `parcel_not_in_bag`: a scan with another id puts the parcel in again.
    pub key: Uuid,
    /// The code of a parcel, or of its shipment: with several parcels, it means the next one that is in no bag.
    #[oai(validator(min_length = 1, max_length = 120))]
    pub code: String,
    /// Name of the station, as its people call it.
    #[oai(default, validator(max_length = 60))]
    pub station: String,
}

/// A parcel of another bag that comes into this one.
#[derive(Object, Clone, Debug)]
pub struct BagMove {
    #[oai(flatten)]
    pub scan: BagScan,
    #[oai(validator(max_length = 500))]
    pub reason: String,
}

/// The result of a scan.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum BagScanOutcome {
    /// The parcel is in the bag now.
    Added,
    /// It came from another bag.
    Moved,
    /// It was in the bag before.
    AlreadyHere,
    /// It does not come in; the message says why.
    Refused,
}

/// The shipment of a scanned parcel.
#[derive(Object, Clone, Debug)]
pub struct BagShipment {
    pub id: Uuid,
    pub tracking_code: String,
    /// The number of the parcel.
    pub seq: i16,
    /// Parcels of the shipment.
    pub parcel_count: i16,
    pub to_name: Option<String>,
    pub to_city: Option<String>,
    pub to_country_id: Option<i16>,
    pub service_title_locale: Option<Value>,
    /// Request to the health authority, if there is one.
    pub regulatory_request_id: Option<Uuid>,
}

/// Another bag, by its number.
#[derive(Object, Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct BagReference {
    pub id: Uuid,
    pub number: String,
}

/// The answer to a scan.
#[derive(Object, Clone, Debug)]
pub struct BagScanAnswer {
    pub outcome: BagScanOutcome,
    /// The bag with its present figures.
    pub bag: Bag,
    /// Null when it did not come in.
    pub parcel: Option<BagParcel>,
    /// Null for an unknown code, and for a scan that was answered before.
    pub shipment: Option<BagShipment>,
    /// The bag in which the parcel is, or from which it came.
    pub other_bag: Option<BagReference>,
    /// Reason of a refusal.
    pub message_code: Option<String>,
    /// The reason in the language of the request.
    pub message: Option<String>,
}

/// A parcel that is taken out of its bag.
#[derive(Object, Clone, Debug)]
pub struct BagParcelRemoval {
    /// Key of its scan.
    pub key: Uuid,
    /// Left out within ten minutes by the user who scanned it; required otherwise.
    #[oai(validator(max_length = 500))]
    pub reason: Option<String>,
}

/// Parcels that could come into a bag.
#[derive(Object)]
pub struct ExpectedParcels {
    /// The oldest first, at most 500.
    pub data: Vec<ExpectedShipment>,
    /// There are more of them.
    pub is_cut: bool,
}

/// A shipment in the warehouse whose parcels belong into a bag.
#[derive(Object, Clone, Debug)]
pub struct ExpectedShipment {
    pub shipment_id: Uuid,
    pub tracking_code: String,
    pub to_name: Option<String>,
    pub to_city: Option<String>,
    pub service_title_locale: Option<Value>,
    /// Parcels of the shipment.
    pub parcel_count: i16,
    /// Parcels that are in no bag.
    pub missing_count: i16,
    /// Grams of the whole shipment, as declared.
    pub weight_g: Option<i32>,
    /// It is on hold, and would be refused.
    pub is_held: bool,
    /// Its client has not confirmed it with its price, and it would be refused.
    pub is_unconfirmed: bool,
    /// The health authority has not let it in, and it would be refused.
    pub is_uncleared: bool,
}
