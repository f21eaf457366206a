//! The worked cases of shipments that are weighed again, priced by a price table: before and after.

use rust_decimal::Decimal;
use serde_json::Value;

use super::super::fx::FuelRate;
use super::super::measure::WeightUnit;
use super::super::rate::Terms;
use super::super::request::Parcel;
use super::super::rows::{InsuranceRow, LineRef, Price, VersionRows};
use super::super::weighing::VolumetricRule;
use super::quotes::{rated, usd};
use super::support::{cases, dec, money, one_zone, parcel, request, size};

const TARIFF: &str = include_str!("../../../tests/data/field/reweigh-tariff.json");

fn price_table(tariff: &Value) -> VersionRows {
    let bands = tariff["bands"].as_array().unwrap().iter();
    let prices: Vec<(String, Price)> = bands
        .map(|band| (band[0].to_string(), Price::Cell { amount: dec(band[1].as_str().unwrap()) }))
        .collect();
    let prices: Vec<(&str, Price)> = prices.iter().map(|(up_to, price)| (up_to.as_str(), *price)).collect();
    let mut rows = one_zone("USD", WeightUnit::Kilograms, &prices);
    rows.weighing.divisor = Some(dec(&tariff["divisor_cm3_per_kg"].to_string()));
    rows.weighing.volumetric = VolumetricRule::Max;
    rows.weighing.rounding_step = Some(dec("0.5"));
    rows.fuel_on = vec![LineRef::Base];
    rows.insurance = Some(InsuranceRow {
        pct: dec(tariff["insurance_percent_of_declared_value"].as_str().unwrap()),
        min: Some(dec(tariff["insurance_minimum"].as_str().unwrap())),
        max: None,
        free_below: None,
        max_value: None,
        taxable: true,
    });
    rows
}

/// `20x15x10@0.900`, separated by semicolons: centimetres and kilograms.
fn read_parcels(text: &str) -> Vec<Parcel> {
    let to_parcel = |part: &str| {
        let (sides, weight) = part.split_once('@').unwrap();
        Parcel { size: Some(size(&format!("{sides} cm"))), ..parcel(weight, "kg") }
    };
    text.split(';').filter(|part| !part.is_empty()).map(to_parcel).collect()
}

#[test]
fn a_price_table_gives_the_totals_before_and_after() {
    let tariff: Value = serde_json::from_str(TARIFF).unwrap();
    let rows = price_table(&tariff);
    let pct = dec(tariff["fuel_percent_of_base"].as_str().unwrap());
    let fuel = FuelRate { valid_from: "2026-01-01".parse().unwrap(), pct };
    let terms = Terms { fuel: Some(&fuel), ..usd() };
    let total = |parcels: &str, value: &str| {
        let mut request = request("BR", read_parcels(parcels));
        // Nothing is insured without a value; the cases take the minimum, as for a small one.
        let value = dec(value).max(Decimal::ONE);
        request.insured_value = Some(money(&value.to_string(), "USD"));
        rated(&rows, &request, &terms).total.unwrap().amount
    };
    for case in cases("../field/reweigh-cases.csv") {
        let value = &case["declared_value_usd"];
        assert_eq!(total(&case["declared_cm_kg"], value), dec(&case["total_before"]), "{}", case["id"]);
        if !case["total_after"].is_empty() {
            assert_eq!(total(&case["measured_cm_kg"], value), dec(&case["total_after"]), "{}", case["id"]);
        }
    }
}
