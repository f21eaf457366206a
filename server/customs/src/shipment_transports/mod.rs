//! How a shipment travels, for everybody who can open it: in which bags, on which flights, since when.

mod api;
mod model;
mod store;

pub use api::ShipmentTransportApi;
