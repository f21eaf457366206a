//! What somebody says of themselves: name, number, telephones, picture, and how they read the screens (ACC-2).
//!
//! A client's user speaks for its client. Document and birthday are the client's: a natural person changes them here
//! as anybody does, those of a company are shown and changed by nobody on this page.

mod api;
mod model;
mod store;

pub use api::GeneralApi;
pub use store::{Face, face};

/// The address of one of a user's pictures, from the name of its file.
pub fn picture_url(user_id: uuid::Uuid, key: &str) -> String {
    let file = key.rsplit('/').next().unwrap_or_default();
    format!("/api/account/{user_id}/picture/{file}")
}
