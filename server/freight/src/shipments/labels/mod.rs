//! Labels and documents of shipments: one in the browser, many as a background process.

mod api;
mod bundle;
mod documents_api;
pub mod model;
pub mod press;
mod process;
pub mod store;

pub use api::ShipmentLabelApi;
pub use bundle::LabelFormat;
pub use documents_api::ShipmentDocumentApi;
pub use press::Press;
pub use process::PrintLabels;
