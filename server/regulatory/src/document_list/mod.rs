//! Documents of all shipments in one list, as those of clients and partners: staff verify them, replace them with newer
//! versions, and are reminded before they expire.

mod api;
mod model;
pub mod reminders;
mod store;

pub use api::RegulatoryDocumentListApi;
pub use store::DOCUMENTS;
