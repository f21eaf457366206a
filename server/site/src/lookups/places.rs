//! Countries, their states and cities, and time zones.

use std::collections::HashMap;

use poem::Request;
use poem_openapi::param::{Path, Query};
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};
use tenancy::TenantTx;

use super::edits::Lookup;
use crate::lookups::LookupCache;
use server_core::address::served;
use server_core::http::cacheable::{CacheTime, CacheableResponse};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Items;
use server_core::http::messages::Language;
use server_core::http::title::LocaleNotice;
use server_core::http::title::LocaleText;
use server_core::http::visit::Visit;
use server_core::tags::Tag;

/// A country.
#[derive(Object, sqlx::FromRow)]
#[oai(example)]
pub struct Country {
    /// Stable id, not the ISO number; Brazil is 32.
    pub id: i16,
    /// ISO 3166-1, two letters.
    pub alpha2: String,
    /// ISO 3166-1, three letters.
    pub alpha3: String,
    /// ISO 3166-1 number, three digits.
    pub numeric_code: String,
    #[sqlx(json)]
    pub name_locale: LocaleText,
    /// Calling code without the plus sign.
    pub ddi: String,
    /// Masks of national phone numbers, one `#` per digit. They help with typing; other lengths may be valid.
    pub mask: Vec<String>,
    /// ISO 4217.
    pub currency_code: Option<String>,
    /// Regular expression of a postcode; null when the country has none or the format is not known.
    pub postcode_pattern: Option<String>,
    /// True when new shipments can start or end there. Inactive countries are listed for the names in older shipments.
    pub active: bool,
    /// True when new shipments can start there.
    pub ships_from: bool,
    /// True when new shipments can go there.
    pub ships_to: bool,
    /// True when a shipment to it needs the recipient's tax number.
    #[sqlx(skip)]
    pub document_required: bool,
    /// True when a shipment to it needs the recipient's postcode.
    pub postcode_required: bool,
    /// True when a shipment to it needs the recipient's state.
    pub state_required: bool,
    /// True when goods from abroad need the recipient's telephone number.
    pub phone_required: bool,
    /// The company's notice to senders; null without one.
    #[sqlx(json(nullable))]
    pub notice_locale: Option<LocaleNotice>,
}

#[derive(sqlx::FromRow)]
struct CountryName {
    id: i16,
    #[sqlx(json)]
    name_locale: LocaleText,
}

#[derive(sqlx::FromRow)]
struct CountryRow {
    #[sqlx(flatten)]
    country: Country,
    own_document_required: Option<bool>,
}

/// A country with its calling code.
#[derive(Object, sqlx::FromRow)]
#[oai(example)]
pub struct Ddi {
    /// Id of the country.
    pub id: i16,
    /// ISO 3166-1, two letters.
    pub alpha2: String,
    /// Calling code without the plus sign.
    pub ddi: String,
    /// Masks of national phone numbers, one `#` per digit.
    pub mask: Vec<String>,
    #[sqlx(json)]
    pub name_locale: LocaleText,
}

/// A state, province or other subdivision.
#[derive(Object, sqlx::FromRow)]
#[oai(example)]
pub struct State {
    pub id: i32,
    pub country_id: i16,
    /// The parent region, in countries with two levels; otherwise null.
    pub parent_id: Option<i32>,
    /// ISO 3166-2 without the country, as in addresses: `SP`.
    pub code: String,
    pub name: String,
}

/// A city.
#[derive(Object, sqlx::FromRow)]
#[oai(example)]
pub struct City {
    pub id: i32,
    pub country_id: i16,
    pub state_id: Option<i32>,
    pub name: String,
    /// IBGE code of a Brazilian municipality; otherwise null.
    pub ibge_code: Option<i32>,
}

/// A time zone.
#[derive(Object, sqlx::FromRow)]
#[oai(example)]
pub struct TimeZone {
    pub id: i16,
    /// IANA time zone name.
    pub name: String,
    /// Display text in any language: `(UTC-03:00) America/Sao_Paulo`.
    pub description: String,
    #[sqlx(json)]
    pub name_locale: LocaleText,
    /// Minutes from UTC outside daylight saving time: for sorting and display, not for calculations.
    pub offset_minutes: i16,
    /// ISO 3166-1 codes of the countries in this time zone.
    pub country_codes: Vec<String>,
    /// Cities in this time zone, largest first.
    pub cities: Vec<String>,
    /// Other IANA names of the same time zone; a browser may report one of these.
    pub aliases: Vec<String>,
}

