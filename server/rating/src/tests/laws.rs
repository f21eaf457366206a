//! Laws that hold for every table.

use proptest::prelude::*;
use rust_decimal::Decimal;

use super::super::checks::run_checks;
use super::super::finding::{FindingCode, Severity};
use super::super::fx::Fx;
use super::super::outcome::Outcome;
use super::super::rate::{Terms, rate};
use super::super::rows::*;
use super::super::tariff::Tariff;
use super::support::*;

fn quote(tariff: &Tariff, country: &str, lb: Decimal) -> Outcome {
    let request = request(country, vec![parcel(&lb.to_string(), "lb")]);
    let fuel = fuel();
    rate(
        tariff,
        &Fx::default(),
        &request,
        &Terms { fuel: Some(&fuel), ..Terms::in_currency(currency("USD")) },
    )
}

#[test]
fn cells_and_base_plus_step_give_equal_prices() {
    let (cells, steps) = (Tariff::compile(&dhl()).unwrap(), Tariff::compile(&dhl_in_steps()).unwrap());
    // One country of each zone.
    let mut countries = std::collections::BTreeMap::new();
    for row in cases("us-export-country-zones-2026.csv") {
        countries.entry(row["dhl_zone"].clone()).or_insert(row["country"].clone());
    }
    countries.remove("");
    assert_eq!(countries.len(), 14);
    for country in countries.values() {
        for half in 1..=300_i64 {
            let lb = Decimal::new(half * 5, 1);
            let total = |tariff| quote(tariff, country, lb).total.unwrap();
            assert_eq!(total(&cells), total(&steps), "{country} {lb}");
        }
    }
}

/// A ladder with rising prices by all methods: a stretch of cells, then steps, then an amount per unit that does not
/// fall below them.
fn rising() -> impl Strategy<Value = VersionRows> {
    let band = (1..2_000_u32, 0..3_000_u32, 0..2_u8);
    proptest::collection::vec(band, 1..20).prop_map(|bands| {
        let mut rows = one_zone("USD", weight_unit("kg"), &[]);
        let (mut up_to, mut price) = (Decimal::ZERO, Decimal::ONE);
        for ((width, rise, method), seq) in bands.into_iter().zip(1..) {
            let width = Decimal::new(width.into(), 2);
            let rise = Decimal::new(rise.into(), 2);
            up_to += width;
            let cell = if method == 0 {
                price += rise;
                Price::Cell { amount: price }
            } else {
                let step = Decimal::new(5, 1);
                let amount = price;
                price += (width / step).ceil() * rise;
                Price::BaseStep { amount, step, step_amount: rise }
            };
            rows.bands.push(BandRow { seq, up_to });
            rows.cells.push(CellRow { zone: "Z".into(), band_seq: seq, price: cell });
        }
        let rate = price / up_to + Decimal::ONE;
        let seq = i32::try_from(rows.bands.len()).unwrap() + 1;
        rows.bands.push(BandRow { seq, up_to: up_to + Decimal::ONE_HUNDRED });
        rows.cells.push(CellRow { zone: "Z".into(), band_seq: seq, price: Price::PerUnit { amount: rate } });
        rows
    })
}

fn breaks() -> impl Strategy<Value = VersionRows> {
    proptest::collection::vec((1..300_u32, 100..2_000_i64), 2..8).prop_map(|bands| {
        let mut end = Decimal::ZERO;
        let prices = bands.into_iter().map(|(width, cents)| {
            end += Decimal::from(width);
            (end.to_string(), Price::Break { amount: Decimal::new(cents, 2) })
        });
        let prices: Vec<_> = prices.collect();
        let prices: Vec<_> = prices.iter().map(|(end, price)| (end.as_str(), *price)).collect();
        one_zone("USD", weight_unit("kg"), &prices)
    })
}

fn base(tariff: &Tariff, kg: Decimal) -> Option<Decimal> {
    let request = request("BR", vec![parcel(&kg.to_string(), "kg")]);
    let outcome = rate(tariff, &Fx::default(), &request, &Terms::in_currency(currency("USD")));
    Some(outcome.find("base")?.amount.amount)
}

/// A surcharge of any basis, and adjustments, insurance, tax and exchange beside it.
fn charged() -> impl Strategy<Value = VersionRows> {
    let surcharge =
        (0..5_u8, 1..5_000_i64, proptest::option::of(0..2_000_i64), proptest::option::of(0..2_000_i64));
    (proptest::collection::vec(surcharge, 0..6), 0..10_000_i64, any::<bool>()).prop_map(
        |(list, minimum, early)| {
            let mut rows = one_zone("USD", weight_unit("kg"), &[("5", Price::Cell { amount: dec("41.37") })]);
            rows.bands.push(BandRow { seq: 2, up_to: dec("99") });
            rows.cells.push(CellRow {
                zone: "Z".into(),
                band_seq: 2,
                price: Price::PerUnit { amount: dec("8.3333") },
            });
            rows.minimum = Some(Decimal::new(minimum, 2));
            for ((basis, amount, min, extra), seq) in list.into_iter().zip(1..) {
                let min = min.map(|min| Decimal::new(min, 2));
                let lines = vec![LineRef::Base, LineRef::Surcharges];
                rows.surcharges.push(SurchargeRow {
                    code: format!("S{seq}").into(),
                    seq,
                    basis: [
                        Basis::Fixed,
                        Basis::PctOf { lines },
                        Basis::PerKg,
                        Basis::PerPiece,
                        Basis::PctValue,
                    ][usize::from(basis)]
                    .clone(),
                    amount: Decimal::new(amount, 2),
                    min,
                    max: extra.map(|extra| min.unwrap_or_default() + Decimal::new(extra, 2)),
                    free_below: None,
                    conditions: Vec::new(),
                    taxable: seq % 2 == 0,
                    cost_amount: None,
                });
            }
            rows.fuel_on = if early {
                vec![LineRef::Base, LineRef::Surcharge("S1".into())]
            } else {
                vec![LineRef::Base]
            };
            rows.fuel_on.retain(|line| *line == LineRef::Base || !rows.surcharges.is_empty());
            rows.adjustments = vec![
                AdjustmentRow {
                    kind: AdjustmentKind::Discount,
                    pct: dec("7.5"),
                    on: vec![LineRef::Base],
                    before_fuel: early,
                },
                AdjustmentRow {
                    kind: AdjustmentKind::Margin,
                    pct: dec("12.5"),
                    on: vec![LineRef::Base, LineRef::Fuel],
                    before_fuel: false,
                },
            ];
            rows
        },
    )
}

