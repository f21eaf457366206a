//! Warehouses and airports between which parcels are carried.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

/// $2 are the branches of a user who is bound to some.
pub const ORIGIN: &str = "
    select id, code, subsidiary_id, airport from warehouses
    where id = $1 and active and ($2::uuid[] is null or subsidiary_id = any($2))";
pub const AIRPORT_COUNTRY: &str = "
    select coalesce(
        (select country_id from own_airports where iata = $1 and excluded_at is null),
        (select country_id from ref.airports where iata = $1)
    )";

/// A warehouse where parcels are packed for transport.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct TransportOrigin {
    pub id: Uuid,
    pub code: String,
    /// The branch that runs it.
    pub subsidiary_id: Option<Uuid>,
    /// IATA code of its airport.
    pub airport: Option<String>,
}

/// An active warehouse of these branches, or of all.
pub async fn find_origin(
    tx: &mut TenantTx,
    id: Uuid,
    branches: Option<&[Uuid]>,
) -> ApiResult<Option<TransportOrigin>> {
    Ok(sqlx::query_as(ORIGIN).bind(id).bind(branches).fetch_optional(&mut **tx).await?)
}

/// The country of an airport, by its IATA code; none for an unknown one.
pub async fn find_airport_country(tx: &mut TenantTx, iata: &str) -> ApiResult<Option<i16>> {
    Ok(sqlx::query_scalar(AIRPORT_COUNTRY).bind(iata).fetch_one(&mut **tx).await?)
}

pub const HAS_COUNTRY: &str = "select exists (select from ref.countries where id = $1)";
pub const TIME_ZONES: &str = "
    select a.iata, coalesce(o.time_zone, a.time_zone) from ref.airports a
    left join own_airports o on o.iata = a.iata and o.excluded_at is null
    where a.iata = any($1)
    union all
    select o.iata, o.time_zone from own_airports o
    where o.iata = any($1) and o.excluded_at is null and not exists (select from ref.airports a where a.iata = o.iata)";

pub async fn has_country(tx: &mut TenantTx, id: i16) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(HAS_COUNTRY).bind(id).fetch_one(&mut **tx).await?)
}

/// The IANA time zones of airports, by their IATA codes; unknown ones are absent.
pub async fn list_time_zones(tx: &mut TenantTx, airports: &[String]) -> ApiResult<Vec<(String, String)>> {
    Ok(sqlx::query_as(TIME_ZONES).bind(airports).fetch_all(&mut **tx).await?)
}
