//! The station of a warehouse: parcels are scanned, weighed, measured and photographed as they come in.

mod api;
mod closure_api;
mod model;
mod photo_api;
mod scan;
pub mod store;
mod suites;
mod webhook_events;

pub use api::StationApi;
pub use closure_api::ReceivingClosureApi;
pub use photo_api::StationPhotoApi;
pub use scan::receive_found;
pub use store::{RECEIVED_PARCELS, forget_photos, list_missing};
