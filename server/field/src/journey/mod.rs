//! Pickups and deliveries of shipments as those see them who do not work with them: the client, the recipient, and whoever has
//! the tracking code.

mod api;
mod model;
mod public_api;
mod store;

pub use api::ShipmentDeliveryApi;
pub use model::{JourneyDelivery, JourneyPickup, JourneyWindow, TrackedJourney};
pub use public_api::{PublicTrackingApi, track};
