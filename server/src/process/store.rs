//! The tenant's side of a background process: the row its owner sees. SQL, nothing else.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::Stage;
use super::progress::Reading;
use super::{Outcome, Owner};
use crate::http::messages::{MessageCode, Params};

/// The columns of [`TaskRow`]: neither arguments nor state, which may be large. Its owner is told of its end unless they
/// said otherwise.
#[macro_export]
macro_rules! task_columns {
    () => {
        "id, kind, user_id, title_params, stage, progress, done_units, total_units, file_key, file_name, file_type, \
         result_params, failure_code, failure_params, running, cancel_requested_at, created_at, started_at, completed_at, failed_at, \
         not exists ( \
             select from notification_choices c \
             where c.user_id = background_tasks.user_id and c.event = background_tasks.kind and c.channel = 'app' \
               and not c.enabled \
         ) as told"
    };
}

pub const INSERT: &str = concat!(
    "insert into background_tasks (id, kind, user_id, args, title_params, acting_user_id, created_at)
     values ($1, $2, $3, $4, $5, $6, now()) returning ",
    task_columns!()
);

/// The only way into the queue; the database stamps the tenant.
pub const ENQUEUE: &str = "select queue.enqueue($1, $2, $3)";

pub const LIST: &str = concat!(
    "select ",
    task_columns!(),
    " from background_tasks
      where user_id = $1 and ($2::bool is null or (completed_at is null and failed_at is null) = $2)
      order by created_at desc, id desc limit $3 offset $4"
);

pub const COUNT: &str = "
    select count(*) from (
        select from background_tasks
        where user_id = $1 and ($2::bool is null or (completed_at is null and failed_at is null) = $2)
        limit 10001
    ) counted";

pub const COUNT_PENDING: &str =
    "select count(*) from background_tasks where user_id = $1 and completed_at is null and failed_at is null";

pub const SHOW: &str =
    concat!("select ", task_columns!(), " from background_tasks where id = $1 and user_id = $2");

/// Whoever's it is.
pub const FIND: &str = concat!("select ", task_columns!(), " from background_tasks where id = $1");

pub const LOCK: &str =
    concat!("select ", task_columns!(), " from background_tasks where id = $1 and user_id = $2 for update");

/// A task that no worker has in hand is over at once; one that runs is told, and its worker writes the end.
pub const CANCEL: &str = concat!(
    "update background_tasks
     set cancel_requested_at = now(), updated_at = now(), version = version + 1,
        failed_at = case when not running then now() end,
        failure_code = case when not running then 'process_cancelled' end
     where id = $1 returning ",
    task_columns!()
);

pub const DELETE: &str = "delete from background_tasks where id = $1";

pub const CLEAR: &str = "
    delete from background_tasks
    where user_id = $1 and (completed_at is not null or failed_at is not null) returning file_key";

/// Waits until no transaction of an earlier attempt is open: those hold the row `for key share`.
pub const LOCK_FOR_ATTEMPT: &str = "
    select kind, user_id, acting_user_id, args, state, attempt, failures, cancel_requested_at is not null as is_cancelled,
        completed_at is not null or failed_at is not null as is_over
    from background_tasks where id = $1 for update";

pub const BEGIN_ATTEMPT: &str = "
    update background_tasks
    set attempt = $2, running = true, started_at = coalesce(started_at, now()), updated_at = now()
    where id = $1";

/// Holds the task for the length of a transaction: a later attempt waits for its end, reports of progress do not.
pub const HOLD: &str = "
    select attempt, cancel_requested_at is not null from background_tasks where id = $1 for key share";

pub const SAVE_STATE: &str =
    "update background_tasks set state = $3, updated_at = now() where id = $1 and attempt = $2";

/// Kept whether the task ends well or not; a later word replaces an earlier one.
pub const SAVE_RESULT: &str =
    "update background_tasks set result_params = $3, updated_at = now() where id = $1 and attempt = $2";

pub const WATCH: &str = "select attempt, cancel_requested_at is not null from background_tasks where id = $1";

/// Skips a row that the process itself has locked: its own transaction must not wait for its own report.
pub const REPORT: &str = "
    with mine as (
        select id from background_tasks where id = $1 and attempt = $2 for no key update skip locked
    )
    update background_tasks t
    set stage = $3, progress = $4, done_units = $5, total_units = $6, updated_at = now()
    from mine where t.id = mine.id";

