//! Tokens by which programs call the API in the name of a user, with a part of the user's rights.

mod api;
pub mod calls;
pub mod door;
pub mod exchange;
pub mod expiry_notices;
pub mod format;
mod model;
mod networks;
mod revocation;
pub mod scopes;
pub mod shops;
mod short_bearer;
mod store;
mod validity;

pub use api::ApiTokenApi;
pub use revocation::revoke_all;
pub use store::{API_TOKENS, DELETE_EVERY};
pub(crate) use validity::{hold_valid, wait_for_calls};

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use model::{ApiTokenRow, TRANSITIONS, TokenFacts};
use server_core::http::error::ApiResult;
use server_core::http::record_state::RecordState;
use server_core::record::Where;

/// The state of a token towards an action: its user may do everything, others only end it.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    now: chrono::DateTime<chrono::Utc>,
) -> ApiResult<RecordState> {
    let row: ApiTokenRow = API_TOKENS.find(tx, &Where::all(), id).await?;
    let status = row.status(now);
    let verdict = TRANSITIONS.verdict(action, status, &TokenFacts::of(&row));
    Ok(RecordState { status: Some(status.code()), verdict, ..RecordState::of_user(row.user_id) })
}
