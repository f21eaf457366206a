//! The search for tariff codes: what the client sent before, then the Harmonized System.

mod api;
pub mod store;

pub use api::HsCodeApi;
