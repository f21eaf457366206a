//! SQL of schedules and their runs.

use chrono::{DateTime, Utc};
use policy::{Resource, Scope};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{ReportRun, ReportScheduleInput, ReportScheduleRow};
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

pub const REPORT_SCHEDULES: Records = Records {
    table: "report_schedules",
    resource: Resource::ReportSchedule,
    id: "s.id = ",
    listing: Listing {
        columns: "s.id, s.name, s.owner_id, s.report, s.content, s.span, s.format, s.rhythm, s.at_time, s.weekday, s.month_day,
              s.time_zone, s.recipient_ids, s.addresses, s.sends_empty, s.ends_on, s.state, s.next_at, s.version, s.created_at",
        from: "report_schedules s",
        order: "s.id desc",
    },
};

pub const COUNT_OWN: &str = "select count(*) from report_schedules where owner_id = $1";
pub const DELETE: &str = "delete from report_schedules where id = $1";
pub const RUNS: &str = "
    select planned_at, state, sent, withheld, row_count, finished_at from report_runs
    where schedule_id = $1 order by planned_at desc limit 20";
/// A run that still makes files of the schedule as it is now.
pub const IS_RUNNING: &str = "
    select exists (
        select from report_runs r join report_schedules s on s.id = r.schedule_id
        where s.id = $1 and r.finished_at is null and r.created_at >= s.updated_at
    )";
pub const FIND_NEXT_AT: &str = "select next_at from report_schedules where id = $1";

/// In the order of the ids, so that of two servers one waits for the other.
pub const LOCK_DUE: &str = "
    select s.id, s.name, s.owner_id, s.report, s.content, s.span, s.format, s.rhythm, s.at_time, s.weekday, s.month_day,
           s.time_zone, s.recipient_ids, s.addresses, s.sends_empty, s.ends_on, s.state, s.next_at, s.version, s.created_at
    from report_schedules s
    where s.state = 10 and s.next_at <= $1 and ($2::uuid is null or s.id = $2)
    order by s.id limit 100 for no key update";
pub const ADVANCE: &str = "
    update report_schedules s set state = n.state, next_at = n.next_at, version = s.version + 1, updated_at = $4
    from unnest($1::uuid[], $2::smallint[], $3::timestamptz[]) n (id, state, next_at) where s.id = n.id";
pub const INSERT_RUNS: &str = "
    insert into report_runs (schedule_id, planned_at, state, waiting_ids, sent, withheld, row_count, created_at, finished_at)
    select r.schedule_id, r.planned_at, r.state,
           coalesce(array(select value::uuid from jsonb_array_elements_text(r.waiting) value), '{}'),
           0, r.withheld, 0, $7, r.finished_at
    from unnest($1::uuid[], $2::timestamptz[], $3::smallint[], $4::jsonb[], $5::smallint[], $6::timestamptz[])
        r (schedule_id, planned_at, state, waiting, withheld, finished_at)
    on conflict (schedule_id, planned_at) do nothing";

/// The file of $3 is made, for $7 people; the run ends with the last one. $5 says that an empty report is sent. A file that failed
/// before decides about the run.
pub const FINISH_FILE: &str = "
    update report_runs
    set waiting_ids = array_remove(waiting_ids, $3), row_count = greatest(row_count, $4),
        sent = sent + $7,
        state = case when state = 50 or array_remove(waiting_ids, $3) <> '{}' then state
                     when greatest(row_count, $4) = 0 and not $5 then 40 else 30 end,
        finished_at = case when array_remove(waiting_ids, $3) = '{}' then $6::timestamptz end
    where schedule_id = $1 and planned_at = $2 and $3 = any(waiting_ids)
    returning state, row_count";
/// An address outside got the file, or its mail server has refused it.
pub const COUNT_ADDRESS: &str = "
    update report_runs
    set sent = sent + case when $3 then 1 else 0 end, withheld = withheld + case when $3 then 0 else 1 end
    where schedule_id = $1 and planned_at = $2";
/// The file of $3 failed.
pub const FAIL_FILE: &str = "
    update report_runs
    set waiting_ids = array_remove(waiting_ids, $3), state = 50,
        finished_at = case when array_remove(waiting_ids, $3) = '{}' then $4::timestamptz end
    where schedule_id = $1 and planned_at = $2 and $3 = any(waiting_ids)";
/// Files that are still not made failed.
pub const FAIL_RUNS: &str = "
    update report_runs set state = 50, finished_at = $2
    where state in (20, 50) and finished_at is null and created_at < $1 returning schedule_id";
pub const DELETE_RUNS: &str = "delete from report_runs where planned_at < $1";

/// The columns of a new schedule.
#[derive(Serialize)]
pub struct NewSchedule<'a> {
    #[serde(flatten)]
    pub input: &'a ReportScheduleInput,
    pub owner_id: Uuid,
    pub state: i16,
    pub next_at: Option<DateTime<Utc>>,
}

/// The columns of a schedule that is changed.
#[derive(Serialize)]
pub struct ChangedSchedule<'a> {
    #[serde(flatten)]
    pub input: &'a ReportScheduleInput,
    pub next_at: Option<DateTime<Utc>>,
}

/// The columns of a schedule in another state.
#[derive(Serialize)]
pub struct NewState {
    pub owner_id: Uuid,
    pub state: i16,
    pub next_at: Option<DateTime<Utc>>,
}

