//! Subjects: what a ticket is about, and who answers it.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::departments::{self, SupportDepartmentOption, are_staff, do_all_exist};
use super::people::{Names, SupportPerson};
use super::title::SupportDescription;
use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::list::{Item, Items, Page};
use server_core::http::messages::{Language, MessageCode};
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::http::title::LocaleTitle;
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;

/// A subject of tickets.
#[derive(Object, sqlx::FromRow)]
pub struct SupportSubject {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: SupportSubjectInput,
    /// Only active ones can be chosen for new tickets.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    /// Names of the users.
    #[sqlx(skip)]
    pub people: Vec<SupportPerson>,
    /// Titles of the departments.
    #[sqlx(skip)]
    pub groups: Vec<SupportDepartmentOption>,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// Input of a subject.
#[derive(Object, Serialize, Deserialize, Clone, Debug, sqlx::FromRow)]
pub struct SupportSubjectInput {
    /// Short name, unique in the company.
    #[oai(validator(max_length = 20))]
    pub code: String,
    /// Required in the company's default language.
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
    #[oai(default)]
    #[serde(default)]
    #[sqlx(json)]
    pub description_locale: SupportDescription,
    /// Staff who become recipients of every new ticket.
    #[oai(default, validator(max_items = 50))]
    #[serde(default)]
    pub users: Vec<Uuid>,
    /// Departments that become recipients of every new ticket.
    #[oai(default, validator(max_items = 50))]
    #[serde(default)]
    pub departments: Vec<Uuid>,
}

/// The fields of a subject to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct SupportSubjectUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: SupportSubjectInput,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// A subject in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct SupportSubjectOption {
    pub id: Uuid,
    pub code: String,
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
    /// Departments that get its tickets.
    pub departments: Vec<Uuid>,
}

impl SupportSubjectInput {
    /// Normalizes and checks the input; returns all errors at once.
    pub fn into_checked(self, default_language: Language) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let checked = Self {
            code: required("code", &self.code, &mut errors).to_uppercase(),
            title_locale: self.title_locale.check(default_language, &mut errors),
            description_locale: self.description_locale.to_trimmed(),
            ..self
        };
        errors.into_result()?;
        Ok(checked)
    }
}

const RECORDS: Table = Table {
    name: "support_subjects",
    resource: "support_subject",
    columns: "code, title_locale, description_locale, users, departments",
    read: &["active", "excluded_at"],
    unique: &[("support_subjects_code_key", "code")],
    order: "search_text(code), id",
};
const SORTS: Sorts = &[("code", "search_text(code)"), ("updated_at", "updated_at")];
const SEARCHED: &str = "concat_ws(' ', code, title_locale ->> 'pt', title_locale ->> 'en', title_locale ->> 'es', \
                        title_locale ->> 'zh')";
pub const OPTIONS: &str = "
    select id, code, title_locale, departments from support_subjects where active order by search_text(code), id limit 200";
/// No foreign key holds what a subject names: the rows are locked until its form is stored.
pub const DEPARTMENTS: &str = "
    select count(*) from (select id from support_departments where id = any($1) for share) d";
/// The users and departments that get the tickets of an active subject.
pub const ROUTE: &str = "select users, departments from support_subjects where id = $1 and active for share";

/// Whether the state of a subject allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    RECORDS.load_record_state(tx, id, action).await
}

/// Users and departments.
pub type Route = (Vec<Uuid>, Vec<Uuid>);

