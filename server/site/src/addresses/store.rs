//! SQL of the address lookups.

use chrono::{DateTime, Utc};
use sqlx::FromRow;
use tenancy::TenantTx;

use super::model::Address;
use super::source::SourceAddress;
use server_core::http::error::ApiResult;

#[derive(FromRow)]
pub struct Country {
    pub id: i16,
    pub alpha2: String,
    pub postcode_pattern: Option<String>,
}

/// A state, found in the list or by the service's name for it.
#[derive(FromRow, PartialEq, Eq)]
pub struct State {
    pub id: i32,
    pub name: String,
}

/// The place of a postcode in the shipped list. Null fields are unknown, or several places share the postcode.
#[derive(Default)]
pub struct Place {
    pub state: Option<State>,
    pub city: Option<String>,
    pub district: Option<String>,
    /// Known once the owner of the installation has loaded the streets of the country.
    pub street: Option<String>,
}

/// The result of the lookup in the shipped list.
pub enum ListedPlace {
    /// There is no list of this country's postcodes.
    NoList,
    /// The list denies the postcode.
    Nowhere,
    At(Place),
}

#[derive(FromRow)]
struct PlaceRow {
    state_id: Option<i32>,
    state: Option<String>,
    city: Option<String>,
    district: Option<String>,
}

#[derive(FromRow)]
struct StreetRow {
    street: String,
    district: Option<String>,
}

/// By id or ISO code.
pub const FIND_COUNTRY: &str = "
    select id, alpha2, postcode_pattern from ref.countries where id::text = $1 or alpha2 = upper($1)";

/// The row before the postcode contains it, or none does. Some lists have only the beginnings of postcodes.
pub const LISTED_PLACE: &str = "
    select p.state_id, s.name as state, p.city, p.district
    from (
        select to_postcode, state_id, city, district from ref.postcodes
        where country_id = $1 and from_postcode <= $2
        order by from_postcode desc limit 1
    ) p left join ref.states s on s.id = p.state_id
    where left($2, length(p.to_postcode)) <= p.to_postcode";

pub const STREET: &str =
    "select street, district from ref.postcode_streets where country_id = $1 and postcode = $2";

/// The length of the shortest postcode in the list of a country; null without a list.
pub const SHORTEST_LISTED: &str =
    "select min(length(from_postcode)) from ref.postcode_ranges where country_id = $1";

pub const STATE_OF_RANGE: &str = "
    select s.id, s.name from ref.postcode_ranges r join ref.states s on s.id = r.state_id
    where r.country_id = $1 and r.from_postcode <= $2 and left($2, length(r.to_postcode)) <= r.to_postcode";

pub const STATE_NAMED: &str = "
    select id, name from ref.states
    where country_id = $1 and (code = upper($2) or plain = ref.plain($2))
    order by code <> upper($2), id limit 1";

pub const FIND_CACHED: &str = "
    select a.country_id, a.postcode, a.address_1, a.address_2, s.name as state, a.state_id, a.city
    from postcode_cache a left join ref.states s on s.id = a.state_id
    where a.country_id = $1 and a.postcode = $2 and a.fetched_at > $3";

