//! Requests to the health authority, one per shipment: fields, checklist of documents, status and history.

mod api;
mod change;
pub mod checklist;
pub mod document_list;
mod documents;
pub mod filing;
mod gateway;
pub mod list;
mod live_events;
pub mod model;
mod notifications;
pub mod progress;
pub mod report_parts;
pub mod status;
pub mod steps;
pub mod store;
mod transitions;

pub use api::RegulatoryRequestApi;
pub use document_list::RegulatoryDocumentListApi;
pub use documents::RegulatoryDocumentApi;
pub use filing::AskAuthority;
pub use steps::RegulatoryStepApi;
pub use store::{OpenDemands, open_demands};

use poem_openapi::OpenApi;
use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use access::scope::RowScope;
use freight::shipments;
use server_core::http::error::ApiResult;
use server_core::http::record_state::RecordState;

/// Whether the state of a request allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let row = store::find(tx, &RowScope::All, id).await?;
    let of_shipment = shipments::load_record_state(tx, row.shipment_id, Action::Show).await?;
    let verdict = model::verdict(&row.progress, action);
    Ok(RecordState { status: Some(row.progress.status.code()), verdict, ..of_shipment })
}

pub fn api() -> impl OpenApi {
    (RegulatoryRequestApi, RegulatoryStepApi, RegulatoryDocumentApi, RegulatoryDocumentListApi)
}
