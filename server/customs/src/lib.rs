//! Consolidation: parcels are packed into bags, bags and parcels fly under air waybills and other masters, and are unpacked.

use poem_openapi::OpenApi;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::{ApiError, ApiResult};
use server_core::http::record_state::RecordState;

pub mod bags;
pub mod break_bags;
pub mod cargo_events;
pub mod flights;
pub mod loose_parcel;
pub mod masters;
pub mod parcel_moves;
pub mod ranges;
pub mod report_parts;
pub mod retention;
pub mod shipment_transports;
pub mod units;
pub mod waybills;
pub mod xml_tree;

pub fn api() -> impl OpenApi {
    (
        (bags::BagApi, bags::BagParcelApi, bags::BagActionApi, bags::BagLabelApi, units::BagUnitApi),
        ranges::WaybillRangeApi,
        (
            waybills::WaybillApi,
            waybills::WaybillContentApi,
            waybills::WaybillActionApi,
            waybills::WaybillPaperApi,
            waybills::WaybillExportApi,
        ),
        (cargo_events::CargoEventApi, cargo_events::CargoMessageApi),
        (masters::MasterApi, masters::MasterBagApi, masters::MasterActionApi, masters::MasterPaperApi),
        (break_bags::BreakBagApi, break_bags::BreakBagLineApi, break_bags::BreakBagActionApi),
    )
}

/// Whether the state of a record of consolidation allows an action, for any user.
pub async fn load_record_state(
    tx: &mut TenantTx,
    resource: Resource,
    id: Uuid,
    action: Action,
) -> ApiResult<RecordState> {
    match resource {
        Resource::Bag => bags::load_record_state(tx, id, action).await,
        Resource::Mawb => waybills::load_record_state(tx, id, action).await,
        Resource::CargoMessage => cargo_events::load_record_state(tx, id, action).await,
        Resource::MawbRange => ranges::load_record_state(tx, id, action).await,
        Resource::Master => masters::load_record_state(tx, id, action).await,
        Resource::BreakBag => break_bags::load_record_state(tx, id, action).await,
        _ => Err(ApiError::not_found()),
    }
}
