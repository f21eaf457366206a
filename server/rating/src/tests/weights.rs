//! Worked cases of chargeable weight, and the breaks of air cargo.

use std::collections::HashMap;

use rust_decimal::{Decimal, RoundingStrategy};

use super::super::fx::Fx;
use super::super::measure::{Size, Weight};
use super::super::outcome::Explanation;
use super::super::rate::{Terms, rate};
use super::super::request::Parcel;
use super::super::rows::Price;
use super::super::tariff::Tariff;
use super::super::weighing::{Per, VolumetricRule, WeighingRule};
use super::support::*;

#[test]
fn chargeable_weights_are_those_of_the_worked_cases() {
    for row in cases("chargeable-weight-cases.csv") {
        let rule = rule_of(&row);
        let sides = ["length", "width", "height"].map(|side| dec(&row[side]));
        let parcel = Parcel {
            pieces: row["pieces"].parse().unwrap(),
            weight: Some(Weight::new(dec(&row["weight_each"]), weight_unit(&row["weight_unit"]))),
            size: Some(Size { sides, unit: length_unit(&row["size_unit"]) }),
        };
        let weights = rule.weigh(&[parcel]).unwrap();
        let volumetric = weights.volumetric.unwrap();
        // The file writes 33.388 as 33.40, so trailing zeros are not taken for digits.
        let expected = dec(&row["expected_volumetric"]).normalize();
        let shown =
            volumetric.round_dp_with_strategy(expected.scale(), RoundingStrategy::MidpointAwayFromZero);
        assert_eq!(shown, expected, "{}: {}", row["id"], row["what"]);
        assert_eq!(weights.chargeable, dec(&row["expected_chargeable"]), "{}: {}", row["id"], row["what"]);
    }
}

fn rule_of(row: &Row) -> WeighingRule {
    let rule = row["rule"].as_str();
    let is_half = rule.contains("half");
    WeighingRule {
        divisor: Some(dec(&row["divisor"])),
        volumetric: if is_half { VolumetricRule::Half } else { VolumetricRule::Max },
        per: if rule.contains("shipment") { Per::Shipment } else { Per::Parcel },
        rounding_step: Some(dec(&row["step"])),
        inch_ceil: rule.contains("inch-ceil"),
        ..weighing(weight_unit(&row["weight_unit"]))
    }
}

#[test]
fn air_breaks_are_those_of_the_worked_cases() {
    let mut tariffs: HashMap<String, String> = HashMap::new();
    for row in cases("air-break-cases.csv") {
        let tariff = match row["tariff"].as_str() {
            "same" => tariffs["last"].clone(),
            text => text.strip_prefix("same as ").map_or_else(|| text.to_owned(), |id| tariffs[id].clone()),
        };
        tariffs.insert("last".to_owned(), tariff.clone());
        tariffs.insert(row["id"].clone(), tariff.clone());
        let compiled = Tariff::compile(&air(&tariff)).unwrap();
        let request = request("BR", vec![parcel(&row["chargeable_kg"], "kg")]);
        let outcome = rate(&compiled, &Fx::default(), &request, &Terms::in_currency(currency("USD")));
        assert_eq!(outcome.total.unwrap().amount, dec(&row["expected_charge"]), "{} {tariff}", row["id"]);
        let Explanation::Base { rated_as, .. } = outcome.find("base").unwrap().explanation else {
            unreachable!()
        };
        assert_eq!(rated_as, dec(&row["expected_rated_as_kg"]), "{} {tariff}", row["id"]);
    }
}

/// A table such as `M 75, N 6.20, Q45 4.80`: each rate ends where the next begins.
fn air(text: &str) -> super::super::rows::VersionRows {
    let parts: Vec<(&str, &str)> = text.split(", ").map(|part| part.split_once(' ').unwrap()).collect();
    let rates: Vec<_> = parts.iter().filter(|(name, _)| *name != "M").collect();
    let end =
        |index: usize| rates.get(index + 1).map_or("99999", |(name, _)| name.trim_start_matches(['Q', '+']));
    let prices: Vec<_> = rates
        .iter()
        .enumerate()
        .map(|(index, (_, rate))| (end(index), Price::Break { amount: dec(rate) }))
        .collect();
    let mut rows = one_zone("USD", weight_unit("kg"), &prices);
    rows.zones[0].minimum = parts.iter().find(|(name, _)| *name == "M").map(|(_, amount)| dec(amount));
    rows
}

