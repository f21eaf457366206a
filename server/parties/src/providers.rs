//! Providers: airlines, posts, couriers, brokers and others that work for the company.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::owned;
use access::ctx::Ctx;
use server_core::address::place::Place;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::{Language, MessageCode};
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::http::title::LocaleTitle;
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where, titles};
use server_core::tags::Tag;
use trade::tracking_page;
use trade::wire_name;

wire_name! {
    /// Kind of a provider.
    ProviderType {
        Airline = "airline", Postal = "postal", Courier = "courier", Broker = "broker", LastMile = "last_mile",
        Warehouse = "warehouse",
    }
}

wire_name! {
    /// A task that a provider does for the company.
    ProviderCapability {
        Pickup = "pickup", Linehaul = "linehaul", Customs = "customs", LastMile = "last_mile", Labels = "labels",
        Tracking = "tracking", Storage = "storage", Returns = "returns", Insurance = "insurance",
    }
}

/// Input of a provider.
#[derive(Object, Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct ProviderInput {
    /// Short name, unique in the company.
    #[oai(validator(max_length = 20))]
    pub code: String,
    /// Required in the company's default language.
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
    pub provider_type: ProviderType,
    pub country_id: Option<i16>,
    /// IATA designator of an airline: two letters or digits, such as `LA`.
    #[oai(validator(max_length = 2))]
    pub iata_code: Option<String>,
    /// The three digits with which the airline's air waybills begin.
    #[oai(validator(max_length = 3))]
    pub awb_prefix: Option<String>,
    /// Standard Carrier Alpha Code: two to four letters.
    #[oai(validator(max_length = 4))]
    pub scac: Option<String>,
    /// Address of its page about a parcel. It begins with `https://` and has `{code}` in the place of the tracking code.
    #[oai(validator(max_length = 500))]
    pub tracking_url: Option<String>,
    /// Each at most once.
    #[sqlx(json)]
    #[oai(validator(max_items = 9, unique_items))]
    pub capabilities: Vec<ProviderCapability>,
}

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

impl ProviderInput {
    /// Normalizes and checks the input; returns all errors at once.
    fn check(self, default_language: Language, country_exists: bool) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        if self.country_id.is_some() && !country_exists {
            errors.push("country_id", MessageCode::UnknownCountry);
        }
        let mut coded = |field: &'static str, typed: &Option<String>, fits: fn(&str) -> bool| {
            let text = optional(typed.as_ref())?.to_uppercase();
            if !fits(&text) {
                errors.push(field, MessageCode::Invalid);
            }
            Some(text)
        };
        let iata_code = coded("iata_code", &self.iata_code, is_airline);
        let awb_prefix = coded("awb_prefix", &self.awb_prefix, is_prefix);
        let scac = coded("scac", &self.scac, is_scac);
        let tracking_url = optional(self.tracking_url.as_ref());
        if tracking_url.as_deref().is_some_and(|url| !tracking_page::is_template(url)) {
            errors.push("tracking_url", MessageCode::InvalidTrackingUrl);
        }
        let checked = Self {
            code: required("code", &self.code, &mut errors),
            title_locale: self.title_locale.check(default_language, &mut errors),
            iata_code,
            awb_prefix,
            scac,
            tracking_url,
            ..self
        };
        errors.into_result()?;
        Ok(checked)
    }
}

fn is_airline(code: &str) -> bool {
    code.len() == 2
        && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && code.bytes().any(|byte| byte.is_ascii_alphabetic())
}

fn is_prefix(number: &str) -> bool {
    number.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_scac(code: &str) -> bool {
    (2..=4).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphabetic())
}

const PROVIDERS: Table = Table {
    name: "providers",
    resource: "provider",
    columns: "code, title_locale, provider_type, country_id, iata_code, awb_prefix, scac, tracking_url, capabilities",
    read: &["active", "excluded_at"],
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
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a provider
    #[oai(path = "/", method = "post", operation_id = "provider_create")]
    async fn provider_create(&self, ctx: Ctx, body: Body<ProviderInput>) -> ApiResult<Json<Item<Provider>>> {
        ctx.require(Resource::Provider, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let input = check_input(&mut tx, &ctx, body.0).await?;
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
        let input = check_input(&mut tx, &ctx, input).await?;
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
        let data = match owned::has_records(&mut tx, *id).await? {
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

async fn check_input(tx: &mut TenantTx, ctx: &Ctx, input: ProviderInput) -> ApiResult<ProviderInput> {
    let country = match input.country_id {
        Some(id) => Place::find(tx, id, None).await?,
        None => None,
    };
    input.check(ctx.settings().await?.default_language, country.is_some())
}

fn seen_by(ctx: &Ctx, provider: Provider) -> Provider {
    Provider {
        can: SwitchCan::of(&ctx.grants, Resource::Provider, provider.active, provider.excluded_at.is_some()),
        ..provider
    }
}

/// Commits and returns the provider.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Provider>>> {
    let provider = PROVIDERS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, provider) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> ProviderInput {
        ProviderInput {
            code: " LATAM ".into(),
            title_locale: LocaleTitle { pt: "LATAM Cargo".into(), ..LocaleTitle::default() },
            provider_type: ProviderType::Airline,
            country_id: Some(32),
            iata_code: Some("la".into()),
            awb_prefix: Some("045".into()),
            scac: Some(" ".into()),
            tracking_url: Some("https://carga.test/rastreio?awb={code}".into()),
            capabilities: vec![ProviderCapability::Linehaul],
        }
    }

    #[test]
    fn codes_are_stored_in_capitals_and_blanks_are_not_stored() {
        let stored = form().check(Language::PtBr, true).unwrap();
        assert_eq!(
            (stored.code.as_str(), stored.iata_code.as_deref(), stored.scac),
            ("LATAM", Some("LA"), None)
        );
    }

    #[test]
    fn all_errors_of_a_form_are_reported_at_once() {
        let wrong = ProviderInput {
            code: " ".into(),
            iata_code: Some("11".into()),
            awb_prefix: Some("45A".into()),
            scac: Some("A1".into()),
            tracking_url: Some("http://carga.test/{code}".into()),
            ..form()
        };
        let errors_text = format!("{:?}", wrong.check(Language::En, false).unwrap_err());
        for field in
            ["code", "title_locale.en", "country_id", "iata_code", "awb_prefix", "scac", "tracking_url"]
        {
            assert!(errors_text.contains(&format!("\"{field}\"")), "{field} in {errors_text}");
        }
    }
}
