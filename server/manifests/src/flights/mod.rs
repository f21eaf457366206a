//! The documents of one flight: the air waybills on it, and the files of their manifests, in one archive.

mod api;
mod documents;
mod store;

pub use api::FlightApi;
pub use documents::PackFlightDocuments;
