//! The live connection: a WebSocket per browser, on which pages learn what has changed.
//!
//! `upgrade.rs` checks the request, `connection.rs` is one open socket. A `Feed` (`feed.rs`) reads the events of one tenant,
//! keeps the newest in memory (`memory.rs`) and hands each to the sockets whose user may have it; the `Hub` (`hub.rs`) has
//! the feeds of this process and wakes them. `messages.rs` has the messages of the protocol, `api.rs` the same for pages
//! without a socket. `presence.rs` tells the staff who is online, `signals.rs` who types
//! or looks at the same record; `subscriber.rs` receives the signals of other processes.

mod api;
mod connection;
mod feed;
mod hub;
mod listener;
mod memory;
pub mod messages;
mod presence;
mod signals;
mod subscriber;
mod upgrade;

use poem::http::Extensions;
use poem::{Route, get};
use poem_openapi::OpenApi;

pub use hub::Hub;

pub fn api() -> impl OpenApi {
    api::LiveApi
}

/// Adds the open connections to the shared state.
pub fn fill_slots(slots: &mut Extensions) {
    slots.insert(Hub::default());
}

/// The route of the socket. It stands beside the API: compression and the checks of changes do not fit an upgrade.
pub fn routes(route: Route) -> Route {
    route.at("/api/live", get(upgrade::live))
}
