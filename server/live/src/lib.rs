//! Between people and open pages: the chat, the live connection, the notifications of a user.

pub mod chat;
pub mod notifications;
pub mod socket;

use poem_openapi::OpenApi;

pub fn api() -> impl OpenApi {
    (notifications::api(), chat::api(), socket::api())
}
