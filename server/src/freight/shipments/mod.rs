//! Shipments: what a company takes from one place to another, with parcels and items.

mod api;
pub mod bulk;
pub mod fields;
pub mod labels;
pub mod list;
pub mod model;
pub mod page;
pub mod references;
pub mod store;

pub use api::ShipmentApi;
