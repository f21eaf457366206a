//! FWB version 16 of IATA Cargo-IMP: the air waybill as a text message.
//!
//! Its lines: FLT flights, RTG route, SHP shipper, CNE consignee, AGT agent, CVD declared values (NVD and NCV: none for carriage
//! and for customs; XXX: no insurance), RTD rates and goods, OTH other charges, PPD or COL the sums, prepaid or collected, CER
//! and ISU signatures, SPH handling, OCI what customs ask for.

use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;

use super::message::{Message, amount, cubic_metres, field, kilograms};
use crate::snapshot::{HouseParty, ManifestSnapshot, Master, MasterCharges, MasterRate};

// Most characters of each field.
const AGENT_NAME: usize = 35;
pub const GOODS: usize = 20;
const SIGNATURE: usize = 20;
const PLACE: usize = 17;
const NOTE: usize = 35;
const COMMODITY: usize = 7;
/// Most charges in one line, and most codes of handling.
const CHARGES_IN_LINE: usize = 3;
const MAX_HANDLING: usize = 9;

/// The message; none for a manifest without a waybill, or without the parties of it.
pub fn write_waybill(snapshot: &ManifestSnapshot) -> Option<String> {
    let master = snapshot.head.master.as_ref()?;
    let (shipper, consignee) = (master.shipper.as_ref()?, master.consignee.as_ref()?);
    let mut message = Message::default();
    message.line("FWB/16");
    let volume = master.volume_cm3.map(|cm3| format!("MC{}", cubic_metres(cm3))).unwrap_or_default();
    message.line(&format!(
        "{}{}{}/T{}K{}{volume}",
        master.number,
        master.origin,
        master.destination,
        master.pieces,
        kilograms(master.weight_g)
    ));
    write_route(&mut message, master);
    message.party("SHP", shipper);
    message.party("CNE", consignee);
    write_agent(&mut message, master);
    write_values(&mut message, snapshot, master);
    write_goods(&mut message, master);
    if let Some(charges) = &master.charges {
        write_charges(&mut message, charges);
    }
    write_signatures(&mut message, master);
    write_handling(&mut message, master, consignee);
    Some(message.finish())
}

fn write_route(message: &mut Message, master: &Master) {
    // Two flights at most have a place in this line.
    let flights: Vec<String> = master
        .legs
        .iter()
        .take(2)
        .map(|leg| format!("/{}/{:02}", leg.flight, leg.departs_on.day()))
        .collect();
    if !flights.is_empty() {
        message.line(&format!("FLT{}", flights.concat()));
    }
    let stops: Vec<String> = master
        .legs
        .iter()
        .map(|leg| format!("/{}{}", leg.destination, leg.flight.get(..2).unwrap_or_default()))
        .collect();
    if !stops.is_empty() {
        message.line(&format!("RTG{}", stops.concat()));
    }
}

fn write_agent(message: &mut Message, master: &Master) {
    let Some(agent) = &master.agent else { return };
    let settlement = agent.settlement_code.as_deref().map(|code| format!("/{code}")).unwrap_or_default();
    message.line(&format!("AGT//{}{settlement}", agent.iata_code));
    message.line(&format!("/{}", field(&agent.name, AGENT_NAME)));
    message.line(&format!("/{}", field(&agent.city, PLACE)));
}

/// The currency, how it is paid, and the values for carriage, customs and insurance.
fn write_values(message: &mut Message, snapshot: &ManifestSnapshot, master: &Master) {
    let values = &snapshot.head.totals.values;
    let currency = match (&master.charges, values.first()) {
        (Some(charges), _) => &charges.currency,
        (None, Some(value)) => &value.currency,
        (None, None) => return,
    };
    let paid = if master.charges.as_ref().is_none_or(|charges| charges.is_prepaid) { "PP" } else { "CC" };
    let declared = |value: Option<Decimal>, none: &str| {
        value.map_or_else(|| none.to_owned(), |value| amount(value, currency))
    };
    let carriage = declared(master.declared_carriage, "NVD");
    let customs = declared(master.declared_customs, "NCV");
    message.line(&format!("CVD/{currency}//{paid}/{carriage}/{customs}/XXX"));
}

