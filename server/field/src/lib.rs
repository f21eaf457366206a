//! Parcels in hand: received and weighed again, stored, picked up, delivered. `station` works with parcels that come in,
//! `deliveries` with those that go to consignees, `runs` with the ways of drivers, `drivers` with what they record,
//! `recipient_choice` with what recipients want after that; the other modules are rules, pure: no table, no request.

use poem_openapi::OpenApi;

#[cfg(test)]
mod case_files;
pub mod deliveries;
pub mod drivers;
pub mod pickup_window;
pub mod receiving;
pub mod recipient_choice;
pub mod runs;
pub mod station;
pub mod steps;

pub fn api() -> impl OpenApi {
    (
        (station::StationApi, station::StationPhotoApi),
        (deliveries::DeliveryApi, deliveries::DeliveryActionApi, deliveries::DeliveryProofApi),
        (runs::RouteApi, runs::RouteActionApi, drivers::FieldApi, recipient_choice::PublicDeliveryApi),
    )
}
