//! The countries and states that orders name.

use std::collections::{BTreeMap, BTreeSet};

use tenancy::TenantTx;

use super::model::ShopOrderInput;
use server_core::http::error::ApiResult;

pub const COUNTRIES_OF_CODES: &str = "select alpha2, id from countries where alpha2 = any($1)";
pub const STATES_OF_COUNTRIES: &str =
    "select country_id, id, code, name from states where country_id = any($1) order by id";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct KnownState {
    pub country_id: i16,
    pub id: i32,
    pub code: String,
    pub name: String,
}

/// The countries of an order by their codes, with their states.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pub countries: BTreeMap<String, i16>,
    pub states: Vec<KnownState>,
}

impl Places {
    pub async fn load(tx: &mut TenantTx, order: &ShopOrderInput) -> ApiResult<Self> {
        let parties = order.sender.iter().chain([&order.recipient]).map(|party| party.country.as_ref());
        let origins = order.items.iter().map(|item| item.origin_country.as_ref());
        let codes: BTreeSet<String> = parties.chain(origins).flatten().map(|code| to_code(code)).collect();
        let codes: Vec<String> = codes.into_iter().collect();
        let countries: Vec<(String, i16)> =
            sqlx::query_as(COUNTRIES_OF_CODES).bind(codes).fetch_all(&mut **tx).await?;
        let ids: Vec<i16> = countries.iter().map(|(_, id)| *id).collect();
        let states = sqlx::query_as(STATES_OF_COUNTRIES).bind(ids).fetch_all(&mut **tx).await?;
        Ok(Self { countries: countries.into_iter().collect(), states })
    }

    pub fn find_country(&self, code: &str) -> Option<i16> {
        self.countries.get(&to_code(code)).copied()
    }

    /// By its code, with or without that of the country, or by its name.
    pub fn find_state(&self, country_id: i16, text: &str) -> Option<i32> {
        let text = text.trim();
        let short =
            text.split_once('-').filter(|(country, _)| self.find_country(country) == Some(country_id));
        let code = short.map_or(text, |(_, code)| code);
        let mut own = self.states.iter().filter(|state| state.country_id == country_id);
        let is_named = |state: &&KnownState| {
            state.code.eq_ignore_ascii_case(code) || state.name.to_lowercase() == text.to_lowercase()
        };
        own.find(is_named).map(|state| state.id)
    }
}

fn to_code(text: &str) -> String {
    text.trim().to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_found_by_its_code_or_its_name() {
        let state = |id, code: &str, name: &str| KnownState {
            country_id: 32,
            id,
            code: code.into(),
            name: name.into(),
        };
        let places = Places {
            countries: BTreeMap::from([("BR".to_owned(), 32), ("DE".to_owned(), 81)]),
            states: vec![state(1, "SP", "São Paulo"), state(2, "RJ", "Rio de Janeiro")],
        };
        for text in ["SP", "sp", " SP ", "BR-SP", "são paulo"] {
            assert_eq!(places.find_state(32, text), Some(1), "{text}");
        }
        for text in ["", "XX", "DE-SP", "Paulo"] {
            assert_eq!(places.find_state(32, text), None, "{text}");
        }
        assert_eq!(places.find_state(81, "SP"), None);
        assert_eq!((places.find_country("br"), places.find_country("XX")), (Some(32), None));
    }
}
