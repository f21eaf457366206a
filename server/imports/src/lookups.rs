//! Loads the words of the tenant's lookups for one file.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::directory::Words;
use super::kind::ImportKind;
use pricing::services::limits::Rules;
use server_core::address::served;

/// The company's own names come last: they never replace another country's name.
pub const COUNTRY_NAMES: &str = "
    select country_id, name from (
        select country_id, name, 1 as place from country_aliases
        union all
        select c.id, own.value, 2 from lookup_edits e join countries c on c.alpha2 = e.code,
            jsonb_each_text(e.name_locale) own
        where e.lookup = 'country'
    ) names order by place";
pub const STATES: &str = "
    select s.country_id, s.id, s.code, s.name, c.alpha2 from states s join countries c on c.id = s.country_id
    order by s.parent_id is not null, s.id";
pub const CURRENCIES: &str = "
    select code from currencies c
    where not exists (select from lookup_edits where lookup = 'currency' and code = c.code and not active)";
pub const SERVICES: &str = "
    select id, code, mode, title_locale, volumetric_divisor, rounding_step_g, min_weight_g, max_weight_g, max_side_mm,
           max_sides_mm, max_girth_mm, max_value, value_currency, contents, origin_country_ids, destination_country_ids
    from services
    where active and ($1::uuid[] is null or profile_ids = '{}' or profile_ids && $1)
      and not exists (select from subsidiaries b where b.id = $2 and b.service_ids <> '{}' and services.id <> all(b.service_ids))
    order by position, code";

/// Groups of clients, for imports of clients.
pub const GROUPS: &str = "select id, title from client_groups where active order by title";
pub const COUNTRY_CODE: &str = "select alpha2 from countries where id = $1";

#[derive(sqlx::FromRow)]
struct ServiceRow {
    id: Uuid,
    code: String,
    mode: String,
    title_locale: Value,
    #[sqlx(flatten)]
    rules: Rules,
}

#[derive(sqlx::FromRow)]
struct StateRow {
    country_id: i16,
    id: i32,
    code: String,
    name: String,
    alpha2: String,
}

/// The weighing and the limits of each active service.
pub type Services = Arc<HashMap<Uuid, Rules>>;

/// All lookups for the words of a file.
pub struct Lookups {
    pub words: Words,
    pub services: Services,
}

/// Names of the modes of transport in files.
const MODES: &[(&str, &[&str])] = &[
    ("air", &["air", "air freight", "by air", "aereo", "aerea", "avion", "空运"]),
    ("road", &["road", "truck", "ground", "rodoviario", "terrestre", "carretera", "陆运", "公路"]),
    ("sea", &["sea", "ocean", "vessel", "maritimo", "maritima", "barco", "海运"]),
    ("postal", &["postal", "post", "mail", "correio", "correios", "correo", "邮政"]),
];

/// The terms that decide which services the lines of a file can name.
#[derive(Clone, Copy, Default)]
pub struct Seller<'a> {
    /// The profiles of the user who imports (`Ctx::service_profiles`).
    pub profiles: Option<&'a [Uuid]>,
    /// The subsidiary of the shipments.
    pub subsidiary_id: Option<Uuid>,
}

pub async fn load(tx: &mut TenantTx, kind: ImportKind, seller: Seller<'_>) -> sqlx::Result<Lookups> {
    let mut words = Words::default();
    let countries: Vec<(i16, String)> = sqlx::query_as(COUNTRY_NAMES).fetch_all(&mut **tx).await?;
    for (id, name) in &countries {
        words.add_country(*id, name);
    }
    words.served = served::all(tx).await?;
    let states: Vec<StateRow> = sqlx::query_as(STATES).fetch_all(&mut **tx).await?;
    for state in &states {
        let whole = format!("{}-{}", state.alpha2, state.code);
        words.add_state(
            state.country_id,
            state.id,
            [state.code.as_str(), state.name.as_str(), whole.as_str()],
        );
    }
    let currencies: Vec<String> = sqlx::query_scalar(CURRENCIES).fetch_all(&mut **tx).await?;
    for code in &currencies {
        words.add_currency(code);
    }
    if kind == ImportKind::Clients {
        let groups: Vec<(Uuid, String)> = sqlx::query_as(GROUPS).fetch_all(&mut **tx).await?;
        for (id, title) in &groups {
            words.add_group(*id, title);
        }
    }
    let services: Vec<ServiceRow> = sqlx::query_as(SERVICES)
        .bind(seller.profiles)
        .bind(seller.subsidiary_id)
        .fetch_all(&mut **tx)
        .await?;
    add_services(&mut words, &services);
    let services = services.into_iter().map(|service| (service.id, service.rules));
    Ok(Lookups { words, services: Arc::new(services.collect()) })
}

/// ISO 3166 code of a country.
pub async fn code_of(tx: &mut TenantTx, country_id: i16) -> sqlx::Result<String> {
    let code: Option<String> =
        sqlx::query_scalar(COUNTRY_CODE).bind(country_id).fetch_optional(&mut **tx).await?;
    Ok(code.unwrap_or_default())
}

/// By code and title; also by the name of the mode, if only one service uses it.
fn add_services(words: &mut Words, services: &[ServiceRow]) {
    for service in services {
        let titles = service.title_locale.as_object().into_iter().flat_map(|titles| titles.values());
        words.add_service(service.id, [service.code.as_str()]);
        words.add_service(service.id, titles.filter_map(Value::as_str));
    }
    for (mode, names) in MODES {
        let mut going = services.iter().filter(|service| service.mode == *mode);
        if let (Some(only), None) = (going.next(), going.next()) {
            words.add_service(only.id, names.iter().copied());
        }
    }
}
