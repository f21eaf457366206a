//! The contents of a waybill as the API shows and takes them.

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use uuid::Uuid;

use super::model::Waybill;
use crate::bags::state::BagStatus;

/// A bag on a waybill, or a shipment on it that is in no bag.
#[derive(serde::Serialize, Object, Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct WaybillContent {
    pub id: Uuid,
    /// Null for a loose shipment.
    pub bag_id: Option<Uuid>,
    /// Null for a bag.
    pub shipment_id: Option<Uuid>,
    /// Number of the bag, or code of the shipment.
    pub code: String,
    pub parcel_count: i32,
    /// Grams: of a closed bag on the scale, of an open one its parcels and itself, of a shipment as declared.
    pub weight_g: i32,
    /// Null for a loose shipment.
    pub bag_status: Option<BagStatus>,
    pub seal: Option<String>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub added_at: DateTime<Utc>,
}

/// A code that a station has scanned.
#[derive(Object, Clone, Debug)]
pub struct WaybillScan {
    /// Id of the scan, made by the station: the same scan again changes nothing, and has the first answer, also once the waybill is
    /// issued. It is forgotten when what it has put there is taken off.
    pub key: Uuid,
    /// Number, seal, receptacle number or unit code of a bag, or code of a shipment or of one of its parcels.
    #[oai(validator(min_length = 1, max_length = 120))]
    pub code: String,
}

/// Bags and shipments that come onto a waybill.
#[derive(Object, Clone, Debug)]
pub struct WaybillAddition {
    #[oai(default, validator(max_items = 200, unique_items))]
    pub bag_ids: Vec<Uuid>,
    /// Whole shipments that are in no bag.
    #[oai(default, validator(max_items = 200, unique_items))]
    pub shipment_ids: Vec<Uuid>,
}

/// Bags and shipments that are taken off a waybill.
#[derive(Object, Clone, Debug)]
pub struct WaybillRemoval {
    /// Ids of their lines.
    #[oai(validator(min_items = 1, max_items = 500, unique_items))]
    pub content_ids: Vec<Uuid>,
}

/// The outcome for a bag or a shipment.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum WaybillScanOutcome {
    /// It is on the waybill now.
    Added,
    /// It was on it before.
    AlreadyHere,
    /// It does not come onto it; the message says why.
    Refused,
}

/// The answer about one bag or shipment.
#[derive(Object, Clone, Debug)]
pub struct WaybillScanResult {
    pub outcome: WaybillScanOutcome,
    pub bag_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
    /// Number of the bag or code of the shipment; as it was scanned, if nothing has it.
    pub code: String,
    /// Parcels of the bag or the shipment; null if nothing has the code.
    pub parcel_count: Option<i32>,
    /// Reason of a refusal.
    pub message_code: Option<String>,
    /// The reason in the language of the request.
    pub message: Option<String>,
}

/// The waybill after bags and shipments were put onto it.
#[derive(Object, Clone, Debug)]
pub struct WaybillScanAnswer {
    pub waybill: Waybill,
    pub results: Vec<WaybillScanResult>,
}
