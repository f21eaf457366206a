//! Types of the API for stocks: what of a lot is in a place.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::allocation::LotStatus;
use crate::movement_kind::RemovalReason;
use crate::movements::model::StockMovement;
use crate::stock_items::model::StockUnit;
use crate::stock_places::StockPlaceKind;

/// Goods of a lot in a place.
#[derive(serde::Serialize, Object, Clone, Debug, sqlx::FromRow)]
pub struct Stock {
    pub id: Uuid,
    pub item_id: Uuid,
    /// Number of the owner for the item.
    pub sku: String,
    pub ean: Option<String>,
    pub title: String,
    /// The whole unit in which it is counted.
    pub unit: StockUnit,
    /// Whose goods they are; null for the company's own.
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub lot_id: Uuid,
    /// Code of the lot; empty for an item that is not kept by lot.
    pub lot: String,
    /// Day on which it can be used for the last time; null for goods that do not expire.
    pub expiration_date: Option<NaiveDate>,
    /// Whether goods of the lot may leave.
    pub status: LotStatus,
    /// Why they may not.
    pub reason: Option<String>,
    /// Null for clients.
    pub partner_id: Option<Uuid>,
    /// Name of the partner who sent it; null for clients.
    pub partner: Option<String>,
    /// Null for clients.
    pub provider_id: Option<Uuid>,
    /// Name of the provider who brought it; null for clients.
    pub provider: Option<String>,
    pub place_id: Uuid,
    /// Code of the place.
    pub place: String,
    pub place_kind: StockPlaceKind,
    pub warehouse_id: Uuid,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    /// Units that lie there.
    pub on_hand: i32,
    /// Units of these that are held for somebody.
    pub reserved: i32,
    /// Units that can be picked: usable, not expired, not held.
    #[sqlx(skip)]
    pub available: i32,
    /// Units that were taken out for good from here: damaged, expired, lost.
    pub removed_itens: i32,
    /// Units that its movements have more than lie there, as it was found by night; null when both agree, and for clients.
    pub ledger_difference: Option<i32>,
    /// Price of one unit when it was bought; null without the right to see costs.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub unit_cost: Option<Decimal>,
    /// ISO 4217, of the cost.
    pub currency: Option<String>,
    /// When the lot came first.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub received_at: DateTime<Utc>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub last_moved_at: Option<DateTime<Utc>>,
    /// Increases with every change of the lot. Send it when you hold or release it.
    pub version: i32,
    #[sqlx(skip)]
    pub can: StockCan,
}

/// Permissions of the user on goods of a lot in a place.
#[derive(serde::Serialize, Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StockCan {
    /// Move it to another place.
    pub move_goods: bool,
    /// Take it out for good.
    pub remove: bool,
    pub adjust: bool,
    /// Keep its lot from leaving.
    pub hold: bool,
    /// Let its lot leave again.
    pub release: bool,
}

/// Goods that come in.
#[derive(Object, Clone, Debug)]
pub struct StockReceipt {
    /// Made by the sender: the same receipt again changes nothing, and has the first answer.
    pub key: Uuid,
    pub item_id: Uuid,
    /// Where they are put.
    pub place_id: Uuid,
    /// Code of the lot, in capitals; required for an item that is kept by lot, and left out for others.
    #[oai(validator(max_length = 60))]
    pub lot: Option<String>,
    /// Required for an item that is kept by expiry, unless the lot came before. Goods that have expired go to quarantine.
    pub expiration_date: Option<NaiveDate>,
    /// Whole units.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub quantity: i32,
    /// Who sent them.
    pub partner_id: Option<Uuid>,
    /// Who brought them.
    pub provider_id: Option<Uuid>,
    /// Price of one unit, at most four decimals.
    pub unit_cost: Option<Decimal>,
    /// ISO 4217; required with a cost.
    #[oai(validator(max_length = 3))]
    pub currency: Option<String>,
    /// When it happened; now if omitted.
    pub occurred_at: Option<DateTime<Utc>>,
    #[oai(validator(max_length = 500))]
    pub reason: Option<String>,
}

/// Goods that go to another place.
#[derive(Object, Clone, Debug)]
pub struct StockMove {
    /// Made by the sender: the same move again changes nothing, and has the first answer.
    pub key: Uuid,
    /// Expired goods only go to a place for quarantine.
    pub to_place_id: Uuid,
    /// Whole units, at most what is free.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub quantity: i32,
    /// When it happened; now if omitted.
    pub occurred_at: Option<DateTime<Utc>>,
    #[oai(validator(max_length = 500))]
    pub reason: Option<String>,
}

/// Goods that are taken out for good.
#[derive(Object, Clone, Debug)]
pub struct StockRemoval {
    /// Made by the sender: the same removal again changes nothing, and has the first answer.
    pub key: Uuid,
    /// Whole units, at most what is free.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub quantity: i32,
    pub removal: RemovalReason,
    /// Account of the event.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// When it happened; now if omitted.
    pub occurred_at: Option<DateTime<Utc>>,
}

/// A correction of the units by hand.
#[derive(Object, Clone, Debug)]
pub struct StockAdjustment {
    /// Made by the sender: the same correction again changes nothing, and has the first answer.
    pub key: Uuid,
    /// Whole units that are added; below zero for those that are missing.
    #[oai(validator(minimum(value = "-1000000000"), maximum(value = "1000000000")))]
    pub difference: i32,
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// When it happened; now if omitted.
    pub occurred_at: Option<DateTime<Utc>>,
}

/// A lot that may not leave.
#[derive(Object, Clone, Debug)]
pub struct StockHold {
    /// True: for quarantine.
    #[oai(default)]
    pub quarantine: bool,
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if the lot has changed since.
    pub version: i32,
}

/// A lot that may leave again.
#[derive(Object, Clone, Debug)]
pub struct StockRelease {
    /// Why it may.
    #[oai(validator(max_length = 500))]
    pub reason: Option<String>,
    /// Version that was read; 409 `stale_version` if the lot has changed since.
    pub version: i32,
}

/// A movement, and what lies where the goods came from or went to.
#[derive(Object)]
pub struct StockMovementAnswer {
    pub movement: StockMovement,
    /// Where the goods are now, or where they were taken.
    pub stock: Stock,
}
