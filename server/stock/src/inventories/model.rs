//! Types of the API for inventories.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::{Enum, Object};
use uuid::Uuid;

use super::state::InventoryStatus;
use crate::stock_items::model::StockUnit;

/// A count of what lies in places of a warehouse.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct Inventory {
    pub id: Uuid,
    /// Code of the warehouse, year and number.
    pub number: String,
    pub status: InventoryStatus,
    pub warehouse_id: Uuid,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    /// Only goods of this client; null for all goods.
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    /// Who counts does not see what should be there.
    pub blind: bool,
    /// A second count is made by somebody else.
    pub other_counter: bool,
    /// Units by which a count may differ without being counted again.
    pub tolerance: i32,
    pub note: Option<String>,
    /// Why it was cancelled, or why counts that differ stand.
    pub reason: Option<String>,
    /// Number of its places.
    pub place_count: i32,
    /// Number of its lines: goods of a lot in a place; 0 before it starts.
    pub line_count: i32,
    /// Lines that were counted.
    pub counted: i32,
    /// Lines that are to be counted again.
    pub to_recount: i32,
    /// Lines with a difference; null for users who must not see it yet.
    pub differences: Option<i32>,
    /// Who has counted something.
    pub counters: Vec<Uuid>,
    pub started_at: Option<DateTime<Utc>>,
    /// When its differences became movements.
    pub posted_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an action.
    pub version: i32,
    /// Those on whose counts alone a difference stands, while it is to be approved.
    #[oai(skip)]
    pub sole_counters: Vec<Uuid>,
    #[sqlx(skip)]
    pub can: InventoryCan,
}

/// Permissions of the user on an inventory.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InventoryCan {
    pub start: bool,
    pub count: bool,
    /// End the counting.
    pub finish: bool,
    /// Let the last counts stand, although they differ.
    pub decide: bool,
    /// Let lines be counted again.
    pub recount: bool,
    pub approve: bool,
    pub cancel: bool,
}

/// An inventory with its lines.
#[derive(Object, Clone, Debug)]
pub struct InventoryDetails {
    #[oai(flatten)]
    pub inventory: Inventory,
    pub places: Vec<InventoryPlace>,
    /// By place, item and lot.
    pub lines: Vec<InventoryLine>,
}

/// A place of an inventory.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct InventoryPlace {
    pub place_id: Uuid,
    /// Code of the place.
    pub place: String,
}

/// Goods of a lot in a place, to count.
#[derive(Object, Clone, Debug)]
pub struct InventoryLine {
    /// Number in the inventory.
    pub line: i32,
    pub place_id: Uuid,
    pub place: String,
    pub lot_id: Uuid,
    pub item_id: Uuid,
    pub sku: String,
    pub ean: Option<String>,
    pub title: String,
    pub unit: StockUnit,
    /// Code of the lot; empty for an item that is not kept by lot.
    pub lot: String,
    pub expiration_date: Option<NaiveDate>,
    /// Added by a counter.
    pub found: bool,
    /// It waits for a count.
    pub open: bool,
    /// It is counted again.
    pub recount: bool,
    /// Its figures; null for users who must not see them yet.
    pub figures: Option<InventoryFigures>,
}

/// The counts of a line, and the ledger at their moments.
#[derive(Object, Clone, Debug)]
pub struct InventoryFigures {
    /// Units of the last count; null if nobody has counted.
    pub quantity: Option<i32>,
    /// Units of the ledger at the moment of that count.
    pub balance: Option<i32>,
    /// Units that the count has more; below zero for missing ones.
    pub variance: Option<i32>,
    /// The movement of the difference; null without one.
    pub movement_id: Option<Uuid>,
    /// All counts, the first one first.
    pub counts: Vec<InventoryCount>,
}

/// A count of a line.
#[derive(Object, Clone, Debug)]
pub struct InventoryCount {
    pub quantity: i32,
    pub balance: i32,
    pub counted_by: Uuid,
    pub counter_name: String,
    pub counted_at: DateTime<Utc>,
}

