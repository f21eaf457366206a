//! Runs: what is made of a schedule that is due, and for whom.

use std::collections::HashMap;

use chrono::{DateTime, SubsecRound, Utc};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::file::ScheduledReport;
use super::model::{ReportRunState, ReportScheduleRow, ReportScheduleState};
use super::notices;
use super::outside::{Addressee, OutsideReport};
use super::store::{self, NewRun, NextRun};
use super::wait::WaitForSchedule;
use crate::export::ExportReport;
use crate::export_api::ReportExportHeading;
use crate::permission::VisibleReport;
use crate::query::ReportQuery;
use access::live_rights::LiveRights;
use access::users::{staff, staff_choice};
use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};
use server_core::notify::{self, Notice};
use server_core::process;
use server_core::state::AppState;

/// Everything that decides who gets a report, read once.
pub struct RunContext {
    rights: HashMap<Uuid, LiveRights>,
    closed: Vec<Resource>,
    /// The company's.
    time_zone: String,
    company: String,
    names: HashMap<Uuid, String>,
}

impl RunContext {
    pub async fn load(
        tx: &mut TenantTx,
        state: &AppState,
        schedules: &[ReportScheduleRow],
    ) -> ApiResult<Self> {
        let mut ids: Vec<Uuid> = schedules.iter().flat_map(ReportScheduleRow::user_ids).collect();
        ids.sort_unstable();
        ids.dedup();
        let rights = LiveRights::of_many(&state.policy, tx, &ids).await?;
        let names = staff_choice::load_names(tx, &ids).await?;
        let settings = state.settings.get_within(tx).await?;
        Ok(Self {
            names,
            company: settings.name.clone(),
            rights: rights.into_iter().map(|one| (one.user_id, one)).collect(),
            closed: policy::list_closed(|flag| settings.flag(flag)),
            time_zone: settings.time_zone.clone(),
        })
    }

    /// The report as a user of the company sees it now; none for who has left, works outside or lacks a right.
    fn open(&self, schedule: &ReportScheduleRow, user_id: Uuid) -> Option<VisibleReport> {
        let rights = self.rights.get(&user_id).filter(|rights| !rights.is_outside)?;
        let view = schedule.report.find_view(schedule.content.query.view).ok()?;
        rights.allows(Resource::Report, Action::Export).then_some(())?;
        VisibleReport::open_for(rights, &self.closed, view)
    }

    /// The report for addresses outside, for a schedule whose owner may send it there.
    fn open_for_addresses(&self, schedule: &ReportScheduleRow) -> Option<VisibleReport> {
        let rights = self.rights.get(&schedule.owner_id)?;
        rights.allows(Resource::ReportSchedule, Action::Send).then_some(())?;
        self.open(schedule, schedule.owner_id)?.narrow_to_outsiders()
    }

    /// Whether the owner is there and may still see the report.
    fn has_owner(&self, schedule: &ReportScheduleRow) -> bool {
        self.open(schedule, schedule.owner_id).is_some()
    }
}

/// Runs to note, and files to make.
#[derive(Default)]
pub struct PlannedRuns {
    runs: Vec<NewRun>,
    /// The recipients of the files, at the same places.
    user_ids: Vec<Uuid>,
    files: Vec<ScheduledReport>,
    /// The owners of the schedules whose reports go outside, at the same places.
    owner_ids: Vec<Uuid>,
    outside: Vec<OutsideReport>,
    notices: Vec<Notice>,
}

