//! Pieces, weights and amounts of a waybill: typed values before counted ones.

use poem_openapi::Object;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};

use super::model::{WaybillCount, WaybillInput};
use super::parts::{ChargeDue, RateClass, WaybillRate};
use trade::money;

/// Cubic centimetres that weigh as much as a kilogram.
const CM3_PER_KG: i64 = 6_000;
/// Weights are charged by half a kilogram.
const STEP_G: i64 = 500;

/// Pieces, weights and amounts of a waybill.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaybillTotals {
    /// Parcels in its bags and loose parcels, unless they were typed.
    pub pieces: i64,
    /// Grams of bags and loose parcels, unless they were typed.
    pub gross_g: i64,
    /// Grams: the greater one of weight and volume, by half a kilogram, unless they were typed.
    pub chargeable_g: i64,
    /// Typed pieces less the counted ones; null when none were typed.
    pub pieces_difference: Option<i64>,
    /// Typed grams less the counted ones; null when none were typed.
    pub gross_difference_g: Option<i64>,
    /// The price of the weight, by line.
    pub line_amounts: Vec<Decimal>,
    pub weight_charge: Decimal,
    pub due_agent: Decimal,
    pub due_carrier: Decimal,
    pub total: Decimal,
}

/// The totals of a waybill: typed values, counted ones where none were typed.
pub fn calculate_totals(input: &WaybillInput, counted: &WaybillCount) -> WaybillTotals {
    let decimals = input.currency.as_deref().map_or(2, money::decimals_of);
    let gross_g = input.gross_g.map_or(counted.weight_g, i64::from);
    let chargeable_g = input
        .chargeable_g
        .map_or_else(|| find_chargeable(gross_g, input.volume_cm3.map(i64::from)), i64::from);
    let line_amounts: Vec<Decimal> = input
        .rate_lines
        .iter()
        .map(|line| calculate_line(line, line.chargeable_g.map_or(chargeable_g, i64::from), decimals))
        .collect();
    let weight_charge: Decimal = line_amounts.iter().sum();
    let due = |whom| -> Decimal {
        input.other_charges.iter().filter(|charge| charge.due == whom).map(|charge| charge.amount).sum()
    };
    let (due_agent, due_carrier) = (due(ChargeDue::Agent), due(ChargeDue::Carrier));
    WaybillTotals {
        pieces: input.pieces.map_or_else(|| counted.parcels(), i64::from),
        gross_g,
        chargeable_g,
        pieces_difference: input.pieces.map(|pieces| i64::from(pieces) - counted.parcels()),
        gross_difference_g: input.gross_g.map(|typed| i64::from(typed) - counted.weight_g),
        line_amounts: line_amounts.into_iter().map(|amount| amount.normalize()).collect(),
        weight_charge: weight_charge.normalize(),
        due_agent: due_agent.normalize(),
        due_carrier: due_carrier.normalize(),
        total: (weight_charge + due_agent + due_carrier).normalize(),
    }
}

/// The greater one of weight and volume, rounded once, up to half a kilogram.
pub fn find_chargeable(gross_g: i64, volume_cm3: Option<i64>) -> i64 {
    // A gram of volume that is begun counts, so that nothing is lost before the rounding.
    let volume_g = volume_cm3.map_or(0, |volume| divide_up(volume * 1_000, CM3_PER_KG));
    divide_up(gross_g.max(volume_g), STEP_G) * STEP_G
}

/// Divides numbers that are not negative, and rounds up.
const fn divide_up(number: i64, by: i64) -> i64 {
    (number + by - 1) / by
}

/// Whether the rate of a class is an amount, not a price of a kilogram.
const fn is_amount(class: RateClass) -> bool {
    matches!(class, RateClass::Minimum | RateClass::UnitLoad | RateClass::Basic)
}

fn calculate_line(line: &WaybillRate, chargeable_g: i64, decimals: u32) -> Decimal {
    let amount =
        if is_amount(line.rate_class) { line.rate } else { line.rate * Decimal::new(chargeable_g, 3) };
    amount.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero)
}

