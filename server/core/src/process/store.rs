//! SQL of background tasks in the tenant.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::FromRow;
use tenancy::TenantTx;
use uuid::Uuid;

use super::Owner;
use super::model::Stage;
use super::task_messages::announce_tasks;

/// The columns of [`TaskRow`], without arguments and state, which may be large.
#[macro_export]
macro_rules! task_columns {
    () => {
        "id, kind, user_id, title_params, stage, progress, done_units, total_units, file_key, file_name, file_type, \
         result_params, failure_code, failure_params, running, next_try_at, cancel_requested_at, created_at, started_at, completed_at, failed_at, retry"
    };
}

pub const INSERT: &str = "
    insert into background_tasks (id, kind, user_id, args, title_params, acting_user_id, retry, api_token_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, now())";

/// A task of the same work. The saved state continues, the attempts start at one.
pub const COPY: &str = "
    with source as materialized (select kind, args, title_params, retry, state from background_tasks where id = $2)
    insert into background_tasks (id, kind, user_id, args, title_params, acting_user_id, api_token_id, retry, state,
                                  created_at)
    select $1, kind, $3, args, title_params, $4, $5, retry, state, now() from source";

/// The only way into the queue; the database records the tenant.
pub const ENQUEUE: &str = "select queue.enqueue($1, $2, $3)";

pub const INSERT_ALL: &str = "
    insert into background_tasks (id, kind, user_id, args, title_params, acting_user_id, api_token_id, created_at)
    select tasks.id, $2, $3, tasks.args, tasks.title_params, $4, $7, now()
    from unnest($1::uuid[], $5::jsonb[], $6::jsonb[]) tasks(id, args, title_params)";
pub const ENQUEUE_ALL: &str = "
    select queue.enqueue(id, $2, priority) from unnest($1::uuid[], $3::smallint[]) tasks(id, priority)";

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

/// Regardless of the owner.
pub const FIND: &str = concat!("select ", task_columns!(), " from background_tasks where id = $1");

pub const LOCK: &str =
    concat!("select ", task_columns!(), " from background_tasks where id = $1 and user_id = $2 for update");

/// Does not wait for [`HOLD`]. A process can begin its next transaction before a session that waits for the last one
/// wakes up, so a cancellation that waited could be too late for every step.
pub const LOCK_TO_CANCEL: &str = concat!(
    "select ",
    task_columns!(),
    " from background_tasks where id = $1 and user_id = $2 for no key update"
);

/// Ends a waiting task at once. A running task is marked, and its worker ends it.
pub const CANCEL: &str = concat!(
    "update background_tasks
     set cancel_requested_at = now(), updated_at = now(), version = version + 1,
        failed_at = case when not running then $2::timestamptz end,
        failure_code = case when not running then 'process_cancelled' end
     where id = $1 returning ",
    task_columns!()
);

pub const DELETE: &str =
    "delete from background_tasks where id = $1 returning coalesce(file_key, state ->> 'key')";

pub const ARGS: &str = "select args from background_tasks where id = $1";

pub const END_RETRY: &str = "update background_tasks set retry = null, updated_at = now() where id = $1 and retry is not null returning user_id";

pub const CLEAR: &str = "
    delete from background_tasks
    where user_id = $1 and (completed_at is not null or failed_at is not null)
    returning coalesce(file_key, state ->> 'key')";

/// Imported tasks have no job; their owners can start them again.
pub const END_PENDING: &str = "
    update background_tasks
    set failed_at = now(), failure_code = 'process_failed', running = false, updated_at = now()
    where completed_at is null and failed_at is null";

/// The fields of a task that its owner sees.
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
    pub next_try_at: Option<DateTime<Utc>>,
    pub cancel_requested_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub started_at: Option<DateTime<Utc>>,
    pub completed_at: Option<DateTime<Utc>>,
    pub failed_at: Option<DateTime<Utc>>,
    pub retry: Option<Value>,
}

impl TaskRow {
    pub fn is_pending(&self) -> bool {
        self.completed_at.is_none() && self.failed_at.is_none()
    }
}

/// The values of a new task.
#[derive(Clone, Copy, Debug)]
pub struct NewTask<'a> {
    pub args: &'a Value,
    pub title_params: &'a Value,
    pub retry: Option<&'a Value>,
}

