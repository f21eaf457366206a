//! API types of a schedule, and what its state allows.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use uuid::Uuid;

use super::rule::ReportRule;
use super::span::ReportSpan;
use crate::catalogue::ReportKey;
use crate::export_api::{ReportExportFact, ReportExportHeading, ReportExportText};
use crate::query::ReportQuery;
use access::users::staff_choice::StaffOption;
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions};
use sheets::export::ExportFormat;
use trade::wire_code;

wire_code! {
    /// State of a schedule. One is stopped when its owner leaves or may no longer see the report.
    ReportScheduleState { Active = 10, Paused = 20, Stopped = 30, Ended = 40 }
}

wire_code! {
    /// State of a run. A skipped one was due while the server was down, and a later one took its place.
    ReportRunState {
        Running = 20,
        Done = 30,
        /// There were no rows, and the schedule sends no empty reports.
        Empty = 40,
        Failed = 50,
        Skipped = 60,
    }
}

/// A report that is made at set times and sent to users of the company, and to addresses outside.
#[derive(Object)]
pub struct ReportSchedule {
    pub id: Uuid,
    pub name: String,
    pub report: ReportKey,
    pub owner_id: Uuid,
    pub owner_name: String,
    #[oai(flatten)]
    pub rule: ReportRule,
    /// IANA name. Times and days are those of this zone.
    pub time_zone: String,
    /// Days of the report, counted from the day on which it is made.
    pub span: ReportSpan,
    pub format: ExportFormat,
    /// Each gets what they may see at that time.
    pub recipients: Vec<StaffOption>,
    /// E-mail addresses outside of the company. Each gets the file by e-mail, without costs and data of people, as long as the
    /// owner has the right `report_schedule.send`.
    pub addresses: Vec<String>,
    /// Whether a report without rows is sent.
    pub sends_empty: bool,
    /// The last day on which it is made; null without an end.
    pub ends_on: Option<NaiveDate>,
    pub state: ReportScheduleState,
    /// Null unless it is active.
    pub next_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    /// Increases with every change. Send it with an action.
    pub version: i32,
    pub can: ReportScheduleCan,
}

/// Permissions of the current user on a schedule.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportScheduleCan {
    pub update: bool,
    pub delete: bool,
    pub pause: bool,
    /// Its next time is then the first one from now on.
    pub resume: bool,
    /// Become its owner after the last one left.
    pub take_over: bool,
    /// Make the report now.
    pub run: bool,
}

/// A schedule with its last runs.
#[derive(Object)]
pub struct ReportScheduleDetail {
    pub schedule: ReportSchedule,
    /// Newest first, at most 20.
    pub runs: Vec<ReportRun>,
}

/// A run of a schedule at one of its times.
#[derive(Object, sqlx::FromRow)]
pub struct ReportRun {
    pub planned_at: DateTime<Utc>,
    pub state: ReportRunState,
    /// Recipients for whom a file was made, and addresses that got theirs.
    pub sent: i16,
    /// Recipients who may not see the report, and addresses that may not get it or whose mail server refused it.
    pub withheld: i16,
    /// The most rows of a file.
    pub row_count: i64,
    /// Null while it runs.
    pub finished_at: Option<DateTime<Utc>>,
}

/// A time at which a report would be made.
#[derive(Object)]
pub struct ReportTime {
    pub at: DateTime<Utc>,
    /// The same in the time zone of the schedule, as 2026-11-25T07:30:00.
    pub local: String,
}

/// Rows, filters and columns of a scheduled report, with texts in the language of whoever chose them.
#[derive(Object, Clone, Debug, Serialize, Deserialize)]
pub struct ScheduledContent {
    pub query: ReportQuery,
    /// The columns in the order of the file. Recipients who may not see one get the file without it.
    #[oai(validator(min_items = 1, max_items = 200))]
    pub columns: Vec<ReportExportHeading>,
    /// Texts of codes; one without a text is exported as its code.
    #[oai(default, validator(max_items = 500))]
    pub texts: Vec<ReportExportText>,
    pub labels: ReportFactLabels,
    /// More lines of the first sheet of a workbook: its rows and filters in words.
    #[oai(default, validator(max_items = 30))]
    #[serde(default)]
    pub facts: Vec<ReportExportFact>,
    /// The language of these texts, BCP 47. Names of services and countries are in it, too.
    #[oai(validator(max_length = 20))]
    pub language: String,
}

