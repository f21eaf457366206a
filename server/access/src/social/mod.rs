//! Sign-in through identity providers, with OpenID Connect (AUTH-2).
//!
//! The flow: a button starts an attempt, which is bound to the tenant by its schema and to the browser by its cookie.
//! The provider redirects to the same host. The code is exchanged and the ID token verified; then `model::decide`
//! decides about the identity. An unknown person has a pending identity, bound to the cookie, until they complete an
//! account or sign in with a password to link the two.

mod api;
mod client;
pub mod model;
pub mod providers;
mod store;

pub use api::{SocialApi, WithCookie, answer, let_wait, link_pending, link_waiting, not_completed};
pub use client::Providers;
pub use model::SocialStep;
pub use store::{
    FORGET_ATTEMPTS, FORGET_PENDING, Pending, link as link_identity, revoke_access, take_pending, unlink,
};
