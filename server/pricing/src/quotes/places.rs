//! The places of a quote: countries that the company serves, and states.

use tenancy::TenantTx;

use super::catalogue;
use super::input::{QuotePlace, QuoteShipment};
use server_core::address::served;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;

const TO: &str = "destination";

/// Whether a shipment is new, or was made before and keeps a country that the company no longer serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    New,
    Kept,
}

/// Reports unknown places at their fields, and returns the ISO 3166-2 code of the state of destination.
pub async fn check(
    tx: &mut TenantTx,
    shipment: &QuoteShipment,
    age: Age,
    errors: &mut FieldErrors,
) -> ApiResult<Option<String>> {
    let places = [("origin", &shipment.origin), (TO, &shipment.destination)];
    if age == Age::New {
        refuse_unserved_countries(tx, places, errors).await?;
    }
    let ids: Vec<i32> = places.iter().filter_map(|(_, place)| place.state_id).collect();
    let states = catalogue::load_states(tx, &ids).await?;
    let mut to_state = None;
    for (name, place) in places {
        let Some(state_id) = place.state_id else { continue };
        let found = states.iter().find(|(id, country, _)| (*id, *country) == (state_id, place.country_id));
        match found {
            Some((.., code)) if name == TO => to_state = Some(code.clone()),
            Some(_) => {}
            None => errors.push(format!("{name}.state_id"), MessageCode::UnknownState),
        }
    }
    Ok(to_state)
}

async fn refuse_unserved_countries(
    tx: &mut TenantTx,
    places: [(&str, &QuotePlace); 2],
    errors: &mut FieldErrors,
) -> ApiResult<()> {
    let countries = served::load_countries(tx, &places.map(|(_, place)| place.country_id)).await?;
    for (name, place) in places {
        let Some(country) = countries.get(&place.country_id) else { continue };
        let is_served = if name == TO { country.to } else { country.from };
        if !is_served {
            errors.push(format!("{name}.country_id"), MessageCode::CountryNotServed);
        }
    }
    Ok(())
}
