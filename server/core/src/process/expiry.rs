//! Deletion of tasks whose results are kept for some days only, and of those of erased users.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::task_messages::announce_tasks;

/// Tasks of a kind that ended before $2. One that has failed may have kept its file for the next attempt
/// (`OutputFile`): whoever deletes tasks deletes it too.
pub const DELETE_ENDED: &str = "
    delete from background_tasks where kind = $1 and coalesce(completed_at, failed_at) <= $2
    returning id, user_id, coalesce(file_key, state ->> 'key')";

pub const DELETE_OF_USERS: &str = "
    delete from background_tasks
    where user_id = any($1) and (completed_at is not null or failed_at is not null)
    returning coalesce(file_key, state ->> 'key')";

/// Deletes the ended tasks of these users, and returns the names of their files.
pub async fn delete_of_users(tx: &mut TenantTx, user_ids: &[Uuid]) -> Result<Vec<String>, sqlx::Error> {
    let files: Vec<Option<String>> =
        sqlx::query_scalar(DELETE_OF_USERS).bind(user_ids).fetch_all(&mut **tx).await?;
    Ok(files.into_iter().flatten().collect())
}

/// Deletes the tasks of a kind that ended before this time, and returns the names of their files.
pub async fn delete_ended(
    tx: &mut TenantTx,
    kind: &str,
    before: DateTime<Utc>,
) -> Result<Vec<String>, sqlx::Error> {
    let gone: Vec<(Uuid, Uuid, Option<String>)> =
        sqlx::query_as(DELETE_ENDED).bind(kind).bind(before).fetch_all(&mut **tx).await?;
    for (id, user_id, _) in &gone {
        announce_tasks(tx, Some(*user_id), &[*id]);
    }
    Ok(gone.into_iter().filter_map(|(.., file)| file).collect())
}
