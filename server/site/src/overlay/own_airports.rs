//! Airports that only this company has, beside the shared ones. Their code is theirs for good: records keep it, so a deleted
//! airport stays in the table, and a new one with its code takes its place.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use tenancy::TenantTx;

use server_core::address::place::Place;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::messages::MessageCode;

/// The facts and the place of an airport of the company's own.
#[derive(Object, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AirportPlace {
    #[oai(validator(max_length = 120))]
    pub name: String,
    /// ICAO code, four letters; null when there is none.
    #[oai(validator(max_length = 4))]
    pub icao: Option<String>,
    /// The city that it serves.
    #[oai(validator(max_length = 120))]
    pub city: Option<String>,
    pub country_id: i16,
    pub state_id: Option<i32>,
    /// IANA time zone name.
    #[oai(validator(max_length = 60))]
    pub time_zone: String,
    /// Degrees; null when it is not known.
    #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
    pub latitude: Option<f64>,
    /// Degrees; null when it is not known.
    #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
    pub longitude: Option<f64>,
}

/// An airport to add.
#[derive(Object, Serialize, Deserialize)]
pub struct AirportCreate {
    /// IATA code, three letters; not that of a shared airport.
    #[oai(validator(max_length = 3))]
    pub iata: String,
    #[oai(flatten)]
    #[serde(flatten)]
    pub place: AirportPlace,
}

pub const IS_SHARED: &str = "select exists (select from ref.airports where iata = $1)";

pub const ADD: &str = "
    insert into own_airports (iata, icao, name, city, country_id, state_id, time_zone, latitude, longitude, updated_at)
    select $1, icao, name, city, country_id, state_id, time_zone, latitude, longitude, $2
    from jsonb_populate_record(null::own_airports, $3)
    on conflict (iata) do update
    set icao = excluded.icao, name = excluded.name, city = excluded.city, country_id = excluded.country_id,
        state_id = excluded.state_id, time_zone = excluded.time_zone, latitude = excluded.latitude,
        longitude = excluded.longitude, updated_at = excluded.updated_at, excluded_at = null
    where own_airports.excluded_at is not null";

pub const CHANGE: &str = "
    update own_airports
    set icao = new.icao, name = new.name, city = new.city, country_id = new.country_id, state_id = new.state_id,
        time_zone = new.time_zone, latitude = new.latitude, longitude = new.longitude, updated_at = $2
    from jsonb_populate_record(null::own_airports, $3) new
    where own_airports.iata = $1";

pub const EXCLUDE: &str = "update own_airports set excluded_at = $2, updated_at = $2 where iata = $1";

impl AirportPlace {
    /// Normalizes the input; errors are reported at fields that begin with `prefix`.
    pub async fn check(self, tx: &mut TenantTx, prefix: &str, errors: &mut FieldErrors) -> ApiResult<Self> {
        let place = Place::find(tx, self.country_id, self.state_id).await?;
        let at = |field: &str| format!("{prefix}{field}");
        let icao = optional(self.icao.as_ref()).map(|typed| typed.to_uppercase());
        if icao.as_deref().is_some_and(|code| !is_code(code, 4)) {
            errors.push(at("icao"), MessageCode::Invalid);
        }
        match place {
            None => errors.push(at("country_id"), MessageCode::UnknownCountry),
            Some(place) if self.state_id.is_some() && !place.state_lies_there => {
                errors.push(at("state_id"), MessageCode::UnknownState);
            }
            Some(_) => {}
        }
        if self.time_zone.parse::<chrono_tz::Tz>().is_err() {
            errors.push(at("time_zone"), MessageCode::UnknownOption);
        }
        Ok(Self {
            name: required(&at("name"), &self.name, errors),
            icao,
            city: optional(self.city.as_ref()),
            ..self
        })
    }
}

impl AirportCreate {
    /// Normalizes the input and returns all errors at once.
    pub async fn check(self, tx: &mut TenantTx) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let iata = self.iata.trim().to_uppercase();
        if !is_code(&iata, 3) {
            errors.push("iata", MessageCode::Invalid);
        }
        let place = self.place.check(tx, "", &mut errors).await?;
        errors.into_result()?;
        Ok(Self { iata, place })
    }
}

fn is_code(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Returns 422 `taken` at the code when a shared airport or one of the company has it.
pub async fn add(tx: &mut TenantTx, airport: &AirportCreate, at: DateTime<Utc>) -> ApiResult<()> {
    let is_shared: bool = sqlx::query_scalar(IS_SHARED).bind(&airport.iata).fetch_one(&mut **tx).await?;
    let add = sqlx::query(ADD).bind(&airport.iata).bind(at).bind(Json(&airport.place));
    if is_shared || add.execute(&mut **tx).await?.rows_affected() == 0 {
        return Err(ApiError::invalid_field("iata", MessageCode::Taken));
    }
    Ok(())
}

pub async fn change(tx: &mut TenantTx, iata: &str, place: &AirportPlace, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(CHANGE).bind(iata).bind(at).bind(Json(place)).execute(&mut **tx).await?;
    Ok(())
}

pub async fn exclude(tx: &mut TenantTx, iata: &str, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(EXCLUDE).bind(iata).bind(at).execute(&mut **tx).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_code;

    #[test]
    fn a_code_has_capital_letters_only() {
        assert!(is_code("QAT", 3));
        for wrong in ["QA", "QATA", "Q1T", "qat", "É"] {
            assert!(!is_code(wrong, 3), "{wrong}");
        }
    }
}
