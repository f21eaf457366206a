//! The company's rates of exchange. A row never changes: a correction is a later row.

mod api;
mod csv_file;
mod model;
pub mod store;

pub use api::ExchangeRateApi;
