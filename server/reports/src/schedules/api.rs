//! `/report-schedules`: reports that are made at set times and sent to users of the company, and to addresses outside.

use chrono_tz::Tz;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::actions::{self, begin, find, narrow, show};
use super::model::{
    ReportSchedule, ReportScheduleDetail, ReportScheduleInput, ReportScheduleRow, ReportScheduleState,
    ReportScheduleUpdate, ReportScheduleVersion, ReportTime,
};
use super::rule::{ReportRhythm, ReportRule};
use super::store::{self, ChangedSchedule, NewSchedule, REPORT_SCHEDULES};
use super::wait::WaitForSchedule;
use crate::catalogue::ReportKey;
use access::ctx::Ctx;
use access::users::own_user;
use access::users::staff_choice::{self, StaffOption};
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::{Item, Items, Page};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("created_at", "s.created_at"),
    ("name", "search_text(s.name)"),
    ("next_at", "s.next_at"),
    ("state", "s.state"),
];
const SEARCHED: &str = "s.name";
/// Schedules of one user.
const MAX_SCHEDULES: i64 = 50;
/// Times that the form shows.
const SHOWN_TIMES: usize = 4;

pub struct ReportScheduleApi;

#[OpenApi(prefix_path = "/report-schedules", tag = "Tag::Reports")]
impl ReportScheduleApi {
    /// List schedules of reports
    ///
    /// The own ones; administrators see those of all users. Sort by `created_at`, `name`, `next_at` or `state`. Default: newest
    /// first.
    #[oai(path = "/", method = "get", operation_id = "report_schedule_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn report_schedule_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the name.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        report: Query<Option<ReportKey>>,
        state: Query<Option<ReportScheduleState>>,
    ) -> ApiResult<Json<Page<ReportSchedule>>> {
        ctx.require(Resource::ReportSchedule, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED)
            .and("s.report = ", report.0.map(ReportKey::as_str))
            .and("s.state = ", state.0.map(ReportScheduleState::code));
        let filter = narrow(&ctx, Action::List, filter);
        let mut tx = ctx.begin().await?;
        let (rows, meta) = REPORT_SCHEDULES.listing.page(&mut tx, &filter, &asked).await?;
        let rows: Vec<ReportScheduleRow> = rows;
        let ids: Vec<Uuid> = rows.iter().flat_map(ReportScheduleRow::user_ids).collect();
        let names = staff_choice::load_names(&mut tx, &ids).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| show(&ctx, row, &names)).collect();
        Ok(Json(Page { data, meta }))
    }

    /// List the next times of a schedule that is being entered
    ///
    /// In its time zone, also across changes of the clocks. Empty for a rule that never comes.
    #[oai(path = "/next-times", method = "get", operation_id = "report_schedule_times")]
    async fn report_schedule_times(
        &self,
        ctx: Ctx,
        rhythm: Query<ReportRhythm>,
        /// The time of the day, for example `07:30`.
        #[oai(validator(max_length = 5))]
        at_time: Query<String>,
        /// For `weekly`, Monday is 1.
        #[oai(validator(minimum(value = "1"), maximum(value = "7")))]
        weekday: Query<Option<i16>>,
        /// For `monthly`.
        #[oai(validator(minimum(value = "1"), maximum(value = "31")))]
        month_day: Query<Option<i16>>,
        /// IANA name.
        #[oai(validator(max_length = 60))]
        time_zone: Query<String>,
    ) -> ApiResult<Json<Items<ReportTime>>> {
        ctx.require(Resource::ReportSchedule, Action::Create)?;
        let (rhythm, weekday, month_day) = (rhythm.0, weekday.0, month_day.0);
        let mut errors = FieldErrors::default();
        let rule = ReportRule { rhythm, at_time: at_time.0, weekday, month_day }.check(&mut errors);
        let zone: Option<Tz> = time_zone.0.parse().ok();
        if zone.is_none() {
            errors.push("time_zone", MessageCode::UnknownOption);
        }
        errors.into_result()?;
        let zone = zone.unwrap_or(Tz::UTC);
        let times = rule.list_next(zone, ctx.now(), SHOWN_TIMES).into_iter();
        let local = |at: &chrono::DateTime<chrono::Utc>| at.with_timezone(&zone).format("%Y-%m-%dT%H:%M:%S");
        let data = times.map(|at| ReportTime { at, local: local(&at).to_string() }).collect();
        Ok(Json(Items { data }))
    }

    /// List the users to whom a report can be sent
    ///
    /// Staff of the company, at most 200.
    #[oai(path = "/recipients", method = "get", operation_id = "report_schedule_recipients")]
    async fn report_schedule_recipients(&self, ctx: Ctx) -> ApiResult<Json<Items<StaffOption>>> {
        ctx.require(Resource::ReportSchedule, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let data = staff_choice::list_staff(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Create a schedule of a report
    ///
    /// The current user owns it. Each recipient gets a file with the rows and columns that they may see when it is made, and a
    /// notification with its download, which is kept for seven days. Addresses outside of the company get it as the file of an
    /// e-mail of at most 5 MB, without costs and data of people; they need the right `report_schedule.send`. Returns 409 `too_many_schedules` for a user with 50.
    #[oai(path = "/", method = "post", operation_id = "report_schedule_create")]
    async fn report_schedule_create(
        &self,
        ctx: Ctx,
        body: Body<ReportScheduleInput>,
    ) -> ApiResult<Json<Item<ReportSchedule>>> {
        ctx.require(Resource::ReportSchedule, Action::Create)?;
        ctx.require(Resource::Report, Action::Export)?;
        let mut tx = ctx.begin().await?;
        let checked = body.0.check(&mut tx, &ctx).await?;
        actions::refuse_new_addresses(&ctx, &[], &checked.input.addresses)?;
        checked.input.check_content(&mut tx, &ctx).await?;
        refuse_above(&mut tx, &ctx).await?;
        let new = NewSchedule {
            input: &checked.input,
            owner_id: ctx.user.id,
            state: ReportScheduleState::Active.code(),
            next_at: Some(checked.next_at),
        };
        let id = REPORT_SCHEDULES.insert(&mut tx, ctx.now(), &new).await?;
        WaitForSchedule::enqueue(&mut tx, id, Some(checked.next_at)).await?;
        let facts = checked.input.to_facts();
        audit::record(&mut tx, &ctx, "report_schedule.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, Resource::ReportSchedule.name(), &[id]);
        let data = find(&mut tx, &ctx, id).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Show a schedule with its last runs
    #[oai(path = "/:id", method = "get", operation_id = "report_schedule_show")]
    async fn report_schedule_show(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<ReportScheduleDetail>>> {
        ctx.require(Resource::ReportSchedule, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let row = REPORT_SCHEDULES.find(&mut tx, &narrow(&ctx, Action::Show, Where::all()), *id).await?;
        let row: ReportScheduleRow = row;
        let names = staff_choice::load_names(&mut tx, &row.user_ids().collect::<Vec<_>>()).await?;
        let runs = store::list_runs(&mut tx, *id).await?;
        tx.commit().await?;
        Ok(Json(Item { data: ReportScheduleDetail { schedule: show(&ctx, row, &names), runs } }))
    }

    /// Update a schedule
    ///
    /// Omitted fields are unchanged; the report stays the same. The next time is the first one from now on. With addresses outside of
    /// the company, another user than the owner, or a program, needs the right `report_schedule.send` to change `content`, `span`,
    /// `format`, `time_zone` or `sends_empty`.
    #[oai(path = "/:id", method = "patch", operation_id = "report_schedule_update")]
    async fn report_schedule_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ReportScheduleUpdate>,
    ) -> ApiResult<Json<Item<ReportSchedule>>> {
        let mut change = begin(&ctx, *id, Action::Update, None).await?;
        let before = change.before.input();
        let sent: ReportScheduleInput = body.change(&before, change.before.version)?;
        let sent = ReportScheduleInput { report: before.report, ..sent };
        let checked = sent.check(&mut change.tx, &ctx).await?;
        actions::refuse_new_addresses(&ctx, &before.addresses, &checked.input.addresses)?;
        if actions::has_other_file(&before, &checked.input) {
            actions::refuse_other_file(&ctx, change.before.owner_id, &checked.input.addresses)?;
        }
        if actions::has_other_content(&before, &checked.input) {
            checked.input.check_content(&mut change.tx, &ctx).await?;
        }
        let changes = audit::difference(&before.to_facts(), &checked.input.to_facts());
        let is_active = change.before.state == ReportScheduleState::Active;
        let next_at = is_active.then_some(checked.next_at);
        change.write(&ChangedSchedule { input: &checked.input, next_at }).await?;
        WaitForSchedule::enqueue(&mut change.tx, *id, next_at).await?;
        change.record(Action::Update, changes, &Audience::Staff).await?;
        let data = find(&mut change.tx, &ctx, *id).await?;
        change.tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Delete a schedule
    ///
    /// Files that were made stay with those who got them.
    #[oai(path = "/:id", method = "delete", operation_id = "report_schedule_delete")]
    async fn report_schedule_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        let mut change = begin(&ctx, *id, Action::Delete, None).await?;
        let facts = change.before.input().to_facts();
        store::delete(&mut change.tx, *id).await?;
        change.record(Action::Delete, facts, &Audience::Staff).await?;
        Ok(change.tx.commit().await?)
    }

    /// Pause a schedule
    #[oai(path = "/:id/pause", method = "post", operation_id = "report_schedule_pause")]
    async fn report_schedule_pause(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ReportScheduleVersion>,
    ) -> ApiResult<Json<Item<ReportSchedule>>> {
        let change = begin(&ctx, *id, Action::Pause, Some(body.version)).await?;
        actions::switch(&ctx, change, Action::Pause).await
    }

    /// Resume a schedule
    ///
    /// The next time is the first one from now on: what was missed is not made up for. Returns 409 `schedule_ended` when its
    /// last day is over.
    #[oai(path = "/:id/resume", method = "post", operation_id = "report_schedule_resume")]
    async fn report_schedule_resume(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ReportScheduleVersion>,
    ) -> ApiResult<Json<Item<ReportSchedule>>> {
        let change = begin(&ctx, *id, Action::Resume, Some(body.version)).await?;
        actions::switch(&ctx, change, Action::Resume).await
    }

    /// Take over a schedule whose owner has left
    ///
    /// The current user owns it from now on, and it goes on with the first time from now on.
    #[oai(path = "/:id/take_over", method = "post", operation_id = "report_schedule_take_over")]
    async fn report_schedule_take_over(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ReportScheduleVersion>,
    ) -> ApiResult<Json<Item<ReportSchedule>>> {
        let change = begin(&ctx, *id, Action::TakeOver, Some(body.version)).await?;
        actions::switch(&ctx, change, Action::TakeOver).await
    }

    /// Make the report of a schedule now
    ///
    /// For its recipients, with its days counted from today. The next time stays. While it is being made already, nothing
    /// is started. With addresses outside of the company, at most 20 times a day.
    #[oai(path = "/:id/run", method = "post", operation_id = "report_schedule_run")]
    async fn report_schedule_run(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ReportScheduleVersion>,
    ) -> ApiResult<Json<Item<ReportSchedule>>> {
        let change = begin(&ctx, *id, Action::Run, Some(body.version)).await?;
        actions::run_now(&ctx, change).await
    }
}

/// Returns 409 when the user has so many schedules already. The user is locked, so that they are counted exactly.
async fn refuse_above(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<()> {
    own_user::lock_row(tx, ctx.user.id).await?;
    if store::count_own(tx, ctx.user.id).await? < MAX_SCHEDULES {
        return Ok(());
    }
    let params = Params::from([("max", MAX_SCHEDULES.into())]);
    Err(ApiError::refused(MessageCode::TooManySchedules).with_params(params))
}
