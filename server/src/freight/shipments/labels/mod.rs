//! Labels of shipments: one in the browser, many as a background process.

mod api;
mod bundle;
mod model;
mod press;
mod process;
mod store;

pub use api::ShipmentLabelApi;
pub use bundle::LabelFormat;
pub use press::Press;
pub use process::PrintLabels;
