//! The devices where the user is signed in (AUTH-6). Each session is a device.

mod agent;
mod api;
mod store;

pub use api::DeviceApi;
