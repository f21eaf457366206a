//! A tenant's edits of the shared lookups: own names, deactivated entries, own airports. The shared rows are unchanged;
//! the edits are applied on reading.

use std::collections::BTreeMap;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tenancy::TenantTx;

use server_core::http::error::ApiResult;
use server_core::http::title::LocaleText;
use server_core::http::visit::Visit;

/// A shared list that can be edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lookup {
    Country,
    Airport,
    Currency,
    Language,
}

impl Lookup {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Country => "country",
            Self::Airport => "airport",
            Self::Currency => "currency",
            Self::Language => "language",
        }
    }
}

/// All edits of a tenant, as in `[lookups]` of its `tenant.toml`, with public codes.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LookupEdits {
    countries: Edits<LocaleText>,
    airports: AirportEdits,
    currencies: Edits<LocaleText>,
    languages: Edits<LocaleText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Edits<Name> {
    inactive: Vec<String>,
    names: BTreeMap<String, Name>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct AirportEdits {
    inactive: Vec<String>,
    names: BTreeMap<String, String>,
    own: Vec<OwnAirport>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnAirport {
    iata: String,
    icao: Option<String>,
    name: String,
    city: Option<String>,
    /// ISO 3166-1 alpha-2.
    country: String,
    /// ISO 3166-2 without the country.
    state: Option<String>,
    /// IANA name.
    time_zone: String,
    latitude: f64,
    longitude: f64,
}

/// A row of `lookup_edits`.
#[derive(Serialize)]
struct Edit {
    active: bool,
    name_locale: Option<Value>,
    name: Option<String>,
}

impl Default for Edit {
    fn default() -> Self {
        Self { active: true, name_locale: None, name: None }
    }
}

impl<Name> Default for Edits<Name> {
    fn default() -> Self {
        Self { inactive: Vec::new(), names: BTreeMap::new() }
    }
}

/// Differs after each edit of a list; for currencies, also after a change of those that the settings name.
pub const STATE: &str = "
    select count(*) || ' ' || sum(extract(epoch from updated_at)) || ' ' || sum(version) from (
        select updated_at, version from lookup_edits where lookup = $1
        union all
        select updated_at, 0 from own_airports where $1 = 'airport'
        union all
        select updated_at, 0 from settings
        where $1 = 'currency' and key in ('currency', 'chargeable_currencies')
    ) edits";
/// Takes back the edits that a file can have. Others of the row, made on the screen, are kept.
pub const UNDO: &str = "
    update lookup_edits
    set active = true, ships_from = true, ships_to = true, name_locale = null, name = null, updated_at = now(),
        version = version + 1
    where lookup = $1 and code = $2";
pub const PUT: &str = "
    insert into lookup_edits (lookup, code, active, name_locale, name) values ($1, $2, $3, $4, $5)
    on conflict (lookup, code) do update
    set active = excluded.active, name_locale = excluded.name_locale, name = excluded.name, ships_from = true,
        ships_to = true, updated_at = excluded.updated_at, version = lookup_edits.version + 1
    where (lookup_edits.active, lookup_edits.name_locale, lookup_edits.name)
       is distinct from (excluded.active, excluded.name_locale, excluded.name)";
pub const PUT_AIRPORT: &str = "
    insert into own_airports (iata, icao, name, city, country_id, state_id, time_zone, latitude, longitude)
    values ($1, $2, $3, $4, $5, $6, $7, $8::float8::numeric, $9::float8::numeric)
    on conflict (iata) do update
    set icao = excluded.icao, name = excluded.name, city = excluded.city, country_id = excluded.country_id,
        state_id = excluded.state_id, time_zone = excluded.time_zone, latitude = excluded.latitude,
        longitude = excluded.longitude, updated_at = excluded.updated_at
    where (own_airports.icao, own_airports.name, own_airports.city, own_airports.country_id, own_airports.state_id,
           own_airports.time_zone, own_airports.latitude, own_airports.longitude)
       is distinct from
          (excluded.icao, excluded.name, excluded.city, excluded.country_id, excluded.state_id,
           excluded.time_zone, excluded.latitude, excluded.longitude)";
pub const WITHOUT_ROW: &str = "
    select e.lookup || ' ' || e.code from lookup_edits e
    where not exists (select from ref.countries where e.lookup = 'country' and alpha2 = e.code)
      and not exists (select from ref.airports where e.lookup = 'airport' and iata = e.code)
      and not exists (select from own_airports where e.lookup = 'airport' and iata = e.code)
      and not exists (select from ref.currencies where e.lookup = 'currency' and code = e.code)
      and not exists (select from ref.languages where e.lookup = 'language' and code = e.code)
    order by 1";
pub const COUNTRY_ID: &str = "select id from ref.countries where alpha2 = $1";
pub const STATE_ID: &str = "select id from ref.states where country_id = $1 and code = $2";

/// A name for the current state of the tenant's edits of a list, unique over time; none without edits.
pub(super) async fn load_version(visit: &Visit, lookup: Lookup) -> ApiResult<Option<String>> {
    let mut tx = visit.begin().await?;
    let state = sqlx::query_scalar(STATE).bind(lookup.as_str()).fetch_one(&mut *tx).await?;
    tx.commit().await?;
    Ok(state)
}

/// Writes the edits that differ from those that were last applied; true when anything changed. Later changes on the
/// screen and own airports that are not in the file are kept.
pub async fn apply(tx: &mut TenantTx, edits: &LookupEdits, last: &Value) -> anyhow::Result<bool> {
    let mut changed = false;
    for airport in &edits.airports.own {
        changed |= put_airport(tx, airport).await?;
    }
    let now = edits.to_json();
    for key in last.as_object().into_iter().flat_map(|last| last.keys()) {
        let Some((lookup, code)) = key.split_once(' ').filter(|_| now.get(key).is_none()) else { continue };
        let undo = sqlx::query(UNDO).bind(lookup).bind(code).execute(&mut **tx).await?;
        changed |= undo.rows_affected() > 0;
    }
    for ((lookup, code), edit) in edits.by_record() {
        let key = edit_key(lookup, code);
        if last.get(&key) == now.get(&key) {
            continue;
        }
        let put = sqlx::query(PUT).bind(lookup.as_str()).bind(code).bind(edit.active);
        let put = put.bind(edit.name_locale).bind(edit.name).execute(&mut **tx).await?;
        changed |= put.rows_affected() > 0;
    }
    let nothing: Vec<String> = sqlx::query_scalar(WITHOUT_ROW).fetch_all(&mut **tx).await?;
    anyhow::ensure!(nothing.is_empty(), "edits of what does not exist: {}", nothing.join(", "));
    Ok(changed)
}

fn edit_key(lookup: Lookup, code: &str) -> String {
    format!("{} {code}", lookup.as_str())
}

/// The id of a country.
pub async fn country_id(tx: &mut TenantTx, alpha2: &str) -> anyhow::Result<i16> {
    let id = sqlx::query_scalar(COUNTRY_ID).bind(alpha2).fetch_optional(&mut **tx).await?;
    id.with_context(|| format!("there is no country {alpha2}"))
}

/// The id of a state by its code in the country.
pub async fn state_id(tx: &mut TenantTx, country_id: i16, code: Option<&str>) -> anyhow::Result<Option<i32>> {
    let Some(code) = code else { return Ok(None) };
    let id = sqlx::query_scalar(STATE_ID).bind(country_id).bind(code).fetch_optional(&mut **tx).await?;
    Ok(Some(id.with_context(|| format!("there is no state {code}"))?))
}

async fn put_airport(tx: &mut TenantTx, airport: &OwnAirport) -> anyhow::Result<bool> {
    let time_zone: chrono_tz::Tz = airport.time_zone.parse().context(airport.time_zone.clone())?;
    let country_id = country_id(tx, &airport.country).await?;
    let state_id = state_id(tx, country_id, airport.state.as_deref()).await?;
    let put = sqlx::query(PUT_AIRPORT)
        .bind(&airport.iata)
        .bind(&airport.icao)
        .bind(&airport.name)
        .bind(&airport.city)
        .bind(country_id)
        .bind(state_id)
        .bind(time_zone.name())
        .bind(airport.latitude)
        .bind(airport.longitude)
        .execute(&mut **tx)
        .await?;
    Ok(put.rows_affected() > 0)
}

impl LookupEdits {
    /// True when the company has deactivated this entry.
    pub fn deactivates(&self, lookup: Lookup, code: &str) -> bool {
        let inactive = match lookup {
            Lookup::Country => &self.countries.inactive,
            Lookup::Airport => &self.airports.inactive,
            Lookup::Currency => &self.currencies.inactive,
            Lookup::Language => &self.languages.inactive,
        };
        inactive.iter().any(|one| one == code)
    }

    /// All edits by list and code, for the comparison with the next run.
    pub fn to_json(&self) -> Value {
        let entry = |((lookup, code), edit): ((Lookup, &str), Edit)| (edit_key(lookup, code), json!(edit));
        Value::Object(self.by_record().into_iter().map(entry).collect())
    }

    fn by_record(&self) -> BTreeMap<(Lookup, &str), Edit> {
        let mut rows: BTreeMap<(Lookup, &str), Edit> = BTreeMap::new();
        let lists = [
            (Lookup::Country, &self.countries),
            (Lookup::Currency, &self.currencies),
            (Lookup::Language, &self.languages),
        ];
        for (lookup, edits) in lists {
            for (code, name) in &edits.names {
                let name = json!({ "pt": name.pt, "en": name.en, "es": name.es, "zh": name.zh });
                rows.entry((lookup, code)).or_default().name_locale = Some(name);
            }
            for code in &edits.inactive {
                rows.entry((lookup, code)).or_default().active = false;
            }
        }
        for (code, name) in &self.airports.names {
            rows.entry((Lookup::Airport, code)).or_default().name = Some(name.clone());
        }
        for code in &self.airports.inactive {
            rows.entry((Lookup::Airport, code)).or_default().active = false;
        }
        rows
    }
}
