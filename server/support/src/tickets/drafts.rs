//! Drafts: what a user is writing, on every device of the user. The server stores the form as the page wrote it.

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::files;
use server_core::http::error::ApiResult;
use server_core::state::AppState;

/// Files that were never sent.
const FILES_KEPT: TimeDelta = TimeDelta::days(7);
const DRAFTS_KEPT: TimeDelta = TimeDelta::days(90);

pub const FIND: &str =
    "select content, updated_at from support_drafts where user_id = $1 and ticket_id is not distinct from $2";
pub const SAVE: &str = "
    insert into support_drafts (id, user_id, ticket_id, content, updated_at) values ($1, $2, $3, $4, $5)
    on conflict on constraint support_drafts_once_key
        do update set content = excluded.content, updated_at = excluded.updated_at";
pub const DELETE: &str =
    "delete from support_drafts where user_id = $1 and ticket_id is not distinct from $2";
pub const LAPSE: &str = "delete from support_drafts where updated_at < $1";

/// A stored draft: its content, and when it was stored.
pub type Draft = (String, DateTime<Utc>);

pub async fn find(tx: &mut TenantTx, user: Uuid, ticket: Option<Uuid>) -> ApiResult<Option<Draft>> {
    Ok(sqlx::query_as(FIND).bind(user).bind(ticket).fetch_optional(&mut **tx).await?)
}

pub async fn save(
    tx: &mut TenantTx,
    user: Uuid,
    ticket: Option<Uuid>,
    content: &str,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let save = sqlx::query(SAVE).bind(Uuid::now_v7()).bind(user).bind(ticket).bind(content).bind(at);
    save.execute(&mut **tx).await?;
    Ok(())
}

pub async fn delete(tx: &mut TenantTx, user: Uuid, ticket: Option<Uuid>) -> ApiResult<()> {
    sqlx::query(DELETE).bind(user).bind(ticket).execute(&mut **tx).await?;
    Ok(())
}

/// Deletes old drafts, and files that were not sent for a week; returns the keys of these files.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<String>> {
    let now = state.clock.now();
    sqlx::query(LAPSE).bind(now - DRAFTS_KEPT).execute(&mut **tx).await?;
    files::delete_expired(tx, now - FILES_KEPT).await
}
