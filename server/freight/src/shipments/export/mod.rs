//! Export of the list of shipments to a spreadsheet, as a background process.

mod api;
mod columns;
mod process;

pub use api::ShipmentExportApi;
pub use process::ExportShipments;
