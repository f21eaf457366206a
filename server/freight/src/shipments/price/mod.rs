//! The price of a shipment: quoted before its confirmation, accepted and frozen by it, calculated again by later changes.

mod accept;
mod charged;
pub mod charges;
mod charges_api;
mod forecast;
mod measured;
mod postings;
mod problems;
mod quote_api;
mod quoted;

pub use accept::{AcceptedPrice, PriceRequest, price_to_charge};
pub use charged::load_charged;
pub use charges_api::ShipmentChargeApi;
pub use forecast::{PriceForecast, PriceReader, UnstoredShipment, forecast};
pub use measured::{MeasuredPrice, charge_measured, load_measure_limits, price_measured};
pub use postings::to_postings;
pub use quote_api::{ShipmentQuoteApi, choose};