impl PlannedRuns {
    /// A run of a schedule with a file for each recipient who may see the report, and one for all addresses.
    pub fn add(&mut self, schedule: &ReportScheduleRow, context: &RunContext, planned_at: DateTime<Utc>) {
        let planned_at = planned_at.trunc_subsecs(6);
        let mut waiting_ids = Vec::new();
        for user_id in &schedule.recipient_ids {
            let visible = context.open(schedule, *user_id);
            let export = visible.and_then(|visible| build_export(schedule, visible, context, planned_at));
            if let Some(export) = export {
                waiting_ids.push(*user_id);
                self.files.push(ScheduledReport {
                    schedule_id: schedule.id,
                    name: schedule.name.clone(),
                    planned_at,
                    sends_empty: schedule.sends_empty,
                    export,
                });
            }
        }
        self.user_ids.extend(&waiting_ids);
        let mut withheld = schedule.recipient_ids.len() - waiting_ids.len();
        if self.add_outside(schedule, context, planned_at) {
            waiting_ids.push(schedule.id);
        } else {
            withheld += schedule.addresses.len();
        }
        if withheld > 0 {
            self.notices.push(notices::build_withheld(schedule, withheld));
        }
        let (state, finished_at) = match waiting_ids.is_empty() {
            true => (ReportRunState::Failed, Some(planned_at)),
            false => (ReportRunState::Running, None),
        };
        self.runs.push(NewRun {
            schedule_id: schedule.id,
            planned_at,
            state: state.code(),
            waiting_ids,
            withheld: i16::try_from(withheld).unwrap_or(i16::MAX),
            finished_at,
        });
    }

    /// The file for the addresses of a schedule. False when there are none, or they get nothing.
    fn add_outside(
        &mut self,
        schedule: &ReportScheduleRow,
        context: &RunContext,
        planned_at: DateTime<Utc>,
    ) -> bool {
        if schedule.addresses.is_empty() {
            return false;
        }
        let visible = context.open_for_addresses(schedule);
        let export = visible.and_then(|visible| build_export(schedule, visible, context, planned_at));
        let Some(export) = export else { return false };
        self.owner_ids.push(schedule.owner_id);
        self.outside.push(OutsideReport {
            schedule_id: schedule.id,
            name: schedule.name.clone(),
            planned_at,
            sends_empty: schedule.sends_empty,
            owner_name: context.names.get(&schedule.owner_id).cloned().unwrap_or_default(),
            to: schedule.addresses.iter().map(|email| Addressee::of(email)).collect(),
            export,
        });
        true
    }

    /// Notes the time of a run in the place of which a later one is made.
    fn skip(&mut self, schedule: &ReportScheduleRow, planned_at: DateTime<Utc>, now: DateTime<Utc>) {
        self.runs.push(NewRun {
            schedule_id: schedule.id,
            planned_at,
            state: ReportRunState::Skipped.code(),
            waiting_ids: Vec::new(),
            withheld: 0,
            finished_at: Some(now),
        });
    }
}

/// The file for a reader; none when they may see none of its columns.
fn build_export(
    schedule: &ReportScheduleRow,
    visible: VisibleReport,
    context: &RunContext,
    planned_at: DateTime<Utc>,
) -> Option<ExportReport> {
    let content = &schedule.content.0;
    let seen = content.columns.iter().filter(|one| visible.find(&one.column).is_some());
    let columns: Vec<ReportExportHeading> = seen.cloned().collect();
    if columns.is_empty() {
        return None;
    }
    let mut texts: crate::cells::CodeTexts = HashMap::new();
    for one in &content.texts {
        texts.entry(one.column.clone()).or_default().insert(one.code.clone(), one.text.clone());
    }
    let query = build_query(schedule, planned_at);
    Some(ExportReport {
        report: schedule.report,
        view: visible.view.key,
        facts: build_facts(schedule, &query, context, planned_at),
        rows_label: content.labels.rows.clone(),
        ratio_label: content.labels.loss_ratio.clone(),
        query,
        scope: visible.scope,
        sees_costs: visible.sees_costs,
        columns,
        texts,
        format: schedule.format,
        time_zone: context.time_zone.clone(),
        language: content.language.clone(),
        asked_at: planned_at,
    })
}

/// The filters with the days of the report, counted from the planned day in the zone of the schedule.
fn build_query(schedule: &ReportScheduleRow, planned_at: DateTime<Utc>) -> ReportQuery {
    let day = planned_at.with_timezone(&schedule.zone()).date_naive();
    let query = ReportQuery { time_zone: Some(schedule.time_zone.clone()), ..schedule.content.query.clone() };
    match schedule.span.find_days(day) {
        Some(days) => ReportQuery { from: Some(days.from), to: Some(days.to), ..query },
        None => query,
    }
}

