//! Where somebody is signed in (AUTH-6): each session is a device.

mod agent;
mod api;
mod store;

pub use api::DeviceApi;