pub const COMPLETE: &str = "
    update background_tasks
    set stage = 30, progress = 100, done_units = $3, total_units = $4, file_key = $5, file_name = $6, file_type = $7,
        running = false, state = null, completed_at = now(), updated_at = now()
    where id = $1 and attempt = $2 and completed_at is null and failed_at is null";

pub const FAIL: &str = "
    update background_tasks
    set failure_code = $3, failure_params = $4, running = false, failed_at = now(), updated_at = now()
    where id = $1 and attempt = $2 and completed_at is null and failed_at is null";

/// What belongs to nobody is read by nobody.
pub const DELETE_UNOWNED: &str = "
    delete from background_tasks
    where id = $1 and user_id = $2 and (completed_at is not null or failed_at is not null)";

/// The attempt is over, the task is not.
pub const PAUSE: &str = "
    update background_tasks set running = false, failures = failures + $3, updated_at = now()
    where id = $1 and attempt = $2 and completed_at is null and failed_at is null";

/// Tasks that came out of an archive have no job: whoever wants them starts them anew.
pub const END_PENDING: &str = "
    update background_tasks
    set failed_at = now(), failure_code = 'process_failed', running = false, updated_at = now()
    where completed_at is null and failed_at is null";

/// A task as its owner may see it.
#[derive(Clone, Debug, FromRow)]
pub struct TaskRow {
    pub id: Uuid,
    pub kind: String,
    pub user_id: Uuid,
    pub title_params: Value,
    pub stage: Stage,
    pub progress: i16,
    pub done_units: i64,
    pub total_units: Option<i64>,
    pub file_key: Option<String>,
    pub file_name: Option<String>,
    pub file_type: Option<String>,
    pub result_params: Value,
    pub failure_code: Option<String>,
    pub failure_params: Value,
    pub running: bool,
    pub cancel_requested_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub started_at: Option<DateTime<Utc>>,
    pub completed_at: Option<DateTime<Utc>>,
    pub failed_at: Option<DateTime<Utc>>,
    pub told: bool,
}

impl TaskRow {
    pub fn is_pending(&self) -> bool {
        self.completed_at.is_none() && self.failed_at.is_none()
    }
}

/// A task as a worker finds it.
#[derive(Debug, FromRow)]
pub struct WorkRow {
    pub kind: String,
    pub user_id: Uuid,
    pub acting_user_id: Option<Uuid>,
    pub args: Value,
    pub state: Option<Value>,
    pub attempt: i32,
    pub failures: i16,
    pub is_cancelled: bool,
    pub is_over: bool,
}

/// Which attempt at which task; every write of a worker names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptId {
    pub task: Uuid,
    pub number: i32,
}

pub async fn insert(
    tx: &mut TenantTx,
    id: Uuid,
    kind: &str,
    owner: Owner,
    args: &Value,
    title_params: &Value,
) -> Result<TaskRow, sqlx::Error> {
    let query = sqlx::query_as(INSERT).bind(id).bind(kind).bind(owner.user_id).bind(args).bind(title_params);
    query.bind(owner.acting_user_id).fetch_one(&mut **tx).await
}

/// Puts a task into the queue within the tenant's own transaction, as the tenant of that transaction.
pub async fn enqueue(tx: &mut TenantTx, task: Uuid, kind: &str, priority: i16) -> Result<(), sqlx::Error> {
    sqlx::query(ENQUEUE).bind(task).bind(kind).bind(priority).execute(&mut **tx).await?;
    Ok(())
}

pub async fn list(
    tx: &mut TenantTx,
    user_id: Uuid,
    pending: Option<bool>,
    limit: i64,
    offset: i64,
) -> Result<Vec<TaskRow>, sqlx::Error> {
    let query = sqlx::query_as(LIST).bind(user_id).bind(pending).bind(limit).bind(offset);
    query.fetch_all(&mut **tx).await
}

pub async fn count(tx: &mut TenantTx, user_id: Uuid, pending: Option<bool>) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(COUNT).bind(user_id).bind(pending).fetch_one(&mut **tx).await
}

