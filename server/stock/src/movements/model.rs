//! Types of the API for movements of goods.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use uuid::Uuid;

use crate::movement_kind::{MovementKind, OutsidePlace, RemovalReason};
use server_core::http::form::FilePart;

/// A movement of goods of a lot.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct StockMovement {
    pub id: Uuid,
    pub kind: MovementKind,
    pub posted_at: DateTime<Utc>,
    /// When it happened, as somebody says.
    pub occurred_at: DateTime<Utc>,
    pub item_id: Uuid,
    pub sku: String,
    pub title: String,
    pub client_id: Option<Uuid>,
    pub lot_id: Uuid,
    /// Code of the lot; empty for an item that is not kept by lot.
    pub lot: String,
    pub expiration_date: Option<NaiveDate>,
    /// Whole units, above zero.
    pub quantity: i32,
    /// Where the goods came from; null when they came from outside, or from another branch.
    pub from_place_id: Option<Uuid>,
    /// Code of the warehouse and of the place.
    pub from_place: Option<String>,
    /// Where they went; null when they went outside, or to another branch.
    pub to_place_id: Option<Uuid>,
    /// Code of the warehouse and of the place.
    pub to_place: Option<String>,
    /// The other end of what came in or went out; null for a movement between places.
    pub outside: Option<OutsidePlace>,
    /// Units of the lot that are left where the goods came from.
    pub from_after: Option<i32>,
    /// Units of the lot where the goods went, with them.
    pub to_after: Option<i32>,
    /// Origin of the movement: `hand`, `pick_scan`, `import`, `inventory` or `purchase`.
    pub source_type: String,
    /// Its key.
    pub source_id: Uuid,
    /// The list for which goods were picked; null for any other movement.
    pub pick_list_id: Option<Uuid>,
    pub pick_list_number: Option<String>,
    /// The movement that it takes back, or the pick of which goods came back.
    pub of_movement_id: Option<Uuid>,
    /// The movement that took it back.
    pub reversed_by: Option<Uuid>,
    /// Units of a pick that came back.
    pub returned: i32,
    /// Somebody has added a photo of what was taken out.
    pub has_photo: bool,
    /// Why goods were taken out for good.
    pub removal: Option<RemovalReason>,
    pub reason: Option<String>,
    /// Who did it; null for the server's own work, and for clients.
    pub actor_id: Option<Uuid>,
    /// Null where the id is.
    pub actor_name: Option<String>,
    /// It is a return whose pick list was packed or cancelled since, so the goods may be on another list.
    #[oai(skip)]
    pub is_settled: bool,
    #[oai(skip)]
    pub from_subsidiary_id: Option<Uuid>,
    #[oai(skip)]
    pub to_subsidiary_id: Option<Uuid>,
    #[sqlx(skip)]
    pub can: StockMovementCan,
}

/// Permissions of the user on a movement.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StockMovementCan {
    /// Take it back.
    pub reverse: bool,
    /// Record goods of a pick that came back.
    pub return_goods: bool,
    /// Add the photo of what was taken out.
    pub add_photo: bool,
}

/// The photo of goods that were taken out.
#[derive(Object)]
pub struct StockPhoto {
    /// Required: JPEG, PNG or PDF, up to 10 MB.
    pub file: Option<FilePart>,
}

/// A movement that is taken back.
#[derive(Object, Clone, Debug)]
pub struct StockReversal {
    /// Made by the sender: the same reversal again changes nothing, and has the first answer.
    pub key: Uuid,
    #[oai(validator(max_length = 500))]
    pub reason: String,
}

/// Goods of a pick that come back.
#[derive(Object, Clone, Debug)]
pub struct StockReturn {
    /// Made by the sender: the same return again changes nothing, and has the first answer.
    pub key: Uuid,
    /// Where they are put.
    pub place_id: Uuid,
    /// Whole units, at most what was picked and has not come back yet.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub quantity: i32,
    #[oai(validator(max_length = 500))]
    pub reason: Option<String>,
    /// When it happened; now if omitted.
    pub occurred_at: Option<DateTime<Utc>>,
}
