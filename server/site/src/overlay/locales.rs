//! Locales: the languages in which the company's pages are offered, with its own name of each.
//!
//! A locale is a language of the product, over which the company lays names of its own and a mark whether its pages are
//! offered in it; it never replaces texts of the screens.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Grants, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::TenantTx;

use super::shared_list::{self, EditedRow};
use super::store::{self, PUT_LANGUAGE};
use super::{EditCan, all_names, differing, own_names};
use crate::lookups::edits::Lookup;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Patch;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::http::title::LocaleText;
use server_core::http::title::LocaleTitle;
use server_core::record::{ListQuery, Listing, LookupChoice, Sorts, Where};
use server_core::settings::{self, Settings};
use server_core::tags::Tag;

/// The company's decisions about a language of its pages.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocaleInput {
    /// Own names. An empty one means the standard name.
    pub title_locale: LocaleTitle,
    /// Users and visitors can choose it.
    pub active: bool,
}

/// The fields of a locale to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct LocaleUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: LocaleInput,
    /// Version that was read; 409 `stale_version` if the locale has changed since.
    pub version: i32,
}

/// A language of the product with the company's decisions.
#[derive(Object)]
pub struct LocaleRecord {
    /// BCP 47.
    pub id: String,
    /// Name of the language in that language.
    pub name: String,
    /// The name that users see.
    pub name_locale: LocaleText,
    /// The standard name.
    pub standard_name_locale: LocaleText,
    #[oai(flatten)]
    pub input: LocaleInput,
    /// True for the company's default language, which is always active.
    pub main: bool,
    /// True when the company has names of its own for it.
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
    name: String,
    #[sqlx(json)]
    name_locale: LocaleText,
    #[sqlx(json)]
    standard_name_locale: LocaleText,
    active: bool,
    main: bool,
    edited: bool,
    updated_at: Option<DateTime<Utc>>,
    version: i32,
}

/// `l` is the language, `e` the company's edit of it, `m` the default language, `o` the offered ones.
const FROM: &str = "ref.languages l left join lookup_edits e on e.lookup = 'language' and e.code = l.code \
    left join (select value #>> '{}' as code from settings where key = 'default_language') m on m.code = l.code \
    left join (select jsonb_array_elements_text(value) as code from settings where key = 'languages') o \
        on o.code = l.code";
const COLUMNS: &str = "l.code as id, l.name, coalesce(e.name_locale, l.name_locale) as name_locale, \
    l.name_locale as standard_name_locale, o.code is not null as active, m.code is not null as main, \
    coalesce(e.name_locale is not null, false) as edited, e.updated_at, coalesce(e.version, 0) as version";
const SEARCHED: &str = "concat_ws(' ', l.code, l.name, l.name_locale ->> 'pt', l.name_locale ->> 'en', l.name_locale ->> 'es', \
    l.name_locale ->> 'zh', e.name_locale ->> 'pt', e.name_locale ->> 'en', e.name_locale ->> 'es', e.name_locale ->> 'zh')";
/// Languages that the product does not speak are no locales.
const OFFERED: &str = "l.offered";
const ACTIVE: &str = "(o.code is not null) = ";
const EDITED: &str = "(e.name_locale is not null) = ";
const MAX_CHOICES: i64 = 50;

macro_rules! by_name {
    ($key:literal) => {{
        const SORTS: Sorts = &[
            ("id", "l.code"),
            ("name", concat!("search_text(coalesce(e.name_locale, l.name_locale) ->> '", $key, "')")),
            ("updated_at", "e.updated_at"),
        ];
        (SORTS, choice!("l.code", "l", $key))
    }};
}

/// The sort keys, and the columns of a choice, in a language.
const fn pick_columns(language: Language) -> (Sorts, &'static str) {
    by_language!(language, by_name)
}

const LOCALES: Listing = Listing { columns: COLUMNS, from: FROM, order: "m.code nulls last, l.id" };

pub struct OfferedLocaleApi;

