//! Parcels in hand: received and weighed again, stored, picked up, delivered. `station` works with parcels that come in,
//! `inbound` with those of clients, `repacks` packs them into shipments, `reweighs` works with shipments that measure otherwise
//! than declared, `pickups` with parcels that are collected, `deliveries` with those that go to consignees, `runs` with the ways
//! of drivers, `drivers` with what they record, `delivery_pin` with the PINs of recipients, `recipient_choice` with what
//! recipients want after that, `cash_handovers` counts what drivers took for it, `journey` shows others what becomes of a
//! shipment; the other modules are rules, pure: no table, no request.

use poem_openapi::OpenApi;

#[cfg(test)]
mod case_files;
pub mod cash_handovers;
pub mod deliveries;
pub mod delivery_pin;
pub mod drivers;
pub mod inbound;
pub mod journey;
pub mod pickup_window;
pub mod pickups;
pub mod receiving;
pub mod recipient_choice;
pub mod repacks;
pub mod reweighs;
pub mod runs;
pub mod station;
pub mod steps;

pub fn api() -> impl OpenApi {
    (
        (station::StationApi, station::StationPhotoApi, station::ReceivingClosureApi),
        (inbound::InboundParcelApi, inbound::InboundParcelStepApi),
        (repacks::RepackApi, repacks::RepackPackApi),
        (reweighs::ReweighApi, reweighs::ReweighDisputeApi),
        (pickups::PickupApi, pickups::PickupActionApi, pickups::PickupFileApi),
        (
            deliveries::DeliveryApi,
            deliveries::DeliveryActionApi,
            deliveries::DeliveryProofApi,
            deliveries::DeliveryCounterApi,
            delivery_pin::DeliveryPinApi,
        ),
        cash_handovers::CashHandoverApi,
        (journey::PublicTrackingApi, recipient_choice::ShipmentDeliveryApi),
        (runs::RouteApi, runs::RouteActionApi, drivers::FieldApi, recipient_choice::PublicDeliveryApi),
    )
}
