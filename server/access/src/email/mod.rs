//! Change of the sign-in address (ACC-3).
//!
//! The link goes to the new address, a notice to the old one; another one after the change. Only the signed-in user who requested the change can use
//! the link: if the address was mistyped, its owner cannot take over the account.

mod api;
mod changed;
mod mail;
mod store;

pub use api::EmailApi;
pub use changed::TellEmailChanged;
pub use mail::SendEmailChange;
pub use store::{DELETE_EVERY, DELETE_EXPIRED, delete};
