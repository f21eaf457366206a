//! Parcels of a client that are packed into one shipment, at the client's request.

mod api;
pub mod departures;
mod input;
pub mod merge;
mod model;
mod pack_api;
mod packed_storage;
mod plan;
pub mod store;
mod unpacking;

pub use api::RepackApi;
pub use pack_api::RepackPackApi;
pub use store::{REPACKS, load_record_state};
pub use unpacking::free_parcels;
