//! Who is at the door: sign-in, sign-out, sessions, passwords.

use poem_openapi::OpenApi;

pub mod login;
pub mod password;
pub mod sessions;

pub fn api() -> impl OpenApi {
    login::AccessApi
}
