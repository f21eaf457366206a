//! The subsidiaries of a user.

use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::ctx::Ctx;
use crate::profiles;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// Locked, so that no subsidiary is closed before it is assigned.
pub const NAMED: &str = "
    select id, title, active from subsidiaries where id = any($1) order by search_text(title) for share";
pub const OF_USER: &str = "
    select s.id, s.title, s.active from user_subsidiaries b join subsidiaries s on s.id = b.subsidiary_id
    where b.user_id = $1 order by search_text(s.title)";
pub const TAKE: &str = "delete from user_subsidiaries where user_id = $1";
pub const GIVE: &str = "insert into user_subsidiaries (user_id, subsidiary_id) select $1, unnest($2::uuid[])";

#[derive(sqlx::FromRow)]
struct Branch {
    id: Uuid,
    title: String,
    active: bool,
}

/// Replaces the subsidiaries of a user and writes the audit entry. Returns 422 at `subsidiary_ids` when one does not
/// exist, or is newly assigned but closed.
pub async fn set_for_user(tx: &mut TenantTx, ctx: &Ctx, user_id: Uuid, ids: &[Uuid]) -> ApiResult<()> {
    let before = of_user(tx, user_id).await?;
    let mut chosen = load_branches(tx, ids).await?;
    chosen.retain(|one| one.active || before.iter().any(|it| it.id == one.id));
    let mut asked = ids.to_vec();
    asked.sort_unstable();
    asked.dedup();
    if chosen.len() != asked.len() {
        return Err(ApiError::invalid_field("subsidiary_ids", MessageCode::UnknownOption));
    }
    let titles = |list: &[Branch]| list.iter().map(|one| one.title.clone()).collect::<Vec<_>>();
    let (before, after) = (titles(&before), titles(&chosen));
    if before != after {
        replace(tx, user_id, &asked).await?;
        profiles::announce_rights_change(tx, Some(user_id)).await?;
        let changes = json!({ "subsidiaries": [before, after] });
        audit::record(tx, ctx, "user.assign_subsidiaries", Some(user_id), changes).await?;
    }
    Ok(())
}

async fn load_branches(tx: &mut TenantTx, ids: &[Uuid]) -> sqlx::Result<Vec<Branch>> {
    sqlx::query_as(NAMED).bind(ids).fetch_all(&mut **tx).await
}

async fn of_user(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<Vec<Branch>> {
    sqlx::query_as(OF_USER).bind(user_id).fetch_all(&mut **tx).await
}

async fn replace(tx: &mut TenantTx, user_id: Uuid, ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query(TAKE).bind(user_id).execute(&mut **tx).await?;
    sqlx::query(GIVE).bind(user_id).bind(ids).execute(&mut **tx).await?;
    Ok(())
}
