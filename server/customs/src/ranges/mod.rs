//! Numbers of air waybills: the ranges that airlines give to the company, and the next number of one.

mod api;
pub mod model;
pub mod number;
pub mod store;

pub use api::{WaybillRangeApi, find_airline};
pub use store::RANGES;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::{WaybillRange, step_verdict};
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::Where;

/// Whether the state of a range allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let range: WaybillRange = RANGES.find(tx, &Where::all(), id).await?;
    let owner = RecordOwner::ByParties { client_id: None, subsidiary_id: None, partner_id: None };
    Ok(RecordState { owner, status: Some(range.status.code()), verdict: step_verdict(action, range.status) })
}
