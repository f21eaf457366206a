//! SQL of the attempts at background tasks in the tenant.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::Reading;
use super::store::TaskRow;
use super::task_messages::announce_tasks;
use super::{Outcome, Owner};
use crate::http::messages::{MessageCode, Params};

/// Waits for the transactions of earlier attempts, which lock the row `for key share`.
pub const LOCK_FOR_ATTEMPT: &str = "
    select kind, user_id, acting_user_id, api_token_id, args, state, attempt, failures,
        cancel_requested_at is not null as is_cancelled, completed_at is not null or failed_at is not null as is_over
    from background_tasks where id = $1 for update";

pub const BEGIN_ATTEMPT: &str = "
    update background_tasks
    set attempt = $2, running = true, started_at = coalesce(started_at, $3::timestamptz), updated_at = now()
    where id = $1 returning user_id";

/// Holds the task during a transaction: a later attempt waits for its end, progress reports and cancellations do not.
pub const HOLD: &str = "
    select attempt, cancel_requested_at is not null from background_tasks where id = $1 for key share";

pub const SAVE_STATE: &str =
    "update background_tasks set state = $3, updated_at = now() where id = $1 and attempt = $2";

/// Kept whether the task succeeds or not; a later result replaces an earlier one.
pub const SAVE_RESULT: &str =
    "update background_tasks set result_params = $3, updated_at = now() where id = $1 and attempt = $2";

pub const WATCH: &str = "select attempt, cancel_requested_at is not null from background_tasks where id = $1";

/// Skips a row that the process has locked: the report must not wait for the process's own transaction.
pub const REPORT: &str = "
    with mine as (
        select id from background_tasks where id = $1 and attempt = $2 for no key update skip locked
    )
    update background_tasks t
    set stage = $3, progress = $4, done_units = $5, total_units = $6, updated_at = now()
    from mine where t.id = mine.id";

pub const COMPLETE: &str = concat!(
    "update background_tasks
     set stage = 30, progress = 100, done_units = $3, total_units = $4, file_key = $5, file_name = $6, file_type = $7,
        running = false, state = null, completed_at = now(), updated_at = now()
     where id = $1 and attempt = $2 and completed_at is null and failed_at is null returning ",
    crate::task_columns!()
);

pub const FAIL: &str = concat!(
    "update background_tasks
     set failure_code = $3, failure_params = $4, running = false, failed_at = now(), updated_at = now()
     where id = $1 and attempt = $2 and completed_at is null and failed_at is null returning ",
    crate::task_columns!()
);

/// Nobody reads the tasks without an owner.
pub const DELETE_UNOWNED: &str = "
    delete from background_tasks
    where id = $1 and user_id = $2 and (completed_at is not null or failed_at is not null)";

/// Ends the attempt, not the task.
pub const PAUSE: &str = "
    update background_tasks
    set running = false, failures = failures + $3, next_try_at = $4::timestamptz, updated_at = now()
    where id = $1 and attempt = $2 and completed_at is null and failed_at is null
    returning user_id";

/// The fields of a task that a worker reads.
#[derive(Debug, FromRow)]
pub struct WorkRow {
    pub kind: String,
    pub user_id: Uuid,
    pub acting_user_id: Option<Uuid>,
    pub api_token_id: Option<Uuid>,
    pub args: Value,
    pub state: Option<Value>,
    pub attempt: i32,
    pub failures: i16,
    pub is_cancelled: bool,
    pub is_over: bool,
}

impl WorkRow {
    pub fn owner(&self) -> Owner {
        let (acting_user_id, api_token_id) = (self.acting_user_id, self.api_token_id);
        Owner { user_id: self.user_id, acting_user_id, api_token_id }
    }
}

/// An attempt at a task; every write of a worker checks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptId {
    pub task: Uuid,
    pub number: i32,
}

pub async fn lock_for_attempt(tx: &mut TenantTx, task: Uuid) -> Result<Option<WorkRow>, sqlx::Error> {
    sqlx::query_as(LOCK_FOR_ATTEMPT).bind(task).fetch_optional(&mut **tx).await
}

