//! Properties of every declaration.

use std::collections::BTreeMap;

use crate::taxes::{
    Declaration, DutyTerms, Line, RuleRow, TaxBook, TaxBuyer, TaxChannel, TaxContents, TaxProgramme, TaxRule,
    assess, settle,
};
use proptest::prelude::*;
use rust_decimal::Decimal;

use super::support::{BOOK, Parcel, dec, groups, line, parcel, rows};

/// Destinations with a state and a currency.
const DESTINATIONS: [(&str, &str, &str); 10] = [
    ("BR", "SP", "USD"),
    ("BR", "BA", "USD"),
    ("AT", "9", "EUR"),
    ("GB", "ENG", "GBP"),
    ("CA", "QC", "CAD"),
    ("AU", "NSW", "AUD"),
    ("MX", "CMX", "USD"),
    ("CL", "RM", "USD"),
    ("PE", "LIM", "USD"),
    ("US", "NY", "USD"),
];
const CODES: [&str; 5] = ["610910", "640399", "851712", "7601103000", "9506624040"];
const ORIGINS: [&str; 5] = ["CN", "VN", "US", "IT", "BR"];
const DAYS: [&str; 4] = ["2025-11-20", "2026-03-15", "2026-07-23", "2026-11-25"];

fn any_line() -> impl Strategy<Value = Line> {
    (0..CODES.len(), 0..ORIGINS.len(), 0_i64..40_000, 0_i64..20, prop::option::of(0_i64..30)).prop_map(
        |(code, origin, cents, percent, listed)| {
            let mut line = line(CODES[code], ORIGINS[origin], "0");
            line.value = Decimal::new(cents, 2);
            line.tariff_rate = Some(Decimal::new(percent, 2));
            line.listed_rates = listed
                .map(|rate| {
                    BTreeMap::from(["us.s301cn", "us.s232"].map(|tax| (tax.into(), Decimal::new(rate, 2))))
                })
                .unwrap_or_default();
            line
        },
    )
}

prop_compose! {
    fn any_declaration()(
        destination in 0..DESTINATIONS.len(),
        day in 0..DAYS.len(),
        lines in prop::collection::vec(any_line(), 1..6),
        costs in (0_i64..5_000, 0_i64..500),
        channel in prop::sample::select(TaxChannel::ALL),
        programme in prop::sample::select(TaxProgramme::ALL),
        buyer in prop::sample::select(TaxBuyer::ALL),
        contents in prop::sample::select(TaxContents::ALL),
    ) -> Declaration {
        let (country, state, currency) = DESTINATIONS[destination];
        let Parcel(mut declaration) = parcel(country, currency, "0", DAYS[day]).state(state).lines(&lines);
        declaration.freight = Decimal::new(costs.0, 2);
        declaration.insurance = Decimal::new(costs.1, 2);
        (declaration.channel, declaration.programme, declaration.buyer) = (channel, programme, buyer);
        declaration.contents = contents;
        declaration
    }
}

