//! Files that the company shares: with its staff, its partners, all clients or one client.
//!
//! A file arrives in parts, so that a broken connection costs one part. The same user who begins the same file again goes
//! on where it stopped, and contents that are there already are not sent again: both are found by their SHA-256.

mod api;
mod contents;
mod expiry;
mod model;
mod store;
mod transfer_api;

pub use api::UploadApi;
pub use expiry::delete_expired;
pub use store::{UPLOADS, load_record_state};
pub use transfer_api::UploadTransferApi;
