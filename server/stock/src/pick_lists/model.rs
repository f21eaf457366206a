//! Types of the API for pick lists.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::{Enum, Object};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::state::PickListStatus;
use crate::allocation::StockObstacle;
use crate::stock_items::model::StockUnit;

/// Goods to pick for somebody.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct PickList {
    pub id: Uuid,
    /// Code of the warehouse, year and number.
    pub number: String,
    pub status: PickListStatus,
    pub warehouse_id: Uuid,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    /// Whose goods are picked; null for the company's own.
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    /// Purpose of the list, as its people know it: an order, a customer.
    pub reference: Option<String>,
    /// Shop or system whose order it is for; null for none.
    pub channel: Option<String>,
    /// Number of the order there.
    pub external_id: Option<String>,
    /// ISO 4217, of the values of its lines.
    pub currency: Option<String>,
    /// Only lots that last so many days from today on.
    pub min_remaining_days: i32,
    /// Only places whose codes begin so; null for all.
    pub zone: Option<String>,
    /// How long goods are held.
    pub hold_hours: i16,
    /// Until when they are held; null before.
    pub held_until: Option<DateTime<Utc>>,
    /// Units of all lines.
    pub quantity: i32,
    /// Units that are held and not picked.
    pub held: i32,
    pub picked: i32,
    /// Units that were picked and came back.
    pub returned: i32,
    /// Units that are missing in its shipment; 0 before it is packed.
    pub short: i32,
    /// The list for what was missing in the shipment; null without one.
    pub rest_id: Option<Uuid>,
    pub rest_number: Option<String>,
    /// The list of which this one is the rest; null for any other.
    pub rest_of_id: Option<Uuid>,
    pub rest_of_number: Option<String>,
    pub note: Option<String>,
    /// Why it was cancelled, or ended short.
    pub reason: Option<String>,
    /// The shipment in which its goods were packed, or for whose draft they are picked; null for neither.
    pub shipment_id: Option<Uuid>,
    pub tracking_code: Option<String>,
    /// Since when that shipment is cancelled; null before. Its order can be sent again.
    pub shipment_ended_at: Option<DateTime<Utc>>,
    /// Units that were picked for a shipment that is cancelled: each pick goes back by `stock_return`. 0 otherwise.
    #[sqlx(skip)]
    pub to_return: i32,
    pub packed_at: Option<DateTime<Utc>>,
    /// Price of the storage of its goods, charged to the client when they were packed; null for nothing.
    pub storage_amount: Option<Decimal>,
    /// ISO 4217, of that amount.
    pub storage_currency: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change, also with each scan. Send it with an action.
    pub version: i32,
    /// Held units whose lot or place keeps them back.
    #[oai(skip)]
    pub kept_back: i32,
    /// The first day on which held goods expire.
    #[oai(skip)]
    pub first_expiry: Option<NaiveDate>,
    #[sqlx(skip)]
    pub can: PickListCan,
}

/// Permissions of the user on a pick list.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PickListCan {
    /// Hold goods for what is missing, and others instead of those that cannot be picked any more.
    pub allocate: bool,
    pub scan: bool,
    pub finish: bool,
    /// Pack its goods into a shipment.
    pub pack: bool,
    /// Create a list for what was missing in its shipment.
    pub rest: bool,
    pub cancel: bool,
}

/// A pick list with its lines.
#[derive(Object, Clone, Debug)]
pub struct PickListDetails {
    #[oai(flatten)]
    pub list: PickList,
    pub lines: Vec<PickListLine>,
    /// The parcels in which its goods were packed; empty before.
    pub parcels: Vec<PackingParcel>,
}

/// Goods of one item to pick.
#[derive(Object, Clone, Debug)]
pub struct PickListLine {
    /// Number in the list.
    pub line: i16,
    pub item_id: Uuid,
    pub sku: String,
    pub ean: Option<String>,
    pub title: String,
    pub unit: StockUnit,
    /// Tariff code of the item.
    pub hs_code: Option<String>,
    pub origin_country_id: Option<i16>,
    /// Grams of one unit.
    pub weight_g: Option<i32>,
    /// Units to pick.
    pub quantity: i32,
    /// Value of one unit for customs, in the currency of the list; null if it is unknown.
    pub unit_value: Option<Decimal>,
    pub picked: i32,
    /// Units that were picked and came back.
    pub returned: i32,
    /// Units that are missing in the shipment; 0 before the list is packed.
    pub short: i32,
    /// Units that are held and not picked.
    pub held: i32,
    /// Units that are neither picked nor held.
    pub missing: i32,
    /// Held goods, in the order of picking.
    pub picks: Vec<PickListPick>,
    /// Codes of the lots of which it was picked. At most 50.
    pub lots: Vec<String>,
    /// For a line with missing units: where others are, and why they are not taken. At most 20.
    pub elsewhere: Vec<StockElsewhere>,
}

/// Goods of a lot in a place that are held for a line.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct PickListPick {
    pub place: String,
    /// Code of the lot; empty for an item that is not kept by lot.
    pub lot: String,
    pub expiration_date: Option<NaiveDate>,
    /// Units that are held and not picked.
    pub quantity: i32,
    pub held_until: DateTime<Utc>,
    /// Why they cannot be picked any more; null if they can. Another allocation takes other goods instead.
    pub obstacle: Option<StockObstacle>,
}

