//! The waybill of the airline as messages tell it: parties, flights, rates and charges of the waybill as it is issued.

use rust_decimal::Decimal;

use super::snapshot::{
    HouseParty, Master, MasterAgent, MasterCharge, MasterCharges, MasterLeg, MasterRate, PartyDocument,
    PartyDocumentKind,
};
use customs::waybills::charges::WaybillTotals;
use customs::waybills::model::{Waybill, WaybillInput};
use customs::waybills::parts::{
    ChargeDue, WaybillAgent, WaybillCharge, WaybillLeg, WaybillParty, WaybillPayment,
};
use customs::waybills::transport::calculate_totals;
use trade::countries::country;
use trade::identifiers::TaxId;

/// The words of a waybill with houses for its goods, unless somebody wrote others.
const GOODS: &str = "Consolidation";

pub fn build_master(waybill: &Waybill) -> Master {
    let totals = calculate_totals(&waybill.input, &waybill.counted);
    to_master(&waybill.number, &waybill.input, &totals)
}

fn to_master(number: &str, input: &WaybillInput, totals: &WaybillTotals) -> Master {
    Master {
        number: number.to_owned(),
        origin: input.origin_airport.clone(),
        destination: input.destination_airport.clone(),
        pieces: i32::try_from(totals.pieces).unwrap_or(i32::MAX),
        weight_g: totals.gross_g,
        volume_cm3: input.volume_cm3.map(i64::from),
        chargeable_weight_g: Some(totals.chargeable_g),
        declared_carriage: input.declared_carriage,
        declared_customs: input.declared_customs,
        legs: input.legs.iter().map(to_leg).collect(),
        shipper: input.shipper.as_ref().map(to_party),
        consignee: input.consignee.as_ref().map(to_party),
        agent: input.agent.as_ref().map(to_agent),
        charges: to_charges(input, totals),
        handling: input.handling_codes.clone(),
        goods: input.goods.clone().unwrap_or_else(|| GOODS.to_owned()),
        issued_on: input.executed_on,
        issued_at: input.executed_at.clone(),
        signatory: input.signatory.clone(),
    }
}

fn to_leg(leg: &WaybillLeg) -> MasterLeg {
    MasterLeg {
        flight: leg.flight.clone(),
        origin: leg.origin.clone(),
        destination: leg.destination.clone(),
        departs_on: leg.departs_on,
        departs_at: leg.departure_time.clone(),
    }
}

fn to_party(party: &WaybillParty) -> HouseParty {
    let digits = |phone: &String| -> String { phone.chars().filter(char::is_ascii_digit).collect() };
    HouseParty {
        name: party.name.clone(),
        document: party.document.as_deref().map(to_document),
        street: party.street.clone(),
        city: party.city.clone(),
        state: party.state.clone(),
        postcode: party.postcode.clone(),
        country: country(party.country_id).map(|it| it.alpha2.clone()).unwrap_or_default(),
        phone: party.phone.as_ref().map(digits).filter(|phone| !phone.is_empty()),
    }
}

/// A tax number of Brazil is known by its check digits.
fn to_document(number: &str) -> PartyDocument {
    match TaxId::parse(number) {
        Ok(TaxId::Cpf(cpf)) => {
            PartyDocument { kind: PartyDocumentKind::Cpf, number: cpf.as_str().to_owned() }
        }
        Ok(TaxId::Cnpj(cnpj)) => {
            PartyDocument { kind: PartyDocumentKind::Cnpj, number: cnpj.as_str().to_owned() }
        }
        Err(_) => PartyDocument { kind: PartyDocumentKind::Other, number: number.trim().to_owned() },
    }
}

fn to_agent(agent: &WaybillAgent) -> MasterAgent {
    MasterAgent {
        name: agent.name.clone(),
        city: agent.city.clone(),
        iata_code: agent.iata_code.clone(),
        settlement_code: agent.settlement_code.clone(),
    }
}

/// None for a waybill without amounts.
fn to_charges(input: &WaybillInput, totals: &WaybillTotals) -> Option<MasterCharges> {
    if input.rate_lines.is_empty() && input.other_charges.is_empty() && !is_declared(input) {
        return None;
    }
    let rates = input.rate_lines.iter().zip(&totals.line_amounts).map(|(line, amount)| MasterRate {
        rate_class: line.rate_class.as_str().to_owned(),
        commodity: line.commodity.clone(),
        chargeable_weight_g: line.chargeable_g.map_or(totals.chargeable_g, i64::from),
        rate: line.rate,
        amount: *amount,
    });
    Some(MasterCharges {
        currency: input.currency.clone()?,
        is_prepaid: input.payment == WaybillPayment::Prepaid,
        rates: rates.collect(),
        weight_charge: totals.weight_charge,
        others: input.other_charges.iter().map(to_charge).collect(),
    })
}