fn write_goods(message: &mut Message, master: &Master) {
    let weight = kilograms(master.weight_g);
    let rates: Vec<String> = master.charges.iter().flat_map(write_rates).collect();
    let first = rates.first().map(String::as_str).unwrap_or_default();
    message.line(&format!("RTD/1/P{}/K{weight}{first}", master.pieces));
    message.line(&format!("/NC/{}", field(&master.goods, GOODS)));
    let mut number = 2;
    for rate in rates.iter().skip(1) {
        message.line(&format!("/{number}{rate}"));
        number += 1;
    }
    if let Some(cm3) = master.volume_cm3 {
        message.line(&format!("/{number}/NV/MC{}", cubic_metres(cm3)));
    }
}

/// Class, commodity, chargeable weight, rate and amount of each line.
fn write_rates(charges: &MasterCharges) -> Vec<String> {
    let write = |line: &MasterRate| {
        let commodity = line.commodity.as_deref().map(|code| format!("/S{}", field(code, COMMODITY)));
        let chargeable = kilograms(line.chargeable_weight_g);
        let rate = amount(line.rate, &charges.currency);
        let total = amount(line.amount, &charges.currency);
        let (class, commodity) = (field(&line.rate_class, 1), commodity.unwrap_or_default());
        format!("/C{class}{commodity}/W{chargeable}/R{rate}/T{total}")
    };
    charges.rates.iter().map(write).collect()
}

fn write_charges(message: &mut Message, charges: &MasterCharges) {
    let side = if charges.is_prepaid { 'P' } else { 'C' };
    for (index, line) in charges.others.chunks(CHARGES_IN_LINE).enumerate() {
        let written: String = line
            .iter()
            .map(|charge| {
                let due = if charge.is_of_carrier { 'C' } else { 'A' };
                format!("{}{due}{}", charge.code, amount(charge.amount, &charges.currency))
            })
            .collect();
        let head = if index == 0 { "OTH" } else { "" };
        message.line(&format!("{head}/{side}/{written}"));
    }
    let due = |is_of_carrier| -> Decimal {
        charges
            .others
            .iter()
            .filter(|charge| charge.is_of_carrier == is_of_carrier)
            .map(|charge| charge.amount)
            .sum()
    };
    let (agent, carrier) = (due(false), due(true));
    let summary = if charges.is_prepaid { "PPD" } else { "COL" };
    message.line(&format!("{summary}/WT{}", amount(charges.weight_charge, &charges.currency)));
    let mut last = String::new();
    for (code, sum) in [("OA", agent), ("OC", carrier)] {
        if !sum.is_zero() {
            last = format!("{last}/{code}{}", amount(sum, &charges.currency));
        }
    }
    let total = charges.weight_charge + agent + carrier;
    message.line(&format!("{last}/CT{}", amount(total, &charges.currency)));
}

fn write_signatures(message: &mut Message, master: &Master) {
    if let Some(signatory) = &master.signatory {
        message.line(&format!("CER/{}", field(signatory, SIGNATURE)));
    }
    if let Some(day) = master.issued_on {
        let place = master.issued_at.as_deref().unwrap_or(&master.origin);
        message.line(&format!("ISU/{}/{}", day_month_year(day), field(place, PLACE)));
    }
}

fn write_handling(message: &mut Message, master: &Master, consignee: &HouseParty) {
    let codes: String = master.handling.iter().take(MAX_HANDLING).map(|code| format!("/{code}")).collect();
    if !codes.is_empty() {
        message.line(&format!("SPH{codes}"));
    }
    if let Some(document) = &consignee.document {
        message.line(&format!("OCI/{}/CNE/T/{}", consignee.country, field(&document.to_note(), NOTE)));
    }
}

