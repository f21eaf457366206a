//! Whom the company works for and with.

use poem_openapi::OpenApi;

pub mod clients;
pub mod party;
pub mod place;

pub fn api() -> impl OpenApi {
    clients::ClientApi
}
