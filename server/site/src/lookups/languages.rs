//! Languages, and those in which the tenant's pages are available.

use poem::Request;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};

use super::edits::Lookup;
use crate::lookups::LookupCache;
use server_core::http::cacheable::{CacheTime, CacheableResponse};
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::http::title::LocaleText;
use server_core::http::visit::Visit;
use server_core::tags::Tag;

/// A language.
#[derive(Object, sqlx::FromRow)]
#[oai(rename = "SpokenLanguage", example)]
pub struct SpokenLanguage {
    pub id: i16,
    /// BCP 47.
    pub code: String,
    /// Name of the language in that language.
    pub name: String,
    #[sqlx(json)]
    pub name_locale: LocaleText,
    /// True when the product is available in it.
    pub offered: bool,
    /// True when the company uses it.
    pub active: bool,
}

/// A language of the tenant's pages.
#[derive(Object, sqlx::FromRow)]
#[oai(rename = "OfferedLocale", example)]
pub struct OfferedLocale {
    /// Id of the language.
    pub id: i16,
    /// BCP 47.
    pub code: String,
    /// Name of the language in that language.
    pub name: String,
    #[sqlx(json)]
    pub name_locale: LocaleText,
    /// True for the language of visitors whose browser accepts none of them.
    pub is_default: bool,
    /// True when `name_locale` has names of the company's own.
    pub edited: bool,
}

pub const LANGUAGES: &str = "
    select l.id, l.code, l.name, coalesce(e.name_locale, l.name_locale) as name_locale, l.offered,
        coalesce(e.active, true) as active
    from ref.languages l left join lookup_edits e on e.lookup = 'language' and e.code = l.code
    order by l.id";

/// In the given order; the languages are a setting.
pub const LANGUAGES_NAMED: &str = "
    select l.id, l.code, l.name, coalesce(e.name_locale, l.name_locale) as name_locale, l.code = $2 as is_default,
        e.name_locale is not null as edited
    from ref.languages l left join lookup_edits e on e.lookup = 'language' and e.code = l.code
    where l.code = any ($1) order by array_position($1, l.code)";

pub struct LanguagesApi;

#[OpenApi(tag = "Tag::Lookups")]
impl LanguagesApi {
    /// List the languages a person may speak
    #[oai(path = "/auxiliar/languages", method = "get", operation_id = "lookup_languages")]
    async fn languages(
        &self,
        visit: Visit,
        request: &Request,
    ) -> ApiResult<CacheableResponse<Items<SpokenLanguage>>> {
        let load = visit.rows::<SpokenLanguage>(LANGUAGES);
        let list =
            visit.state.slot::<LookupCache>().get_edited("languages", Lookup::Language, &visit, load).await?;
        Ok(CacheableResponse::snapshot(request, CacheTime::Session, list))
    }

    /// List the languages of the tenant's pages
    #[oai(path = "/auxiliar/locales", method = "get", operation_id = "lookup_locales")]
    async fn locales(
        &self,
        visit: Visit,
        request: &Request,
    ) -> ApiResult<CacheableResponse<Items<OfferedLocale>>> {
        let settings = visit.settings().await?;
        let codes: Vec<&str> = settings.languages.iter().map(|language| language.as_str()).collect();
        let mut tx = visit.begin().await?;
        let data = sqlx::query_as(LANGUAGES_NAMED)
            .bind(codes)
            .bind(settings.default_language.as_str())
            .fetch_all(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(CacheableResponse::of(request, CacheTime::Session, &Items { data }))
    }
}

impl Example for SpokenLanguage {
    fn example() -> Self {
        let OfferedLocale { id, code, name, name_locale, .. } = OfferedLocale::example();
        Self { id, code, name, name_locale, offered: true, active: true }
    }
}

impl Example for OfferedLocale {
    fn example() -> Self {
        Self {
            id: 2,
            code: "pt-BR".into(),
            name: "Português (Brasil)".into(),
            name_locale: LocaleText::of(
                "Português (Brasil)",
                "Brazilian Portuguese",
                "Portugués de Brasil",
                "葡萄牙语（巴西）",
            ),
            is_default: true,
            edited: false,
        }
    }
}