proptest! {
    #[test]
    fn the_price_rises_with_the_ladder(rows in rising(), mut kg in [1..9_999_u32, 1..9_999]) {
        kg.sort_unstable();
        prop_assert!(run_checks(&rows).iter().all(|finding| finding.code != FindingCode::PriceFalls));
        let tariff = Tariff::compile(&rows).unwrap();
        let [light, heavy] = kg.map(|kg| base(&tariff, Decimal::new(kg.into(), 2)));
        if let (Some(light), Some(heavy)) = (light, heavy) {
            prop_assert!(light <= heavy, "{light} {heavy}");
        }
        prop_assert!(light.is_some() || heavy.is_none());
    }

    #[test]
    fn a_price_that_falls_is_named(mut rows in rising(), at in 0..20_usize, less in 1..100_i64) {
        // A cell below the price at the end of the band before.
        let at = 1 + at % (rows.cells.len() - 1);
        let before = rows.bands[at - 1].up_to;
        let highest = base(&Tariff::compile(&rows).unwrap(), before).unwrap();
        prop_assume!(highest > Decimal::new(less, 2));
        rows.cells[at].price = Price::Cell { amount: highest - Decimal::new(less, 2) };
        let findings = run_checks(&rows);
        let is_named = |place: &super::super::finding::FindingPlace| place.up_to == Some(rows.bands[at].up_to);
        let fall = findings.iter().find(|finding| finding.code == FindingCode::PriceFalls && is_named(&finding.place));
        prop_assert!(fall.is_some_and(|finding| finding.severity == Severity::Warning), "{findings:?}");
    }

    #[test]
    fn breaks_never_fall_and_never_cost_more_than_declaring_more(rows in breaks(), mut kg in [1..2_000_u32, 1..2_000]) {
        kg.sort_unstable();
        prop_assert!(run_checks(&rows).iter().all(|finding| finding.code != FindingCode::PriceFalls));
        let tariff = Tariff::compile(&rows).unwrap();
        let [light, heavy] = kg.map(|kg| base(&tariff, Decimal::from(kg)));
        if let (Some(light), Some(heavy)) = (light, heavy) {
            prop_assert!(light <= heavy, "{light} {heavy}");
        }
    }

    #[test]
    fn the_total_is_the_sum_of_lines_in_whole_coins(
        rows in charged(), kg in 1..9_900_u32, value in 0..100_000_i64, to in 0..3_usize, spread in 0..500_i64,
    ) {
        let tariff = Tariff::compile(&rows).unwrap();
        let mut request = request("BR", vec![parcel(&Decimal::new(kg.into(), 2).to_string(), "kg")]);
        request.declared_value = Some(money(&Decimal::new(value, 2).to_string(), "USD"));
        let to = currency(["USD", "BRL", "JPY"][to]);
        let mut fx = ptax();
        fx.rates.push(super::super::fx::ExchangeRate { to: currency("JPY"), rate: dec("149.37"), ..fx.rates[0] });
        fx.spread_pct = Some(Decimal::new(spread, 2));
        let fuel = fuel();
        let tax = super::super::rate::ServiceTax { code: "ISS".into(), pct: dec("5") };
        let terms = Terms { fuel: Some(&fuel), service_tax: Some(&tax), ..Terms::in_currency(to) };
        let outcome = rate(&tariff, &fx, &request, &terms);
        prop_assert!(outcome.refused.is_empty(), "{:?}", outcome.refused);
        let sum: Decimal = outcome.lines.iter().map(|line| line.amount.amount).sum();
        prop_assert_eq!(outcome.total.unwrap().amount, sum);
        for line in &outcome.lines {
            prop_assert!(line.amount.currency == to && !to.is_finer(line.amount.amount), "{:?}", line);
            prop_assert_eq!(line.original.is_some(), to != currency("USD") && line.explanation.key().0 != "fx_spread");
        }
        prop_assert_eq!(rate(&tariff, &fx, &request, &terms), outcome);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn the_order_of_rows_changes_nothing(seed in any::<u64>(), lb in 1..1_600_i64, country in 0..200_usize) {
        let rows = dhl();
        let mut mixed = rows.clone();
        let order = |length: usize, index: usize| (index as u64 ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) % (length as u64);
        let mut index = 0;
        mixed.zones.sort_by_cached_key(|_| { index += 1; order(97, index) });
        mixed.members.sort_by_cached_key(|_| { index += 1; order(9_973, index) });
        mixed.bands.sort_by_cached_key(|_| { index += 1; order(997, index) });
        mixed.cells.sort_by_cached_key(|_| { index += 1; order(99_991, index) });
        let countries = cases("us-export-country-zones-2026.csv");
        let country = &countries[country]["country"];
        let [one, two] = [&rows, &mixed].map(|rows| quote(&Tariff::compile(rows).unwrap(), country, Decimal::new(lb, 1)));
        prop_assert_eq!(one, two);
    }
}
