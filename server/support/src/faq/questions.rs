//! Questions and answers, as staff keep them.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::title::{SupportDescription, SupportText, check_pairs};
use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::{Item, Page};
use server_core::http::messages::{Language, MessageCode};
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::http::title::LocaleTitle;
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;

/// A question with its answer.
#[derive(Object, sqlx::FromRow)]
pub struct FaqQuestion {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: FaqQuestionInput,
    /// Name of its group.
    #[sqlx(json)]
    pub group_title_locale: LocaleTitle,
    /// Whether it is published. A new question is a draft.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is a draft and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// Input of a question.
#[derive(Object, Serialize, Deserialize, Clone, Debug, sqlx::FromRow)]
pub struct FaqQuestionInput {
    /// The group it stands in.
    pub faq_group_id: Uuid,
    /// Position in its group; equal positions are ordered by age.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    pub position: i16,
    /// Required in the company's default language. A language has both question and answer, or neither.
    #[sqlx(json)]
    pub question_locale: SupportDescription,
    /// Markdown, in the languages of the question.
    #[sqlx(json)]
    pub answer_locale: SupportText,
}

/// The fields of a question to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct FaqQuestionUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: FaqQuestionInput,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

impl FaqQuestionInput {
    /// Normalizes and checks the input; returns all errors at once.
    fn check(self, default_language: Language) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let (question_locale, answer_locale) =
            (self.question_locale.to_trimmed(), self.answer_locale.to_trimmed());
        check_pairs(&question_locale, &answer_locale, default_language, &mut errors);
        errors.into_result()?;
        Ok(Self { question_locale, answer_locale, ..self })
    }
}

pub(super) const QUESTIONS: Table = Table {
    name: "faq_questions",
    resource: "faq_question",
    columns: "faq_group_id, position, question_locale, answer_locale",
    read: &[
        "active",
        "excluded_at",
        "(select g.title_locale from faq_groups g where g.id = faq_questions.faq_group_id) as group_title_locale",
    ],
    unique: &[],
    order: "(select g.position from faq_groups g where g.id = faq_questions.faq_group_id), faq_group_id, position, id",
};
const SORTS: Sorts = &[("position", "position"), ("updated_at", "updated_at")];
pub(super) const SEARCHED: &str = "concat_ws(' ', question_locale ->> 'pt', question_locale ->> 'en', question_locale ->> 'es', \
                                   question_locale ->> 'zh', answer_locale ->> 'pt', answer_locale ->> 'en', \
                                   answer_locale ->> 'es', answer_locale ->> 'zh')";
/// The group stays until the question is stored.
pub const HAS_GROUP: &str = "select excluded_at is null from faq_groups where id = $1 for share";

/// Whether the state of a question allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    QUESTIONS.load_record_state(tx, id, action).await
}

/// Returns 422 for a group that cannot be chosen. A question keeps one that was deleted.
async fn check_group(tx: &mut TenantTx, group_id: Uuid, kept: Option<Uuid>) -> ApiResult<()> {
    let found: Option<bool> = sqlx::query_scalar(HAS_GROUP).bind(group_id).fetch_optional(&mut **tx).await?;
    if found == Some(true) || (found.is_some() && kept == Some(group_id)) {
        return Ok(());
    }
    Err(ApiError::invalid_field("faq_group_id", MessageCode::UnknownOption))
}

pub struct FaqQuestionApi;

#[OpenApi(prefix_path = "/faq-questions", tag = "Tag::Support")]
impl FaqQuestionApi {
    /// List questions and answers
    #[oai(path = "/", method = "get", operation_id = "faq_question_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn faq_question_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `position` or `updated_at`; a minus sorts in descending order. Without it, as on the page.
        sort: Query<Option<String>>,
        /// Words in the questions or answers, in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// Only those of this group.
        faq_group_id: Query<Option<Uuid>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<FaqQuestion>>> {
        ctx.require(Resource::FaqQuestion, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter =
            Where::words(&asked.words, SEARCHED).and("faq_group_id = ", faq_group_id.0).state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = QUESTIONS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Show a question
    #[oai(path = "/:id", method = "get", operation_id = "faq_question_show")]
    async fn faq_question_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<FaqQuestion>>> {
        ctx.require(Resource::FaqQuestion, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a question
    ///
    /// It is a draft until it is published.
    #[oai(path = "/", method = "post", operation_id = "faq_question_create")]
    async fn faq_question_create(
        &self,
        ctx: Ctx,
        body: Body<FaqQuestionInput>,
    ) -> ApiResult<Json<Item<FaqQuestion>>> {
        ctx.require(Resource::FaqQuestion, Action::Create)?;
        let input = body.0.check(ctx.settings().default_language)?;
        let mut tx = ctx.begin().await?;
        check_group(&mut tx, input.faq_group_id, None).await?;
        let id = QUESTIONS.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a question
    #[oai(path = "/:id", method = "patch", operation_id = "faq_question_update")]
    async fn faq_question_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<FaqQuestionUpdate>,
    ) -> ApiResult<Json<Item<FaqQuestion>>> {
        ctx.require(Resource::FaqQuestion, Action::Update)?;
        let language = ctx.settings().default_language;
        let mut tx = ctx.begin().await?;
        let before: FaqQuestion = QUESTIONS.lock(&mut tx, *id).await?;
        let input: FaqQuestionInput = body.change(&before.input, before.version)?;
        let input = input.check(language)?;
        check_group(&mut tx, input.faq_group_id, Some(before.input.faq_group_id)).await?;
        QUESTIONS.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        answer(tx, &ctx, *id).await
    }

    /// Publish a question
    #[oai(path = "/:id/activate", method = "post", operation_id = "faq_question_activate")]
    async fn faq_question_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<FaqQuestion>>> {
        ctx.require(Resource::FaqQuestion, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        QUESTIONS.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Make a question a draft again
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "faq_question_deactivate")]
    async fn faq_question_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<FaqQuestion>>> {
        ctx.require(Resource::FaqQuestion, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        QUESTIONS.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a question
    ///
    /// One that was changed can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "faq_question_delete")]
    async fn faq_question_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::FaqQuestion, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: FaqQuestion = QUESTIONS.lock(&mut tx, *id).await?;
        let data = QUESTIONS.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a question that was deleted
    ///
    /// It comes back as a draft.
    #[oai(path = "/:id/restore", method = "post", operation_id = "faq_question_restore")]
    async fn faq_question_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<FaqQuestion>>> {
        ctx.require(Resource::FaqQuestion, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        QUESTIONS.restore(&mut tx, &ctx, *id).await?;
        QUESTIONS.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }
}

fn seen_by(ctx: &Ctx, question: FaqQuestion) -> FaqQuestion {
    let is_excluded = question.excluded_at.is_some();
    FaqQuestion {
        can: SwitchCan::of(&ctx.grants, Resource::FaqQuestion, question.active, is_excluded),
        ..question
    }
}

/// Commits and returns the question.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<FaqQuestion>>> {
    let question = QUESTIONS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, question) }))
}
