//! Places, document numbers and photos of drivers' records are deleted when nobody can dispute a delivery any more.

use chrono::TimeDelta;
use tenancy::TenantTx;

use super::record_store as store;
use server_core::http::error::ApiResult;
use server_core::state::AppState;

const KEPT: TimeDelta = TimeDelta::days(180);

/// Deletes a part of what is older, and returns the names of files to delete after the commit.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<String>> {
    let before = state.clock.now() - KEPT;
    store::reduce(tx, before, before.date_naive()).await
}
