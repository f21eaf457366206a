//! Departments: groups of staff that answer tickets.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::people::{self, Names, SupportPerson};
use super::title::SupportDescription;
use access::ctx::Ctx;
use access::is_inside;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::{Language, MessageCode};
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::http::title::LocaleTitle;
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;

/// A group of staff that answers tickets.
#[derive(Object, sqlx::FromRow)]
pub struct SupportDepartment {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: SupportDepartmentInput,
    /// Only active ones can be chosen for new tickets.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    /// Names of the members.
    #[sqlx(skip)]
    pub people: Vec<SupportPerson>,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// Input of a department.
#[derive(Object, Serialize, Deserialize, Clone, Debug, sqlx::FromRow)]
pub struct SupportDepartmentInput {
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
    /// Staff who belong to it.
    #[oai(default, validator(max_items = 200))]
    #[serde(default)]
    pub members: Vec<Uuid>,
    /// Hours until the first reply of staff. Tickets of the department are overdue after that.
    #[oai(validator(minimum(value = "1"), maximum(value = "2000")))]
    pub first_response_hours: Option<i32>,
    /// Hours until a ticket is closed, without the time in which it waits for the client.
    #[oai(validator(minimum(value = "1"), maximum(value = "2000")))]
    pub resolution_hours: Option<i32>,
}

/// The fields of a department to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct SupportDepartmentUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: SupportDepartmentInput,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// A department in a selection list.
#[derive(Object, sqlx::FromRow, Clone)]
pub struct SupportDepartmentOption {
    pub id: Uuid,
    pub code: String,
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
}

impl SupportDepartmentInput {
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

const DEPARTMENTS: Table = Table {
    name: "support_departments",
    resource: "support_department",
    columns: "code, title_locale, description_locale, members, first_response_hours, resolution_hours",
    read: &["active", "excluded_at"],
    unique: &[("support_departments_code_key", "code")],
    order: "search_text(code), id",
};
const SORTS: Sorts = &[("code", "search_text(code)"), ("updated_at", "updated_at")];
const SEARCHED: &str = "concat_ws(' ', code, title_locale ->> 'pt', title_locale ->> 'en', title_locale ->> 'es', \
                        title_locale ->> 'zh')";
pub const OPTIONS: &str = "
    select id, code, title_locale from support_departments where active order by search_text(code), id limit 200";
pub const IS_ACTIVE: &str = "select exists (select from support_departments where id = $1 and active)";
pub const TITLES: &str = "
    select id, code, title_locale from support_departments where id = any($1) order by search_text(code), id";
/// No foreign key holds what a subject names.
pub const IS_NAMED: &str = "
    select exists (select from support_subjects where departments @> array[$1::uuid])";
/// Users that exist, are active, and work for the company.
pub const STAFF: &str =
    concat!("select count(*) from users u where u.id = any($1) and u.active and ", is_inside!("u."));

/// Whether the state of a department allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    DEPARTMENTS.load_record_state(tx, id, action).await
}

/// The titles of these departments, active or not.
pub async fn load_titles(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<SupportDepartmentOption>> {
    Ok(sqlx::query_as(TITLES).bind(ids).fetch_all(&mut **tx).await?)
}

pub async fn options(tx: &mut TenantTx) -> ApiResult<Vec<SupportDepartmentOption>> {
    Ok(sqlx::query_as(OPTIONS).fetch_all(&mut **tx).await?)
}

pub async fn is_active(tx: &mut TenantTx, id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(IS_ACTIVE).bind(id).fetch_one(&mut **tx).await?)
}

/// Whether all these users are active staff.
pub async fn are_staff(tx: &mut TenantTx, users: &[Uuid]) -> ApiResult<bool> {
    do_all_exist(tx, STAFF, users).await
}

/// Whether all these ids exist. `sql` is a query that counts ids of `$1`.
pub(super) async fn do_all_exist(tx: &mut TenantTx, sql: &'static str, ids: &[Uuid]) -> ApiResult<bool> {
    let mut distinct_ids = ids.to_vec();
    distinct_ids.sort_unstable();
    distinct_ids.dedup();
    let known: i64 = sqlx::query_scalar(sql).bind(&distinct_ids).fetch_one(&mut **tx).await?;
    Ok(usize::try_from(known).is_ok_and(|known| known == distinct_ids.len()))
}

/// Whether a subject sends its tickets to this department.
async fn is_named(tx: &mut TenantTx, id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(IS_NAMED).bind(id).fetch_one(&mut **tx).await?)
}

async fn check_references(tx: &mut TenantTx, input: &SupportDepartmentInput) -> ApiResult<()> {
    match are_staff(tx, &input.members).await? {
        true => Ok(()),
        false => Err(ApiError::invalid_field("members", MessageCode::UnknownOption)),
    }
}

