//! Documents of a client, a partner or a subsidiary, each with or without a file. Staff verify them, replace them with
//! newer versions, and are reminded before they expire.

mod api;
mod model;
pub mod reminders;
mod store;

pub use api::PartyDocumentApi;
