//! Quotes of published tariffs, to the cent.

use rust_decimal::{Decimal, RoundingStrategy};

use super::super::fx::Fx;
use super::super::outcome::{Explanation, Outcome, RefusalCode};
use super::super::price::Calculation;
use super::super::rate::{Terms, rate};
use super::super::request::Request;
use super::super::tariff::Tariff;
use super::support::*;

struct Tariffs {
    ems: Tariff,
    usps: Tariff,
    dhl: Tariff,
    colissimo: Tariff,
}

#[test]
fn every_quote_of_the_published_tariffs_is_exact() {
    let compile = |rows| Tariff::compile(&rows).unwrap();
    let tariffs = Tariffs {
        ems: compile(japan_post("japanpost-ems.csv")),
        usps: compile(usps()),
        dhl: compile(dhl()),
        colissimo: compile(colissimo()),
    };
    let cases = cases("quote-vectors.csv");
    let failed: Vec<String> = cases.iter().filter_map(|row| tariffs.check(row).err()).collect();
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), cases.len(), failed.join("\n"));
    assert!(cases.len() > 100);
}

impl Tariffs {
    fn check(&self, row: &Row) -> Result<(), String> {
        let (tariff, code, fuel) = match row["tariff"].as_str() {
            "japanpost-ems" => (&self.ems, "JPY", None),
            "usps-pmi" => (&self.usps, "USD", None),
            "dhl" => (&self.dhl, "USD", Some(fuel())),
            "colissimo-int" => (&self.colissimo, "EUR", None),
            other => return Err(format!("tariff {other}")),
        };
        let request = request_of(row);
        let terms = Terms { fuel: fuel.as_ref(), ..Terms::in_currency(currency(code)) };
        let outcome = rate(tariff, &Fx::default(), &request, &terms);
        check_place(row, &outcome)?;
        if !row["refused"].is_empty() {
            return check_refusal(row, &outcome);
        }
        check_base(row, &outcome)?;
        if fuel.is_some() {
            check_dhl(row, &outcome)?;
            let in_brl = rate(tariff, &ptax(), &request, &Terms { currency: currency("BRL"), ..terms });
            same(row, "total_brl_by_line", in_brl.total.unwrap().amount)?;
            same(row, "total_usd", in_brl.table_total().unwrap().amount)?;
        }
        Ok(())
    }
}

fn request_of(row: &Row) -> Request {
    let mut parcel = parcel(&row["weight"], &row["weight_unit"]);
    parcel.size = (!row["dims"].is_empty()).then(|| size(&row["dims"]));
    let value = money(&row["declared_value_usd"], "USD");
    let mut request = request(&row["destination"], vec![parcel]);
    // Only DHL's table insures here.
    request.insured_value = (row["tariff"] == "dhl").then_some(value);
    request
}

fn check_place(row: &Row, outcome: &Outcome) -> Result<(), String> {
    let weight = outcome.weights.as_ref().unwrap().counted;
    let weight = weight.round_dp_with_strategy(3, RoundingStrategy::MidpointAwayFromZero);
    same(row, "expected_weight_in_table_unit", weight)?;
    // The sheets name zones `zone5`, `zone L` and `DE`.
    let expected = row["expected_zone"].replace(' ', "");
    let zone = outcome.zone.as_ref().map(|zone| zone.replace(' ', "")).unwrap_or_default();
    if zone == expected || format!("zone{zone}") == expected {
        return Ok(());
    }
    Err(format!("{}: zone {zone}, not {expected}", row["id"]))
}

fn check_refusal(row: &Row, outcome: &Outcome) -> Result<(), String> {
    let code = match row["refused"].as_str() {
        "destination_not_served" => RefusalCode::DestinationNotServed,
        "over_weight" => RefusalCode::OverWeight,
        "no_price" => RefusalCode::NoPrice,
        other => return Err(format!("refusal {other}")),
    };
    let codes: Vec<_> = outcome.refused.iter().map(|refusal| refusal.code).collect();
    if codes == [code] && outcome.lines.is_empty() && outcome.total.is_none() {
        return Ok(());
    }
    Err(format!("{}: refused {codes:?}, not {code:?}", row["id"]))
}

fn check_base(row: &Row, outcome: &Outcome) -> Result<(), String> {
    let Some(line) = outcome.find("base") else {
        return Err(format!("{}: refused {:?}", row["id"], outcome.refused));
    };
    same(row, "expected_base", line.amount.amount)?;
    let Explanation::Base { band, rated_as, calculation, .. } = &line.explanation else { unreachable!() };
    let expected = &row["expected_band"];
    let shown = match (calculation, expected.split_once(' ')) {
        (Calculation::PerUnit { rate }, _) => format!("{} lb x {rate}", rated_as.normalize()),
        (_, Some((_, unit))) => format!("{} {unit}", band.up_to.normalize()),
        _ => String::new(),
    };
    if shown == *expected { Ok(()) } else { Err(format!("{}: band {shown}, not {expected}", row["id"])) }
}

fn check_dhl(row: &Row, outcome: &Outcome) -> Result<(), String> {
    let amount = |code: &str| outcome.find(code).map_or(Decimal::ZERO, |line| line.amount.amount);
    same(row, "fuel_31_75pct", amount("fuel"))?;
    same(row, "insurance_1_25pct_min_5", amount("insurance"))?;
    same(row, "margin_15pct", amount("margin"))?;
    same(row, "total_usd", outcome.total.unwrap().amount)
}

fn same(row: &Row, column: &str, value: Decimal) -> Result<(), String> {
    let expected = dec(&row[column]);
    if value == expected { Ok(()) } else { Err(format!("{}: {column} {value}, not {expected}", row["id"])) }
}
