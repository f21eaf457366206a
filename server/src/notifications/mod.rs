//! The notifications of the signed-in user (NOT-1).

mod api;

use chrono::TimeDelta;
use poem_openapi::OpenApi;
use tenancy::TenantTx;

use crate::http::error::ApiResult;
use crate::notify::store;
use crate::state::AppState;

/// Notifications are deleted after this time.
const KEPT: TimeDelta = TimeDelta::days(90);
/// A deleted notification can come back for at least this time.
const UNDONE_WITHIN: TimeDelta = TimeDelta::minutes(10);

pub fn api() -> impl OpenApi {
    api::NotificationsApi
}

pub async fn lapse(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let now = state.clock.now();
    Ok(store::lapse(tx, now - KEPT, now - UNDONE_WITHIN).await?)
}
