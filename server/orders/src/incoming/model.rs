//! An order as programs send it, and what comes of it.

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::Serialize;
use uuid::Uuid;

use freight::shipments::shop_order::OrderProblem;
use freight::status::ShipmentStatus;
use trade::goods::{ContentsType, Parcel};

/// An order of a shop or of a program.
#[derive(Object, Serialize, Clone, Debug)]
pub struct ShopOrderInput {
    /// The shop or the program: small letters, digits, dots, hyphens and underscores. With the number it names the order, and it
    /// is the `source` of the shipment.
    #[oai(validator(max_length = 40))]
    pub channel: String,
    /// The number of the order there, which is the `external_ref` of the shipment.
    #[oai(validator(max_length = 120))]
    pub number: String,
    /// The client that it is for; null for the company. Ignored for users of a client.
    pub client_id: Option<Uuid>,
    /// Null to choose the service later.
    pub service_id: Option<Uuid>,
    /// ISO 4217 currency of the values.
    #[oai(validator(max_length = 3))]
    pub currency: Option<String>,
    /// Null for merchandise, which the answer then names as a guess.
    pub contents_type: Option<ContentsType>,
    /// Null for the client, with the address of its record.
    pub sender: Option<OrderParty>,
    pub recipient: OrderParty,
    #[oai(default, validator(max_items = 500))]
    pub items: Vec<OrderItem>,
    /// Empty for one parcel with the weight of all items.
    #[oai(default, validator(max_items = 100))]
    pub parcels: Vec<Parcel>,
    #[oai(validator(max_length = 4000))]
    pub notes: Option<String>,
}

/// The sender or the recipient of an order.
#[derive(Object, Serialize, Clone, Debug, Default)]
pub struct OrderParty {
    #[oai(validator(max_length = 200))]
    pub name: Option<String>,
    #[oai(validator(max_length = 200))]
    pub company: Option<String>,
    #[oai(validator(max_length = 254))]
    pub email: Option<String>,
    /// With the code of the country, or as it is dialled within the country.
    #[oai(validator(max_length = 40))]
    pub phone: Option<String>,
    /// Number of a person or a company at the tax authority.
    #[oai(validator(max_length = 40))]
    pub document: Option<String>,
    /// Street.
    #[oai(validator(max_length = 200))]
    pub street: Option<String>,
    #[oai(validator(max_length = 20))]
    pub house_number: Option<String>,
    #[oai(validator(max_length = 100))]
    pub complement: Option<String>,
    #[oai(validator(max_length = 200))]
    pub district: Option<String>,
    #[oai(validator(max_length = 120))]
    pub city: Option<String>,
    /// Its code or its name.
    #[oai(validator(max_length = 120))]
    pub state: Option<String>,
    #[oai(validator(max_length = 20))]
    pub postcode: Option<String>,
    /// ISO 3166-1 alpha-2.
    #[oai(validator(max_length = 2))]
    pub country: Option<String>,
}

/// Goods of one kind in an order.
#[derive(Object, Serialize, Clone, Debug)]
pub struct OrderItem {
    #[oai(validator(max_length = 500))]
    pub description: String,
    #[oai(validator(max_length = 60))]
    pub sku: Option<String>,
    pub quantity: Decimal,
    /// Value of one unit, in the currency of the order.
    pub unit_value: Option<Decimal>,
    /// Grams of one unit.
    pub unit_weight_g: Option<Decimal>,
    #[oai(validator(max_length = 14))]
    pub hs_code: Option<String>,
    /// ISO 3166-1 alpha-2.
    #[oai(validator(max_length = 2))]
    pub origin_country: Option<String>,
}

/// The shipment of an order.
#[derive(Object, Clone, Debug)]
pub struct ShopOrder {
    pub shipment_id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    /// Fields that the shipment lacks to be confirmed.
    pub missing: Vec<String>,
    /// Values that were guessed or left out.
    pub problems: Vec<OrderProblem>,
    /// False when the order came before: then nothing was changed.
    pub is_new: bool,
    /// True when it came before with other contents.
    pub is_changed: bool,
}
