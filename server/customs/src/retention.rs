//! Messages of airlines, and photos of damaged parcels, are deleted when the days of the settings are over. What a message has
//! reported stays.

use chrono::TimeDelta;
use tenancy::TenantTx;

use server_core::http::error::ApiResult;
use server_core::state::AppState;

/// Old messages that nobody reads any more, at most 200: their hashes stay.
pub const FORGET_MESSAGES: &str = "
    update cargo_messages set content = null, unread = '[]', version = version + 1, updated_at = $2
    where id in (
        select id from cargo_messages
        where content is not null and received_at < $1 and stage in ('ended', 'failed')
        order by received_at limit 200
    )";
/// Photos of what was unpacked, at most 200.
pub const FORGET_PHOTOS: &str = "
    update break_bag_lines l set photo_key = null, photo_type = null
    from (
        select o.id, o.photo_key from break_bag_lines o join break_bags k on k.id = o.break_bag_id
        where o.photo_key is not null and k.closed_at < $1 order by o.id limit 200
    ) old
    where l.id = old.id
    returning old.photo_key";

/// Deletes a part of what is older, and returns the names of files to delete after the commit.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<String>> {
    let settings = state.settings.get_within(tx).await?;
    let now = state.clock.now();
    let before = now - TimeDelta::days(settings.customs_data_days.into());
    sqlx::query(FORGET_MESSAGES).bind(before).bind(now).execute(&mut **tx).await?;
    let photos_before = now - TimeDelta::days(settings.field_data_days.into());
    Ok(sqlx::query_scalar(FORGET_PHOTOS).bind(photos_before).fetch_all(&mut **tx).await?)
}