/// The lines of the first sheet of a workbook.
fn build_facts(
    schedule: &ReportScheduleRow,
    query: &ReportQuery,
    context: &RunContext,
    planned_at: DateTime<Utc>,
) -> Vec<(String, String)> {
    let labels = &schedule.content.labels;
    let days: Vec<String> = [query.from, query.to].into_iter().flatten().map(|day| day.to_string()).collect();
    let period = (!days.is_empty()).then(|| (labels.period.clone(), days.join(" – ")));
    let made_at = planned_at.with_timezone(&schedule.zone()).format("%Y-%m-%d %H:%M").to_string();
    let company = labels.company.clone().map(|label| (label, context.company.clone()));
    let owner = labels.made_by.clone().zip(context.names.get(&schedule.owner_id).cloned());
    let mut facts: Vec<(String, String)> = company.into_iter().collect();
    facts.push((labels.report.clone(), labels.title.clone()));
    facts.extend(period);
    facts.extend(schedule.content.facts.iter().map(|fact| (fact.label.clone(), fact.text.clone())));
    facts.push((labels.time_zone.clone(), schedule.time_zone.clone()));
    facts.push((labels.made_at.clone(), made_at));
    facts.extend(owner);
    facts
}

/// Starts the runs of all schedules that are due, or of one. Several servers may do this at the same time.
pub async fn start_due(tx: &mut TenantTx, state: &AppState, id: Option<Uuid>) -> ApiResult<()> {
    let now = state.clock.now();
    let due = store::lock_due(tx, now, id).await?;
    if due.is_empty() {
        return Ok(());
    }
    let context = RunContext::load(tx, state, &due).await?;
    let (mut planned, mut next) = (PlannedRuns::default(), Vec::new());
    let (mut started, mut stopped) = (Vec::new(), Vec::new());
    let mut left: Vec<&ReportScheduleRow> = Vec::new();
    for schedule in &due {
        let facts = json!({ "name": schedule.name });
        if !context.has_owner(schedule) {
            left.push(schedule);
            stopped.push((schedule.id, facts));
            next.push(NextRun { id: schedule.id, state: ReportScheduleState::Stopped.code(), next_at: None });
            continue;
        }
        let first = schedule.next_at.unwrap_or(now);
        // After a pause of the server, the newest time alone is made up for.
        let newest = schedule.find_last(now).filter(|at| *at >= first).unwrap_or(first);
        if newest > first {
            planned.skip(schedule, first, now);
        }
        planned.add(schedule, &context, newest);
        started.push((schedule.id, facts));
        next.push(find_next_run(schedule, now));
    }
    let administrators = match left.is_empty() {
        true => Vec::new(),
        false => staff::with_right(tx, &state.policy, Resource::ReportSchedule, Action::TakeOver).await?,
    };
    planned
        .notices
        .extend(left.iter().flat_map(|schedule| notices::build_stopped(schedule, &administrators)));
    store::advance(tx, &next, now).await?;
    let waits =
        next.iter().filter_map(|one| Some(WaitForSchedule { schedule_id: one.id, planned_at: one.next_at? }));
    WaitForSchedule::enqueue_all(tx, waits.collect()).await?;
    write(tx, planned, now).await?;
    let actor = Actor::server(state, "report_schedules".to_owned());
    audit::record_many(tx, actor.clone(), "report_schedule.run", started).await?;
    audit::record_many(tx, actor, "report_schedule.stop", stopped).await?;
    let ids: Vec<Uuid> = due.iter().map(|schedule| schedule.id).collect();
    live::records_changed(tx, &Audience::Staff, Resource::ReportSchedule.name(), &ids);
    Ok(())
}

fn find_next_run(schedule: &ReportScheduleRow, now: DateTime<Utc>) -> NextRun {
    let next_at = schedule.find_next(now);
    let state = if next_at.is_some() { ReportScheduleState::Active } else { ReportScheduleState::Ended };
    NextRun { id: schedule.id, state: state.code(), next_at }
}

/// Notes the runs, and starts the files.
pub async fn write(tx: &mut TenantTx, planned: PlannedRuns, now: DateTime<Utc>) -> ApiResult<()> {
    store::insert_runs(tx, &planned.runs, now).await?;
    process::enqueue_for_users(tx, &planned.user_ids, planned.files).await?;
    process::enqueue_for_users(tx, &planned.owner_ids, planned.outside).await?;
    notify::push_all(tx, now, &planned.notices).await?;
    Ok(())
}
