//! Packages: the packaging a company offers, from which a parcel takes its size. Not the parcel itself.

mod api;
pub mod model;
pub mod store;

pub use api::PackageApi;
