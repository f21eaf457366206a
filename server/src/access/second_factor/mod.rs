//! The second step of a sign-in: a code of an app (TOTP, RFC 6238), or one of the codes kept for its loss.
//!
//! After the right password, or the word of a provider, the browser gets a fresh anonymous cookie, and a row says for a
//! few minutes whose second step it may take. Nobody is signed in before the code is right, and nothing is linked to the
//! user; whoever does not know the password learns nothing.
//! A new password by letter changes none of this. Codes are counted by the database, so that guessing is as slow on
//! many nodes as on one.

mod api;
mod check;
mod letter;
pub mod recovery_codes;
mod setup;
mod step;
pub mod store;
pub mod totp;

use poem_openapi::OpenApi;

pub use letter::TellSecondFactorOff;
pub use step::ask;

pub fn api() -> impl OpenApi {
    (api::SecondFactorApi, step::SecondStepApi)
}
