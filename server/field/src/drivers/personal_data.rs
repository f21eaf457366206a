//! Places, document numbers and photos of drivers' records, and photos of received parcels, are deleted when nobody can dispute
//! them any more.

use chrono::TimeDelta;
use tenancy::TenantTx;

use receiving::station;
use server_core::http::error::ApiResult;
use server_core::state::AppState;

/// Personal data of old records, at most 500.
pub const REDUCE: &str = "
    update field_records set latitude = null, longitude = null, accuracy_m = null, is_reduced = true,
           payload = payload - 'document_number'
    where id in (select id from field_records where not is_reduced and received_at < $1 order by received_at limit 500)";
/// Old files, at most 200: their hashes stay.
pub const FORGET_FILES: &str = "
    update field_files k set file_key = null
    from (select sha256, file_key from field_files where file_key is not null and uploaded_at < $1
          order by uploaded_at limit 200) old
    where k.sha256 = old.sha256
    returning old.file_key";
/// A copy goes with the record that it is from.
pub const FORGET_PICKUP_PLACES: &str = "
    update pickups set latitude = null, longitude = null, place_on = null
    where latitude is not null and coalesce(place_on, case when record_id is not null then on_date end) < $1";
pub const FORGET_PLACES: &str = "
    update deliveries set latitude = null, longitude = null, place_on = null
    where latitude is not null and coalesce(place_on, on_date) < $1";

/// Deletes a part of what is older, and returns the names of files to delete after the commit.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<String>> {
    let settings = state.settings.get_within(tx).await?;
    let before = state.clock.now() - TimeDelta::days(settings.field_data_days.into());
    // Places have days of the company.
    let first_kept = settings.today(before);
    sqlx::query(REDUCE).bind(before).execute(&mut **tx).await?;
    sqlx::query(FORGET_PLACES).bind(first_kept).execute(&mut **tx).await?;
    sqlx::query(FORGET_PICKUP_PLACES).bind(first_kept).execute(&mut **tx).await?;
    let mut files: Vec<String> = sqlx::query_scalar(FORGET_FILES).bind(before).fetch_all(&mut **tx).await?;
    files.extend(station::forget_photos(tx, before).await?);
    Ok(files)
}