/// `12NOV26`.
fn day_month_year(day: NaiveDate) -> String {
    day.format("%d%b%y").to_string().to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_snapshot::{FWB, FWB_17, IATA_FWB, snapshot};

    /// Lines of the example that come from data which a waybill does not have: sizes of pieces, the sender's reference, and the
    /// customs warehouse.
    const ONLY_IN_EXAMPLE: [&str; 4] = ["/2/ND//CMT40-30-50/3", "REF/MIAAGXH", "/BR/CCL/", "/BR/WBI/"];

    #[test]
    fn the_waybill_is_written_as_in_the_example() {
        let written = write_waybill(&snapshot()).unwrap();
        let is_shared = |line: &&str| !ONLY_IN_EXAMPLE.iter().any(|start| line.starts_with(start));
        let expected: Vec<String> =
            FWB.lines().filter(is_shared).map(|line| line.replace("/3/NV/", "/2/NV/")).collect();
        let found: Vec<&str> = written.lines().filter(is_shared).collect();
        assert_eq!(found, expected);
    }

    /// The later version names the lines of parties, and writes flights, agent, rates and charges alike.
    #[test]
    fn route_rates_and_charges_are_those_of_the_later_version() {
        let written = write_waybill(&snapshot()).unwrap();
        let parts = ["FLT/", "RTG/", "AGT/", "RTD/1/", "OTH/", "PPD/", "/OC", "ISU/", "SPH/"];
        for part in parts {
            let expected = FWB_17.lines().find(|line| line.starts_with(part)).unwrap();
            assert!(written.lines().any(|line| line == expected), "{expected}: {written}");
        }
    }

    /// The published example has parts of a waybill only.
    #[test]
    fn pieces_rates_and_handling_are_written_as_iata_does() {
        let mut snapshot = snapshot();
        let master = snapshot.head.master.as_mut().unwrap();
        (master.number, master.origin, master.destination) =
            ("020-12345675".into(), "BRU".into(), "LAX".into());
        (master.pieces, master.weight_g, master.volume_cm3) = (6, 120_000, Some(310_000));
        master.handling = vec!["NSC".into()];
        let rate = &mut master.charges.as_mut().unwrap().rates[0];
        (rate.chargeable_weight_g, rate.rate, rate.amount) =
            (120_000, "1.5".parse().unwrap(), Decimal::from(180));
        let written = write_waybill(&snapshot).unwrap();
        for part in ["020-", "RTD/1/", "SPH/"] {
            let expected = IATA_FWB.lines().find(|line| line.starts_with(part)).unwrap();
            assert!(written.lines().any(|line| line == expected), "{expected}: {written}");
        }
        let volume = |text: &str| {
            text.lines().find_map(|line| line.split_once("/NV/").map(|(_, volume)| volume.to_owned()))
        };
        assert_eq!(volume(&written), volume(IATA_FWB), "{written}");
    }

    #[test]
    fn a_waybill_declares_what_its_paper_does_and_has_each_of_its_rates() {
        let mut snapshot = snapshot();
        let master = snapshot.head.master.as_mut().unwrap();
        master.declared_customs = None;
        let charges = master.charges.as_mut().unwrap();
        charges.rates.push(MasterRate {
            rate_class: "C".into(),
            commodity: Some("9735".into()),
            chargeable_weight_g: 10_500,
            ..charges.rates[0].clone()
        });
        let written = write_waybill(&snapshot).unwrap();
        assert!(written.contains("CVD/USD//PP/NVD/NCV/XXX\r\n"), "{written}");
        assert!(
            written.contains("/NC/CONSOLIDATION\r\n/2/CC/S9735/W10.5/R3.10/T130.20\r\n/3/NV/MC0.18\r\n"),
            "{written}"
        );
    }
}
