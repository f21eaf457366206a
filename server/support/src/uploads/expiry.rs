//! The end of files: those of which parts never came, and those that were deleted.

use chrono::TimeDelta;
use tenancy::TenantTx;

use super::store;
use server_core::http::error::ApiResult;
use server_core::state::AppState;

/// Without a further part.
const HOURS_TO_GO_ON: i64 = 24;
const DAYS_TO_RESTORE: i64 = 30;

/// Deletes the rows of files that ended, and returns the stored files that are not needed any more.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<String>> {
    let now = state.clock.now();
    let (begun_before, deleted_before) =
        (now - TimeDelta::hours(HOURS_TO_GO_ON), now - TimeDelta::days(DAYS_TO_RESTORE));
    store::delete_expired(tx, begun_before, deleted_before).await
}
