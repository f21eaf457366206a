//! A waybill for the tests of the rules.

use chrono::DateTime;
use uuid::Uuid;

use super::charges::WaybillTotals;
use super::model::{Waybill, WaybillCan, WaybillCount, WaybillInput};
use super::parts::{WaybillLeg, WaybillParty, WaybillPayment};
use super::state::WaybillStatus;

pub fn party(name: &str) -> WaybillParty {
    WaybillParty {
        name: name.into(),
        street: "2801 NW 74th Ave".into(),
        city: "Miami".into(),
        country_id: 238,
        ..WaybillParty::default()
    }
}

pub fn leg(flight: &str, origin: &str, destination: &str, day: &str) -> WaybillLeg {
    WaybillLeg {
        flight: flight.into(),
        origin: origin.into(),
        destination: destination.into(),
        departs_on: day.parse().unwrap(),
        departure_time: None,
        arrives_on: None,
        arrival_time: None,
    }
}

/// A draft from Miami to São Paulo without contents.
pub fn waybill() -> Waybill {
    Waybill {
        id: Uuid::from_u128(1),
        number: "045-12345675".into(),
        status: WaybillStatus::Draft,
        revision: 0,
        range_id: Some(Uuid::from_u128(2)),
        is_foreign: false,
        provider_id: Uuid::from_u128(3),
        provider_name: "LATAM Cargo".into(),
        airline_code: Some("LA".into()),
        subsidiary_id: None,
        input: WaybillInput {
            origin_airport: "MIA".into(),
            destination_airport: "GRU".into(),
            legs: vec![leg("LA8191", "MIA", "GRU", "2026-12-01")],
            cutoff_at: None,
            shipper: Some(party("Atlântico Courier")),
            consignee: Some(party("Agente do Brasil")),
            agent: None,
            pieces: None,
            gross_g: None,
            chargeable_g: None,
            volume_cm3: None,
            currency: Some("USD".into()),
            payment: WaybillPayment::Prepaid,
            rate_lines: Vec::new(),
            other_charges: Vec::new(),
            declared_carriage: None,
            declared_customs: None,
            goods: None,
            handling_codes: Vec::new(),
            handling_note: None,
            is_electronic: true,
            customs_reference: None,
            executed_on: None,
            executed_at: None,
            signatory: None,
            note: None,
        },
        departs_on: None,
        flights: String::new(),
        counted: WaybillCount::default(),
        totals: WaybillTotals::default(),
        issued_at: None,
        moved_at: None,
        reason: None,
        carrier_note: None,
        created_at: DateTime::UNIX_EPOCH,
        updated_at: DateTime::UNIX_EPOCH,
        version: 1,
        few_numbers_left: None,
        can: WaybillCan::default(),
    }
}
