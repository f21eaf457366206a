//! The audit log as people read it: a list, a user's own activity, and a file.

mod api;
mod export;
pub mod model;
pub mod names;
pub mod store;

use tenancy::TenantTx;
use uuid::Uuid;

pub use api::AuditApi;
pub use export::ExportAudit;
pub use store::AuditScope;

use server_core::http::error::{ApiError, ApiResult};
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};

/// The state of an entry towards a user who reads the entries in `whose`.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, whose: &AuditScope) -> ApiResult<RecordState> {
    let is_among = store::is_among(tx, id, whose).await?.ok_or_else(ApiError::not_found)?;
    Ok(RecordState { owner: RecordOwner::Among(is_among), status: None, verdict: Verdict::Yes })
}