#[OpenApi(prefix_path = "/locales", tag = "Tag::Reference")]
impl OfferedLocaleApi {
    /// List the locales
    ///
    /// The company's default language comes first.
    #[oai(path = "/", method = "get", operation_id = "offered_locale_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn offered_locale_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `id`, `name` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code or in a name in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<bool>>,
        /// True: only locales for which the company has names of its own.
        edited: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<LocaleRecord>>> {
        ctx.require(Resource::OfferedLocale, Action::List)?;
        let (sorts, _) = pick_columns(ctx.language());
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), sorts)?;
        let filter =
            Where::words(&asked.words, SEARCHED).always(OFFERED).and(ACTIVE, active.0).and(EDITED, edited.0);
        shared_list::page::<Row>(&ctx, &LOCALES, &filter, &asked).await
    }

    /// List the active locales to choose from
    #[oai(path = "/select", method = "get", operation_id = "offered_locale_select")]
    async fn offered_locale_select(
        &self,
        ctx: Ctx,
        /// Words in the code or in a name in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<LookupChoice>>> {
        ctx.require(Resource::OfferedLocale, Action::List)?;
        let filter = Where::words(&Words::parse(search.0.as_deref()), SEARCHED)
            .always(OFFERED)
            .and(ACTIVE, Some(true));
        let (_, columns) = pick_columns(ctx.language());
        shared_list::choices(&ctx, &Listing { columns, ..LOCALES }, &filter, MAX_CHOICES).await
    }

    /// Show a locale
    #[oai(path = "/:id", method = "get", operation_id = "offered_locale_show")]
    async fn offered_locale_show(
        &self,
        ctx: Ctx,
        /// BCP 47.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
    ) -> ApiResult<Json<Item<LocaleRecord>>> {
        ctx.require(Resource::OfferedLocale, Action::Show)?;
        shared_list::answer::<Row>(ctx.begin().await?, &ctx, &id).await
    }

    /// Update a locale
    ///
    /// Returns 409 `own_language` if the company's default language is to be switched off.
    #[oai(path = "/:id", method = "patch", operation_id = "offered_locale_update")]
    async fn offered_locale_update(
        &self,
        ctx: Ctx,
        /// BCP 47.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
        body: Patch<LocaleUpdate>,
    ) -> ApiResult<Json<Item<LocaleRecord>>> {
        ctx.require(Resource::OfferedLocale, Action::Update)?;
        let mut tx = ctx.begin().await?;
        settings::lock(&mut tx).await?;
        let before = Row::find(&mut tx, &id).await?;
        let input: LocaleInput = body.change(&before.input(), before.version)?;
        change(&mut tx, &ctx, &before, input).await?;
        let done = shared_list::answer::<Row>(tx, &ctx, &id).await;
        ctx.state().settings.forget(ctx.tenant()).await;
        done
    }

    /// Restore the names of a locale
    ///
    /// The company's names are removed. Whether the pages are offered in it is unchanged.
    #[oai(path = "/:id/restore", method = "post", operation_id = "offered_locale_restore")]
    async fn offered_locale_restore(
        &self,
        ctx: Ctx,
        /// BCP 47.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
    ) -> ApiResult<Json<Item<LocaleRecord>>> {
        ctx.require(Resource::OfferedLocale, Action::Update)?;
        let mut tx = ctx.begin().await?;
        settings::lock(&mut tx).await?;
        let before = Row::find(&mut tx, &id).await?;
        let input = LocaleInput { title_locale: LocaleTitle::default(), ..before.input() };
        change(&mut tx, &ctx, &before, input).await?;
        shared_list::answer::<Row>(tx, &ctx, &id).await
    }
}

/// Stores what differs from before, with its audit entry.
async fn change(tx: &mut TenantTx, ctx: &Ctx, before: &Row, input: LocaleInput) -> ApiResult<()> {
    let input_before = before.input();
    let title_locale = own_names(input.title_locale, &before.standard_name_locale);
    let input = LocaleInput { title_locale, ..input };
    if input == input_before {
        return Ok(());
    }
    if before.main && !input.active {
        return Err(ApiError::refused_field("active", MessageCode::OwnLanguage, Params::new()));
    }
    let names = all_names(&input.title_locale, &before.standard_name_locale);
    store::save(tx, PUT_LANGUAGE, &before.id, before.version, ctx.now(), json!({ "name_locale": names }))
        .await?;
    if input.active != input_before.active {
        offer(tx, &before.id, input.active).await?;
    }
    let changes = audit::difference(&input_before, &input);
    shared_list::record(tx, ctx, Resource::OfferedLocale, "update", &before.id, changes).await
}

/// Offers the pages in a language, or no longer.
async fn offer(tx: &mut TenantTx, code: &str, active: bool) -> ApiResult<()> {
    let settings = settings::load(tx).await?;
    let is_it = |language: &Language| language.as_str() == code;
    let mut languages: Vec<Language> =
        settings.languages.iter().copied().filter(|language| !is_it(language)).collect();
    languages.extend(Language::ALL.into_iter().filter(|language| active && is_it(language)));
    settings::save(tx, &Settings { languages, ..settings }).await?;
    Ok(())
}

/// Raises the version of each language that the settings begin or cease to offer or to have as the default, so that open forms
/// of it are stale.
pub async fn touch_changed(
    tx: &mut TenantTx,
    before: &Settings,
    after: &Settings,
    now: DateTime<Utc>,
) -> ApiResult<()> {
    let use_in = |settings: &Settings, language: Language| {
        (settings.languages.contains(&language), settings.default_language == language)
    };
    let changed =
        Language::ALL.into_iter().filter(|language| use_in(before, *language) != use_in(after, *language));
    let codes: Vec<String> = changed.map(|language| language.as_str().to_owned()).collect();
    store::touch(tx, Lookup::Language, &codes, now).await
}

impl Row {
    fn input(&self) -> LocaleInput {
        LocaleInput {
            title_locale: differing(&self.name_locale, &self.standard_name_locale),
            active: self.active,
        }
    }
}

impl EditedRow for Row {
    type Record = LocaleRecord;

    async fn find(tx: &mut TenantTx, code: &str) -> ApiResult<Self> {
        let filter = Where::all().always(OFFERED).and("lower(l.code) = ", Some(code.to_lowercase()));
        LOCALES.find(tx, &filter).await?.ok_or_else(ApiError::not_found)
    }

    fn seen_by(self, grants: &Grants) -> LocaleRecord {
        LocaleRecord {
            input: self.input(),
            can: EditCan::of(grants, Resource::OfferedLocale, self.edited),
            id: self.id,
            name: self.name,
            name_locale: self.name_locale,
            standard_name_locale: self.standard_name_locale,
            main: self.main,
            edited: self.edited,
            updated_at: self.updated_at,
            version: self.version,
        }
    }
}
