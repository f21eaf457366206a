//! Providers: airlines, posts, couriers, brokers and others that work for the company.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

pub use crate::provider_input::{ProviderCapability, ProviderInput, ProviderType};
use crate::{carrier_links, owned};
use access::ctx::Ctx;
use access::named_services::NamedService;
use access::references::OPEN_TO;
use access::{named_services, profiles};
use server_core::address::place::Place;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::Language;
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where, titles};
use server_core::tags::Tag;

/// The fields of a provider to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct ProviderUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: ProviderInput,
    /// Version that was read; 409 `stale_version` if the provider has changed since.
    pub version: i32,
}

/// A company that carries, clears or stores goods for this company.
#[derive(Object, sqlx::FromRow)]
pub struct Provider {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: ProviderInput,
    /// Only active providers can be chosen. Records that have an inactive one keep it.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    /// Services whose last mile it carries, or that a partner carries out with it, as far as the user may see them; at most
    /// 200.
    #[sqlx(json)]
    pub services: Vec<NamedService>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// A provider in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct ProviderOption {
    pub id: Uuid,
    pub code: String,
    /// Name of the provider in the caller's language.
    pub label: String,
}

const PROVIDERS: Table = Table {
    name: "providers",
    resource: "provider",
    columns: "code, title_locale, provider_type, country_id, iata_code, awb_prefix, scac, tracking_url, capabilities, \
              profile_ids",
    read: &[
        "active",
        "excluded_at",
        named_services!(
            "(v.last_mile_provider_id = providers.id or exists (select from partner_services c \
              where c.service_id = v.id and c.provider_id = providers.id))"
        ),
    ],
    unique: &[("providers_code_key", "code")],
    order: "search_text(code), id",
};
const SORTS: Sorts = &[
    ("code", "search_text(code)"),
    ("provider_type", "provider_type"),
    ("iata_code", "iata_code"),
    ("awb_prefix", "awb_prefix"),
    ("updated_at", "updated_at"),
];
const SEARCHED: &str = "concat_ws(' ', code, iata_code, awb_prefix, scac, title_locale ->> 'pt', \
                        title_locale ->> 'en', title_locale ->> 'es', title_locale ->> 'zh')";

/// Whether the state of a provider allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    PROVIDERS.load_record_state(tx, id, action).await
}

/// $2 is the key of a language.
pub const NAME: &str = "
    select coalesce(nullif(title_locale ->> $2, ''), nullif(title_locale ->> 'en', ''), code) from providers where id = $1";

/// The name of a provider in a language.
pub async fn find_name(tx: &mut TenantTx, id: Uuid, language: Language) -> ApiResult<Option<String>> {
    Ok(sqlx::query_scalar(NAME).bind(id).bind(language.locale_key()).fetch_optional(&mut **tx).await?)
}

pub struct ProviderApi;

#[OpenApi(prefix_path = "/providers", tag = "Tag::Providers")]
impl ProviderApi {
    /// List providers
    #[oai(path = "/", method = "get", operation_id = "provider_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn provider_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `provider_type`, `iata_code`, `awb_prefix` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the codes, or in the name in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        provider_type: Query<Option<ProviderType>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<Provider>>> {
        ctx.require(Resource::Provider, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED)
            .and("provider_type = ", provider_type.0.map(ProviderType::as_str))
            .and_inside(OPEN_TO, ctx.profiles_for(Resource::Provider))
            .state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = PROVIDERS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List providers to choose from
    ///
    /// Active providers by code, at most 50.
    #[oai(path = "/select", method = "get", operation_id = "provider_select")]
    async fn provider_select(
        &self,
        ctx: Ctx,
        /// Words in the codes, or in the name in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        provider_type: Query<Option<ProviderType>>,
    ) -> ApiResult<Json<Items<ProviderOption>>> {
        ctx.require(Resource::Provider, Action::Select)?;
        let filter = Where::words(&Words::parse(search.0.as_deref()), SEARCHED)
            .and("provider_type = ", provider_type.0.map(ProviderType::as_str))
            .and_inside(OPEN_TO, ctx.profiles_for(Resource::Provider))
            .and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        let data = PROVIDERS
            .select(&mut tx, &format!("code, {}", titles::label(ctx.language())), &filter, 50)
            .await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a provider
    #[oai(path = "/:id", method = "get", operation_id = "provider_show")]
    async fn provider_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Provider>>> {
        ctx.require(Resource::Provider, Action::Show)?;
        let open =
            Where::all().and("id = ", Some(*id)).and_inside(OPEN_TO, ctx.profiles_for(Resource::Provider));
        let mut tx = ctx.begin().await?;
        let provider = PROVIDERS.find_among(&mut tx, &open).await?;
        tx.commit().await?;
        Ok(Json(Item { data: seen_by(&ctx, provider) }))
    }

    /// Create a provider
    #[oai(path = "/", method = "post", operation_id = "provider_create")]
    async fn provider_create(&self, ctx: Ctx, body: Body<ProviderInput>) -> ApiResult<Json<Item<Provider>>> {
        ctx.require(Resource::Provider, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let input = check_input(&mut tx, &ctx, body.0, &[]).await?;
        let id = PROVIDERS.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a provider
    #[oai(path = "/:id", method = "patch", operation_id = "provider_update")]
    async fn provider_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ProviderUpdate>,
    ) -> ApiResult<Json<Item<Provider>>> {
        ctx.require(Resource::Provider, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: Provider = PROVIDERS.lock(&mut tx, *id).await?;
        let input: ProviderInput = body.change(&before.input, before.version)?;
        let input = check_input(&mut tx, &ctx, input, &before.input.profile_ids).await?;
        PROVIDERS.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a provider
    #[oai(path = "/:id/activate", method = "post", operation_id = "provider_activate")]
    async fn provider_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Provider>>> {
        ctx.require(Resource::Provider, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        PROVIDERS.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a provider
    ///
    /// Records that have it are unchanged.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "provider_deactivate")]
    async fn provider_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Provider>>> {
        ctx.require(Resource::Provider, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        PROVIDERS.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a provider
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "provider_delete")]
    async fn provider_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::Provider, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: Provider = PROVIDERS.lock(&mut tx, *id).await?;
        // Its server of carriers would report for ever, and nobody had the key to end it.
        let is_connected = carrier_links::exists(&mut tx, *id).await?;
        let data = match is_connected || owned::has_records(&mut tx, *id).await? {
            true => PROVIDERS.exclude(&mut tx, &ctx, *id).await?,
            false => PROVIDERS.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?,
        };
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a provider that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "provider_restore")]
    async fn provider_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Provider>>> {
        ctx.require(Resource::Provider, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        PROVIDERS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

/// `profiles` are those that the provider has already.
async fn check_input(
    tx: &mut TenantTx,
    ctx: &Ctx,
    input: ProviderInput,
    profiles: &[Uuid],
) -> ApiResult<ProviderInput> {
    let country = match input.country_id {
        Some(id) => Place::find(tx, id, None).await?,
        None => None,
    };
    let mut errors = FieldErrors::default();
    profiles::check_new(tx, &input.profile_ids, profiles, &mut errors).await?;
    input.check(ctx.settings().default_language, country.is_some(), errors)
}

fn seen_by(ctx: &Ctx, provider: Provider) -> Provider {
    Provider {
        can: SwitchCan::of(&ctx.grants, Resource::Provider, provider.active, provider.excluded_at.is_some()),
        services: named_services::seen_by(ctx, provider.services),
        ..provider
    }
}

/// Commits and returns the provider.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Provider>>> {
    let provider = PROVIDERS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, provider) }))
}
