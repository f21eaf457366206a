//! A new client and the user it signs in as, and the proof that the address is that user's (AUTH-3).
//!
//! Whether an address is known already is found out in the process that writes the letter, so that neither the
//! answer nor its time tells.

mod api;
mod letter;
pub mod model;
mod store;

use chrono::TimeDelta;
use serde_json::json;
use tenancy::TenantTx;

pub use api::{Entrance, RegisterApi, create};
pub use letter::SendRegistrationLetter;

use crate::audit;
use crate::http::error::ApiResult;
use crate::parties::clients;
use crate::state::AppState;

/// A registration that is not proven within so many days is taken away, and its address is free again.
pub const PROOF_DAYS: i64 = 30;

/// Takes away accounts that registered themselves and were never proven nor used, with their clients unless something else
/// hangs on those.
pub async fn lapse(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    for gone in store::lapse(tx, state.clock.now() - TimeDelta::days(PROOF_DAYS)).await? {
        let changes = json!({ "name": [gone.name, null], "email": [gone.email, null] });
        audit::record_unasked(tx, state, "user.lapse", Some(gone.id), changes).await?;
        if let Some(code) = clients::delete_unused(tx, gone.client_id).await? {
            let changes = json!({ "code": [code, null] });
            audit::record_unasked(tx, state, "client.lapse", Some(gone.client_id), changes).await?;
        }
    }
    Ok(())
}