/// The state and the next time of a schedule after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextRun {
    pub id: Uuid,
    pub state: i16,
    pub next_at: Option<DateTime<Utc>>,
}

/// A run to note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRun {
    pub schedule_id: Uuid,
    pub planned_at: DateTime<Utc>,
    pub state: i16,
    pub waiting_ids: Vec<Uuid>,
    pub withheld: i16,
    pub finished_at: Option<DateTime<Utc>>,
}

/// The schedules that a user with this scope reaches.
pub fn build_filter(filter: Where, scope: Scope, user_id: Uuid) -> Where {
    filter.and("s.owner_id = ", (scope != Scope::Any).then_some(user_id))
}

pub async fn count_own(tx: &mut TenantTx, owner_id: Uuid) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT_OWN).bind(owner_id).fetch_one(&mut **tx).await?)
}

pub async fn delete(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    sqlx::query(DELETE).bind(id).execute(&mut **tx).await?;
    Ok(())
}

/// The last runs of a schedule.
pub async fn list_runs(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<ReportRun>> {
    Ok(sqlx::query_as(RUNS).bind(id).fetch_all(&mut **tx).await?)
}

/// Whether a run of the schedule waits or goes on. Ask with the schedule locked.
pub async fn is_running(tx: &mut TenantTx, id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(IS_RUNNING).bind(id).fetch_one(&mut **tx).await?)
}

/// The next time of a schedule; none for one that rests or does not exist.
pub async fn find_next_at(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<DateTime<Utc>>> {
    let found: Option<Option<DateTime<Utc>>> =
        sqlx::query_scalar(FIND_NEXT_AT).bind(id).fetch_optional(&mut **tx).await?;
    Ok(found.flatten())
}

/// Locks the schedules that are due, of all or of one.
pub async fn lock_due(
    tx: &mut TenantTx,
    now: DateTime<Utc>,
    id: Option<Uuid>,
) -> sqlx::Result<Vec<ReportScheduleRow>> {
    sqlx::query_as(LOCK_DUE).bind(now).bind(id).fetch_all(&mut **tx).await
}

pub async fn advance(tx: &mut TenantTx, next: &[NextRun], now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(ADVANCE)
        .bind(next.iter().map(|one| one.id).collect::<Vec<_>>())
        .bind(next.iter().map(|one| one.state).collect::<Vec<_>>())
        .bind(next.iter().map(|one| one.next_at).collect::<Vec<_>>())
        .bind(now)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Notes runs. One that was noted for this time before stays as it is.
pub async fn insert_runs(tx: &mut TenantTx, runs: &[NewRun], now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(INSERT_RUNS)
        .bind(runs.iter().map(|run| run.schedule_id).collect::<Vec<_>>())
        .bind(runs.iter().map(|run| run.planned_at).collect::<Vec<_>>())
        .bind(runs.iter().map(|run| run.state).collect::<Vec<_>>())
        .bind(runs.iter().map(|run| serde_json::json!(run.waiting_ids)).collect::<Vec<_>>())
        .bind(runs.iter().map(|run| run.withheld).collect::<Vec<_>>())
        .bind(runs.iter().map(|run| run.finished_at).collect::<Vec<_>>())
        .bind(now)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// A file of a run that was made, or that nobody gets because it would be empty.
#[derive(Clone, Copy, Debug)]
pub struct FinishedFile {
    pub schedule_id: Uuid,
    pub planned_at: DateTime<Utc>,
    /// The user who gets it, or the schedule for the file of addresses.
    pub waiting_id: Uuid,
    pub rows: i64,
    /// Who got it.
    pub sent: i16,
    pub sends_empty: bool,
}

/// The state of the run after it, and the rows of its longest file. None for a run that is over or deleted.
pub async fn finish_file(
    tx: &mut TenantTx,
    file: FinishedFile,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<(i16, i64)>> {
    sqlx::query_as(FINISH_FILE)
        .bind(file.schedule_id)
        .bind(file.planned_at)
        .bind(file.waiting_id)
        .bind(file.rows)
        .bind(file.sends_empty)
        .bind(now)
        .bind(file.sent)
        .fetch_optional(&mut **tx)
        .await
}

/// An address got the file of a run, or will never get it.
pub async fn count_address(
    tx: &mut TenantTx,
    schedule_id: Uuid,
    planned_at: DateTime<Utc>,
    was_sent: bool,
) -> sqlx::Result<()> {
    sqlx::query(COUNT_ADDRESS).bind(schedule_id).bind(planned_at).bind(was_sent).execute(&mut **tx).await?;
    Ok(())
}

/// The file of a user, or of addresses, was not made.
pub async fn fail_file(
    tx: &mut TenantTx,
    schedule_id: Uuid,
    planned_at: DateTime<Utc>,
    waiting_id: Uuid,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(FAIL_FILE)
        .bind(schedule_id)
        .bind(planned_at)
        .bind(waiting_id)
        .bind(now)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Ends the runs that began before a time and still have files to make. Returns their schedules.
pub async fn fail_runs(
    tx: &mut TenantTx,
    before: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar(FAIL_RUNS).bind(before).bind(now).fetch_all(&mut **tx).await
}

pub async fn delete_runs(tx: &mut TenantTx, before: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(DELETE_RUNS).bind(before).execute(&mut **tx).await?;
    Ok(())
}
