//! Labels and documents of shipments: one in the browser, many as a background process.

mod api;
mod bundle;
mod documents_api;
pub mod model;
pub mod printing;
mod prints;
mod process;
mod single;
pub mod store;

pub use api::ShipmentLabelApi;
pub use bundle::LabelFormat;
pub use documents_api::ShipmentDocumentApi;
pub use printing::PrintingCache;
pub use process::PrintLabels;