/// Goods that are there and are not taken.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct StockElsewhere {
    pub warehouse_code: String,
    pub place: String,
    pub lot: String,
    pub expiration_date: Option<NaiveDate>,
    pub quantity: i32,
    /// Why they are not taken.
    pub obstacle: StockObstacle,
}

/// A pick list as its form has it.
#[derive(Object, Clone, Debug)]
pub struct PickListInput {
    pub warehouse_id: Uuid,
    /// Whose goods; left out for the company's own. Ignored for users of a client, who ask for their own.
    pub client_id: Option<Uuid>,
    /// Purpose of the list, as its people know it: an order, a customer.
    #[oai(validator(max_length = 80))]
    pub reference: Option<String>,
    /// Shop or system whose order it is for, with `external_id`; left out for none.
    #[oai(validator(max_length = 60))]
    pub channel: Option<String>,
    /// Number of the order there. Each order of an owner has one list, besides cancelled ones.
    #[oai(validator(max_length = 120))]
    pub external_id: Option<String>,
    /// ISO 4217, of the values of the lines; required with one.
    #[oai(validator(max_length = 3))]
    pub currency: Option<String>,
    /// Only lots that last so many days from today on; with 0 they may expire today. Left out: the days of the client, or 0.
    #[oai(validator(minimum(value = "0"), maximum(value = "3650")))]
    pub min_remaining_days: Option<i32>,
    /// Only places whose codes begin so.
    #[oai(validator(max_length = 32))]
    pub zone: Option<String>,
    /// How long goods are held. Left out: 24.
    #[oai(default = "usual_hours", validator(minimum(value = "1"), maximum(value = "720")))]
    pub hold_hours: i16,
    /// For the picker. The client sees it, too.
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
    /// The draft of a shipment of the same owner that the goods are for: they are held at once, all of them, and are packed into it.
    pub shipment_id: Option<Uuid>,
    /// Each item once.
    #[oai(validator(min_items = 1, max_items = 1000))]
    pub lines: Vec<PickListLineInput>,
}

const fn usual_hours() -> i16 {
    24
}

/// Goods to pick, as the form has them.
#[derive(Object, Clone, Debug)]
pub struct PickListLineInput {
    pub item_id: Uuid,
    /// Whole units.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub quantity: i32,
    /// Value of one unit for customs, at most four decimals; left out if it is unknown.
    pub unit_value: Option<Decimal>,
}

/// The parcels of a list.
#[derive(Object)]
pub struct PickListPacking {
    /// One parcel without `contents` takes all that was picked. Several, or one with `contents`, have all of it together.
    #[oai(validator(min_items = 1, max_items = 200))]
    pub parcels: Vec<PackingParcel>,
    /// Version that was read; 409 `stale_version` if the list has changed since.
    pub version: i32,
}

/// A parcel of a list.
#[derive(Object, Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct PackingParcel {
    /// Grams of the parcel.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub weight_g: i32,
    /// All three sides, or none.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    pub length_mm: Option<f64>,
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    pub width_mm: Option<f64>,
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    pub height_mm: Option<f64>,
    /// The goods that lie in it.
    #[oai(default, validator(max_items = 1000))]
    pub contents: Vec<PackingContent>,
}

/// Units of a line in a parcel.
#[derive(Object, Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct PackingContent {
    /// Number of the line in the list.
    pub line: i16,
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub quantity: i32,
}

/// The version of a pick list.
#[derive(Object)]
pub struct PickListVersion {
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// The end of a pick list.
#[derive(Object)]
pub struct PickListReason {
    /// Required for a list that is cancelled, and for one that ends with missing goods.
    #[oai(validator(max_length = 500))]
    pub reason: Option<String>,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// A code that was scanned at a shelf.
#[derive(Object, Clone, Debug)]
pub struct PickScan {
    /// Id of the scan, made by the station: the same scan again changes nothing, and has the first answer.
    pub key: Uuid,
    /// Code of the lot, GTIN, or number of the item.
    #[oai(validator(min_length = 1, max_length = 120))]
    pub code: String,
    /// Code of the place; left out for the one in which goods of the code are held that expire first.
    #[oai(validator(max_length = 32))]
    pub place: Option<String>,
    /// Whole units.
    #[oai(default = "one", validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub quantity: i32,
    /// Why another lot is taken than the one that is held. Without it, another lot is refused.
    #[oai(validator(max_length = 500))]
    pub other_lot_reason: Option<String>,
}

const fn one() -> i32 {
    1
}

/// The result of a scan.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum PickScanOutcome {
    /// The goods are picked.
    Picked,
    /// They are not; the message says why.
    Refused,
}

/// The answer to a scan.
#[derive(Object, Clone, Debug)]
pub struct PickScanAnswer {
    pub outcome: PickScanOutcome,
    /// The list with its present figures.
    pub list: PickList,
    /// The picked goods; null when nothing was picked.
    pub pick: Option<PickedGoods>,
    /// Reason of a refusal.
    pub message_code: Option<String>,
    /// The reason in the language of the request.
    pub message: Option<String>,
    /// Values of the reason, such as the `date` on which a lot expires.
    pub params: Option<serde_json::Value>,
}

/// Goods that were picked by a scan.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct PickedGoods {
    /// The movement.
    pub movement_id: Uuid,
    pub sku: String,
    pub title: String,
    pub lot: String,
    pub place: Option<String>,
    pub quantity: i32,
    /// The place, when the ledger has no more goods there: ask whether it is empty, and let it be counted if not. Null otherwise.
    pub emptied_place_id: Option<Uuid>,
}
