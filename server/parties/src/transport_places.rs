//! Warehouses and airports between which parcels are carried.

use std::collections::HashSet;

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use trade::countries;

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

pub const OPEN: &str = "select id from warehouses where id = any($1) and active";

/// Those of these warehouses that are active.
pub async fn list_open(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashSet<Uuid>> {
    let open: Vec<Uuid> = sqlx::query_scalar(OPEN).bind(ids).fetch_all(&mut **tx).await?;
    Ok(open.into_iter().collect())
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

pub const ON_PAPER: &str = "
    select name, address_1, address_number, address_complement, address_2, postcode, city, country_id
    from warehouses where id = $1";
/// Who receives goods in a country ($1) at a place as somebody typed it ($2), from the provider ($3) that takes them over: what is
/// named so, otherwise that provider's only warehouse there, a partner, the only warehouse of the town, the provider by its name.
/// Nobody is guessed among several.
pub const RECEIVER: &str = "
    with places as materialized (
        select case when lower($2) in (lower(w.name), lower(w.code)) then 1 when w.provider_id = $3 then 2 else 4 end as rank,
               concat_ws(', ', p.title_locale ->> 'en', w.name) as name, w.address_1, w.address_number, w.address_complement,
               w.address_2, w.postcode, w.city, w.country_id
        from warehouses w left join providers p on p.id = w.provider_id
        where w.active and w.excluded_at is null and w.country_id = $1 and (
            lower($2) in (lower(w.name), lower(w.code)) or w.provider_id = $3
            or w.warehouse_type <> 'origin' and lower(w.city) = lower($2)
        )
        union all
        select 3, name, address_1, address_number, address_complement, address_2, postcode, city, country_id
        from partners
        where active and excluded_at is null and country_id = $1 and lower($2) in (lower(name), lower(trading_name))
        union all
        select 5, title_locale ->> 'en', null, null, null, null, null, $2, $1 from providers where id = $3
    )
    select name, address_1, address_number, address_complement, address_2, postcode, city, country_id
    from (select places.*, count(*) over (partition by rank) as found from places) ranked
    where found = 1 and name is not null order by rank limit 1";

/// A sender or receiver as papers of transport write it.
#[derive(Clone, Debug, Default, sqlx::FromRow)]
pub struct PlaceOnPaper {
    pub name: String,
    pub address_1: Option<String>,
    pub address_number: Option<String>,
    pub address_complement: Option<String>,
    pub address_2: Option<String>,
    pub postcode: Option<String>,
    pub city: String,
    pub country_id: i16,
}

impl PlaceOnPaper {
    /// Its name, and its address line by line.
    pub fn write(&self) -> String {
        let join = |parts: [Option<&str>; 3], between: &str| {
            let parts: Vec<&str> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
            parts.join(between)
        };
        let street = [&self.address_1, &self.address_number, &self.address_complement].map(Option::as_deref);
        let country = countries::country(self.country_id).map(|country| country.alpha2.as_str());
        let lines = [
            self.name.clone(),
            join(street, ", "),
            self.address_2.clone().unwrap_or_default(),
            join([self.postcode.as_deref(), Some(self.city.as_str()), None], " "),
            country.unwrap_or_default().to_owned(),
        ];
        lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }
}

/// A warehouse from which goods leave; none for an unknown one.
pub async fn find_sender(tx: &mut TenantTx, warehouse_id: Uuid) -> ApiResult<Option<PlaceOnPaper>> {
    Ok(sqlx::query_as(ON_PAPER).bind(warehouse_id).fetch_optional(&mut **tx).await?)
}

/// Who receives goods at a place that somebody typed; none if the company's records do not say.
pub async fn find_receiver(
    tx: &mut TenantTx,
    country_id: i16,
    place: &str,
    provider_id: Option<Uuid>,
) -> ApiResult<Option<PlaceOnPaper>> {
    let query = sqlx::query_as(RECEIVER).bind(country_id).bind(place.trim()).bind(provider_id);
    Ok(query.fetch_optional(&mut **tx).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_written_with_its_name_and_address() {
        let place = PlaceOnPaper {
            name: "Kurier Rhein-Main".into(),
            address_1: Some("Cargo City Süd".into()),
            address_number: Some("558".into()),
            postcode: Some("60549".into()),
            city: "Frankfurt".into(),
            country_id: 81,
            ..PlaceOnPaper::default()
        };
        assert_eq!(place.write(), "Kurier Rhein-Main\nCargo City Süd, 558\n60549 Frankfurt\nDE");
        let bare = PlaceOnPaper { address_1: None, address_number: None, postcode: None, ..place };
        assert_eq!(bare.write(), "Kurier Rhein-Main\nFrankfurt\nDE");
    }
}
