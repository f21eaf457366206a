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
pub use store::Whose;

use server_core::http::error::{ApiError, ApiResult};
use server_core::http::standing::{Owned, Standing, Verdict};

/// The state of an entry towards a user who reads the entries in `whose`.
pub async fn standing(tx: &mut TenantTx, id: Uuid, whose: &Whose) -> ApiResult<Standing> {
    let is_among = store::is_among(tx, id, whose).await?.ok_or_else(ApiError::not_found)?;
    Ok(Standing { owned: Owned::Among(is_among), status: None, verdict: Verdict::Yes })
}
