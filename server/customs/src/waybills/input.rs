//! The form of a waybill, and its checks.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::Serialize;
use std::collections::HashSet;
use tenancy::TenantTx;

use super::legs::{self, Airports, RouteEnds};
use super::model::WaybillInput;
use super::parts::{WaybillAgent, WaybillCharge, WaybillParty, WaybillRate};
use access::references;
use parties::transport_places;
use server_core::http::amounts::{UNIT_DECIMALS, check_amount};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::messages::{MessageCode, Params};
use trade::countries;
use trade::money;

/// The columns of the form.
#[derive(Debug, Serialize)]
pub struct WaybillColumns {
    #[serde(flatten)]
    pub input: WaybillInput,
    departs_on: Option<NaiveDate>,
    flights: String,
}

/// Checks a form; returns all errors at once, with those that were found before.
pub async fn check(
    tx: &mut TenantTx,
    sent: WaybillInput,
    today: NaiveDate,
    mut errors: FieldErrors,
) -> ApiResult<WaybillColumns> {
    let input = clean(sent, &mut errors);
    let codes: HashSet<&str> = [input.origin_airport.as_str(), input.destination_airport.as_str()]
        .into_iter()
        .chain(input.legs.iter().flat_map(|leg| [leg.origin.as_str(), leg.destination.as_str()]))
        .collect();
    let codes: Vec<String> = codes.into_iter().map(str::to_owned).collect();
    let found = transport_places::list_airports(tx, &codes).await?;
    let airports: Airports = found.into_iter().map(|airport| (airport.iata.clone(), airport)).collect();
    check_route(&input, &airports, &mut errors);
    legs::check_days(&input.legs, today, &mut errors);
    match &input.currency {
        Some(currency) if !references::is_currency(tx, currency).await? => {
            errors.push("currency", MessageCode::UnknownOption);
        }
        None if has_amounts(&input) => errors.push("currency", MessageCode::Required),
        _ => {}
    }
    errors.into_result()?;
    let flights: Vec<&str> = input.legs.iter().map(|leg| leg.flight.as_str()).collect();
    let (departs_on, flights) = (input.legs.first().map(|leg| leg.departs_on), flights.join(" "));
    Ok(WaybillColumns { input, departs_on, flights })
}

fn check_route(input: &WaybillInput, airports: &Airports, errors: &mut FieldErrors) {
    let ends = RouteEnds { origin: &input.origin_airport, destination: &input.destination_airport };
    for (field, code) in [("origin_airport", ends.origin), ("destination_airport", ends.destination)] {
        if code.is_empty() {
            errors.push(field, MessageCode::Required);
        } else if !airports.contains_key(code) {
            errors.push(field, MessageCode::UnknownOption);
        }
    }
    if ends.origin == ends.destination && !ends.origin.is_empty() {
        errors.push("destination_airport", MessageCode::SameAirport);
    }
    legs::check_legs(&input.legs, &ends, airports, errors);
}

fn has_amounts(input: &WaybillInput) -> bool {
    let are_declared = input.declared_carriage.is_some() || input.declared_customs.is_some();
    are_declared || !input.rate_lines.is_empty() || !input.other_charges.is_empty()
}

