//! Countries: where the company ships, and what it calls and says about them.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Grants, Resource};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tenancy::TenantTx;

use super::shared_list::{self, EditedRow};
use super::store::{self, PUT_COUNTRY};
use super::{EditCan, all_names, differing, own_names};
use access::ctx::Ctx;
use server_core::address::served;
use server_core::audit;
use server_core::follower::follow;
use server_core::http::body::Patch;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::http::title::LocaleText;
use server_core::http::title::{LocaleNotice, LocaleTitle};
use server_core::record::{ListQuery, Listing, LookupChoice, Sorts, Where};
use server_core::tags::Tag;

/// What the company decides about a country.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountryInput {
    /// Own names. An empty one means the standard name.
    pub title_locale: LocaleTitle,
    /// New shipments can start there.
    pub ships_from: bool,
    /// New shipments can go there.
    pub ships_to: bool,
    /// Shown to senders beside the country of destination.
    pub notice_locale: LocaleNotice,
    /// A shipment to it needs the recipient's tax number.
    pub document_required: bool,
}

/// The fields of a country to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct CountryUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: CountryInput,
    /// Version that was read; 409 `stale_version` if the country has changed since.
    pub version: i32,
}

/// Whether shipments to a country need the recipient's tax number, after a change. Drafts follow it.
#[derive(Clone)]
pub struct DocumentRule {
    pub country_id: i16,
    pub is_required: bool,
}

/// A country with the company's decisions.
#[derive(Object)]
pub struct CountryRecord {
    /// ISO 3166-1, two letters.
    pub id: String,
    /// ISO 3166-1, three letters.
    pub alpha3: String,
    /// Calling code without the plus sign.
    pub ddi: String,
    /// ISO 4217.
    pub currency_code: Option<String>,
    /// The name that users see.
    pub name_locale: LocaleText,
    /// The standard name.
    pub standard_name_locale: LocaleText,
    #[oai(flatten)]
    pub input: CountryInput,
    /// True when the company has changed something.
    pub edited: bool,
    /// Time of the last change; null without one.
    pub updated_at: Option<DateTime<Utc>>,
    /// Increases with every change; 0 before the first one. Send it with an update.
    pub version: i32,
    pub can: EditCan,
}

#[derive(sqlx::FromRow)]
struct Row {
    country_id: i16,
    id: String,
    alpha3: String,
    ddi: String,
    currency_code: Option<String>,
    #[sqlx(json)]
    name_locale: LocaleText,
    #[sqlx(json)]
    standard_name_locale: LocaleText,
    ships_from: bool,
    ships_to: bool,
    #[sqlx(json(nullable))]
    notice_locale: Option<LocaleNotice>,
    document_required: Option<bool>,
    edited: bool,
    updated_at: Option<DateTime<Utc>>,
    version: i32,
}

const FROM: &str = "ref.countries c left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2";
macro_rules! edited {
    () => {
        "coalesce(not e.active or not e.ships_from or not e.ships_to or e.name_locale is not null \
            or e.notice_locale is not null or e.document_required is not null, false)"
    };
}

const COLUMNS: &str = concat!(
    "c.id as country_id, c.alpha2 as id, c.alpha3, c.ddi, c.currency_code, \
    coalesce(e.name_locale, c.name_locale) as name_locale, c.name_locale as standard_name_locale, \
    coalesce(e.active and e.ships_from, true) as ships_from, \
    coalesce(e.active and e.ships_to, true) as ships_to, e.notice_locale, e.document_required, \
    e.updated_at, coalesce(e.version, 0) as version, ",
    edited!(),
    " as edited"
);
const SEARCHED: &str = "concat_ws(' ', c.alpha2, c.alpha3, c.name_locale ->> 'pt', c.name_locale ->> 'en', c.name_locale ->> 'es', \
    c.name_locale ->> 'zh', e.name_locale ->> 'pt', e.name_locale ->> 'en', e.name_locale ->> 'es', e.name_locale ->> 'zh')";