pub async fn insert(
    tx: &mut TenantTx,
    id: Uuid,
    kind: &str,
    owner: Owner,
    new: NewTask<'_>,
) -> Result<TaskRow, sqlx::Error> {
    let query = sqlx::query(INSERT).bind(id).bind(kind).bind(owner.user_id).bind(new.args);
    let query = query.bind(new.title_params).bind(owner.acting_user_id).bind(new.retry);
    let query = query.bind(owner.api_token_id);
    query.execute(&mut **tx).await?;
    announce_tasks(tx, Some(owner.user_id), &[id]);
    sqlx::query_as(FIND).bind(id).fetch_one(&mut **tx).await
}

pub async fn copy(tx: &mut TenantTx, id: Uuid, from: Uuid, owner: Owner) -> Result<TaskRow, sqlx::Error> {
    let query = sqlx::query(COPY).bind(id).bind(from).bind(owner.user_id).bind(owner.acting_user_id);
    let query = query.bind(owner.api_token_id);
    query.execute(&mut **tx).await?;
    announce_tasks(tx, Some(owner.user_id), &[id]);
    sqlx::query_as(FIND).bind(id).fetch_one(&mut **tx).await
}

/// Inserts and enqueues tasks of one kind, each with its priority.
pub async fn insert_all(
    tx: &mut TenantTx,
    kind: &str,
    priorities: &[i16],
    owner: Owner,
    args: &[Value],
    titles: &[Value],
) -> Result<(), sqlx::Error> {
    let ids: Vec<Uuid> = args.iter().map(|_| Uuid::now_v7()).collect();
    sqlx::query(INSERT_ALL)
        .bind(&ids)
        .bind(kind)
        .bind(owner.user_id)
        .bind(owner.acting_user_id)
        .bind(args)
        .bind(titles)
        .bind(owner.api_token_id)
        .execute(&mut **tx)
        .await?;
    announce_tasks(tx, Some(owner.user_id), &ids);
    sqlx::query(ENQUEUE_ALL).bind(&ids).bind(kind).bind(priorities).execute(&mut **tx).await?;
    Ok(())
}

/// Adds a task to the queue, in the tenant's transaction and as its tenant.
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

/// Same as [`lock`], without waiting for the transactions of the task's process.
pub async fn lock_to_cancel(
    tx: &mut TenantTx,
    id: Uuid,
    user_id: Uuid,
) -> Result<Option<TaskRow>, sqlx::Error> {
    sqlx::query_as(LOCK_TO_CANCEL).bind(id).bind(user_id).fetch_optional(&mut **tx).await
}

pub async fn cancel(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> Result<TaskRow, sqlx::Error> {
    sqlx::query_as(CANCEL).bind(id).bind(now).fetch_one(&mut **tx).await
}

/// The arguments of the process of a task.
pub async fn load_args(tx: &mut TenantTx, id: Uuid) -> Result<Value, sqlx::Error> {
    sqlx::query_scalar(ARGS).bind(id).fetch_one(&mut **tx).await
}

/// Deletes a task; returns the name of its file.
pub async fn delete(tx: &mut TenantTx, id: Uuid) -> Result<Option<String>, sqlx::Error> {
    let file: Option<Option<String>> = sqlx::query_scalar(DELETE).bind(id).fetch_optional(&mut **tx).await?;
    Ok(file.flatten())
}

/// Its work was started in another way or has changed, so it cannot be started again.
pub async fn end_retry(tx: &mut TenantTx, task: Option<Uuid>) -> Result<(), sqlx::Error> {
    let Some(task) = task else { return Ok(()) };
    let owner = sqlx::query_scalar(END_RETRY).bind(task).fetch_optional(&mut **tx).await?;
    announce_tasks(tx, owner, &[task]);
    Ok(())
}

/// Deletes tasks that have ended; returns the names of their files.
pub async fn clear(tx: &mut TenantTx, user_id: Uuid) -> Result<Vec<Option<String>>, sqlx::Error> {
    sqlx::query_scalar(CLEAR).bind(user_id).fetch_all(&mut **tx).await
}

pub async fn end_pending(tx: &mut TenantTx) -> Result<u64, sqlx::Error> {
    Ok(sqlx::query(END_PENDING).execute(&mut **tx).await?.rows_affected())
}
