//! Why a service does not take a shipment.

use serde_json::json;

use super::super::limits::Limits;
use super::super::measure::{Length, LengthUnit, Weight, WeightUnit};
use super::super::money::Money;
use super::super::outcome::{Quantity, RefusalCode};
use super::super::rate::Terms;
use super::super::request::{Contents, Parcel, Request};
use super::super::rows::*;
use super::quotes::*;
use super::support::*;

#[test]
fn a_refusal_has_the_limit_and_the_value() {
    let mut rows = table(vec![]);
    rows.members[0].max_weight = Some(dec("15"));
    let outcome = rated(&rows, &brazil("15.001"), &usd());
    assert_eq!(
        serde_json::to_value(&outcome.refused).unwrap(),
        json!([{
            "code": "over_weight",
            "limit": {"kind": "weight", "value": {"value": "15", "unit": "kg"}},
            "value": {"kind": "weight", "value": {"value": "15.001", "unit": "kg"}},
        }])
    );
    assert!(rated(&rows, &brazil("15"), &usd()).refused.is_empty());
    rows.cells.remove(1);
    assert_eq!(refusals(&rated(&rows, &brazil("10.5"), &usd())), [RefusalCode::NoPrice]);
    let refused = |change: &dyn Fn(&mut Request)| {
        let mut request = brazil("1");
        change(&mut request);
        refusals(&rated(&rows, &request, &usd()))
    };
    assert_eq!(refused(&|request| request.parcels.clear()), [RefusalCode::NoParcels]);
    assert_eq!(refused(&|request| request.parcels[0].weight = None), [RefusalCode::NoWeight]);
    assert_eq!(refused(&|request| request.parcels[0].pieces = u32::MAX), [RefusalCode::OutOfRange]);
    assert_eq!(refused(&|request| request.parcels.push(parcel("-1", "kg"))), [RefusalCode::OutOfRange]);
    assert_eq!(refused(&|request| request.parcels.push(parcel("0", "kg"))), [RefusalCode::NoWeight]);
    assert_eq!(refused(&|request| request.destination.country_id = 1), [RefusalCode::DestinationNotServed]);
}

#[test]
fn all_limits_that_are_exceeded_are_told_at_once() {
    let kg = |value: &str| Some(Weight::new(dec(value), KG));
    let cm = |value: &str| Some(Length { value: dec(value), unit: LengthUnit::Centimetres });
    let limits = Limits {
        min_parcel_weight: kg("0.1"),
        max_parcel_weight: kg("5"),
        max_shipment_weight: kg("9"),
        max_side: cm("60"),
        max_sides_sum: cm("90"),
        max_length_and_girth: cm("150"),
        max_pieces: Some(1),
        max_value: Some(money("100.00", "USD")),
        contents: vec![Contents::Documents],
    };
    let rows = table(vec![]);
    let terms = Terms { limits: Some(&limits), ..usd() };
    let parcel = |kg: &str, sides: &str| Parcel { size: Some(size(sides)), ..parcel(kg, "kg") };
    let mut request = request("BR", vec![parcel("5", "60x20x10 cm")]);
    request.contents = Contents::Documents;
    // 522.38 BRL are exactly the limit at the rate of the day, a cent more is over it.
    request.declared_value = Some(money("522.38", "BRL"));
    assert!(rated(&rows, &request, &terms).refused.is_empty());
    request.declared_value = Some(money("522.39", "BRL"));
    let over = rated(&rows, &request, &terms);
    assert_eq!(refusals(&over), [RefusalCode::OverValue]);
    let most = Some(Quantity::Money(money("522.38", "BRL")));
    assert_eq!(over.refused[0].limit, most, "in the currency of the shipment");
    request.contents = Contents::Gift;
    request.parcels =
        vec![parcel("5.001", "60.1x40x40 cm"), parcel("0.099", "1x1x1 cm"), parcel("4", "1x1x1 cm")];
    assert_eq!(
        refusals(&rated(&rows, &request, &terms)),
        [
            RefusalCode::OverWeight,
            RefusalCode::OverLength,
            RefusalCode::OverSidesSum,
            RefusalCode::OverLengthAndGirth,
            RefusalCode::UnderWeight,
            RefusalCode::OverShipmentWeight,
            RefusalCode::OverPieces,
            RefusalCode::ContentsNotAccepted,
            RefusalCode::OverValue,
        ]
    );
}

#[test]
fn numbers_at_the_bounds_do_not_overflow() {
    let most = "9999999999.9999";
    let mut rows =
        one_zone("USD", WeightUnit::Grams, &[("1000000000", Price::PerUnit { amount: dec(most) })]);
    rows.surcharges.push(surcharge("PCT", Basis::PctOf { lines: vec![LineRef::Base] }, "1000"));
    rows.weighing.divisor = Some(dec("1"));
    rows.weighing.volumetric = super::super::weighing::VolumetricRule::Max;
    let parcel =
        Parcel { pieces: 100_000, size: Some(size("1000000x1000000x1000000 in")), ..parcel("1000000", "lb") };
    let outcome = rated(&rows, &request("BR", vec![parcel]), &usd());
    assert_eq!(refusals(&outcome), [RefusalCode::OverWeight]);
    let endless = AdjustmentRow {
        kind: AdjustmentKind::Margin,
        pct: rust_decimal::Decimal::MAX,
        on: vec![LineRef::Base],
        before_fuel: false,
    };
    let terms = Terms { adjustments: &[endless], ..usd() };
    assert_eq!(refusals(&rated(&table(vec![]), &brazil("1"), &terms)), [RefusalCode::OutOfRange]);
    let outcome = rated(&rows, &brazil("999999"), &usd());
    assert_eq!(refusals(&outcome), [RefusalCode::OutOfRange]);
}

#[test]
fn insurance_is_of_the_insured_value_in_the_currency_of_the_table() {
    let mut rows = table(vec![]);
    rows.insurance = Some(InsuranceRow {
        pct: dec("1.25"),
        min: Some(dec("5")),
        max: None,
        free_below: Some(dec("50")),
        max_value: Some(dec("2000")),
        taxable: false,
    });
    let mut request = brazil("1");
    let mut insured = |value: Option<Money>| {
        request.insured_value = value;
        rated(&rows, &request, &usd())
    };
    assert_eq!(lines(&insured(None)), ["base 100.00"]);
    assert_eq!(lines(&insured(Some(money("0", "USD")))), ["base 100.00"]);
    assert_eq!(lines(&insured(Some(money("49.99", "USD")))), ["base 100.00"]);
    assert_eq!(lines(&insured(Some(money("100", "USD")))), ["base 100.00", "insurance 5.00"]);
    // 5,223.80 BRL are 1,000 USD by the row of the other direction.
    assert_eq!(lines(&insured(Some(money("5223.80", "BRL")))), ["base 100.00", "insurance 12.50"]);
    assert_eq!(refusals(&insured(Some(money("2000.01", "USD")))), [RefusalCode::OverInsuredValue]);
    assert_eq!(refusals(&insured(Some(money("1", "EUR")))), [RefusalCode::NoExchangeRate]);
    rows.insurance = None;
    request.insured_value = Some(money("1", "USD"));
    assert_eq!(refusals(&rated(&rows, &request, &usd())), [RefusalCode::InsuranceNotOffered]);
}