fn shuffled(declaration: &Declaration) -> impl Strategy<Value = (Declaration, Declaration)> + use<> {
    let one = declaration.clone();
    Just(one.lines.clone()).prop_shuffle().prop_map(move |lines| {
        let other = Declaration { lines, ..one.clone() };
        (one.clone(), other)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_order_of_lines_changes_nothing((one, other) in any_declaration().prop_flat_map(|one| shuffled(&one))) {
        prop_assert_eq!(assess(&BOOK, &one), assess(&BOOK, &other));
    }

    #[test]
    fn lines_are_whole_coins_and_add_up(declaration in any_declaration()) {
        let found = assess(&BOOK, &declaration);
        prop_assert!(found.lines.is_empty() || found.refused.is_empty());
        for line in &found.lines {
            prop_assert!(line.amount >= Decimal::ZERO && line.amount.scale() == 2, "{:?}", line);
        }
        for terms in DutyTerms::ALL {
            let paid = settle(&found, *terms, None);
            let at_sale: Decimal = paid.at_sale.iter().map(|line| line.amount).sum();
            prop_assert_eq!(paid.charged_total() + paid.on_delivery_total() + at_sale, found.total());
        }
    }

    #[test]
    fn a_line_in_two_halves_is_taxed_as_one(declaration in any_declaration(), share in 0_i64..=100) {
        let mut halves = declaration.clone();
        let mut second = halves.lines[0].clone();
        let part = (second.value * Decimal::new(share, 2)).round_dp(2);
        second.value -= part;
        halves.lines[0].value = part;
        halves.lines.push(second);
        prop_assert_eq!(assess(&BOOK, &declaration), assess(&BOOK, &halves));
    }

    #[test]
    fn no_two_rules_compete(declaration in any_declaration()) {
        let found = assess(&BOOK, &declaration);
        let conflict = found.refused.iter().any(|refusal| matches!(refusal, crate::taxes::Refusal::RulesConflict { .. }));
        prop_assert!(!conflict, "{:?}", found.refused);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn the_order_of_rows_changes_nothing(
        rules in Just(rows()).prop_shuffle(), declarations in prop::collection::vec(any_declaration(), 40),
    ) {
        let rules = rules.into_iter().map(|row| TaxRule::try_from(row).unwrap()).collect();
        let book = TaxBook::new(rules, groups());
        for declaration in declarations {
            prop_assert_eq!(assess(&BOOK, &declaration), assess(&book, &declaration));
        }
    }
}

/// A book with one rule, changed from a shipped one.
fn single(id: &str, change: impl FnOnce(&mut RuleRow)) -> TaxBook {
    let mut row = rows().into_iter().find(|row| row.id == id).expect("a shipped row");
    change(&mut row);
    TaxBook::new(vec![TaxRule::try_from(row).expect("a valid row")], groups())
}

#[test]
fn the_excess_over_an_amount_is_shared_by_value() {
    let book = single("ca-duty-tariff", |row| {
        row.terms.kind = crate::taxes::TaxKindName::Excess;
        row.terms.amount = Some(dec("60"));
    });
    let mut lines = [line("610910", "JP", "75"), line("640399", "JP", "25")];
    (lines[0].tariff_rate, lines[1].tariff_rate) = (Some(dec("0.18")), Some(dec("0.10")));
    let Parcel(gift) = parcel("CA", "CAD", "0", "2026-11-25").lines(&lines);
    // 75 − 45 at 18 %, 25 − 15 at 10 %.
    let amounts: Vec<String> =
        assess(&book, &gift).lines.iter().map(|line| line.amount.to_string()).collect();
    assert_eq!(amounts, ["5.40", "1.00"]);
    let Parcel(small) = parcel("CA", "CAD", "60", "2026-11-25").tariff("0.18");
    assert_eq!(assess(&book, &small).total(), dec("0"));
}

#[test]
fn a_tax_stays_between_its_minimum_and_maximum() {
    let book = single("us-fee-mpf", |row| row.terms.enabled = true);
    for (goods, fee) in [("1000", "33.58"), ("100000", "346.40"), ("1000000", "651.50")] {
        let Parcel(entry) = parcel("US", "USD", goods, "2026-11-25").channel(TaxChannel::Entry);
        assert_eq!(assess(&book, &entry).total().to_string(), fee);
    }
}

#[test]
fn a_tax_on_some_goods_takes_their_part_of_earlier_ones() {
    let mut duty = rows().into_iter().find(|row| row.id == "pe-duty").unwrap();
    duty.terms.limit_from = None;
    let mut vat = rows().into_iter().find(|row| row.id == "pe-igv").unwrap();
    (vat.terms.limit_from, vat.terms.hs) = (None, Some("61".into()));
    let rules = [duty, vat].map(|row| TaxRule::try_from(row).unwrap()).to_vec();
    let lines = [line("610910", "CN", "75"), line("490199", "CN", "25")];
    let Parcel(books) = parcel("PE", "USD", "0", "2026-11-25").lines(&lines).freight("20");
    let found = assess(&TaxBook::new(rules, groups()), &books);
    // Duty 4 % of 120 is 4.80; the shirts carry 75 % of freight and duty: 18 % of 75 + 15 + 3.60.
    assert_eq!(found.lines.iter().map(|line| line.amount.to_string()).collect::<Vec<_>>(), ["4.80", "16.85"]);
}
