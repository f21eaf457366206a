//! The user's own data: name, document, phone numbers, picture and display preferences (ACC-2).
//!
//! For a user of a client, document and birthday belong to the client. A natural person can change them here; those of
//! a company are read-only on this page.

mod api;
mod model;

pub use access::users::own_user::{Face, face};
pub use api::{GeneralApi, serve_picture};

/// The URL of a user's picture.
pub fn picture_url(user_id: uuid::Uuid, key: &str) -> String {
    let file = key.rsplit('/').next().unwrap_or_default();
    format!("/api/account/{user_id}/picture/{file}")
}
