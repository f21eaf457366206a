//! Another address to sign in with (ACC-3).
//!
//! The letter with the link goes to the new address, a notice to the old one. The link works for the signed-in user
//! who asked: had the address been mistyped, whoever reads the letter there could not take the account with it.

mod api;
mod letter;
mod store;

pub use api::EmailApi;
pub use letter::SendEmailChange;
pub use store::{DELETE_EVERY, delete};