/// An inventory as its form has it.
#[derive(Object, Clone, Debug)]
pub struct InventoryInput {
    pub warehouse_id: Uuid,
    /// The places to count; left out for all of the warehouse, or of the zone, that are active or where goods lie.
    #[oai(default, validator(max_items = 500, unique_items))]
    pub place_ids: Vec<Uuid>,
    /// Places whose codes begin so.
    #[oai(validator(max_length = 32))]
    pub zone: Option<String>,
    /// Only places that were not counted for so many days, or never. Named places are counted in any case.
    #[oai(validator(minimum(value = "1"), maximum(value = "3650")))]
    pub not_counted_days: Option<i32>,
    /// Only goods of this client; left out for all goods.
    pub client_id: Option<Uuid>,
    /// Who counts does not see what should be there. Left out: true.
    #[oai(default = "yes")]
    pub blind: bool,
    /// A second count is made by somebody else. Left out: true.
    #[oai(default = "yes")]
    pub other_counter: bool,
    /// Units by which a count may differ without being counted again. Left out: 0.
    #[oai(default, validator(minimum(value = "0"), maximum(value = "1000000")))]
    pub tolerance: i32,
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
}

const fn yes() -> bool {
    true
}

/// The version of an inventory.
#[derive(Object)]
pub struct InventoryVersion {
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// The end of the counting.
#[derive(Object)]
pub struct InventoryFinish {
    /// True: lines that nobody has counted stay as they are.
    #[oai(default)]
    pub not_counted: bool,
}

/// Lines that are counted again.
#[derive(Object)]
pub struct InventoryRecount {
    /// Numbers of the lines.
    #[oai(validator(min_items = 1, max_items = 2000, unique_items))]
    pub lines: Vec<i32>,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// The decision that counts stand which differ.
#[derive(Object)]
pub struct InventoryDecision {
    /// Why nobody counts again.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// The end of an inventory that is not posted.
#[derive(Object)]
pub struct InventoryCancellation {
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// Counts of a station or a phone. It can send them later, and again.
#[derive(Object, Clone, Debug)]
pub struct InventoryCounts {
    /// The time of the device now: its clock may be wrong.
    pub sent_at: DateTime<Utc>,
    #[oai(validator(min_items = 1, max_items = 200))]
    pub counts: Vec<InventoryCountEntry>,
}

/// A count of a line. Its last one counts.
#[derive(Object, Clone, Debug)]
pub struct InventoryCountEntry {
    /// Made by the device: the same count again changes nothing.
    pub key: Uuid,
    /// Number of the line.
    pub line: i32,
    /// Whole units; 0 for goods that are not there.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub quantity: i32,
    /// When it was counted, by the clock of the device.
    pub counted_at: DateTime<Utc>,
}

/// Goods that lie in a place and are on no line.
#[derive(Object, Clone, Debug)]
pub struct InventoryFind {
    /// A place of the inventory.
    pub place_id: Uuid,
    pub item_id: Uuid,
    /// Code of the lot, in capitals; required for an item that is kept by lot, and left out for others.
    #[oai(validator(max_length = 60))]
    pub lot: Option<String>,
    /// Required for an item that is kept by expiry, unless the lot came before.
    pub expiration_date: Option<NaiveDate>,
}

/// The result of a count.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum InventoryCountOutcome {
    Counted,
    /// It was sent before.
    Known,
    /// It is not taken; the message says why.
    Refused,
}

/// The result of one count.
#[derive(Object, Clone, Debug)]
pub struct InventoryCountResult {
    pub key: Uuid,
    pub outcome: InventoryCountOutcome,
    /// Number of the line; null for a refused count.
    pub line: Option<i32>,
    /// Reason of a refusal.
    pub message_code: Option<String>,
    /// The reason in the language of the request.
    pub message: Option<String>,
}

/// The answer to counts.
#[derive(Object, Clone, Debug)]
pub struct InventoryCountAnswer {
    /// In the order in which they were sent.
    pub results: Vec<InventoryCountResult>,
    pub inventory: Inventory,
}
