//! Places, document numbers and photos of drivers' records, and photos of received parcels, are deleted when nobody can dispute
//! them any more.

use chrono::TimeDelta;
use tenancy::TenantTx;

use super::record_store as store;
use crate::station;
use server_core::http::error::ApiResult;
use server_core::state::AppState;

/// Deletes a part of what is older, and returns the names of files to delete after the commit.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<String>> {
    let days = state.settings.get_within(tx).await?.field_data_days;
    let before = state.clock.now() - TimeDelta::days(days.into());
    let mut files = store::reduce(tx, before, before.date_naive()).await?;
    files.extend(station::forget_photos(tx, before).await?);
    Ok(files)
}
