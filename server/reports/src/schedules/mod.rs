//! Schedules of reports: a report with its filters and columns is made at set times, and each recipient gets what they may
//! see at that time. Addresses outside of the company get it by e-mail, without costs and data of people.

mod actions;
mod api;
mod file;
mod form;
mod model;
mod notices;
mod outside;
mod rule;
mod runs;
mod span;
mod store;
mod wait;

use chrono::TimeDelta;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

pub use api::ReportScheduleApi;
pub use file::{ScheduledReport, end_failed_file};
pub use outside::OutsideReport;
pub use store::REPORT_SCHEDULES;
pub use wait::WaitForSchedule;

use model::{ReportScheduleRow, ScheduleFacts, TRANSITIONS};
use server_core::http::error::ApiResult;
use server_core::http::record_state::RecordState;
use server_core::live::{self, Audience};
use server_core::record::Where;
use server_core::state::AppState;

/// Time after which a file whose task is lost, as after the import of a company, counts as failed.
const LONGEST_RUN: TimeDelta = TimeDelta::hours(6);
/// How long runs are listed.
const RUNS_KEPT_FOR: TimeDelta = TimeDelta::days(90);

/// The state of a schedule towards an action: its owner may do everything.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    now: chrono::DateTime<chrono::Utc>,
) -> ApiResult<RecordState> {
    let row: ReportScheduleRow = REPORT_SCHEDULES.find(tx, &Where::all(), id).await?;
    let facts = ScheduleFacts { has_next: row.find_next(now).is_some() };
    let verdict = TRANSITIONS.verdict(action, row.state, &facts);
    Ok(RecordState { status: Some(row.state.code()), verdict, ..RecordState::of_user(row.owner_id) })
}

/// The work of every hour: schedules whose time nobody waits for, as after the import of a company, runs that do not end, and
/// files and runs that are old. Returns the names of the files to delete.
pub async fn sweep(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<String>> {
    let now = state.clock.now();
    runs::start_due(tx, state, None).await?;
    let failed = store::fail_runs(tx, now - LONGEST_RUN, now).await?;
    if !failed.is_empty() {
        live::records_changed(tx, &Audience::Staff, Resource::ReportSchedule.name(), &failed);
    }
    store::delete_runs(tx, now - RUNS_KEPT_FOR).await?;
    Ok(file::delete_expired(tx, now).await?)
}