#[test]
fn a_break_that_costs_the_same_is_not_taken() {
    let tariff = Tariff::compile(&air("N 8.00, Q45 4.00")).unwrap();
    let request = request("BR", vec![parcel("22.5", "kg")]);
    let outcome = rate(&tariff, &Fx::default(), &request, &Terms::in_currency(currency("USD")));
    let line = outcome.find("base").unwrap();
    let Explanation::Base { rated_as, .. } = line.explanation else { unreachable!() };
    assert_eq!((line.amount.amount, rated_as), (dec("180.00"), dec("22.5")));
}

#[test]
fn units_are_converted_exactly() {
    let weight = |text: &str, unit: &str| Weight::new(dec(text), weight_unit(unit));
    assert_eq!(weight("66", "lb").in_unit(weight_unit("g")), dec("29937.09642"));
    assert_eq!(weight("0.45359237", "kg").in_unit(weight_unit("lb")), Decimal::ONE);
    assert_eq!(weight("16", "oz").in_unit(weight_unit("lb")), Decimal::ONE);
    assert!(
        weight("1", "lb").exceeds(&weight("453.59236", "g"))
            && !weight("1", "lb").exceeds(&weight("16", "oz"))
    );
    let sides = size("9x6x2 in").sides_in(length_unit("mm"));
    assert_eq!(sides, [dec("228.6"), dec("152.4"), dec("50.8")]);
    let back = size("228.6x152.4x50.8 mm").sides_in(length_unit("in"));
    assert_eq!(back, [dec("9"), dec("6"), dec("2")]);
}

#[test]
fn half_of_the_volume_counts_only_above_the_actual_weight() {
    let rule = WeighingRule {
        divisor: Some(dec("6000")),
        volumetric: VolumetricRule::Half,
        ..weighing(weight_unit("kg"))
    };
    let weigh = |kg: &str| {
        let parcel = Parcel { size: Some(size("60x50x40 cm")), ..parcel(kg, "kg") };
        rule.weigh(&[parcel]).unwrap().chargeable
    };
    assert_eq!((weigh("10"), weigh("20"), weigh("25")), (dec("15"), dec("20"), dec("25")));
}

#[test]
fn volumetric_grams_are_cubic_millimetres_by_the_divisor() {
    let rule = WeighingRule {
        divisor: Some(Decimal::from(5000)),
        volumetric: VolumetricRule::Max,
        ..weighing(weight_unit("g"))
    };
    let parcel = Parcel { size: Some(size("123x45x67 mm")), ..parcel("1", "g") };
    let weights = rule.weigh(&[parcel]).unwrap();
    assert_eq!(weights.volumetric, Some(Decimal::from(123 * 45 * 67) / Decimal::from(5000)));
}

#[test]
fn an_unknown_size_counts_by_weight_and_is_told() {
    let rule = WeighingRule {
        divisor: Some(dec("5000")),
        volumetric: VolumetricRule::Max,
        per: Per::Parcel,
        ..weighing(weight_unit("kg"))
    };
    let measured = Parcel { size: Some(size("50x40x30 cm")), ..parcel("2", "kg") };
    let weights = rule.weigh(&[measured, Parcel { pieces: 3, ..parcel("2", "kg") }]).unwrap();
    assert_eq!((weights.chargeable, weights.unmeasured), (dec("18"), 3));
    assert_eq!(rule.weigh(&[Parcel { weight: None, ..parcel("1", "kg") }]), None);
}

#[test]
fn a_size_is_missed_only_where_volume_counts() {
    let by_weight = weighing(weight_unit("kg"));
    let by_volume =
        WeighingRule { divisor: Some(dec("5000")), volumetric: VolumetricRule::Max, ..by_weight.clone() };
    let unmeasured = |rule: &WeighingRule| rule.weigh(&[parcel("2", "kg")]).unwrap().unmeasured;
    assert_eq!((unmeasured(&by_weight), unmeasured(&by_volume)), (0, 1));
}
