//! The data of a user: as a file for them, and its deletion (LGPD, GDPR).

mod api;
mod deletion;
mod erasure;
mod export;
mod sections;

pub use api::PersonalDataApi;
pub use deletion::AccountDeletionApi;
pub use erasure::{end_tokens, erase_due};
pub use export::{ExportPersonalData, delete_expired};
