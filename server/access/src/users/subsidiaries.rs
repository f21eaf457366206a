//! The subsidiaries that a user belongs to.

use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::ctx::Ctx;
use crate::profiles;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// Locked, so that no subsidiary is closed before it is assigned.
pub const LOCK_SUBSIDIARIES: &str = "
    select id, title, active from subsidiaries where id = any($1) order by search_text(title) for share";
pub const SELECT_OF_USER: &str = "
    select s.id, s.title, s.active from user_subsidiaries of_user join subsidiaries s on s.id = of_user.subsidiary_id
    where of_user.user_id = $1 order by search_text(s.title)";
pub const DELETE_OF_USER: &str = "delete from user_subsidiaries where user_id = $1";
pub const INSERT_FOR_USER: &str =
    "insert into user_subsidiaries (user_id, subsidiary_id) select $1, unnest($2::uuid[])";

#[derive(sqlx::FromRow)]
struct UserSubsidiary {
    id: Uuid,
    title: String,
    active: bool,
}

/// Replaces the subsidiaries of a user and writes the audit entry. Returns 422 at `subsidiary_ids` when one does not
/// exist, or is newly assigned but closed.
pub async fn set_for_user(tx: &mut TenantTx, ctx: &Ctx, user_id: Uuid, ids: &[Uuid]) -> ApiResult<()> {
    let before = load_of_user(tx, user_id).await?;
    let mut chosen = lock_subsidiaries(tx, ids).await?;
    chosen.retain(|subsidiary| subsidiary.active || before.iter().any(|known| known.id == subsidiary.id));
    let mut requested_ids = ids.to_vec();
    requested_ids.sort_unstable();
    requested_ids.dedup();
    if chosen.len() != requested_ids.len() {
        return Err(ApiError::invalid_field("subsidiary_ids", MessageCode::UnknownOption));
    }
    // Both are sorted by title, and titles are unique.
    let titles_of =
        |list: &[UserSubsidiary]| list.iter().map(|subsidiary| subsidiary.title.clone()).collect::<Vec<_>>();
    let (titles_before, titles_after) = (titles_of(&before), titles_of(&chosen));
    if titles_before != titles_after {
        replace(tx, user_id, &requested_ids).await?;
        profiles::announce_rights_change(tx, Some(user_id)).await?;
        let changes = json!({ "subsidiaries": [titles_before, titles_after] });
        audit::record(tx, ctx, "user.assign_subsidiaries", Some(user_id), changes).await?;
    }
    Ok(())
}

async fn lock_subsidiaries(tx: &mut TenantTx, ids: &[Uuid]) -> sqlx::Result<Vec<UserSubsidiary>> {
    sqlx::query_as(LOCK_SUBSIDIARIES).bind(ids).fetch_all(&mut **tx).await
}

async fn load_of_user(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<Vec<UserSubsidiary>> {
    sqlx::query_as(SELECT_OF_USER).bind(user_id).fetch_all(&mut **tx).await
}

async fn replace(tx: &mut TenantTx, user_id: Uuid, ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query(DELETE_OF_USER).bind(user_id).execute(&mut **tx).await?;
    sqlx::query(INSERT_FOR_USER).bind(user_id).bind(ids).execute(&mut **tx).await?;
    Ok(())
}
