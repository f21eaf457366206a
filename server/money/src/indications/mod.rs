//! Indications: clients send others to the company, and get a part of what these pay for their first shipments.

mod api;
mod attach;
pub mod merge;
pub mod model;
mod reward;
mod settle;
pub mod store;

pub use api::IndicationApi;
pub use attach::attach;
pub use settle::settle;
pub use store::INDICATIONS;

use tenancy::TenantTx;
use uuid::Uuid;

use self::model::Indication;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};
use server_core::record::Where;

/// Whether the state of an indication allows an action, for any user: it only ever changes by itself.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid) -> ApiResult<RecordState> {
    let Indication { referrer_id, status, .. } = INDICATIONS.find(tx, &Where::all(), id).await?;
    let owner =
        RecordOwner::ByParties { client_id: Some(referrer_id), subsidiary_id: None, partner_id: None };
    Ok(RecordState { owner, status: Some(status.code()), verdict: Verdict::Yes })
}
