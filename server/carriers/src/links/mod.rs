//! How a provider is connected to a server of carriers.

mod api;
pub mod link;
mod model;

pub use api::ProviderCarrierApi;
pub use link::{CarrierLink, note_health};
pub use model::CarrierBuying;