pub const CACHE: &str = "
    insert into postcode_cache (country_id, postcode, address_1, address_2, state_id, city, fetched_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (country_id, postcode) do update
    set address_1 = excluded.address_1, address_2 = excluded.address_2, state_id = excluded.state_id,
        city = excluded.city, fetched_at = excluded.fetched_at";

/// Streets first, then cities, larger cities first.
pub const SEARCH: &str = "
    (select a.country_id, a.postcode, a.address_1, a.address_2, s.name as state, a.state_id, a.city
     from postcode_cache a left join ref.states s on s.id = a.state_id
     where a.search_key like '%' || ref.plain($1) || '%' and ($2::smallint is null or a.country_id = $2)
     order by a.search_key limit $3)
    union all
    (select c.country_id, null, null, null, s.name, c.state_id, c.name
     from ref.cities c left join ref.states s on s.id = c.state_id
     where c.plain like '%' || ref.plain($1) || '%' and ($2::smallint is null or c.country_id = $2)
     order by c.plain <> ref.plain($1), c.plain not like ref.plain($1) || '%', c.population desc nulls last, c.plain
     limit $3)
    limit $3";

pub async fn country(tx: &mut TenantTx, wanted: &str) -> ApiResult<Option<Country>> {
    Ok(sqlx::query_as(FIND_COUNTRY).bind(wanted).fetch_optional(&mut **tx).await?)
}

/// The answer of the shipped list, with the street if those of the country were loaded.
pub async fn find_listed(tx: &mut TenantTx, country_id: i16, key: &str) -> ApiResult<ListedPlace> {
    match find_place(tx, country_id, key).await? {
        ListedPlace::At(place) => Ok(ListedPlace::At(with_street(tx, country_id, key, place).await?)),
        other => Ok(other),
    }
}

async fn with_street(tx: &mut TenantTx, country_id: i16, key: &str, place: Place) -> ApiResult<Place> {
    let found: Option<StreetRow> =
        sqlx::query_as(STREET).bind(country_id).bind(key).fetch_optional(&mut **tx).await?;
    Ok(match found {
        Some(StreetRow { street, district }) => {
            Place { street: Some(street), district: district.or(place.district), ..place }
        }
        None => place,
    })
}

/// The place, or at least the state of the postcodes around it.
async fn find_place(tx: &mut TenantTx, country_id: i16, key: &str) -> ApiResult<ListedPlace> {
    let row: Option<PlaceRow> =
        sqlx::query_as(LISTED_PLACE).bind(country_id).bind(key).fetch_optional(&mut **tx).await?;
    if let Some(PlaceRow { state_id, state, city, district }) = row {
        let state = state_id.zip(state).map(|(id, name)| State { id, name });
        return Ok(ListedPlace::At(Place { state, city, district, street: None }));
    }
    let state = sqlx::query_as(STATE_OF_RANGE).bind(country_id).bind(key).fetch_optional(&mut **tx).await?;
    if state.is_some() {
        return Ok(ListedPlace::At(Place { state, ..Place::default() }));
    }
    let shortest: Option<i32> =
        sqlx::query_scalar(SHORTEST_LISTED).bind(country_id).fetch_one(&mut **tx).await?;
    // A postcode may be shorter than those in the list: Portuguese addresses have four or seven digits.
    Ok(match shortest.map(|length| usize::try_from(length).unwrap_or_default()) {
        None => ListedPlace::NoList,
        Some(length) if key.len() < length => ListedPlace::At(Place::default()),
        Some(_) => ListedPlace::Nowhere,
    })
}

pub async fn state_named(tx: &mut TenantTx, country_id: i16, name: &str) -> ApiResult<Option<State>> {
    Ok(sqlx::query_as(STATE_NAMED).bind(country_id).bind(name).fetch_optional(&mut **tx).await?)
}

pub async fn find_cached(
    tx: &mut TenantTx,
    country_id: i16,
    key: &str,
    not_before: DateTime<Utc>,
) -> ApiResult<Option<Address>> {
    let query = sqlx::query_as(FIND_CACHED).bind(country_id).bind(key).bind(not_before);
    Ok(query.fetch_optional(&mut **tx).await?)
}

pub async fn cache(
    tx: &mut TenantTx,
    country_id: i16,
    key: &str,
    address: &SourceAddress,
    state_id: Option<i32>,
    now: DateTime<Utc>,
) -> ApiResult<()> {
    let query = sqlx::query(CACHE).bind(country_id).bind(key);
    let query = query.bind(&address.address_1).bind(&address.address_2).bind(state_id).bind(&address.city);
    query.bind(now).execute(&mut **tx).await?;
    Ok(())
}

pub async fn search(
    tx: &mut TenantTx,
    term: &str,
    country_id: Option<i16>,
    limit: i64,
) -> ApiResult<Vec<Address>> {
    Ok(sqlx::query_as(SEARCH).bind(term).bind(country_id).bind(limit).fetch_all(&mut **tx).await?)
}