/// Words of the first sheet of a workbook.
#[derive(Object, Clone, Debug, Serialize, Deserialize)]
pub struct ReportFactLabels {
    #[oai(validator(max_length = 100))]
    pub report: String,
    /// The name of the report.
    #[oai(validator(max_length = 200))]
    pub title: String,
    #[oai(validator(max_length = 100))]
    pub period: String,
    #[oai(validator(max_length = 100))]
    pub time_zone: String,
    #[oai(validator(max_length = 100))]
    pub made_at: String,
    /// The company; null to leave it out.
    #[oai(validator(max_length = 100))]
    #[serde(default)]
    pub company: Option<String>,
    /// The owner of the schedule; null to leave it out.
    #[oai(validator(max_length = 100))]
    #[serde(default)]
    pub made_by: Option<String>,
    /// The number of rows; null to leave it out.
    #[oai(validator(max_length = 100))]
    #[serde(default)]
    pub rows: Option<String>,
    /// The loss ratio below the rows of the insurance report; null to leave it out.
    #[oai(validator(max_length = 100))]
    #[serde(default)]
    pub loss_ratio: Option<String>,
}

/// The values of a schedule.
#[derive(Object, Clone, Debug, Serialize)]
pub struct ReportScheduleInput {
    #[oai(validator(max_length = 80))]
    pub name: String,
    /// Stays as it is in an update.
    pub report: ReportKey,
    pub content: ScheduledContent,
    pub span: ReportSpan,
    pub format: ExportFormat,
    #[oai(flatten)]
    #[serde(flatten)]
    pub rule: ReportRule,
    #[oai(validator(max_length = 60))]
    pub time_zone: String,
    /// Users of the company.
    #[oai(validator(min_items = 1, max_items = 50))]
    pub recipient_ids: Vec<Uuid>,
    /// E-mail addresses outside of the company. Adding one needs the right `report_schedule.send`.
    #[oai(default, validator(max_items = 20))]
    pub addresses: Vec<String>,
    #[oai(default)]
    pub sends_empty: bool,
    pub ends_on: Option<NaiveDate>,
}

/// The fields of a schedule to change, and the version they were read at.
#[derive(Object)]
pub struct ReportScheduleUpdate {
    #[oai(flatten)]
    pub input: ReportScheduleInput,
    /// Version that was read; 409 `stale_version` if the schedule has changed since.
    pub version: i32,
}

/// The version of the schedule to act on.
#[derive(Object)]
pub struct ReportScheduleVersion {
    /// Version that was read; 409 `stale_version` if the schedule has changed since.
    pub version: i32,
}

/// A schedule as it is kept.
#[derive(Debug, sqlx::FromRow)]
pub struct ReportScheduleRow {
    pub id: Uuid,
    pub name: String,
    pub owner_id: Uuid,
    pub report: ReportKey,
    pub content: Json<ScheduledContent>,
    pub span: ReportSpan,
    pub format: ExportFormat,
    #[sqlx(flatten)]
    pub rule: ReportRule,
    pub time_zone: String,
    pub recipient_ids: Vec<Uuid>,
    pub addresses: Vec<String>,
    pub sends_empty: bool,
    pub ends_on: Option<NaiveDate>,
    pub state: ReportScheduleState,
    pub next_at: Option<DateTime<Utc>>,
    pub version: i32,
    pub created_at: DateTime<Utc>,
}

impl ReportScheduleRow {
    pub fn input(&self) -> ReportScheduleInput {
        ReportScheduleInput {
            name: self.name.clone(),
            report: self.report,
            content: self.content.0.clone(),
            span: self.span,
            format: self.format,
            rule: self.rule.clone(),
            time_zone: self.time_zone.clone(),
            recipient_ids: self.recipient_ids.clone(),
            addresses: self.addresses.clone(),
            sends_empty: self.sends_empty,
            ends_on: self.ends_on,
        }
    }

