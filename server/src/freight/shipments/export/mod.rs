//! Export of the list of shipments to a spreadsheet, as a background process.

mod api;
mod columns;
mod file;
mod process;

pub use api::ShipmentExportApi;
pub use columns::Cell;
pub use file::{ExportFormat, Table};
pub use process::ExportShipments;
