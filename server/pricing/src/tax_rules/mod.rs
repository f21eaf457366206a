//! Rules of import taxes: those that the product ships, and the company's own.

mod api;
pub mod assess;
mod change;
mod model;
pub mod store;

pub use api::TaxRuleApi;
pub use store::load_record_state;