const EDITED: &str = concat!(edited!(), " = ");

/// The order by name in a language, and the sort keys.
macro_rules! by_name {
    ($key:literal) => {{
        const NAME: &str = concat!("search_text(coalesce(e.name_locale, c.name_locale) ->> '", $key, "')");
        const SORTS: Sorts = &[
            ("name", NAME),
            ("id", "c.alpha2"),
            ("ships_to", "coalesce(e.active and e.ships_to, true)"),
            ("ships_from", "coalesce(e.active and e.ships_from, true)"),
            ("updated_at", "e.updated_at"),
        ];
        const ORDER: &str =
            concat!("search_text(coalesce(e.name_locale, c.name_locale) ->> '", $key, "'), c.alpha2");
        (Listing { columns: COLUMNS, from: FROM, order: ORDER }, SORTS)
    }};
}

const fn listing(language: Language) -> (Listing, Sorts) {
    by_language!(language, by_name)
}

/// More than there are.
const MAX_CHOICES: i64 = 300;

/// The columns of a choice in a language.
const fn choice_columns(language: Language) -> &'static str {
    macro_rules! columns {
        ($key:literal) => {
            choice!("c.alpha2", "c", $key)
        };
    }
    by_language!(language, columns)
}

pub struct CountryApi;

#[OpenApi(prefix_path = "/countries", tag = "Tag::Reference")]
impl CountryApi {
    /// List the countries
    ///
    /// With the company's decisions about each.
    #[oai(path = "/", method = "get", operation_id = "country_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn country_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `name`, `id`, `ships_to`, `ships_from` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the codes or in a name in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        ships_to: Query<Option<bool>>,
        ships_from: Query<Option<bool>>,
        /// True: only countries that the company has changed.
        edited: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<CountryRecord>>> {
        ctx.require(Resource::Country, Action::List)?;
        let (listing, sorts) = listing(ctx.language());
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), sorts)?;
        let filter = Where::words(&asked.words, SEARCHED)
            .and("coalesce(e.active and e.ships_to, true) = ", ships_to.0)
            .and("coalesce(e.active and e.ships_from, true) = ", ships_from.0)
            .and(EDITED, edited.0);
        shared_list::page::<Row>(&ctx, &listing, &filter, &asked).await
    }

    /// List the countries to choose from, by name
    ///
    /// Countries that are neither origin nor destination are left out.
    #[oai(path = "/select", method = "get", operation_id = "country_select")]
    async fn country_select(
        &self,
        ctx: Ctx,
        /// Words in the codes or in a name in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<LookupChoice>>> {
        ctx.require(Resource::Country, Action::List)?;
        let words = Words::parse(search.0.as_deref());
        let filter = Where::words(&words, SEARCHED).only("coalesce(e.active, true)", true);
        let listing = Listing { columns: choice_columns(ctx.language()), ..listing(ctx.language()).0 };
        shared_list::choices(&ctx, &listing, &filter, MAX_CHOICES).await
    }

    /// Show a country
    #[oai(path = "/:id", method = "get", operation_id = "country_show")]
    async fn country_show(
        &self,
        ctx: Ctx,
        /// ISO 3166-1, two letters.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
    ) -> ApiResult<Json<Item<CountryRecord>>> {
        ctx.require(Resource::Country, Action::Show)?;
        shared_list::answer::<Row>(ctx.begin().await?, &ctx, &id).await
    }

    /// Update a country
    ///
    /// Lists to choose from follow at once. Existing shipments keep their countries. A change of `document_required`
    /// also applies to existing drafts. Returns 409 `own_country` for the company's own country if it would be neither
    /// origin nor destination.
    #[oai(path = "/:id", method = "patch", operation_id = "country_update")]
    async fn country_update(
        &self,
        ctx: Ctx,
        /// ISO 3166-1, two letters.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
        body: Patch<CountryUpdate>,
    ) -> ApiResult<Json<Item<CountryRecord>>> {
        ctx.require(Resource::Country, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = Row::find(&mut tx, &id).await?;
        let version = before.version;
        let input: CountryInput = body.change(&before.input(), version)?;
        change(&mut tx, &ctx, before, input, version).await?;
        shared_list::answer::<Row>(tx, &ctx, &id).await
    }

    /// Restore the defaults of a country
    ///
    /// The company's names, notice and decisions about the country are removed.
    #[oai(path = "/:id/restore", method = "post", operation_id = "country_restore")]
    async fn country_restore(
        &self,
        ctx: Ctx,
        /// ISO 3166-1, two letters.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
    ) -> ApiResult<Json<Item<CountryRecord>>> {
        ctx.require(Resource::Country, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = Row::find(&mut tx, &id).await?;
        let defaults = CountryInput {
            title_locale: LocaleTitle::default(),
            ships_from: true,
            ships_to: true,
            notice_locale: LocaleNotice::default(),
            document_required: served::needs_document(before.country_id),
        };
        let version = before.version;
        change(&mut tx, &ctx, before, defaults, version).await?;
        shared_list::answer::<Row>(tx, &ctx, &id).await
    }
}

/// Stores what differs from before, with its audit entry.
async fn change(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: Row,
    input: CountryInput,
    version: i32,
) -> ApiResult<()> {
    let input = CountryInput {
        title_locale: own_names(input.title_locale, &before.standard_name_locale),
        notice_locale: input.notice_locale.trim(),
        ..input
    };
    let input_before = before.input();
    if input == input_before {
        return Ok(());
    }
    if !input.ships_from && !input.ships_to && ctx.settings().country_id == before.country_id {
        return Err(ApiError::refused_field("ships_to", MessageCode::OwnCountry, Params::new()));
    }
    store::save(tx, PUT_COUNTRY, &before.id, version, ctx.now(), input.to_columns(&before)).await?;
    let changes = audit::difference(&input_before, &input);
    shared_list::record(tx, ctx, Resource::Country, "update", &before.id, changes).await?;
    if input.document_required != input_before.document_required {
        let rule = DocumentRule { country_id: before.country_id, is_required: input.document_required };
        follow(tx, ctx.state(), rule).await?;
    }
    Ok(())
}

impl CountryInput {
    /// The columns of the edits.
    fn to_columns(&self, row: &Row) -> Value {
        let usual = served::needs_document(row.country_id);
        json!({
            "active": self.ships_from || self.ships_to,
            "name_locale": all_names(&self.title_locale, &row.standard_name_locale),
            "ships_from": self.ships_from,
            "ships_to": self.ships_to,
            "notice_locale": self.notice_locale.stored(),
            "document_required": (self.document_required != usual).then_some(self.document_required),
        })
    }
}

impl Row {
    fn input(&self) -> CountryInput {
        CountryInput {
            title_locale: differing(&self.name_locale, &self.standard_name_locale),
            ships_from: self.ships_from,
            ships_to: self.ships_to,
            notice_locale: self.notice_locale.clone().unwrap_or_default(),
            document_required: self
                .document_required
                .unwrap_or_else(|| served::needs_document(self.country_id)),
        }
    }
}

impl EditedRow for Row {
    type Record = CountryRecord;

    async fn find(tx: &mut TenantTx, code: &str) -> ApiResult<Self> {
        let (listing, _) = listing(Language::En);
        let filter = Where::all().and("c.alpha2 = ", Some(code.to_ascii_uppercase()));
        listing.find(tx, &filter).await?.ok_or_else(ApiError::not_found)
    }

    fn seen_by(self, grants: &Grants) -> CountryRecord {
        CountryRecord {
            input: self.input(),
            can: EditCan::of(grants, Resource::Country, self.edited),
            id: self.id,
            alpha3: self.alpha3,
            ddi: self.ddi,
            currency_code: self.currency_code,
            name_locale: self.name_locale,
            standard_name_locale: self.standard_name_locale,
            edited: self.edited,
            updated_at: self.updated_at,
            version: self.version,
        }
    }
}
