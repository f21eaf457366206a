//! The places of a quote: countries that the company serves, and states.

use tenancy::TenantTx;

use super::catalogue;
use super::input::QuoteShipment;
use crate::freight::shipments;
use crate::http::error::{ApiResult, FieldErrors};
use crate::http::messages::MessageCode;

/// Reports unknown places at their fields, and returns the ISO 3166-2 code of the state of destination.
pub async fn check(
    tx: &mut TenantTx,
    shipment: &QuoteShipment,
    errors: &mut FieldErrors,
) -> ApiResult<Option<String>> {
    let places = [("origin", &shipment.origin), ("destination", &shipment.destination)];
    let served = shipments::store::known_countries(tx, &places.map(|(_, place)| place.country_id)).await?;
    let ids: Vec<i32> = places.iter().filter_map(|(_, place)| place.state_id).collect();
    let states = catalogue::states(tx, &ids).await?;
    let mut to_state = None;
    for (name, place) in places {
        if served.get(&place.country_id) == Some(&false) {
            errors.push(format!("{name}.country_id"), MessageCode::CountryNotServed);
        }
        let Some(state_id) = place.state_id else { continue };
        let found = states.iter().find(|(id, country, _)| (*id, *country) == (state_id, place.country_id));
        match found {
            Some((.., code)) if name == "destination" => to_state = Some(code.clone()),
            Some(_) => {}
            None => errors.push(format!("{name}.state_id"), MessageCode::UnknownState),
        }
    }
    Ok(to_state)
}
