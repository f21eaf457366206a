//! Documents of a client, a partner or a subsidiary, each with or without a file. Staff verify them, replace them with
//! newer versions, and are reminded before they expire. Their state is also that of documents of shipments. Documents of the
//! company's own types are deleted when these say so.

mod api;
mod model;
pub mod reminders;
pub mod retention;
pub mod state;
mod store;

pub use api::PartyDocumentApi;
