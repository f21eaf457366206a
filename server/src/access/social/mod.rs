//! Sign-in by providers of identities, over OpenID Connect (AUTH-2).
//!
//! The way: a button begins an attempt, which is bound to the tenant by its schema and to the browser by its cookie;
//! the provider sends the person back to the very host they left; the code is exchanged and the ID token proven; then
//! `model::decide` says what that identity is worth here. Somebody unknown holds a pending identity, by their cookie,
//! until they have completed an account or signed in with a password to have the two linked.

mod api;
mod client;
pub mod model;
pub mod providers;
mod store;

pub use api::{SocialApi, WithCookie, answer, let_wait, link_pending, link_waiting, not_completed};
pub use client::Providers;
pub use model::SocialStep;
pub use store::{Pending, close_every_door, link as link_identity, take_pending, unlink};
