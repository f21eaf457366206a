//! The devices where the user is signed in (AUTH-6). Each session is a device.

mod agent;
mod api;

pub use api::DeviceApi;