pub async fn count_pending(tx: &mut TenantTx, user_id: Uuid) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(COUNT_PENDING).bind(user_id).fetch_one(&mut **tx).await
}

pub async fn show(tx: &mut TenantTx, id: Uuid, user_id: Uuid) -> Result<Option<TaskRow>, sqlx::Error> {
    sqlx::query_as(SHOW).bind(id).bind(user_id).fetch_optional(&mut **tx).await
}

pub async fn find(tx: &mut TenantTx, id: Uuid) -> Result<Option<TaskRow>, sqlx::Error> {
    sqlx::query_as(FIND).bind(id).fetch_optional(&mut **tx).await
}

pub async fn lock(tx: &mut TenantTx, id: Uuid, user_id: Uuid) -> Result<Option<TaskRow>, sqlx::Error> {
    sqlx::query_as(LOCK).bind(id).bind(user_id).fetch_optional(&mut **tx).await
}

pub async fn cancel(tx: &mut TenantTx, id: Uuid) -> Result<TaskRow, sqlx::Error> {
    sqlx::query_as(CANCEL).bind(id).fetch_one(&mut **tx).await
}

pub async fn delete(tx: &mut TenantTx, id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query(DELETE).bind(id).execute(&mut **tx).await?;
    Ok(())
}

/// Deletes what is over; tells the files that nobody can reach any more.
pub async fn clear(tx: &mut TenantTx, user_id: Uuid) -> Result<Vec<Option<String>>, sqlx::Error> {
    sqlx::query_scalar(CLEAR).bind(user_id).fetch_all(&mut **tx).await
}

pub async fn lock_for_attempt(tx: &mut TenantTx, task: Uuid) -> Result<Option<WorkRow>, sqlx::Error> {
    sqlx::query_as(LOCK_FOR_ATTEMPT).bind(task).fetch_optional(&mut **tx).await
}

pub async fn begin_attempt(tx: &mut TenantTx, attempt: AttemptId) -> Result<(), sqlx::Error> {
    sqlx::query(BEGIN_ATTEMPT).bind(attempt.task).bind(attempt.number).execute(&mut **tx).await?;
    Ok(())
}

/// The newest attempt and whether the owner cancelled; none when the task was deleted.
pub async fn hold(tx: &mut TenantTx, task: Uuid) -> Result<Option<(i32, bool)>, sqlx::Error> {
    sqlx::query_as(HOLD).bind(task).fetch_optional(&mut **tx).await
}

/// As [`hold`], without holding.
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

/// Writes how far it is, unless the process has the row locked or another attempt has begun.
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

pub async fn complete(
    tx: &mut TenantTx,
    attempt: AttemptId,
    outcome: &Outcome,
    so_far: Reading,
) -> Result<(), sqlx::Error> {
    let (key, name, content_type) = match outcome {
        Outcome::Done => (None, None, None),
        Outcome::File { key, name, content_type } => (Some(key.name()), Some(name), Some(content_type)),
    };
    sqlx::query(COMPLETE)
        .bind(attempt.task)
        .bind(attempt.number)
        .bind(so_far.done)
        .bind(so_far.total)
        .bind(key)
        .bind(name)
        .bind(content_type)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn delete_unowned(tx: &mut TenantTx, task: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query(DELETE_UNOWNED).bind(task).bind(Owner::NOBODY.user_id).execute(&mut **tx).await?;
    Ok(())
}

pub async fn fail(
    tx: &mut TenantTx,
    attempt: AttemptId,
    code: MessageCode,
    params: &Params,
) -> Result<(), sqlx::Error> {
    sqlx::query(FAIL)
        .bind(attempt.task)
        .bind(attempt.number)
        .bind(code.as_str())
        .bind(Json(params))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Ends an attempt whose task goes on later; `failures` more count against it.
pub async fn pause(tx: &mut TenantTx, attempt: AttemptId, failures: i16) -> Result<(), sqlx::Error> {
    sqlx::query(PAUSE).bind(attempt.task).bind(attempt.number).bind(failures).execute(&mut **tx).await?;
    Ok(())
}

pub async fn end_pending(tx: &mut TenantTx) -> Result<u64, sqlx::Error> {
    Ok(sqlx::query(END_PENDING).execute(&mut **tx).await?.rows_affected())
}
