//! Consolidation: parcels are packed into bags, bags and parcels fly under air waybills and other masters, manifests tell
//! customs and partners what is in them.

use poem_openapi::OpenApi;

pub mod bags;
pub mod manifests;
pub mod ranges;
pub mod waybills;

pub fn api() -> impl OpenApi {
    (
        (bags::BagApi, bags::BagParcelApi, bags::BagActionApi, bags::BagLabelApi),
        ranges::WaybillRangeApi,
        (
            waybills::WaybillApi,
            waybills::WaybillContentApi,
            waybills::WaybillActionApi,
            waybills::WaybillPaperApi,
            waybills::WaybillExportApi,
        ),
        (
            manifests::ManifestApi,
            manifests::ManifestHouseApi,
            manifests::ManifestActionApi,
            manifests::ManifestAnswerApi,
        ),
    )
}
