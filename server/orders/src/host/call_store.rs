//! SQL of forwarded calls.

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::call::{ANSWERED, ANSWERED_FOR, CallKey, CallTurn, FAILED, KnownCall, LEASE};
use super::model::OrderCall;
use super::outcome::CallOutcome;
use server_core::http::error::ApiResult;

const SHOWN: i64 = 50;

pub const INSERT_CALL: &str = "
    insert into order_calls (key_hash, request_hash, order_number, status, user_id, api_token_id, request_bytes, attempt_count,
                             called_at, lease_until)
    values ($1, $2, $3, 20, $4, $5, $6, 1, $7, $8)
    on conflict (key_hash) do nothing";
pub const LOCK_CALL: &str = "
    select request_hash, status, called_at, lease_until, answer_status, answer from order_calls where key_hash = $1 for update";
pub const TAKE_CALL: &str = "
    update order_calls
    set request_hash = $2, status = 20, user_id = $3, api_token_id = $4, request_bytes = $5,
        attempt_count = least(attempt_count, 32766) + 1, called_at = $6, lease_until = $7, answer_status = null,
        answer = null, answer_bytes = null, duration_ms = null, failure = null
    where key_hash = $1";
/// A result that another attempt has written meanwhile stays.
pub const FINISH_CALL: &str = "
    update order_calls
    set status = $2, answer_status = $3, answer = $4, answer_bytes = $5, duration_ms = $6, failure = $7, lease_until = null
    where key_hash = $1 and status = 20";
pub const RECENT_CALLS: &str = "
    select order_number, case status when 20 then 'forwarding' when 30 then 'answered' else 'failed' end as state, called_at,
           attempt_count, api_token_id, request_bytes, answer_status, answer_bytes, duration_ms, failure
    from order_calls order by called_at desc, key_hash limit $1";
pub const DELETE_OLD_CALLS: &str = "delete from order_calls where called_at < $1";
pub const DROP_OLD_ANSWERS: &str =
    "update order_calls set answer = null where answer is not null and called_at < $1";
/// What one address refused, another one may take.
pub const FORGET_REFUSALS: &str = "
    update order_calls set status = 50 where status = 30 and answer_status not between 200 and 299";
pub const DELETE_EVERY_CALL: &str = "delete from order_calls";

/// A call that begins.
pub struct NewCall<'a> {
    pub key: &'a CallKey,
    pub number: &'a str,
    pub user_id: Uuid,
    pub api_token_id: Option<Uuid>,
    pub request_bytes: i32,
}

/// Notes a call that goes out, unless it is under way or was answered.
pub async fn begin_call(tx: &mut TenantTx, call: &NewCall<'_>, now: DateTime<Utc>) -> ApiResult<CallTurn> {
    let insert = sqlx::query(INSERT_CALL)
        .bind(&call.key.key_hash)
        .bind(&call.key.request_hash)
        .bind(call.number)
        .bind(call.user_id)
        .bind(call.api_token_id)
        .bind(call.request_bytes)
        .bind(now)
        .bind(now + LEASE);
    if insert.execute(&mut **tx).await?.rows_affected() == 1 {
        return Ok(CallTurn::Forward);
    }
    let lock = sqlx::query_as(LOCK_CALL).bind(&call.key.key_hash);
    let known: Option<KnownCall> = lock.fetch_optional(&mut **tx).await?;
    let turn = known.map_or(CallTurn::InProgress, |known| known.take_turn(&call.key.request_hash, now));
    if turn == CallTurn::Forward {
        sqlx::query(TAKE_CALL)
            .bind(&call.key.key_hash)
            .bind(&call.key.request_hash)
            .bind(call.user_id)
            .bind(call.api_token_id)
            .bind(call.request_bytes)
            .bind(now)
            .bind(now + LEASE)
            .execute(&mut **tx)
            .await?;
    }
    Ok(turn)
}

/// Writes what became of a call.
pub async fn finish_call(
    tx: &mut TenantTx,
    key: &CallKey,
    outcome: &CallOutcome,
    duration_ms: i32,
) -> ApiResult<()> {
    let (status, answer_status, answer) = match outcome {
        CallOutcome::Taken { status, body } => (ANSWERED, i16::try_from(*status).ok(), Some(body.as_slice())),
        CallOutcome::NotTaken { status } => (ANSWERED, i16::try_from(*status).ok(), None),
        CallOutcome::Failed(failed) => (FAILED, failed.status, None),
    };
    let failure = outcome.find_failure().map(|failed| failed.failure.as_str());
    sqlx::query(FINISH_CALL)
        .bind(&key.key_hash)
        .bind(status)
        .bind(answer_status)
        .bind(answer)
        .bind(answer.and_then(|answer| i32::try_from(answer.len()).ok()))
        .bind(duration_ms)
        .bind(failure)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The newest calls.
pub async fn list_recent(tx: &mut TenantTx) -> ApiResult<Vec<OrderCall>> {
    Ok(sqlx::query_as(RECENT_CALLS).bind(SHOWN).fetch_all(&mut **tx).await?)
}

/// Deletes what is older, and the answers that nobody gets again.
pub async fn delete_old_calls(tx: &mut TenantTx, now: DateTime<Utc>, logged_for: TimeDelta) -> ApiResult<()> {
    sqlx::query(DELETE_OLD_CALLS).bind(now - logged_for).execute(&mut **tx).await?;
    sqlx::query(DROP_OLD_ANSWERS).bind(now - ANSWERED_FOR).execute(&mut **tx).await?;
    Ok(())
}

/// Lets orders that were refused go out again: the host is at another address.
pub async fn forget_refusals(tx: &mut TenantTx) -> ApiResult<()> {
    sqlx::query(FORGET_REFUSALS).execute(&mut **tx).await?;
    Ok(())
}

pub async fn delete_every_call(tx: &mut TenantTx) -> sqlx::Result<()> {
    sqlx::query(DELETE_EVERY_CALL).execute(&mut **tx).await?;
    Ok(())
}
