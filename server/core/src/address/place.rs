//! Checks of countries, states and postcodes.

use std::collections::{HashMap, HashSet};

use tenancy::TenantTx;

use crate::http::error::FieldErrors;
use crate::http::fields::required;
use crate::http::messages::MessageCode;
use trade::identifiers::Cep;
use trade::party::BRAZIL;
use trade::postcode::is_possible;

/// The chosen country, and the chosen state.
#[derive(sqlx::FromRow, Clone, Debug)]
pub struct Place {
    /// True when the company accepts clients there.
    pub is_served: bool,
    pub has_states: bool,
    pub state_lies_there: bool,
}

pub const FIND: &str = "
    select coalesce(e.active, true) as is_served,
           exists (select from ref.states s where s.country_id = c.id) as has_states,
           exists (select from ref.states s where s.country_id = c.id and s.id = $2) as state_lies_there
    from ref.countries c left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2
    where c.id = $1";

pub const FIND_ALL: &str = "
    select asked.country_id, asked.state_id, coalesce(e.active, true) as is_served,
           exists (select from ref.states s where s.country_id = c.id) as has_states,
           exists (select from ref.states s where s.country_id = c.id and s.id = asked.state_id) as state_lies_there
    from unnest($1::smallint[], $2::integer[]) asked(country_id, state_id)
    join ref.countries c on c.id = asked.country_id
    left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2";

#[derive(sqlx::FromRow)]
struct AskedPlace {
    country_id: i16,
    state_id: Option<i32>,
    #[sqlx(flatten)]
    place: Place,
}

impl Place {
    /// The places of many addresses, by country and state. Countries that do not exist are left out.
    pub async fn find_all(
        tx: &mut TenantTx,
        asked: &[(i16, Option<i32>)],
    ) -> sqlx::Result<HashMap<(i16, Option<i32>), Self>> {
        let asked: HashSet<(i16, Option<i32>)> = asked.iter().copied().collect();
        let (countries, states) = asked.into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
        let find = sqlx::query_as(FIND_ALL).bind(countries).bind(states);
        let found: Vec<AskedPlace> = find.fetch_all(&mut **tx).await?;
        Ok(found.into_iter().map(|row| ((row.country_id, row.state_id), row.place)).collect())
    }

    /// None when the country does not exist.
    pub async fn find(
        tx: &mut TenantTx,
        country_id: i16,
        state_id: Option<i32>,
    ) -> sqlx::Result<Option<Self>> {
        sqlx::query_as(FIND).bind(country_id).bind(state_id).fetch_optional(&mut **tx).await
    }
}

/// The postcode as it is stored: with its hyphen in Brazil, unchanged elsewhere.
pub fn postcode(country_id: i16, typed: &str, errors: &mut FieldErrors) -> String {
    let typed = required("postcode", typed, errors);
    if typed.is_empty() {
        return typed;
    }
    if country_id != BRAZIL {
        if !is_possible(Some(country_id), &typed) {
            errors.push("postcode", MessageCode::InvalidPostcode);
        }
        return typed;
    }
    match Cep::parse(&typed) {
        Ok(cep) => cep.to_formatted(),
        Err(wrong) => {
            errors.push("postcode", wrong.into());
            typed
        }
    }
}

/// Checks the state and its country, and returns the state.
pub fn check_state(place: Option<&Place>, state_id: Option<i32>, errors: &mut FieldErrors) -> Option<i32> {
    match place {
        None => errors.push("country_id", MessageCode::UnknownCountry),
        Some(place) if !place.is_served => errors.push("country_id", MessageCode::CountryNotServed),
        Some(place) if state_id.is_none() && place.has_states => {
            errors.push("state_id", MessageCode::Required);
        }
        Some(place) if state_id.is_some() && !place.state_lies_there => {
            errors.push("state_id", MessageCode::UnknownState);
        }
        Some(_) => {}
    }
    state_id
}