/// The users and departments that get its tickets; none if there is no such active subject.
pub async fn route(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<Route>> {
    Ok(sqlx::query_as(ROUTE).bind(id).fetch_optional(&mut **tx).await?)
}

pub async fn options(tx: &mut TenantTx) -> ApiResult<Vec<SupportSubjectOption>> {
    Ok(sqlx::query_as(OPTIONS).fetch_all(&mut **tx).await?)
}

async fn check_references(tx: &mut TenantTx, input: &SupportSubjectInput) -> ApiResult<()> {
    let mut errors = FieldErrors::default();
    if !are_staff(tx, &input.users).await? {
        errors.push("users", MessageCode::UnknownOption);
    }
    if !do_all_exist(tx, DEPARTMENTS, &input.departments).await? {
        errors.push("departments", MessageCode::UnknownOption);
    }
    errors.into_result()
}

pub struct SubjectApi;

#[OpenApi(prefix_path = "/backoffice/support-subjects", tag = "Tag::Support")]
impl SubjectApi {
    /// List the subjects
    #[oai(path = "/", method = "get", operation_id = "support_subject_list")]
    async fn support_subject_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code or the titles.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<SupportSubject>>> {
        ctx.require(Resource::SupportSubject, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED).state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = RECORDS.list::<SupportSubject>(&mut tx, &filter, &asked).await?;
        let data = seen_by(&mut tx, &ctx, rows).await?;
        tx.commit().await?;
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List the active subjects to choose from; at most 200
    #[oai(path = "/select", method = "get", operation_id = "support_subject_select")]
    async fn support_subject_select(&self, ctx: Ctx) -> ApiResult<Json<Items<SupportSubjectOption>>> {
        ctx.require(Resource::SupportSubject, Action::Select)?;
        let mut tx = ctx.begin().await?;
        let data = options(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a subject
    #[oai(path = "/:id", method = "get", operation_id = "support_subject_show")]
    async fn support_subject_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<SupportSubject>>> {
        ctx.require(Resource::SupportSubject, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a subject
    #[oai(path = "/", method = "post", operation_id = "support_subject_create")]
    async fn support_subject_create(
        &self,
        ctx: Ctx,
        body: Body<SupportSubjectInput>,
    ) -> ApiResult<Json<Item<SupportSubject>>> {
        ctx.require(Resource::SupportSubject, Action::Create)?;
        let input = body.0.into_checked(ctx.settings().default_language)?;
        let mut tx = ctx.begin().await?;
        check_references(&mut tx, &input).await?;
        let id = RECORDS.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a subject
    #[oai(path = "/:id", method = "patch", operation_id = "support_subject_update")]
    async fn support_subject_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<SupportSubjectUpdate>,
    ) -> ApiResult<Json<Item<SupportSubject>>> {
        ctx.require(Resource::SupportSubject, Action::Update)?;
        let language = ctx.settings().default_language;
        let mut tx = ctx.begin().await?;
        let before: SupportSubject = RECORDS.lock(&mut tx, *id).await?;
        let input: SupportSubjectInput = body.change(&before.input, before.version)?;
        let input = input.into_checked(language)?;
        check_references(&mut tx, &input).await?;
        RECORDS.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a subject
    #[oai(path = "/:id/activate", method = "post", operation_id = "support_subject_activate")]
    async fn support_subject_activate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportSubject>>> {
        ctx.require(Resource::SupportSubject, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        RECORDS.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a subject
    ///
    /// Its tickets keep it.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "support_subject_deactivate")]
    async fn support_subject_deactivate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportSubject>>> {
        ctx.require(Resource::SupportSubject, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        RECORDS.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a subject
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "support_subject_delete")]
    async fn support_subject_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::SupportSubject, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: SupportSubject = RECORDS.lock(&mut tx, *id).await?;
        let data = RECORDS.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a subject that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "support_subject_restore")]
    async fn support_subject_restore(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportSubject>>> {
        ctx.require(Resource::SupportSubject, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        RECORDS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

/// Adds the names of users and departments.
async fn seen_by(tx: &mut TenantTx, ctx: &Ctx, rows: Vec<SupportSubject>) -> ApiResult<Vec<SupportSubject>> {
    let users = rows.iter().flat_map(|row| row.input.users.clone()).collect();
    let names = Names::load(tx, users).await?;
    let departments: Vec<Uuid> = rows.iter().flat_map(|row| row.input.departments.clone()).collect();
    let groups = departments::load_titles(tx, &departments).await?;
    let of = |ids: &[Uuid]| groups.iter().filter(|group| ids.contains(&group.id)).cloned().collect();
    let named = |row: SupportSubject| SupportSubject {
        can: SwitchCan::of(&ctx.grants, Resource::SupportSubject, row.active, row.excluded_at.is_some()),
        people: names.of(&row.input.users),
        groups: of(&row.input.departments),
        ..row
    };
    Ok(rows.into_iter().map(named).collect())
}

/// Commits and returns the subject.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<SupportSubject>>> {
    let record: SupportSubject = RECORDS.find(&mut tx, id).await?;
    let mut named = seen_by(&mut tx, ctx, vec![record]).await?;
    tx.commit().await?;
    Ok(Json(Item { data: named.remove(0) }))
}
