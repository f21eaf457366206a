//! Types of the API for requests of clients for goods that the company buys for them.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use uuid::Uuid;

use super::state::BuyingRequestStatus;

/// Goods that the company buys for a client.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct BuyingRequest {
    pub id: Uuid,
    /// Code of the warehouse, year and number.
    pub number: String,
    pub status: BuyingRequestStatus,
    /// Where the seller sends them.
    pub warehouse_id: Uuid,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    pub client_id: Uuid,
    pub client_name: String,
    /// Name of the goods.
    pub title: String,
    /// Their page in the shop.
    pub url: Option<String>,
    /// Size, colour and what else the buyer needs to know.
    pub details: Option<String>,
    /// Whole units.
    pub quantity: i32,
    /// ISO 4217, of the quote; null before.
    pub currency: Option<String>,
    /// Price of all units at the seller.
    pub goods_amount: Option<Decimal>,
    /// Price of their way to the warehouse.
    pub shipping_amount: Option<Decimal>,
    /// Price of the work of the company.
    pub fee_amount: Option<Decimal>,
    /// Sum of the three: it is charged when the quote is accepted.
    pub total: Option<Decimal>,
    /// The last day on which the quote can be accepted.
    pub quote_until: Option<NaiveDate>,
    /// A remark of the company about the quote.
    pub quote_note: Option<String>,
    pub quoted_at: Option<DateTime<Utc>>,
    /// When it was accepted and charged.
    pub accepted_at: Option<DateTime<Utc>>,
    pub bought_at: Option<DateTime<Utc>>,
    /// Number of the order at the seller.
    pub order_number: Option<String>,
    /// Code of the parcel in which they come.
    pub tracking_code: Option<String>,
    /// When the charge was given back.
    pub refunded_at: Option<DateTime<Utc>>,
    /// Why it was cancelled or refunded.
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an action.
    pub version: i32,
    /// The charge in the ledger.
    #[oai(skip)]
    pub transaction_id: Option<Uuid>,
    #[sqlx(skip)]
    pub can: BuyingRequestCan,
}

/// Permissions of the user on a request.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuyingRequestCan {
    /// Say what it costs.
    pub quote: bool,
    /// Agree to the quote, which charges the wallet.
    pub accept: bool,
    /// Record that the goods were bought.
    pub buy: bool,
    /// Give back what was charged.
    pub refund: bool,
    pub cancel: bool,
}

/// A request as its form has it.
#[derive(Object, Clone, Debug)]
pub struct BuyingRequestInput {
    /// Where the seller sends the goods: a warehouse that takes in parcels of clients.
    pub warehouse_id: Uuid,
    /// For whom they are bought. Ignored for users of a client, who ask for themselves.
    pub client_id: Option<Uuid>,
    #[oai(validator(max_length = 200))]
    pub title: String,
    /// Their page in the shop, with `https://` or `http://`.
    #[oai(validator(max_length = 2000))]
    pub url: Option<String>,
    /// Size, colour and what else the buyer needs to know.
    #[oai(validator(max_length = 1000))]
    pub details: Option<String>,
    /// Whole units.
    #[oai(default = "one", validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub quantity: i32,
}

const fn one() -> i32 {
    1
}

/// The price of a request.
#[derive(Object, Clone, Debug)]
pub struct BuyingQuote {
    /// ISO 4217.
    #[oai(validator(min_length = 3, max_length = 3))]
    pub currency: String,
    /// Price of all units at the seller, above zero.
    pub goods_amount: Decimal,
    /// Price of their way to the warehouse.
    #[oai(default)]
    pub shipping_amount: Decimal,
    /// Price of the work of the company.
    #[oai(default)]
    pub fee_amount: Decimal,
    /// The last day on which it can be accepted: today or later.
    pub quote_until: NaiveDate,
    /// The client reads it.
    #[oai(validator(max_length = 500))]
    pub quote_note: Option<String>,
    /// Version that was read; 409 `stale_version` if the request has changed since.
    pub version: i32,
}

/// The version of a request.
#[derive(Object)]
pub struct BuyingRequestVersion {
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// The order at the seller.
#[derive(Object)]
pub struct BuyingOrder {
    /// Number of the order at the seller.
    #[oai(validator(max_length = 80))]
    pub order_number: Option<String>,
    /// Code of the parcel in which the goods come.
    #[oai(validator(max_length = 80))]
    pub tracking_code: Option<String>,
    /// Version that was read; 409 `stale_version` if the request has changed since.
    pub version: i32,
}

/// The end of a request.
#[derive(Object)]
pub struct BuyingRequestEnd {
    /// The client reads it.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}