#[cfg(test)]
mod tests {
    use super::super::parts::WaybillCharge;
    use super::super::test_waybill::waybill;
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn rate(class: RateClass, rate: &str) -> WaybillRate {
        WaybillRate { rate_class: class, commodity: None, chargeable_g: None, rate: decimal(rate) }
    }

    fn counted(weight_g: i64) -> WaybillCount {
        WaybillCount { bags: 2, bag_parcels: 60, loose_shipments: 1, loose_parcels: 2, weight_g }
    }

    const CASES: &str = include_str!("../../../tests/data/customs/rating-cases.csv");

    /// A bill of an airline.
    #[derive(Deserialize)]
    struct Case {
        awb: String,
        gross_g: i64,
        volume_cm3: Option<i32>,
        typed_chargeable_g: Option<i32>,
        rate: String,
        due_agent: String,
        due_carrier: String,
        chargeable_g: i64,
        weight_charge: String,
        total: String,
        why: String,
    }

    #[test]
    fn bills_of_airlines_are_reckoned_as_printed() {
        let rows = csv::Reader::from_reader(CASES.as_bytes()).into_deserialize();
        let cases: Vec<Case> = rows.map(Result::unwrap).collect();
        assert!(cases.len() > 6);
        for case in cases {
            let charges = |amounts: &str, due| -> Vec<WaybillCharge> {
                let amounts = amounts.split_whitespace().map(decimal);
                amounts.map(|amount| WaybillCharge { code: "MY".into(), due, amount }).collect()
            };
            let input = WaybillInput {
                volume_cm3: case.volume_cm3,
                chargeable_g: case.typed_chargeable_g,
                rate_lines: vec![rate(RateClass::Quantity, &case.rate)],
                other_charges: [
                    charges(&case.due_agent, ChargeDue::Agent),
                    charges(&case.due_carrier, ChargeDue::Carrier),
                ]
                .concat(),
                ..waybill().input
            };
            let found = calculate_totals(&input, &counted(case.gross_g));
            let amounts = (found.chargeable_g, found.weight_charge, found.total);
            assert_eq!(
                amounts,
                (case.chargeable_g, decimal(&case.weight_charge), decimal(&case.total)),
                "{}: {}",
                case.awb,
                case.why
            );
        }
    }

    #[test]
    fn weights_are_charged_by_half_a_kilogram() {
        assert_eq!([1, 500, 501, 1_000].map(|gross| find_chargeable(gross, None)), [500, 500, 1_000, 1_000]);
        assert_eq!(find_chargeable(1_000, Some(6_000)), 1_000, "the weight and the volume are equal");
        assert_eq!(find_chargeable(1_000, Some(6_001)), 1_500);
    }

    #[test]
    fn a_minimum_is_an_amount_and_charges_go_to_whom_they_are_due() {
        let charge =
            |code: &str, due, amount: &str| WaybillCharge { code: code.into(), due, amount: decimal(amount) };
        let input = WaybillInput {
            rate_lines: vec![rate(RateClass::Minimum, "75.00")],
            other_charges: vec![
                charge("MY", ChargeDue::Carrier, "31.20"),
                charge("SC", ChargeDue::Carrier, "5"),
                charge("AW", ChargeDue::Agent, "15.00"),
            ],
            ..waybill().input
        };
        let totals = calculate_totals(&input, &counted(1_000));
        let amounts = [totals.weight_charge, totals.due_carrier, totals.due_agent, totals.total];
        assert_eq!(amounts, ["75", "36.2", "15", "126.2"].map(decimal));
    }

    #[test]
    fn pieces_are_parcels_in_bags_and_loose_ones_unless_they_are_typed() {
        let counts = calculate_totals(&waybill().input, &counted(1_000));
        assert_eq!((counts.pieces, counts.pieces_difference, counts.gross_difference_g), (62, None, None));
        let input = WaybillInput { pieces: Some(3), gross_g: Some(1_200), ..waybill().input };
        let typed = calculate_totals(&input, &counted(1_000));
        assert_eq!((typed.pieces, typed.pieces_difference), (3, Some(-59)));
        assert_eq!((typed.gross_g, typed.gross_difference_g, typed.chargeable_g), (1_200, Some(200), 1_500));
    }
}
