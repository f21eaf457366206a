//! Checks that client, service, countries, states and currency exist and are active.

use tenancy::TenantTx;
use uuid::Uuid;

use super::fields::{ShipmentFields, ShipmentInput};
use super::store;
use access::ctx::Ctx;
use access::sold_services::SoldServices;
use pricing::services;
use pricing::services::limits::Rules;
use server_core::address::served::{self, RecipientNeeds};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;

const TO: &str = "to_country_id";

/// Rules that apply to the shipment.
pub struct ShipmentRules {
    pub rules: Rules,
    pub needs: RecipientNeeds,
}

/// Adds unknown references to `errors` and returns the rules of the service and the country. An inactive record is
/// allowed if the shipment had it `before`, and so is a service that the user may not sell.
pub async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    input: &ShipmentInput,
    before: Option<&ShipmentFields>,
    errors: &mut FieldErrors,
) -> ApiResult<ShipmentRules> {
    let fields = &input.fields;
    if let Some(client_id) = fields.client_id
        && !store::client_exists(tx, client_id).await?
    {
        errors.push("client_id", MessageCode::UnknownClient);
    }
    if let Some(code) = fields.currency.as_deref()
        && before.is_none_or(|before| before.currency.as_deref() != Some(code))
        && !store::currency_is_used(tx, code).await?
    {
        errors.push("currency", MessageCode::UnknownOption);
    }
    let needs = check_countries(tx, input, before, errors).await?;
    check_states(tx, input, errors).await?;
    let rules = match fields.service_id {
        Some(id) => {
            let is_new = before.is_none_or(|before| before.service_id != Some(id));
            let profiles = if is_new { ctx.service_profiles() } else { None };
            services::store::rules(tx, id, profiles.as_deref()).await?
        }
        None => Some(Rules::without_service()),
    };
    let rules = rules.unwrap_or_else(|| {
        errors.push("service_id", MessageCode::UnknownService);
        Rules::without_service()
    });
    check_sold(tx, fields, before, errors).await?;
    Ok(ShipmentRules { rules, needs })
}

/// Reports a service that the subsidiary does not sell, unless the shipment had both `before`.
async fn check_sold(
    tx: &mut TenantTx,
    fields: &ShipmentFields,
    before: Option<&ShipmentFields>,
    errors: &mut FieldErrors,
) -> ApiResult<()> {
    let sale = |fields: &ShipmentFields| (fields.subsidiary_id, fields.service_id);
    if before.is_some_and(|before| sale(before) == sale(fields)) {
        return Ok(());
    }
    let (subsidiary_id, service_id) = sale(fields);
    let branches: Vec<Uuid> = subsidiary_id.into_iter().collect();
    if !SoldServices::load(tx, &branches).await?.allows(subsidiary_id, service_id) {
        errors.push("service_id", MessageCode::ServiceNotOfSubsidiary);
    }
    Ok(())
}

/// Returns what the country of destination needs of the recipient.
pub(super) async fn check_countries(
    tx: &mut TenantTx,
    input: &ShipmentInput,
    before: Option<&ShipmentFields>,
    errors: &mut FieldErrors,
) -> ApiResult<RecipientNeeds> {
    let fields = &input.fields;
    let sides = [
        ("from_country_id", fields.from_country_id, before.and_then(|before| before.from_country_id)),
        (TO, fields.to_country_id, before.and_then(|before| before.to_country_id)),
    ];
    let origins = input.items.iter().map(|item| item.origin_country_id);
    let ids: Vec<i16> = sides.iter().map(|(_, id, _)| *id).chain(origins.clone()).flatten().collect();
    if ids.is_empty() {
        return Ok(RecipientNeeds::default());
    }
    let known = served::load_countries(tx, &ids).await?;
    for (field, id, before) in sides {
        let Some(country) = id else { continue };
        let is_open = known.get(&country).map(|it| if field == TO { it.to } else { it.from });
        match is_open {
            None => errors.push(field, MessageCode::UnknownCountry),
            Some(false) if id != before => errors.push(field, MessageCode::CountryNotServed),
            Some(_) => {}
        }
    }
    // The origin of goods can be a country that the company does not serve.
    for (index, origin) in origins.enumerate() {
        if origin.is_some_and(|id| !known.contains_key(&id)) {
            errors.push(format!("items.{index}.origin_country_id"), MessageCode::UnknownCountry);
        }
    }
    let destination = fields.to_country_id.and_then(|id| known.get(&id));
    Ok(destination.map(|it| it.needs).unwrap_or_default())
}

async fn check_states(tx: &mut TenantTx, input: &ShipmentInput, errors: &mut FieldErrors) -> ApiResult<()> {
    let fields = &input.fields;
    let sides = [
        ("from_state_id", fields.from_state_id, fields.from_country_id),
        ("to_state_id", fields.to_state_id, fields.to_country_id),
    ];
    let ids: Vec<i32> = sides.iter().filter_map(|(_, state, _)| *state).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let known = store::states(tx, &ids).await?;
    for (field, state, country) in sides {
        let lies_there = |state| known.iter().any(|(id, lies_in)| *id == state && Some(*lies_in) == country);
        if state.is_some_and(|state| !lies_there(state)) {
            errors.push(field, MessageCode::UnknownState);
        }
    }
    Ok(())
}
