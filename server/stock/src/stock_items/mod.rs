//! Goods that are kept in stock: of the company, or of one of its clients.

mod api;
pub mod model;
mod on_hand;

pub use api::{StockItemApi, load_record_state};
