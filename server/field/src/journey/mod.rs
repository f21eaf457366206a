//! Pickups and deliveries of shipments as those see them who do not work with them: the client, the recipient, and whoever has
//! the tracking code.

mod model;
mod public_api;
mod store;

pub use model::{JourneyDelivery, JourneyPickup, JourneyWindow, ShipmentDelivery, TrackedJourney};
pub use public_api::{PublicTrackingApi, track};
pub use store::{DeliveryRow, list_of_shipment};
