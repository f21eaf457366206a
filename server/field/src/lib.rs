//! Parcels in hand: `pickups` works with parcels that are collected, `deliveries` with those that go to consignees, `runs` with
//! the ways of drivers, `drivers` with what they record, `delivery_pin` with the PINs of recipients, `recipient_choice` with
//! what recipients want after that, `cash_handovers` counts what drivers took for it, `cod_payouts` pays it out to clients, `journey` shows others what becomes of a
//! shipment; `pickup_window` is a rule without table and request. Parcels that come in are those of the crate `receiving`.

use poem_openapi::OpenApi;

#[cfg(test)]
mod case_files;
pub mod cash_handovers;
pub mod cod_payouts;
pub mod deliveries;
pub mod delivery_pin;
pub mod drivers;
pub mod journey;
pub mod pickup_window;
pub mod pickups;
pub mod recipient_choice;
pub mod report_parts;
pub mod runs;
pub mod steps;

pub fn api() -> impl OpenApi {
    (
        (pickups::PickupApi, pickups::PickupActionApi, pickups::PickupFileApi),
        (
            deliveries::DeliveryApi,
            deliveries::DeliveryActionApi,
            deliveries::DeliveryProofApi,
            deliveries::DeliveryCounterApi,
            deliveries::ShipmentProofApi,
            delivery_pin::DeliveryPinApi,
        ),
        (cash_handovers::CashHandoverApi, cod_payouts::CodPayoutApi),
        (journey::PublicTrackingApi, recipient_choice::ShipmentDeliveryApi),
        (runs::RouteApi, runs::RouteActionApi, drivers::FieldApi, recipient_choice::PublicDeliveryApi),
    )
}
