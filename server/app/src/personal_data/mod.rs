//! The data of a user and the user's client, as a file for them (LGPD, GDPR).

mod api;
mod export;
mod sections;

pub use api::PersonalDataApi;
pub use export::{ExportPersonalData, delete_expired};
