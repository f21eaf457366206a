//! The places of a quote: countries that the company serves, and states.

use tenancy::TenantTx;

use super::catalogue;
use super::input::QuoteShipment;
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
    let known = served::load_countries(tx, &places.map(|(_, place)| place.country_id)).await?;
    let ids: Vec<i32> = places.iter().filter_map(|(_, place)| place.state_id).collect();
    let states = catalogue::states(tx, &ids).await?;
    let mut to_state = None;
    for (name, place) in places {
        let is_open = known.get(&place.country_id).is_none_or(|it| if name == TO { it.to } else { it.from });
        if age == Age::New && !is_open {
            errors.push(format!("{name}.country_id"), MessageCode::CountryNotServed);
        }
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
