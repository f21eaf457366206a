//! Groups of questions: headings of the page with questions and answers.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::Language;
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::http::title::LocaleTitle;
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where, titles};
use server_core::tags::Tag;

/// Input of a group of questions.
#[derive(Object, Serialize, Deserialize, Clone, Debug, sqlx::FromRow)]
pub struct FaqGroupInput {
    /// Short name, unique in the company.
    #[oai(validator(max_length = 20))]
    pub code: String,
    /// Required in the company's default language.
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
    /// Position on the page; equal positions are ordered by age.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    pub position: i16,
}

/// The fields of a group of questions to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct FaqGroupUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: FaqGroupInput,
    /// Version that was read; 409 `stale_version` if the group has changed since.
    pub version: i32,
}

/// A heading of questions and answers.
#[derive(Object, sqlx::FromRow)]
pub struct FaqGroup {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: FaqGroupInput,
    /// Number of its questions, with those that are not published and without deleted ones.
    pub question_count: i64,
    /// An inactive group is not on the page, and its questions neither.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// A group of questions in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct FaqGroupOption {
    pub id: Uuid,
    pub code: String,
    /// Name of the group in the caller's language.
    pub label: String,
}

impl FaqGroupInput {
    /// Normalizes and checks the input; returns all errors at once.
    fn check(mut self, default_language: Language) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        self.code = required("code", &self.code, &mut errors);
        self.title_locale = self.title_locale.check(default_language, &mut errors);
        errors.into_result()?;
        Ok(self)
    }
}

pub(super) const GROUPS: Table = Table {
    name: "faq_groups",
    resource: "faq_group",
    columns: "code, title_locale, position",
    read: &[
        "active",
        "excluded_at",
        "(select count(*) from faq_questions q
          where q.faq_group_id = faq_groups.id and q.excluded_at is null) as question_count",
    ],
    unique: &[("faq_groups_code_key", "code")],
    order: "position, id",
};
const SORTS: Sorts = &[
    ("code", "search_text(code)"),
    ("position", "position"),
    ("question_count", "question_count"),
    ("updated_at", "updated_at"),
];

/// Whether the state of a group of questions allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    GROUPS.load_record_state(tx, id, action).await
}

pub struct FaqGroupApi;

#[OpenApi(prefix_path = "/faq-groups", tag = "Tag::Support")]
impl FaqGroupApi {
    /// List the groups of questions
    #[oai(path = "/", method = "get", operation_id = "faq_group_list")]
    async fn faq_group_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `position`, `question_count` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, or in the name in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<FaqGroup>>> {
        ctx.require(Resource::FaqGroup, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, titles::SEARCHED).state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = GROUPS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List the groups of questions to choose from
    ///
    /// Groups in their order, at most 200. Inactive ones are among them: their questions can be written before they are shown.
    #[oai(path = "/select", method = "get", operation_id = "faq_group_select")]
    async fn faq_group_select(
        &self,
        ctx: Ctx,
        /// Words in the code, or in the name in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<FaqGroupOption>>> {
        ctx.require(Resource::FaqGroup, Action::Select)?;
        let words = Words::parse(search.0.as_deref());
        let filter = Where::words(&words, titles::SEARCHED).always("excluded_at is null");
        let mut tx = ctx.begin().await?;
        let data =
            GROUPS.select(&mut tx, &format!("code, {}", titles::label(ctx.language())), &filter, 200).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a group of questions
    #[oai(path = "/:id", method = "get", operation_id = "faq_group_show")]
    async fn faq_group_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<FaqGroup>>> {
        ctx.require(Resource::FaqGroup, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a group of questions
    #[oai(path = "/", method = "post", operation_id = "faq_group_create")]
    async fn faq_group_create(&self, ctx: Ctx, body: Body<FaqGroupInput>) -> ApiResult<Json<Item<FaqGroup>>> {
        ctx.require(Resource::FaqGroup, Action::Create)?;
        let input = body.0.check(ctx.settings().default_language)?;
        let mut tx = ctx.begin().await?;
        let id = GROUPS.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a group of questions
    #[oai(path = "/:id", method = "patch", operation_id = "faq_group_update")]
    async fn faq_group_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<FaqGroupUpdate>,
    ) -> ApiResult<Json<Item<FaqGroup>>> {
        ctx.require(Resource::FaqGroup, Action::Update)?;
        let language = ctx.settings().default_language;
        let mut tx = ctx.begin().await?;
        let before: FaqGroup = GROUPS.lock(&mut tx, *id).await?;
        let input: FaqGroupInput = body.change(&before.input, before.version)?;
        GROUPS.update(&mut tx, &ctx, *id, &before.input, &input.check(language)?).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a group of questions
    #[oai(path = "/:id/activate", method = "post", operation_id = "faq_group_activate")]
    async fn faq_group_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<FaqGroup>>> {
        ctx.require(Resource::FaqGroup, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        GROUPS.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a group of questions
    ///
    /// The page no longer has it, nor its questions.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "faq_group_deactivate")]
    async fn faq_group_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<FaqGroup>>> {
        ctx.require(Resource::FaqGroup, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        GROUPS.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a group of questions
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "faq_group_delete")]
    async fn faq_group_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::FaqGroup, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: FaqGroup = GROUPS.lock(&mut tx, *id).await?;
        let data = GROUPS.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a group of questions that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "faq_group_restore")]
    async fn faq_group_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<FaqGroup>>> {
        ctx.require(Resource::FaqGroup, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        GROUPS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

fn seen_by(ctx: &Ctx, group: FaqGroup) -> FaqGroup {
    FaqGroup {
        can: SwitchCan::of(&ctx.grants, Resource::FaqGroup, group.active, group.excluded_at.is_some()),
        ..group
    }
}

/// Commits and returns the group.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<FaqGroup>>> {
    let group = GROUPS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, group) }))
}