fn is_declared(input: &WaybillInput) -> bool {
    let is_some = |value: Option<Decimal>| value.is_some();
    is_some(input.declared_carriage) || is_some(input.declared_customs)
}

fn to_charge(charge: &WaybillCharge) -> MasterCharge {
    MasterCharge {
        code: charge.code.clone(),
        is_of_carrier: charge.due == ChargeDue::Carrier,
        amount: charge.amount,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use customs::waybills::model::WaybillCount;
    use serde_json::json;

    fn input() -> WaybillInput {
        let input = json!({
            "origin_airport": "MIA", "destination_airport": "GRU", "currency": "USD", "payment": "prepaid",
            "legs": [{
                "flight": "LA8191", "origin": "MIA", "destination": "GRU", "departs_on": "2026-12-01", "departure_time": "21:40",
            }],
            "shipper": { "name": "Atlântico Courier", "street": "2801 NW 74th Ave", "city": "Miami", "country_id": 238 },
            "consignee": {
                "name": "Agente do Brasil", "street": "Rua A 10", "city": "Guarulhos", "country_id": 32,
                "document": "11.222.333/0001-81", "phone": "+55 11 5555-0100",
            },
            "agent": { "name": "Atlântico Courier", "city": "Miami", "iata_code": "0112345" },
            "rate_lines": [
                { "rate_class": "Q", "rate": "3.1" },
                { "rate_class": "C", "commodity": "9735", "chargeable_g": 10500, "rate": "2" },
            ],
            "other_charges": [
                { "code": "MY", "due": "carrier", "amount": "42" }, { "code": "AW", "due": "agent", "amount": "15" },
            ],
            "declared_customs": "1250", "handling_codes": ["EAP"], "is_electronic": true,
            "executed_on": "2026-11-30", "signatory": "Ana",
        });
        serde_json::from_value(input).unwrap()
    }

    #[test]
    fn a_waybill_tells_its_parties_flights_and_amounts() {
        let counted =
            WaybillCount { bags: 2, bag_parcels: 60, loose_shipments: 1, loose_parcels: 2, weight_g: 42_000 };
        let input = input();
        let master = to_master("045-12345675", &input, &calculate_totals(&input, &counted));
        assert_eq!((master.number.as_str(), master.pieces, master.weight_g), ("045-12345675", 62, 42_000));
        assert_eq!(master.legs[0].departs_at.as_deref(), Some("21:40"));
        let consignee = master.consignee.unwrap();
        assert_eq!((consignee.country.as_str(), consignee.phone.as_deref()), ("BR", Some("551155550100")));
        assert_eq!(consignee.document.unwrap().to_note(), "CNPJ11222333000181");
        assert_eq!(master.shipper.unwrap().document, None);
        let charges = master.charges.unwrap();
        let rates: Vec<String> = charges
            .rates
            .iter()
            .map(|line| format!("{} {} {}", line.rate_class, line.chargeable_weight_g, line.amount))
            .collect();
        assert_eq!(rates, ["Q 42000 130.2", "C 10500 21"]);
        assert_eq!(charges.weight_charge.to_string(), "151.2");
        assert_eq!(charges.others.iter().map(|it| it.is_of_carrier).collect::<Vec<_>>(), [true, false]);
        assert_eq!((master.goods.as_str(), master.declared_carriage), (GOODS, None));
    }

    #[test]
    fn a_waybill_without_amounts_has_no_charges() {
        let bare = WaybillInput {
            rate_lines: Vec::new(),
            other_charges: Vec::new(),
            declared_customs: None,
            goods: Some("Documents".into()),
            ..input()
        };
        let master = to_master("045-12345675", &bare, &calculate_totals(&bare, &WaybillCount::default()));
        assert_eq!((master.charges, master.goods.as_str()), (None, "Documents"));
    }

    #[test]
    fn other_numbers_stay_as_they_are_written() {
        assert_eq!(to_document(" EIN 12-3456789 ").number, "EIN 12-3456789");
        assert_eq!(to_document("271.865.828-26").to_note(), "CPF27186582826");
    }
}