/// Texts in their forms. What can be wrong without a look into the database is reported.
fn clean(sent: WaybillInput, errors: &mut FieldErrors) -> WaybillInput {
    let to_code = |text: &str| text.trim().to_uppercase();
    let currency = optional(sent.currency.as_ref()).map(|code| code.to_uppercase());
    let handling_codes: Vec<String> = sent.handling_codes.iter().map(|code| to_code(code)).collect();
    for (index, _) in handling_codes.iter().enumerate().filter(|(_, code)| !is_letters(code, 3)) {
        errors.push(format!("handling_codes.{index}"), MessageCode::Invalid);
    }
    for (field, amount) in
        [("declared_carriage", sent.declared_carriage), ("declared_customs", sent.declared_customs)]
    {
        check_amount(errors, field, amount, currency.as_deref());
    }
    WaybillInput {
        origin_airport: to_code(&sent.origin_airport),
        destination_airport: to_code(&sent.destination_airport),
        legs: sent.legs.iter().map(legs::clean_leg).collect(),
        shipper: sent.shipper.as_ref().map(|party| clean_party("shipper", party, errors)),
        consignee: sent.consignee.as_ref().map(|party| clean_party("consignee", party, errors)),
        agent: sent.agent.as_ref().map(|agent| clean_agent(agent, errors)),
        rate_lines: clean_rates(sent.rate_lines, errors),
        other_charges: clean_charges(sent.other_charges, currency.as_deref(), errors),
        currency,
        declared_carriage: sent.declared_carriage.map(|amount| amount.normalize()),
        declared_customs: sent.declared_customs.map(|amount| amount.normalize()),
        goods: optional(sent.goods.as_ref()),
        handling_codes,
        handling_note: optional(sent.handling_note.as_ref()),
        customs_reference: optional(sent.customs_reference.as_ref()),
        executed_at: optional(sent.executed_at.as_ref()),
        signatory: optional(sent.signatory.as_ref()),
        note: optional(sent.note.as_ref()),
        ..sent
    }
}

