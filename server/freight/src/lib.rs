//! Shipments, parcels, labels and tracking.

use poem::http::Extensions;
use poem::{Route, get};
use poem_openapi::OpenApi;

pub mod address_book;
pub mod documents;
pub mod event_kinds;
pub mod hold_reason;
pub mod hs_codes;
pub mod merge;
mod package_lookup;
pub mod packages;
pub mod report_parts;
pub mod saved_parcels;
pub mod setup;
pub mod shipments;
pub mod status;
pub mod tracking_code;
pub mod tracking_events;
pub mod tracking_updates;
pub mod webhook_events;

use server_core::http::spa;

/// Adds what is kept for the whole process: fonts of labels, totals of lists.
pub fn fill_slots(slots: &mut Extensions) {
    slots.insert(shipments::labels::PrintingCache::default());
    slots.insert(shipments::known_totals::KnownTotals::default());
}

/// Adds the address that mail programs call to end a subscription; people get the web's page there.
pub fn routes(site: Route) -> Route {
    let path = format!("{}/:token", tracking_updates::one_click::PATH);
    site.at(path, get(spa::web).post(tracking_updates::one_click::one_click))
}

pub fn api() -> impl OpenApi {
    (
        (address_book::SavedAddressApi, saved_parcels::SavedParcelApi),
        (packages::PackageApi, package_lookup::PackageLookupApi),
        (
            shipments::ShipmentApi,
            (shipments::ShipmentConfirmApi, shipments::ShipmentConfirmManyApi),
            shipments::ShipmentCancelApi,
            shipments::ShipmentRepriceApi,
            (shipments::ShipmentHoldApi, shipments::ShipmentUpdateManyApi),
            shipments::price::ShipmentQuoteApi,
            shipments::price::ShipmentChargeApi,
        ),
        (shipments::ShipmentCountApi, hs_codes::HsCodeApi),
        shipments::export::ShipmentExportApi,
        shipments::proposal::ShipmentProposalApi,
        shipments::PortalApi,
        (
            shipments::labels::ShipmentLabelApi,
            shipments::labels::ShipmentDocumentApi,
            documents::layouts::DocumentLayoutApi,
        ),
        (
            tracking_events::TrackingEventApi,
            tracking_events::UndoEventApi,
            tracking_events::ContradictedEventsApi,
            event_kinds::TrackingEventKindApi,
            event_kinds::ShipmentEventLookupApi,
        ),
        tracking_updates::TrackingSubscriptionApi,
        tracking_updates::TrackingEmailTextApi,
    )
}
