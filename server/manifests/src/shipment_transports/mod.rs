//! How a shipment travels, for everybody who can open it: its bags and flights, and the manifests that have it.

mod api;
mod store;

pub use api::ShipmentTransportApi;
