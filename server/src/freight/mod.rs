//! Shipments, parcels, labels, imports and tracking.

use poem::http::Extensions;
use poem_openapi::OpenApi;

pub mod address_book;
pub mod imports;
pub mod label;
pub mod packages;
pub mod parcel_code;
pub mod shipments;
pub mod status;
pub mod tracking_code;
pub mod tracking_events;

/// Adds the state that labels keep for the whole process.
pub fn fill(slots: &mut Extensions) {
    slots.insert(shipments::labels::Press::default());
}

pub fn api() -> impl OpenApi {
    (
        address_book::SavedAddressApi,
        imports::ShipmentImportApi,
        packages::PackageApi,
        shipments::ShipmentApi,
        shipments::ShipmentCountApi,
        shipments::export::ShipmentExportApi,
        shipments::proposal::ShipmentProposalApi,
        shipments::labels::ShipmentLabelApi,
        tracking_events::TrackingEventApi,
        tracking_events::PublicTrackingApi,
    )
}