pub const COUNTRIES: &str = "
    select c.id, c.alpha2, c.alpha3, c.numeric_code, coalesce(e.name_locale, c.name_locale) as name_locale, c.ddi,
        c.phone_masks as mask, c.currency_code, c.postcode_pattern, coalesce(e.active, true) as active,
        coalesce(e.active and e.ships_from, true) as ships_from, coalesce(e.active and e.ships_to, true) as ships_to,
        e.document_required as own_document_required, c.needs_postcode as postcode_required,
        c.needs_state as state_required, c.needs_phone as phone_required, e.notice_locale
    from ref.countries c left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2
    order by c.id";

pub const DDI: &str = "
    select c.id, c.alpha2, c.ddi, c.phone_masks as mask, coalesce(e.name_locale, c.name_locale) as name_locale
    from ref.countries c left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2
    where c.ddi <> '' order by c.id";

/// Some of them by id, by the names that the company has given them.
pub const COUNTRY_NAMES: &str = "
    select c.id, coalesce(e.name_locale, c.name_locale) as name_locale
    from ref.countries c left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2
    where c.id = any($1)";

/// By id or ISO code.
pub const COUNTRY_ID: &str = "select id from ref.countries where id::text = $1 or alpha2 = upper($1)";

pub const STATES: &str = "
    select id, country_id, parent_id, code, name from ref.states where country_id = $1 order by plain, id";

pub const STATE_EXISTS: &str = "select exists (select from ref.states where id = $1)";

/// A region includes the cities of its provinces; a province without own cities has those of its region.
pub const CITIES: &str = "
    select id, country_id, state_id, name, ibge_code from ref.cities
    where state_id in (
        select id from ref.states where id = $1 or parent_id = $1
        union all
        select parent_id from ref.states
        where id = $1 and not exists (select from ref.cities where state_id = $1)
    )
    order by plain, id";

pub const TIME_ZONES: &str = "
    select id, name, name_locale, offset_minutes, country_codes, cities, aliases,
        '(UTC' || case when offset_minutes < 0 then '-' else '+' end
            || to_char(make_interval(mins => abs(offset_minutes)), 'HH24:MI') || ') ' || name as description
    from ref.time_zones
    where ($1::text is null or upper($1) = any (country_codes))
      and ($2::text is null or name = $2 or $2 = any (aliases))
    order by offset_minutes, name";

pub struct PlacesApi;

#[OpenApi(tag = "Tag::Lookups")]
impl PlacesApi {
    /// List the countries
    ///
    /// Names that the company has changed replace the standard names.
    #[oai(path = "/auxiliar/countries", method = "get", operation_id = "lookup_countries")]
    async fn countries(
        &self,
        visit: Visit,
        request: &Request,
    ) -> ApiResult<CacheableResponse<Items<Country>>> {
        let load = countries_of(&visit);
        let list =
            visit.state.slot::<LookupCache>().get_edited("countries", Lookup::Country, &visit, load).await?;
        Ok(CacheableResponse::snapshot(request, CacheTime::Session, list))
    }

    /// List the calling codes and phone masks
    #[oai(path = "/auxiliar/ddi", method = "get", operation_id = "lookup_ddi")]
    async fn ddi(&self, visit: Visit, request: &Request) -> ApiResult<CacheableResponse<Items<Ddi>>> {
        let load = visit.rows::<Ddi>(DDI);
        let list = visit.state.slot::<LookupCache>().get_edited("ddi", Lookup::Country, &visit, load).await?;
        Ok(CacheableResponse::snapshot(request, CacheTime::Session, list))
    }

    /// List the states of a country
    #[oai(path = "/auxiliar/states/:country", method = "get", operation_id = "lookup_states")]
    async fn states(
        &self,
        visit: Visit,
        request: &Request,
        /// Country id or two-letter code: `32` or `BR`.
        country: Path<String>,
    ) -> ApiResult<CacheableResponse<Items<State>>> {
        let key = format!("states:{}", country.to_ascii_uppercase());
        let list = visit.state.slot::<LookupCache>().get(&key, states_of(&visit, &country)).await?;
        Ok(CacheableResponse::snapshot(request, CacheTime::Everybody, list))
    }

    /// List the cities of a state
    #[oai(path = "/auxiliar/cities/:state", method = "get", operation_id = "lookup_cities")]
    async fn cities(
        &self,
        visit: Visit,
        request: &Request,
        /// Id of the state.
        state: Path<i32>,
    ) -> ApiResult<CacheableResponse<Items<City>>> {
        let list = visit
            .state
            .slot::<LookupCache>()
            .get(&format!("cities:{}", *state), cities_of(&visit, *state))
            .await?;
        Ok(CacheableResponse::snapshot(request, CacheTime::Everybody, list))
    }

