//! The documents of a client in one list: its invoices, the receipts that it sent, and the customs papers of its shipments.

mod api;
mod model;
pub mod store;

pub use api::PortalDocumentApi;
