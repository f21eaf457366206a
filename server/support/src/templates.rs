//! Reply templates: texts that staff insert into replies.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::title::SupportText;
use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::list::{Item, Items, Page};
use server_core::http::messages::Language;
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::http::title::LocaleTitle;
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;

/// A text for replies.
#[derive(Object, sqlx::FromRow)]
pub struct SupportTemplate {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: SupportTemplateInput,
    /// Only active ones are offered in replies.
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

/// Input of a reply template.
#[derive(Object, Serialize, Deserialize, Clone, Debug, sqlx::FromRow)]
pub struct SupportTemplateInput {
    /// Short name, unique in the company.
    #[oai(validator(max_length = 20))]
    pub code: String,
    /// Required in the company's default language.
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
    /// Markdown, required in the company's default language. `{name}` is the requester, `{number}` the ticket and
    /// `{shipment}` the tracking code.
    #[sqlx(json)]
    pub body_locale: SupportText,
}

/// The fields of a reply template to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct SupportTemplateUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: SupportTemplateInput,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// A reply template in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct SupportTemplateOption {
    pub id: Uuid,
    pub code: String,
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
    #[sqlx(json)]
    pub body_locale: SupportText,
}

impl SupportTemplateInput {
    /// Normalizes and checks the input; returns all errors at once.
    pub fn into_checked(self, default_language: Language) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let checked = Self {
            code: required("code", &self.code, &mut errors).to_uppercase(),
            title_locale: self.title_locale.check(default_language, &mut errors),
            body_locale: self.body_locale.to_checked(default_language, &mut errors),
        };
        errors.into_result()?;
        Ok(checked)
    }
}

const RECORDS: Table = Table {
    name: "support_templates",
    resource: "support_template",
    columns: "code, title_locale, body_locale",
    read: &["active", "excluded_at"],
    unique: &[("support_templates_code_key", "code")],
    order: "search_text(code), id",
};
const SORTS: Sorts = &[("code", "search_text(code)"), ("updated_at", "updated_at")];
const SEARCHED: &str = "concat_ws(' ', code, title_locale ->> 'pt', title_locale ->> 'en', title_locale ->> 'es', \
                        title_locale ->> 'zh')";
pub const OPTIONS: &str = "
    select id, code, title_locale, body_locale from support_templates where active order by search_text(code), id limit 200";

/// Whether the state of a reply template allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    RECORDS.load_record_state(tx, id, action).await
}

pub struct TemplateApi;

#[OpenApi(prefix_path = "/backoffice/support-templates", tag = "Tag::Support")]
impl TemplateApi {
    /// List the reply templates
    #[oai(path = "/", method = "get", operation_id = "support_template_list")]
    async fn support_template_list(
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
    ) -> ApiResult<Json<Page<SupportTemplate>>> {
        ctx.require(Resource::SupportTemplate, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED).state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = RECORDS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List the active reply templates to choose from; at most 200
    #[oai(path = "/select", method = "get", operation_id = "support_template_select")]
    async fn support_template_select(&self, ctx: Ctx) -> ApiResult<Json<Items<SupportTemplateOption>>> {
        ctx.require(Resource::SupportTemplate, Action::Select)?;
        let mut tx = ctx.begin().await?;
        let data = sqlx::query_as(OPTIONS).fetch_all(&mut *tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a reply template
    #[oai(path = "/:id", method = "get", operation_id = "support_template_show")]
    async fn support_template_show(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportTemplate>>> {
        ctx.require(Resource::SupportTemplate, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a reply template
    #[oai(path = "/", method = "post", operation_id = "support_template_create")]
    async fn support_template_create(
        &self,
        ctx: Ctx,
        body: Body<SupportTemplateInput>,
    ) -> ApiResult<Json<Item<SupportTemplate>>> {
        ctx.require(Resource::SupportTemplate, Action::Create)?;
        let input = body.0.into_checked(ctx.settings().default_language)?;
        let mut tx = ctx.begin().await?;
        let id = RECORDS.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a reply template
    #[oai(path = "/:id", method = "patch", operation_id = "support_template_update")]
    async fn support_template_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<SupportTemplateUpdate>,
    ) -> ApiResult<Json<Item<SupportTemplate>>> {
        ctx.require(Resource::SupportTemplate, Action::Update)?;
        let language = ctx.settings().default_language;
        let mut tx = ctx.begin().await?;
        let before: SupportTemplate = RECORDS.lock(&mut tx, *id).await?;
        let input: SupportTemplateInput = body.change(&before.input, before.version)?;
        let input = input.into_checked(language)?;
        RECORDS.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a reply template
    #[oai(path = "/:id/activate", method = "post", operation_id = "support_template_activate")]
    async fn support_template_activate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportTemplate>>> {
        ctx.require(Resource::SupportTemplate, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        RECORDS.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a reply template
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "support_template_deactivate")]
    async fn support_template_deactivate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportTemplate>>> {
        ctx.require(Resource::SupportTemplate, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        RECORDS.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a reply template
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "support_template_delete")]
    async fn support_template_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::SupportTemplate, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: SupportTemplate = RECORDS.lock(&mut tx, *id).await?;
        let data = RECORDS.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a reply template that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "support_template_restore")]
    async fn support_template_restore(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportTemplate>>> {
        ctx.require(Resource::SupportTemplate, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        RECORDS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

fn seen_by(ctx: &Ctx, record: SupportTemplate) -> SupportTemplate {
    SupportTemplate {
        can: SwitchCan::of(
            &ctx.grants,
            Resource::SupportTemplate,
            record.active,
            record.excluded_at.is_some(),
        ),
        ..record
    }
}

/// Commits and returns the reply template.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<SupportTemplate>>> {
    let record = RECORDS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, record) }))
}
