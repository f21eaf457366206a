//! What the company does with goods on their way.

use poem_openapi::OpenApi;

pub mod identifiers;
pub mod imports;
pub mod label;
pub mod packages;
pub mod parcel_code;
pub mod shipments;
pub mod status;
pub mod tracking_code;
pub mod tracking_events;
pub mod weight;

pub fn api() -> impl OpenApi {
    (
        imports::ShipmentImportApi,
        packages::PackageApi,
        shipments::ShipmentApi,
        shipments::labels::ShipmentLabelApi,
        tracking_events::TrackingEventApi,
        tracking_events::PublicTrackingApi,
    )
}