    /// The users whose names the schedule shows.
    pub fn user_ids(&self) -> impl Iterator<Item = Uuid> + '_ {
        self.recipient_ids.iter().copied().chain([self.owner_id])
    }

    /// The schedule with the permissions of a user. `has_next` says that it would have a next time if it were active.
    pub fn seen_by(
        self,
        grants: &Grants,
        user_id: Uuid,
        names: &HashMap<Uuid, String>,
        has_next: bool,
    ) -> ReportSchedule {
        let facts = ScheduleFacts { has_next };
        let can = |action| {
            let reaches = self.owner_id == user_id
                || grants.scope(Resource::ReportSchedule, action) == policy::Scope::Any;
            reaches && TRANSITIONS.can(grants, action, self.state, &facts)
        };
        let can = ReportScheduleCan {
            update: can(Action::Update),
            delete: can(Action::Delete),
            pause: can(Action::Pause),
            resume: can(Action::Resume),
            take_over: can(Action::TakeOver),
            run: can(Action::Run),
        };
        let name = |id: &Uuid| names.get(id).cloned().unwrap_or_default();
        let recipients = self.recipient_ids.iter().map(|id| StaffOption { id: *id, label: name(id) });
        ReportSchedule {
            id: self.id,
            name: self.name,
            report: self.report,
            owner_id: self.owner_id,
            owner_name: name(&self.owner_id),
            recipients: recipients.collect(),
            addresses: self.addresses,
            rule: self.rule,
            time_zone: self.time_zone,
            span: self.span,
            format: self.format,
            sends_empty: self.sends_empty,
            ends_on: self.ends_on,
            state: self.state,
            next_at: self.next_at,
            created_at: self.created_at,
            version: self.version,
            can,
        }
    }
}

/// The facts that decide about an action besides the state.
pub struct ScheduleFacts {
    /// It would have a next time if it were active.
    pub has_next: bool,
}

const EVERY: &[ReportScheduleState] = ReportScheduleState::ALL;
/// States in which its owner is still there: a stopped schedule has lost its owner.
const OWNED: &[ReportScheduleState] =
    &[ReportScheduleState::Active, ReportScheduleState::Paused, ReportScheduleState::Ended];

fn needs_next(facts: &ScheduleFacts) -> Verdict {
    if facts.has_next { Verdict::Yes } else { Verdict::no(MessageCode::ScheduleEnded) }
}

pub const TRANSITIONS: Transitions<Action, ReportScheduleState, ScheduleFacts> = Transitions {
    resource: Resource::ReportSchedule,
    rows: &[
        Transition::within(Action::Update, EVERY),
        Transition::within(Action::Delete, EVERY),
        Transition::to(Action::Pause, &[ReportScheduleState::Active], ReportScheduleState::Paused),
        Transition::to(
            Action::Resume,
            &[ReportScheduleState::Paused, ReportScheduleState::Ended],
            ReportScheduleState::Active,
        )
        .guarded_by(needs_next),
        Transition::to(Action::TakeOver, &[ReportScheduleState::Stopped], ReportScheduleState::Active)
            .guarded_by(needs_next),
        Transition::within(Action::Run, OWNED),
    ],
    otherwise: |verb, state| match state {
        ReportScheduleState::Stopped => Verdict::no(MessageCode::ScheduleStopped),
        ReportScheduleState::Ended if verb == Action::Pause => Verdict::no(MessageCode::ScheduleEnded),
        _ if verb == Action::TakeOver => Verdict::no(MessageCode::ScheduleHasOwner),
        _ => Verdict::Already,
    },
};

#[cfg(test)]
mod tests {
    use policy::{Policy, UserType};

    use super::*;

    #[test]
    fn each_role_does_with_a_schedule_what_its_state_allows() {
        use ReportScheduleState::{Active, Ended, Paused, Stopped};
        let policy = Policy::load_shipped();
        for role in UserType::ALL {
            for state in ReportScheduleState::ALL {
                for has_next in [true, false] {
                    let grants = policy.grants(role);
                    let can = |action| TRANSITIONS.can(&grants, action, *state, &ScheduleFacts { has_next });
                    let is_staff = role != UserType::Client;
                    let what = format!("{role:?} {state:?} {has_next}");
                    assert_eq!(can(Action::Update), is_staff, "{what}");
                    assert_eq!(can(Action::Delete), is_staff, "{what}");
                    assert_eq!(can(Action::Pause), is_staff && *state == Active, "{what}");
                    let rests = matches!(state, Paused | Ended);
                    assert_eq!(can(Action::Resume), is_staff && rests && has_next, "{what}");
                    let is_left = *state == Stopped && has_next;
                    assert_eq!(can(Action::TakeOver), role == UserType::Admin && is_left, "{what}");
                    assert_eq!(can(Action::Run), is_staff && *state != Stopped, "{what}");
                }
            }
        }
    }
}
