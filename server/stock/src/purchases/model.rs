//! Types of the API for purchases.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::state::PurchaseStatus;
use crate::stock_items::model::StockUnit;

/// Goods that are ordered from a supplier.
#[derive(serde::Serialize, Object, Clone, Debug, sqlx::FromRow)]
pub struct Purchase {
    pub id: Uuid,
    /// Code of the warehouse, year and number.
    pub number: String,
    pub status: PurchaseStatus,
    pub warehouse_id: Uuid,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    /// Whose goods they become; null for the company's own.
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    /// Who sells them; a draft can be without one.
    pub supplier: Option<String>,
    /// Number of the order at the supplier.
    pub supplier_reference: Option<String>,
    /// ISO 4217, of the costs of its lines.
    pub currency: String,
    /// Units that may come of each line beyond those ordered, in percent.
    pub over_percent: i16,
    /// The day on which the goods should come.
    pub expected_on: Option<NaiveDate>,
    /// Units of all lines.
    pub quantity: i64,
    /// Units that have come and were not sent back.
    pub received: i64,
    /// Cost of all lines; null without the right to see costs, and when a line has none.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub total_cost: Option<Decimal>,
    pub note: Option<String>,
    /// Why it was closed or cancelled.
    pub reason: Option<String>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub ordered_at: Option<DateTime<Utc>>,
    /// When it was closed or cancelled.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub ended_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub updated_at: DateTime<Utc>,
    /// Increases with every change, also with each receipt. Send it with an action.
    pub version: i32,
    #[sqlx(skip)]
    pub can: PurchaseCan,
}

/// Permissions of the user on a purchase.
#[derive(serde::Serialize, Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PurchaseCan {
    pub update: bool,
    /// Record that it was ordered from the supplier.
    pub order: bool,
    /// Take in goods of it.
    pub receive: bool,
    /// Send a receipt back to the supplier.
    pub return_goods: bool,
    /// Expect nothing more of it.
    pub close: bool,
    pub cancel: bool,
}

/// A purchase with its lines.
#[derive(Object, Clone, Debug)]
pub struct PurchaseDetails {
    #[oai(flatten)]
    pub purchase: Purchase,
    pub lines: Vec<PurchaseLine>,
    /// Arrivals of goods, the newest first; at most the last 1,000.
    pub receipts: Vec<PurchaseReceipt>,
}

/// Goods of one item that are ordered.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct PurchaseLine {
    /// Number in the purchase.
    pub line: i16,
    pub item_id: Uuid,
    pub sku: String,
    pub ean: Option<String>,
    pub title: String,
    pub unit: StockUnit,
    /// A receipt needs a lot.
    pub keep_lot: bool,
    /// A receipt needs a day of expiry.
    pub keep_expiry: bool,
    /// Units that are ordered.
    pub quantity: i32,
    /// Units that have come and were not sent back.
    pub received: i32,
    /// Units that should still come.
    #[sqlx(default)]
    pub missing: i32,
    /// Units that may still come, with the allowance.
    #[sqlx(default)]
    pub most: i32,
    /// Price of one unit, in the currency of the purchase; null without the right to see costs.
    pub unit_cost: Option<Decimal>,
}

/// Goods of a line that have come.
#[derive(Object, Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct PurchaseReceipt {
    pub line: i16,
    /// 1 for the first receipt of the line.
    pub no: i16,
    pub sku: String,
    pub title: String,
    pub quantity: i32,
    /// Code of the warehouse and of the place where they were put.
    pub place: String,
    /// Code of the lot; empty for an item that is not kept by lot.
    pub lot: String,
    pub expiration_date: Option<NaiveDate>,
    pub received_at: DateTime<Utc>,
    /// The movement that brought them in.
    pub movement_id: Uuid,
    /// When they were sent back to the supplier; null for what was kept.
    pub returned_at: Option<DateTime<Utc>>,
}

/// A purchase as its form has it.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurchaseInput {
    /// Where the goods come in. It stays.
    pub warehouse_id: Uuid,
    /// Whose goods they become; left out for the company's own.
    pub client_id: Option<Uuid>,
    /// Who sells them; needed to order.
    #[oai(validator(max_length = 120))]
    pub supplier: Option<String>,
    /// Number of the order at the supplier.
    #[oai(validator(max_length = 80))]
    pub supplier_reference: Option<String>,
    /// ISO 4217, of the costs of the lines.
    #[oai(validator(min_length = 3, max_length = 3))]
    pub currency: String,
    /// Units that may come of each line beyond those ordered, in percent. Left out: 0.
    #[oai(default, validator(minimum(value = "0"), maximum(value = "100")))]
    pub over_percent: i16,
    /// The day on which the goods should come.
    pub expected_on: Option<NaiveDate>,
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
    /// Each item once.
    #[oai(validator(min_items = 1, max_items = 200))]
    pub lines: Vec<PurchaseLineInput>,
}

/// Goods to order, as the form has them.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurchaseLineInput {
    pub item_id: Uuid,
    /// Whole units.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub quantity: i32,
    /// Price of one unit, at most four decimals. Without the right to see costs, that of an item on the purchase stays.
    pub unit_cost: Option<Decimal>,
}

/// Changed fields of a purchase; those that are left out stay.
#[derive(Object)]
pub struct PurchaseUpdate {
    #[oai(flatten)]
    pub input: PurchaseInput,
    /// Version that was read; 409 `stale_version` if the purchase has changed since.
    pub version: i32,
}

/// The version of a purchase.
#[derive(Object)]
pub struct PurchaseVersion {
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// The end of a purchase.
#[derive(Object)]
pub struct PurchaseEnd {
    /// Why nothing more is expected of it.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// Goods of a line that come in.
#[derive(Object, Clone, Debug)]
pub struct PurchaseArrival {
    /// Made by the sender: the same arrival again changes nothing, and has the first receipt.
    pub key: Uuid,
    /// Number of the line.
    pub line: i16,
    /// Where they are put: a place in the warehouse of the purchase.
    pub place_id: Uuid,
    /// Code of the lot, in capitals; required for an item that is kept by lot, and left out for others.
    #[oai(validator(max_length = 60))]
    pub lot: Option<String>,
    /// Required for an item that is kept by expiry, unless the lot came before. Goods that have expired go to quarantine.
    pub expiration_date: Option<NaiveDate>,
    /// Whole units, at most what may still come.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub quantity: i32,
    /// When it happened; now if omitted.
    pub occurred_at: Option<DateTime<Utc>>,
}

/// A receipt that goes back to the supplier.
#[derive(Object, Clone, Debug)]
pub struct PurchaseReturn {
    /// Made by the sender: the same return again changes nothing.
    pub key: Uuid,
    /// Number of the line.
    pub line: i16,
    /// Number of the receipt of the line.
    pub no: i16,
    #[oai(validator(max_length = 500))]
    pub reason: String,
}

/// A receipt, and the purchase as it is now.
#[derive(Object)]
pub struct PurchaseReceiptAnswer {
    pub receipt: PurchaseReceipt,
    pub purchase: PurchaseDetails,
}