pub struct DepartmentApi;

#[OpenApi(prefix_path = "/backoffice/support-departments", tag = "Tag::Support")]
impl DepartmentApi {
    /// List the departments
    #[oai(path = "/", method = "get", operation_id = "support_department_list")]
    async fn support_department_list(
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
    ) -> ApiResult<Json<Page<SupportDepartment>>> {
        ctx.require(Resource::SupportDepartment, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED).state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = DEPARTMENTS.list::<SupportDepartment>(&mut tx, &filter, &asked).await?;
        let ids = rows.iter().flat_map(|row| row.input.members.clone()).collect();
        let names = Names::load(&mut tx, ids).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row, &names)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List the active departments to choose from; at most 200
    #[oai(path = "/select", method = "get", operation_id = "support_department_select")]
    async fn support_department_select(&self, ctx: Ctx) -> ApiResult<Json<Items<SupportDepartmentOption>>> {
        ctx.require(Resource::SupportDepartment, Action::Select)?;
        let mut tx = ctx.begin().await?;
        let data = options(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Search the active staff to choose members from; at most 50
    #[oai(path = "/staff", method = "get", operation_id = "support_department_staff")]
    async fn support_department_staff(
        &self,
        ctx: Ctx,
        /// Words in the name or the e-mail address.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<SupportPerson>>> {
        ctx.require(Resource::SupportDepartment, Action::Select)?;
        let words = Words::parse(search.0.as_deref());
        let mut tx = ctx.begin().await?;
        let data = people::staff(&mut tx, &words).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a department
    #[oai(path = "/:id", method = "get", operation_id = "support_department_show")]
    async fn support_department_show(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportDepartment>>> {
        ctx.require(Resource::SupportDepartment, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a department
    #[oai(path = "/", method = "post", operation_id = "support_department_create")]
    async fn support_department_create(
        &self,
        ctx: Ctx,
        body: Body<SupportDepartmentInput>,
    ) -> ApiResult<Json<Item<SupportDepartment>>> {
        ctx.require(Resource::SupportDepartment, Action::Create)?;
        let input = body.0.into_checked(ctx.settings().default_language)?;
        let mut tx = ctx.begin().await?;
        check_references(&mut tx, &input).await?;
        let id = DEPARTMENTS.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a department
    #[oai(path = "/:id", method = "patch", operation_id = "support_department_update")]
    async fn support_department_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<SupportDepartmentUpdate>,
    ) -> ApiResult<Json<Item<SupportDepartment>>> {
        ctx.require(Resource::SupportDepartment, Action::Update)?;
        let language = ctx.settings().default_language;
        let mut tx = ctx.begin().await?;
        let before: SupportDepartment = DEPARTMENTS.lock(&mut tx, *id).await?;
        let input: SupportDepartmentInput = body.change(&before.input, before.version)?;
        let input = input.into_checked(language)?;
        check_references(&mut tx, &input).await?;
        DEPARTMENTS.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a department
    #[oai(path = "/:id/activate", method = "post", operation_id = "support_department_activate")]
    async fn support_department_activate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportDepartment>>> {
        ctx.require(Resource::SupportDepartment, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        DEPARTMENTS.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a department
    ///
    /// Its tickets keep it.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "support_department_deactivate")]
    async fn support_department_deactivate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportDepartment>>> {
        ctx.require(Resource::SupportDepartment, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        DEPARTMENTS.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a department
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "support_department_delete")]
    async fn support_department_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::SupportDepartment, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: SupportDepartment = DEPARTMENTS.lock(&mut tx, *id).await?;
        let data = if is_named(&mut tx, *id).await? {
            DEPARTMENTS.exclude(&mut tx, &ctx, *id).await?
        } else {
            DEPARTMENTS.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?
        };
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a department that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "support_department_restore")]
    async fn support_department_restore(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportDepartment>>> {
        ctx.require(Resource::SupportDepartment, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        DEPARTMENTS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

fn seen_by(ctx: &Ctx, record: SupportDepartment, names: &Names) -> SupportDepartment {
    SupportDepartment {
        can: SwitchCan::of(
            &ctx.grants,
            Resource::SupportDepartment,
            record.active,
            record.excluded_at.is_some(),
        ),
        people: names.of(&record.input.members),
        ..record
    }
}

/// Commits and returns the department.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<SupportDepartment>>> {
    let record: SupportDepartment = DEPARTMENTS.find(&mut tx, id).await?;
    let names = Names::load(&mut tx, record.input.members.clone()).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, record, &names) }))
}
