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

pub async fn has_country(tx: &mut TenantTx, id: i16) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(HAS_COUNTRY).bind(id).fetch_one(&mut **tx).await?)
}

/// The company's own airport before the shared one of the same code.
pub const AIRPORTS: &str = "
    select distinct on (iata) iata, country_id, time_zone, city, name from (
        select iata, country_id, time_zone, city, name, 1 as rank from own_airports
        where iata = any($1) and excluded_at is null
        union all select iata, country_id, time_zone, city, name, 2 from ref.airports where iata = any($1)
    ) known order by iata, rank";

/// An airport on the way of goods.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AirportPlace {
    pub iata: String,
    pub country_id: i16,
    /// IANA.
    pub time_zone: String,
    pub city: Option<String>,
    pub name: String,
}

/// Airports by their codes; unknown ones are absent.
pub async fn list_airports(tx: &mut TenantTx, codes: &[String]) -> ApiResult<Vec<AirportPlace>> {
    Ok(sqlx::query_as(AIRPORTS).bind(codes).fetch_all(&mut **tx).await?)
}
