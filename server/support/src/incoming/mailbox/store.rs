//! How far a mailbox has been read, and by which process. This SQL runs on the registry, not in a tenant.

use std::time::Duration;

use uuid::Uuid;

use super::MailboxError;
use server_core::state::AppState;

pub const ADD: &str = "insert into mailboxes (name) values ($1) on conflict (name) do nothing";
pub const HOLD: &str = "
    update mailboxes set holder = $2, held_until = now() + make_interval(secs => $3)
    where name = $1 and (holder = $2 or held_until is null or held_until < now())
    returning uid_validity, last_uid";
pub const RELEASE: &str = "update mailboxes set held_until = null where name = $1 and holder = $2";
/// With other numbers of the server, the cursor starts anew.
pub const ADVANCE: &str = "
    update mailboxes set last_uid = case when uid_validity = $2 then greatest(last_uid, $3) else $3 end, uid_validity = $2
    where name = $1";
pub const TO_RETRY: &str = "
    select uid from mailbox_failures where mailbox = $1 and uid_validity = $2 and attempts < $3 order by uid limit 100";
pub const FAILED: &str = "
    insert into mailbox_failures (mailbox, uid_validity, uid, attempts, problem, failed_at)
    values ($1, $2, $3, 1, $4, now())
    on conflict (mailbox, uid_validity, uid) do update
    set attempts = mailbox_failures.attempts + 1, problem = excluded.problem, failed_at = excluded.failed_at
    returning attempts";
pub const FORGIVE: &str =
    "update mailbox_failures set attempts = 0 where mailbox = $1 and uid_validity = $2 and uid = $3";
pub const SUCCEEDED: &str =
    "delete from mailbox_failures where mailbox = $1 and uid_validity = $2 and uid = $3";

/// The place up to which a mailbox was read.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Cursor {
    pub uid_validity: i64,
    pub last_uid: i64,
}

/// Takes or prolongs the lease. None when another process has it.
pub async fn hold(
    state: &AppState,
    name: &str,
    holder: Uuid,
    lease: Duration,
) -> Result<Option<Cursor>, MailboxError> {
    let mut tx = state.tenancy.control().await?;
    sqlx::query(ADD).bind(name).execute(&mut *tx).await?;
    let hold = sqlx::query_as(HOLD).bind(name).bind(holder).bind(lease.as_secs_f64());
    let cursor = hold.fetch_optional(&mut *tx).await?;
    tx.commit().await?;
    Ok(cursor)
}

pub async fn release(state: &AppState, name: &str, holder: Uuid) -> Result<(), MailboxError> {
    let mut tx = state.tenancy.control().await?;
    sqlx::query(RELEASE).bind(name).bind(holder).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

pub async fn advance(state: &AppState, name: &str, uid_validity: i64, uid: i64) -> Result<(), MailboxError> {
    let mut tx = state.tenancy.control().await?;
    sqlx::query(ADVANCE).bind(name).bind(uid_validity).bind(uid).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

/// E-mails that failed before, fewer times than `most`.
pub async fn list_to_retry(
    state: &AppState,
    name: &str,
    uid_validity: i64,
    most: i16,
) -> Result<Vec<i64>, MailboxError> {
    let mut tx = state.tenancy.control().await?;
    let retry = sqlx::query_scalar(TO_RETRY).bind(name).bind(uid_validity).bind(most);
    let uids = retry.fetch_all(&mut *tx).await?;
    tx.commit().await?;
    Ok(uids)
}

/// Returns the number of its failures.
pub async fn record_failure(
    state: &AppState,
    name: &str,
    uid_validity: i64,
    uid: i64,
    problem: &str,
) -> Result<i16, MailboxError> {
    let problem: String = problem.chars().take(500).collect();
    let mut tx = state.tenancy.control().await?;
    let failed = sqlx::query_scalar(FAILED).bind(name).bind(uid_validity).bind(uid).bind(problem);
    let attempts = failed.fetch_one(&mut *tx).await?;
    tx.commit().await?;
    Ok(attempts)
}

pub async fn forgive(state: &AppState, name: &str, uid_validity: i64, uid: i64) -> Result<(), MailboxError> {
    let mut tx = state.tenancy.control().await?;
    sqlx::query(FORGIVE).bind(name).bind(uid_validity).bind(uid).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

pub async fn clear_failure(
    state: &AppState,
    name: &str,
    uid_validity: i64,
    uid: i64,
) -> Result<(), MailboxError> {
    let mut tx = state.tenancy.control().await?;
    sqlx::query(SUCCEEDED).bind(name).bind(uid_validity).bind(uid).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}
