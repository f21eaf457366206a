//! Who is at the door: sign-in, sign-out, sessions, passwords, forgotten ones.

use poem_openapi::OpenApi;

pub mod account_link;
pub mod login;
pub mod password;
pub mod recovery;
pub mod recovery_letter;
pub mod sessions;

pub fn api() -> impl OpenApi {
    (login::AccessApi, recovery::RecoveryApi)
}
