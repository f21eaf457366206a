//! Consolidation: parcels are packed into bags, bags and parcels fly under air waybills and other masters, manifests tell
//! customs and partners what is in them.

pub mod bags;
pub mod break_bags;
pub mod cargo_events;
pub mod masters;
pub mod parcel_moves;
pub mod xml_tree;

use poem_openapi::OpenApi;

pub fn api() -> impl OpenApi {
    (
        (bags::BagApi, bags::BagParcelApi, bags::BagActionApi, bags::BagLabelApi),
        (masters::MasterApi, masters::MasterBagApi, masters::MasterActionApi),
        (break_bags::BreakBagApi, break_bags::BreakBagLineApi, break_bags::BreakBagActionApi),
    )
}
