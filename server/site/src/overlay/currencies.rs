//! Currencies: which the company uses, in which it bills and in what order, and what it calls them.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Grants, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::TenantTx;

use super::billing;
use super::shared_list::{self, EditedRow};
use super::store::{self, PUT_CURRENCY};
use super::{EditCan, all_names, differing, own_names};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Patch;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::http::title::LocaleText;
use server_core::http::title::LocaleTitle;
use server_core::record::{ListQuery, Listing, LookupChoice, Sorts, Where};
use server_core::settings;
use server_core::tags::Tag;

const MAX_CHOICES: i64 = 200;
/// What the company decides about a currency.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrencyInput {
    /// Own names. An empty one means the standard name.
    pub title_locale: LocaleTitle,
    /// New shipments and records can use it.
    pub active: bool,
    /// The company bills in it. Always false for an inactive currency.
    pub charged: bool,
    /// Place among the billing currencies; the company's own is the first. Null puts a new one last.
    #[oai(validator(minimum(value = "1"), maximum(value = "21")))]
    pub position: Option<i16>,
}

/// The fields of a currency to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct CurrencyUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: CurrencyInput,
    /// Version that was read; 409 `stale_version` if the currency has changed since.
    pub version: i32,
}

/// A currency with the company's decisions.
#[derive(Object)]
pub struct CurrencyRecord {
    /// ISO 4217.
    pub id: String,
    pub symbol: String,
    /// Digits after the decimal point.
    pub decimal_places: i16,
    /// The name that users see.
    pub name_locale: LocaleText,
    /// The standard name.
    pub standard_name_locale: LocaleText,
    #[oai(flatten)]
    pub input: CurrencyInput,
    /// True for the company's own currency, which is always active and the first.
    pub main: bool,
    /// True when the company has changed its names or its use.
    pub edited: bool,
    /// Time of the last change; null without one.
    pub updated_at: Option<DateTime<Utc>>,
    /// Increases with every change; 0 before the first one. Send it with an update.
    pub version: i32,
    pub can: EditCan,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    symbol: String,
    decimal_places: i16,
    #[sqlx(json)]
    name_locale: LocaleText,
    #[sqlx(json)]
    standard_name_locale: LocaleText,
    active: bool,
    position: Option<i16>,
    main: bool,
    edited: bool,
    updated_at: Option<DateTime<Utc>>,
    version: i32,
}

const FROM: &str = "ref.currencies c left join lookup_edits e on e.lookup = 'currency' and e.code = c.code \
    left join (select value #>> '{}' as code from settings where key = 'currency') m on m.code = c.code \
    left join (select billed.code, billed.place from settings, \
            jsonb_array_elements_text(value) with ordinality billed (code, place) \
        where key = 'chargeable_currencies') b on b.code = c.code";
macro_rules! position {
    () => {
        "case when m.code is not null then 1 else b.place + 1 end::smallint"
    };
}
macro_rules! edited {
    () => {
        "coalesce(not e.active or e.name_locale is not null, false)"
    };
}
const COLUMNS: &str = concat!(
    "c.code as id, c.symbol, c.decimal_places, coalesce(e.name_locale, c.name_locale) as name_locale, \
     c.name_locale as standard_name_locale, \
     coalesce(e.active, true) as active, m.code is not null as main, e.updated_at, \
     coalesce(e.version, 0) as version, ",
    edited!(),
    " as edited, ",
    position!(),
    " as position"
);
const SEARCHED: &str = "concat_ws(' ', c.code, c.symbol, c.name_locale ->> 'pt', c.name_locale ->> 'en', c.name_locale ->> 'es', \
    c.name_locale ->> 'zh', e.name_locale ->> 'pt', e.name_locale ->> 'en', e.name_locale ->> 'es', e.name_locale ->> 'zh')";
const EDITED: &str = concat!(edited!(), " = ");
const CHARGED: &str = "(m.code is not null or b.code is not null) = ";

/// Billing currencies first, in their order; and the sort keys.
macro_rules! by_name {
    ($key:literal) => {{
        const SORTS: Sorts = &[
            ("id", "c.code"),
            ("name", concat!("search_text(coalesce(e.name_locale, c.name_locale) ->> '", $key, "')")),
            ("position", position!()),
            ("updated_at", "e.updated_at"),
        ];
        SORTS
    }};
}

const fn sorts(language: Language) -> Sorts {
    by_language!(language, by_name)
}

const fn choice_columns(language: Language) -> &'static str {
    macro_rules! columns {
        ($key:literal) => {
            choice!("c.code", "c", $key)
        };
    }
    by_language!(language, columns)
}

const CURRENCIES: Listing =
    Listing { columns: COLUMNS, from: FROM, order: concat!(position!(), " nulls last, c.code") };

pub struct CurrencyApi;