pub async fn begin_attempt(
    tx: &mut TenantTx,
    attempt: AttemptId,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let query = sqlx::query_scalar(BEGIN_ATTEMPT).bind(attempt.task).bind(attempt.number);
    let owner = query.bind(now).fetch_optional(&mut **tx).await?;
    announce_tasks(tx, owner, &[attempt.task]);
    Ok(())
}

/// The newest attempt, and whether the owner cancelled; none when the task was deleted.
pub async fn hold(tx: &mut TenantTx, task: Uuid) -> Result<Option<(i32, bool)>, sqlx::Error> {
    sqlx::query_as(HOLD).bind(task).fetch_optional(&mut **tx).await
}

/// Same as [`hold`], without the lock.
pub async fn watch(tx: &mut TenantTx, task: Uuid) -> Result<Option<(i32, bool)>, sqlx::Error> {
    sqlx::query_as(WATCH).bind(task).fetch_optional(&mut **tx).await
}

pub async fn save_state(tx: &mut TenantTx, attempt: AttemptId, state: &Value) -> Result<bool, sqlx::Error> {
    let query = sqlx::query(SAVE_STATE).bind(attempt.task).bind(attempt.number).bind(state);
    Ok(query.execute(&mut **tx).await?.rows_affected() == 1)
}

pub async fn save_result(
    tx: &mut TenantTx,
    attempt: AttemptId,
    result: &Params,
) -> Result<bool, sqlx::Error> {
    let query = sqlx::query(SAVE_RESULT).bind(attempt.task).bind(attempt.number).bind(Json(result));
    Ok(query.execute(&mut **tx).await?.rows_affected() == 1)
}

/// Writes the progress, unless the process has locked the row or a later attempt has started.
pub async fn report(tx: &mut TenantTx, attempt: AttemptId, so_far: Reading) -> Result<(), sqlx::Error> {
    sqlx::query(REPORT)
        .bind(attempt.task)
        .bind(attempt.number)
        .bind(so_far.stage)
        .bind(so_far.percent())
        .bind(so_far.done)
        .bind(so_far.total)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The ended task; none when it had ended already or another attempt has it.
pub async fn complete(
    tx: &mut TenantTx,
    attempt: AttemptId,
    outcome: &Outcome,
    so_far: Reading,
) -> Result<Option<TaskRow>, sqlx::Error> {
    let (key, name, content_type) = match outcome {
        Outcome::Done | Outcome::Nothing => (None, None, None),
        Outcome::File { key, name, content_type } => (Some(key.name()), Some(name), Some(content_type)),
    };
    let ended: Option<TaskRow> = sqlx::query_as(COMPLETE)
        .bind(attempt.task)
        .bind(attempt.number)
        .bind(so_far.done)
        .bind(so_far.total)
        .bind(key)
        .bind(name)
        .bind(content_type)
        .fetch_optional(&mut **tx)
        .await?;
    announce_tasks(tx, ended.as_ref().map(|task| task.user_id), &[attempt.task]);
    Ok(ended)
}

pub async fn delete_unowned(tx: &mut TenantTx, task: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query(DELETE_UNOWNED).bind(task).bind(Owner::NOBODY.user_id).execute(&mut **tx).await?;
    Ok(())
}

/// Same as [`complete`].
pub async fn fail(
    tx: &mut TenantTx,
    attempt: AttemptId,
    code: MessageCode,
    params: &Params,
) -> Result<Option<TaskRow>, sqlx::Error> {
    let ended: Option<TaskRow> = sqlx::query_as(FAIL)
        .bind(attempt.task)
        .bind(attempt.number)
        .bind(code.as_str())
        .bind(Json(params))
        .fetch_optional(&mut **tx)
        .await?;
    announce_tasks(tx, ended.as_ref().map(|task| task.user_id), &[attempt.task]);
    Ok(ended)
}

/// Ends an attempt whose task continues later; `failures` are added to its count.
pub async fn pause(
    tx: &mut TenantTx,
    attempt: AttemptId,
    failures: i16,
    next_try_at: Option<DateTime<Utc>>,
) -> Result<(), sqlx::Error> {
    let query = sqlx::query_scalar(PAUSE).bind(attempt.task).bind(attempt.number).bind(failures);
    let owner = query.bind(next_try_at).fetch_optional(&mut **tx).await?;
    announce_tasks(tx, owner, &[attempt.task]);
    Ok(())
}
