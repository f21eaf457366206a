//! The actions of users on a schedule.

use std::collections::HashMap;

use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{
    ReportSchedule, ReportScheduleInput, ReportScheduleRow, ReportScheduleState, ScheduleFacts, TRANSITIONS,
};
use super::runs::{self, PlannedRuns, RunContext};
use super::store::{self, NewState, REPORT_SCHEDULES};
use super::wait::WaitForSchedule;
use access::ctx::Ctx;
use access::users::staff_choice;
use server_core::http::error::ApiResult;
use server_core::http::limit::OUTSIDE_REPORTS;
use server_core::http::list::Item;
use server_core::live::Audience;
use server_core::record::{Change, Where};

/// Locks a schedule that the user may change in this way, as its state allows.
pub async fn begin(
    ctx: &Ctx,
    id: Uuid,
    action: Action,
    version: Option<i32>,
) -> ApiResult<Change<ReportScheduleRow>> {
    ctx.require(Resource::ReportSchedule, action)?;
    let filter = narrow(ctx, action, Where::all());
    let tx = ctx.begin().await?;
    let change: Change<ReportScheduleRow> = Change::begin(tx, ctx, &REPORT_SCHEDULES, filter, id).await?;
    let facts = ScheduleFacts { has_next: change.before.find_next(ctx.now()).is_some() };
    change.allow(TRANSITIONS.verdict(action, change.before.state, &facts), version)?;
    Ok(change)
}

pub fn narrow(ctx: &Ctx, action: Action, filter: Where) -> Where {
    store::build_filter(filter, ctx.grants.scope(Resource::ReportSchedule, action), ctx.user.id)
}

pub fn show(ctx: &Ctx, row: ReportScheduleRow, names: &HashMap<Uuid, String>) -> ReportSchedule {
    let has_next = row.find_next(ctx.now()).is_some();
    row.seen_by(&ctx.grants, ctx.user.id, names, has_next)
}

/// The schedule as it is now, with the names of its users.
pub async fn find(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<ReportSchedule> {
    let row: ReportScheduleRow = REPORT_SCHEDULES.find(tx, &Where::all(), id).await?;
    let names = staff_choice::load_names(tx, &row.user_ids().collect::<Vec<_>>()).await?;
    Ok(show(ctx, row, &names))
}

/// Returns 403 for somebody who adds an address outside of the company without the right to send reports there.
pub fn refuse_new_addresses(ctx: &Ctx, before: &[String], after: &[String]) -> ApiResult<()> {
    if after.iter().all(|address| before.contains(address)) {
        return Ok(());
    }
    ctx.require(Resource::ReportSchedule, Action::Send)
}

/// Returns 403 for somebody who changes what addresses outside of the company get, without the right to send reports there. What
/// owners may send is decided at each run, but not what others or a program do to their schedule.
pub fn refuse_other_file(ctx: &Ctx, owner_id: Uuid, addresses: &[String]) -> ApiResult<()> {
    let is_by_owner = owner_id == ctx.user.id && ctx.user.token.is_none();
    if addresses.is_empty() || is_by_owner {
        return Ok(());
    }
    ctx.require(Resource::ReportSchedule, Action::Send)
}

/// Whether rows, filters or columns differ.
pub fn has_other_content(before: &ReportScheduleInput, after: &ReportScheduleInput) -> bool {
    serde_json::to_value(&before.content).ok() != serde_json::to_value(&after.content).ok()
}

/// Whether the file would be another one: also by its days, which are counted in the zone, its format, or by being sent at all.
pub fn has_other_file(before: &ReportScheduleInput, after: &ReportScheduleInput) -> bool {
    let make = |input: &ReportScheduleInput| {
        json!({
            "content": input.content, "span": input.span, "format": input.format, "time_zone": input.time_zone,
            "sends_empty": input.sends_empty,
        })
    };
    make(before) != make(after)
}

/// Writes the state that an action leads to. A schedule that goes on has its next time from now on, however long it rested.
pub async fn switch(
    ctx: &Ctx,
    mut change: Change<ReportScheduleRow>,
    action: Action,
) -> ApiResult<Json<Item<ReportSchedule>>> {
    let (before, id) = (&change.before, change.id);
    if let Some(state) = TRANSITIONS.after(action, before.state) {
        let is_active = state == ReportScheduleState::Active;
        let next_at = if is_active { before.find_next(ctx.now()) } else { None };
        let owner_id = if action == Action::TakeOver { ctx.user.id } else { before.owner_id };
        let facts = json!({
            "state": [before.state.code(), state.code()], "owner_id": [before.owner_id, owner_id],
            "next_at": [before.next_at, next_at],
        });
        change.write(&NewState { owner_id, state: state.code(), next_at }).await?;
        WaitForSchedule::enqueue(&mut change.tx, id, next_at).await?;
        change.record(action, facts, &Audience::Staff).await?;
    }
    let data = find(&mut change.tx, ctx, id).await?;
    change.tx.commit().await?;
    Ok(Json(Item { data }))
}

/// Makes the report now, beside its times. While it is being made already, nothing is started.
pub async fn run_now(
    ctx: &Ctx,
    mut change: Change<ReportScheduleRow>,
) -> ApiResult<Json<Item<ReportSchedule>>> {
    let id = change.id;
    if !store::is_running(&mut change.tx, id).await? {
        if !change.before.addresses.is_empty() {
            ctx.state().limits.check(&ctx.tenant().id, OUTSIDE_REPORTS, &id.to_string()).await?;
        }
        let schedules = std::slice::from_ref(&change.before);
        let context = RunContext::load(&mut change.tx, ctx.state(), schedules).await?;
        let mut planned = PlannedRuns::default();
        planned.add(&change.before, &context, ctx.now());
        runs::write(&mut change.tx, planned, ctx.now()).await?;
        change.record(Action::Run, json!({ "name": change.before.name }), &Audience::Staff).await?;
    }
    let data = find(&mut change.tx, ctx, id).await?;
    change.tx.commit().await?;
    Ok(Json(Item { data }))
}