#[OpenApi(prefix_path = "/currencies", tag = "Tag::Reference")]
impl CurrencyApi {
    /// List the currencies
    ///
    /// The billing currencies come first, in their order.
    #[oai(path = "/", method = "get", operation_id = "currency_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn currency_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `id`, `name`, `position` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, the symbol or a name in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<bool>>,
        charged: Query<Option<bool>>,
        /// True: only currencies whose names or use the company has changed.
        edited: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<CurrencyRecord>>> {
        ctx.require(Resource::Currency, Action::List)?;
        let sorts = sorts(ctx.language());
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), sorts)?;
        let filter = Where::words(&asked.words, SEARCHED)
            .and("coalesce(e.active, true) = ", active.0)
            .and(CHARGED, charged.0)
            .and(EDITED, edited.0);
        shared_list::page::<Row>(&ctx, &CURRENCIES, &filter, &asked).await
    }

    /// List the currencies to choose from, the billing currencies first
    ///
    /// Currencies that the company does not use are left out.
    #[oai(path = "/select", method = "get", operation_id = "currency_select")]
    async fn currency_select(
        &self,
        ctx: Ctx,
        /// Words in the code, the symbol or a name in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<LookupChoice>>> {
        ctx.require(Resource::Currency, Action::List)?;
        let filter =
            Where::words(&Words::parse(search.0.as_deref()), SEARCHED).only("coalesce(e.active, true)", true);
        let listing = Listing { columns: choice_columns(ctx.language()), ..CURRENCIES };
        shared_list::choices(&ctx, &listing, &filter, MAX_CHOICES).await
    }

    /// Show a currency
    #[oai(path = "/:id", method = "get", operation_id = "currency_show")]
    async fn currency_show(
        &self,
        ctx: Ctx,
        /// ISO 4217.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
    ) -> ApiResult<Json<Item<CurrencyRecord>>> {
        ctx.require(Resource::Currency, Action::Show)?;
        shared_list::answer::<Row>(ctx.begin().await?, &ctx, &id).await
    }

    /// Update a currency
    ///
    /// Returns 409 `currency_priced` or `currency_in_wallet`, with the `name`, if the currency is to be switched off while
    /// a published price table or a wallet uses it, and 409 `own_currency` for the company's own currency.
    #[oai(path = "/:id", method = "patch", operation_id = "currency_update")]
    async fn currency_update(
        &self,
        ctx: Ctx,
        /// ISO 4217.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
        body: Patch<CurrencyUpdate>,
    ) -> ApiResult<Json<Item<CurrencyRecord>>> {
        ctx.require(Resource::Currency, Action::Update)?;
        let mut tx = ctx.begin().await?;
        settings::lock(&mut tx).await?;
        let before = Row::find(&mut tx, &id).await?;
        let input: CurrencyInput = body.change(&before.input(), before.version)?;
        change(&mut tx, &ctx, &before, input).await?;
        let done = shared_list::answer::<Row>(tx, &ctx, &id).await;
        ctx.state().settings.forget(ctx.tenant()).await;
        done
    }

    /// Restore the defaults of a currency
    ///
    /// The company's names are removed and the currency is active. Whether the company bills in it is unchanged.
    #[oai(path = "/:id/restore", method = "post", operation_id = "currency_restore")]
    async fn currency_restore(
        &self,
        ctx: Ctx,
        /// ISO 4217.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
    ) -> ApiResult<Json<Item<CurrencyRecord>>> {
        ctx.require(Resource::Currency, Action::Update)?;
        let mut tx = ctx.begin().await?;
        settings::lock(&mut tx).await?;
        let before = Row::find(&mut tx, &id).await?;
        let input = CurrencyInput { title_locale: LocaleTitle::default(), active: true, ..before.input() };
        change(&mut tx, &ctx, &before, input).await?;
        shared_list::answer::<Row>(tx, &ctx, &id).await
    }
}

/// Stores what differs from before, with its audit entry.
async fn change(tx: &mut TenantTx, ctx: &Ctx, before: &Row, input: CurrencyInput) -> ApiResult<()> {
    let input_before = before.input();
    let charged = input.charged && input.active;
    let input = CurrencyInput {
        title_locale: own_names(input.title_locale, &before.standard_name_locale),
        charged,
        position: input.position.filter(|_| charged),
        ..input
    };
    if input == input_before {
        return Ok(());
    }
    let settings = settings::load(tx).await?;
    refuse_switch(tx, before, &input_before, &input, settings.today(ctx.now())).await?;
    let stored = json!({
        "active": input.active, "name_locale": all_names(&input.title_locale, &before.standard_name_locale),
    });
    store::save(tx, PUT_CURRENCY, &before.id, before.version, ctx.now(), stored).await?;
    billing::bill(tx, settings, &before.id, input.charged, input.position).await?;
    let after = Row::find(tx, &before.id).await?.input();
    let changes = audit::difference(&input_before, &after);
    shared_list::record(tx, ctx, Resource::Currency, "update", &before.id, changes).await
}

/// 409 for the company's own currency, and for one in use.
async fn refuse_switch(
    tx: &mut TenantTx,
    before: &Row,
    input_before: &CurrencyInput,
    input: &CurrencyInput,
    today: NaiveDate,
) -> ApiResult<()> {
    let field = match (input_before.active && !input.active, input_before.charged && !input.charged) {
        (true, _) => "active",
        (false, true) => "charged",
        (false, false) => return Ok(()),
    };
    if before.main {
        return Err(ApiError::refused_field(field, MessageCode::OwnCurrency, Params::new()));
    }
    billing::refuse_used(tx, &before.id, field, today).await
}

impl Row {
    fn input(&self) -> CurrencyInput {
        CurrencyInput {
            title_locale: differing(&self.name_locale, &self.standard_name_locale),
            active: self.active,
            charged: self.active && self.position.is_some(),
            position: self.position.filter(|_| self.active),
        }
    }
}

impl EditedRow for Row {
    type Record = CurrencyRecord;

    async fn find(tx: &mut TenantTx, code: &str) -> ApiResult<Self> {
        let filter = Where::all().and("c.code = ", Some(code.to_ascii_uppercase()));
        CURRENCIES.find(tx, &filter).await?.ok_or_else(ApiError::not_found)
    }

    fn seen_by(self, grants: &Grants) -> CurrencyRecord {
        CurrencyRecord {
            input: self.input(),
            can: EditCan::of(grants, Resource::Currency, self.edited),
            id: self.id,
            symbol: self.symbol,
            decimal_places: self.decimal_places,
            name_locale: self.name_locale,
            standard_name_locale: self.standard_name_locale,
            main: self.main,
            edited: self.edited,
            updated_at: self.updated_at,
            version: self.version,
        }
    }
}
