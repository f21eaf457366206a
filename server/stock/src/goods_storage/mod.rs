//! The storage of goods of clients: what it costs by the rules of their warehouse, and its charge when goods are packed into a
//! shipment.

mod api;
pub mod charge;
pub mod layers;
pub mod store;

pub use api::GoodsStorageApi;
