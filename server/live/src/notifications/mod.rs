//! The notifications of the signed-in user (NOT-1).

mod api;

use chrono::TimeDelta;
use poem_openapi::OpenApi;
use tenancy::TenantTx;

use server_core::http::error::ApiResult;
use server_core::notify::store;
use server_core::state::AppState;

/// Notifications are deleted after this time.
const KEPT: TimeDelta = TimeDelta::days(90);
/// A deleted notification can come back for at least this time.
const UNDONE_WITHIN: TimeDelta = TimeDelta::minutes(10);

pub fn api() -> impl OpenApi {
    api::NotificationsApi
}

pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let now = state.clock.now();
    Ok(store::delete_expired(tx, now - KEPT, now - UNDONE_WITHIN).await?)
}
