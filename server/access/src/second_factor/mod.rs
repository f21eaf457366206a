//! The second factor of a sign-in: a code from an app (TOTP, RFC 6238) or a recovery code.
//!
//! After the password or the provider sign-in, the browser gets a new anonymous cookie, and a row allows it to send the
//! code within a few minutes. Until the code is correct, nobody is signed in and no identity is linked. Without the
//! password, an attacker learns nothing. Resetting the password does not disable the second factor. The database counts
//! wrong codes, so that guessing is not faster on several nodes.

mod api;
mod check;
mod email;
pub mod recovery_codes;
mod setup;
mod step;
pub mod store;
pub mod totp;

use poem_openapi::OpenApi;

pub use email::TellSecondFactorOff;
pub use step::ask;

pub fn api() -> impl OpenApi {
    (api::SecondFactorApi, step::SecondStepApi)
}
