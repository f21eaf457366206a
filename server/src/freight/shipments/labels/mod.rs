//! Labels of shipments: one at once in the browser, many as a background process.

mod api;
mod model;
mod press;
mod store;

pub use api::ShipmentLabelApi;
pub use press::Press;