fn is_letters(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn is_digits(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn clean_party(role: &str, party: &WaybillParty, errors: &mut FieldErrors) -> WaybillParty {
    if countries::country(party.country_id).is_none() {
        errors.push(format!("{role}.country_id"), MessageCode::UnknownCountry);
    }
    let mut text = |field: &str, typed: &str| required(&format!("{role}.{field}"), typed, errors);
    WaybillParty {
        name: text("name", &party.name),
        street: text("street", &party.street),
        city: text("city", &party.city),
        state: optional(party.state.as_ref()),
        postcode: optional(party.postcode.as_ref()),
        country_id: party.country_id,
        phone: optional(party.phone.as_ref()),
        document: optional(party.document.as_ref()),
        account: optional(party.account.as_ref()),
    }
}

fn clean_agent(agent: &WaybillAgent, errors: &mut FieldErrors) -> WaybillAgent {
    let cleaned = WaybillAgent {
        name: required("agent.name", &agent.name, errors),
        city: required("agent.city", &agent.city, errors),
        iata_code: agent.iata_code.chars().filter(|c| !c.is_whitespace() && *c != '-').collect(),
        settlement_code: optional(agent.settlement_code.as_ref()),
        account: optional(agent.account.as_ref()),
    };
    if !is_digits(&cleaned.iata_code, 7) {
        errors.push("agent.iata_code", MessageCode::Invalid);
    }
    if cleaned.settlement_code.as_deref().is_some_and(|code| !is_digits(code, 4)) {
        errors.push("agent.settlement_code", MessageCode::Invalid);
    }
    cleaned
}

/// Where there are several lines, each has its own weight.
fn clean_rates(lines: Vec<WaybillRate>, errors: &mut FieldErrors) -> Vec<WaybillRate> {
    let are_several = lines.len() > 1;
    let mut clean = |index: usize, line: WaybillRate| {
        check_price(errors, format!("rate_lines.{index}.rate"), line.rate, UNIT_DECIMALS);
        if are_several && line.chargeable_g.is_none() {
            errors.push(format!("rate_lines.{index}.chargeable_g"), MessageCode::Required);
        }
        WaybillRate { commodity: optional(line.commodity.as_ref()), rate: line.rate.normalize(), ..line }
    };
    lines.into_iter().enumerate().map(|(index, line)| clean(index, line)).collect()
}

fn clean_charges(
    charges: Vec<WaybillCharge>,
    currency: Option<&str>,
    errors: &mut FieldErrors,
) -> Vec<WaybillCharge> {
    let decimals = currency.map_or(UNIT_DECIMALS, money::decimals_of);
    let mut clean = |index: usize, charge: WaybillCharge| {
        let code = charge.code.trim().to_uppercase();
        if !is_letters(&code, 2) {
            errors.push(format!("other_charges.{index}.code"), MessageCode::Invalid);
        }
        check_price(errors, format!("other_charges.{index}.amount"), charge.amount, decimals);
        WaybillCharge { code, amount: charge.amount.normalize(), ..charge }
    };
    charges.into_iter().enumerate().map(|(index, charge)| clean(index, charge)).collect()
}

/// A price above zero that is not finer than these decimals.
fn check_price(errors: &mut FieldErrors, field: String, price: Decimal, decimals: u32) {
    if price <= Decimal::ZERO {
        errors.push_with(field, MessageCode::TooSmall, Params::from([("min", "0.01".into())]));
    } else if money::has_too_many_decimals(price, decimals) {
        errors.push_with(field, MessageCode::TooManyDecimals, Params::from([("max", decimals.into())]));
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts::{ChargeDue, RateClass};
    use super::super::test_waybill::{party, waybill};
    use super::*;

    fn problems(input: WaybillInput) -> Vec<(String, MessageCode)> {
        let mut errors = FieldErrors::default();
        clean(input, &mut errors);
        errors.into_problems().map(|(field, code, _)| (field, code)).collect()
    }

    fn rate(rate: &str, chargeable_g: Option<i32>) -> WaybillRate {
        WaybillRate {
            rate_class: RateClass::Normal,
            commodity: None,
            chargeable_g,
            rate: rate.parse().unwrap(),
        }
    }

    #[test]
    fn parties_have_a_name_and_a_place() {
        let wrong = WaybillParty { street: " ".into(), country_id: 9_999, ..party("Agent") };
        let fields = problems(WaybillInput { consignee: Some(wrong), ..waybill().input });
        let expected = [
            ("consignee.country_id", MessageCode::UnknownCountry),
            ("consignee.street", MessageCode::Required),
        ];
        assert_eq!(fields, expected.map(|(field, code)| (field.to_owned(), code)));
    }

    #[test]
    fn several_rates_have_a_weight_each() {
        let one = WaybillInput { rate_lines: vec![rate("3.25", None)], ..waybill().input };
        assert_eq!(problems(one), []);
        let two = WaybillInput {
            rate_lines: vec![rate("3.25", Some(100_000)), rate("0", None)],
            ..waybill().input
        };
        let fields: Vec<String> = problems(two).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["rate_lines.1.chargeable_g", "rate_lines.1.rate"]);
    }

    #[test]
    fn codes_are_letters_and_digits_of_their_length() {
        let charge = WaybillCharge { code: "my ".into(), due: ChargeDue::Carrier, amount: Decimal::ONE };
        let good = WaybillInput {
            other_charges: vec![charge.clone()],
            handling_codes: vec!["eap".into()],
            ..waybill().input
        };
        let mut errors = FieldErrors::default();
        let cleaned = clean(good.clone(), &mut errors);
        assert!(errors.is_empty());
        assert_eq!(
            (cleaned.other_charges[0].code.as_str(), cleaned.handling_codes[0].as_str()),
            ("MY", "EAP")
        );
        let bad = WaybillInput {
            other_charges: vec![WaybillCharge {
                code: "M1".into(),
                amount: "1.005".parse().unwrap(),
                ..charge
            }],
            handling_codes: vec!["EAPP".into()],
            ..good
        };
        let fields: Vec<String> = problems(bad).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["handling_codes.0", "other_charges.0.amount", "other_charges.0.code"]);
    }

    #[test]
    fn an_agent_has_the_digits_of_iata() {
        let agent = WaybillAgent {
            name: "Atlântico".into(),
            city: "Miami".into(),
            iata_code: "57-1 234".into(),
            settlement_code: Some("12".into()),
            account: None,
        };
        let fields = problems(WaybillInput { agent: Some(agent), ..waybill().input });
        let expected =
            [("agent.iata_code", MessageCode::Invalid), ("agent.settlement_code", MessageCode::Invalid)];
        assert_eq!(fields, expected.map(|(field, code)| (field.to_owned(), code)));
    }
}