    /// List the time zones
    #[oai(path = "/timezones", method = "get", operation_id = "lookup_timezones")]
    async fn time_zones(
        &self,
        visit: Visit,
        request: &Request,
        /// Two-letter code of a country, to list only its time zones.
        country: Query<Option<String>>,
    ) -> ApiResult<CacheableResponse<Items<TimeZone>>> {
        let key = format!("timezones:{}", country.as_deref().unwrap_or_default());
        let list =
            visit.state.slot::<LookupCache>().get(&key, time_zones_of(&visit, country.as_deref())).await?;
        Ok(CacheableResponse::snapshot(request, CacheTime::Everybody, list))
    }
}

async fn countries_of(visit: &Visit) -> ApiResult<Vec<Country>> {
    let rows = visit.rows::<CountryRow>(COUNTRIES).await?;
    let country = |CountryRow { country, own_document_required }| {
        let usual = served::needs_document(country.id);
        Country { document_required: own_document_required.unwrap_or(usual), ..country }
    };
    Ok(rows.into_iter().map(country).collect())
}

async fn states_of(visit: &Visit, country: &str) -> ApiResult<Vec<State>> {
    let mut tx = visit.begin().await?;
    let country: Option<i16> = sqlx::query_scalar(COUNTRY_ID).bind(country).fetch_optional(&mut *tx).await?;
    let country = country.ok_or_else(ApiError::not_found)?;
    let states = sqlx::query_as(STATES).bind(country).fetch_all(&mut *tx).await?;
    tx.commit().await?;
    Ok(states)
}

async fn time_zones_of(visit: &Visit, country: Option<&str>) -> ApiResult<Vec<TimeZone>> {
    let mut tx = visit.begin().await?;
    let zones = sqlx::query_as(TIME_ZONES).bind(country).bind(None::<&str>).fetch_all(&mut *tx).await?;
    tx.commit().await?;
    Ok(zones)
}

/// The time zone of an IANA name, including old names and aliases.
pub async fn time_zone(tx: &mut TenantTx, name: &str) -> sqlx::Result<Option<TimeZone>> {
    sqlx::query_as(TIME_ZONES).bind(None::<&str>).bind(name).fetch_optional(&mut **tx).await
}

/// The names of some countries in a language, by id.
pub async fn name_countries(
    tx: &mut TenantTx,
    ids: &[i16],
    language: Language,
) -> sqlx::Result<HashMap<i16, String>> {
    let rows: Vec<CountryName> = sqlx::query_as(COUNTRY_NAMES).bind(ids).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name_locale.text(language).to_owned())).collect())
}

async fn cities_of(visit: &Visit, state: i32) -> ApiResult<Vec<City>> {
    let mut tx = visit.begin().await?;
    let exists: bool = sqlx::query_scalar(STATE_EXISTS).bind(state).fetch_one(&mut *tx).await?;
    if !exists {
        return Err(ApiError::not_found());
    }
    let cities = sqlx::query_as(CITIES).bind(state).fetch_all(&mut *tx).await?;
    tx.commit().await?;
    Ok(cities)
}

impl Example for Country {
    fn example() -> Self {
        Self {
            id: 32,
            alpha2: "BR".into(),
            alpha3: "BRA".into(),
            numeric_code: "076".into(),
            name_locale: LocaleText::of("Brasil", "Brazil", "Brasil", "巴西"),
            ddi: "55".into(),
            mask: vec!["(##) ####-####".into(), "(##) #####-####".into()],
            currency_code: Some("BRL".into()),
            postcode_pattern: Some(r"^\d{5}-?\d{3}$".into()),
            active: true,
            ships_from: true,
            ships_to: true,
            document_required: true,
            postcode_required: true,
            state_required: true,
            phone_required: false,
            notice_locale: None,
        }
    }
}

impl Example for Ddi {
    fn example() -> Self {
        let Country { id, alpha2, ddi, mask, name_locale, .. } = Country::example();
        Self { id, alpha2, ddi, mask, name_locale }
    }
}

impl Example for State {
    fn example() -> Self {
        Self { id: 26, country_id: 32, parent_id: None, code: "SP".into(), name: "São Paulo".into() }
    }
}

impl Example for City {
    fn example() -> Self {
        Self {
            id: 763_550_308,
            country_id: 32,
            state_id: Some(26),
            name: "São Paulo".into(),
            ibge_code: Some(3_550_308),
        }
    }
}

impl Example for TimeZone {
    fn example() -> Self {
        Self {
            id: 119,
            name: "America/Sao_Paulo".into(),
            description: "(UTC-03:00) America/Sao_Paulo".into(),
            name_locale: LocaleText::of(
                "Horário de Brasília",
                "Brasilia Time",
                "Hora de Brasilia",
                "巴西利亚时间",
            ),
            offset_minutes: -180,
            country_codes: vec!["BR".into()],
            cities: vec!["São Paulo".into(), "Rio de Janeiro".into()],
            aliases: vec!["America/Bahia".into(), "America/Recife".into()],
        }
    }
}
