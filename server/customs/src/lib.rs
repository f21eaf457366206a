//! Consolidation: parcels are packed into bags, bags and parcels fly under air waybills and other masters, manifests tell
//! customs and partners what is in them.

pub mod break_bags;
pub mod cargo_events;
pub mod xml_tree;

use poem_openapi::OpenApi;

pub mod bags;

pub fn api() -> impl OpenApi {
    (bags::BagApi, bags::BagParcelApi, bags::BagActionApi, bags::BagLabelApi)
}
