//! Cases of rounding that other systems got wrong.

use rust_decimal::Decimal;

use super::super::money::{Money, percent_of};
use super::support::*;

/// The result of a case as its file writes it; the inputs of cases that say "same" are those of the case before.
fn result(id: &str) -> Option<String> {
    let usd = |text: &str| money(text, "USD");
    let shown =
        |parts: Vec<Money>| parts.iter().map(|part| part.amount.to_string()).collect::<Vec<_>>().join(" ");
    let line = |net: Decimal, pct: &str| {
        let net = Money::round(net, currency("USD"));
        net.amount + net.percent(dec(pct)).amount
    };
    Some(match id {
        // 348.35 × 16 less 4 %, plus 22 %: 6527.80 on the unrounded total, 6527.81 by lines, which is our rule.
        "R-02" => {
            let net = dec("348.35") * dec("16") * dec("0.96");
            currency("USD").round(net + percent_of(dec("22"), net)).to_string()
        }
        "R-05" => line(dec("3.60"), "5.5").to_string(),
        "R-06" => line(dec("36.00"), "5.5").to_string(),
        "R-07" => (Decimal::TEN * line(dec("3.60"), "5.5")).to_string(),
        "R-08" => {
            let gross = [usd("90.00"), usd("55.00")];
            let parts = gross.map(|money| money.without_included_tax(dec("5")));
            let sum: Decimal = parts.iter().map(|(net, tax)| net.amount + tax.amount).sum();
            let [(net, tax), (other_net, other_tax)] = parts.map(|(net, tax)| (net.amount, tax.amount));
            format!("gross {sum}, net {net} + {other_net}, tax {tax} + {other_tax}")
        }
        "R-09" => shown(usd("100.00").split(3)),
        "R-10" => shown(usd("-0.01").split(3)),
        "R-11" => shown(money("100", "JPY").split(3)),
        "R-12" => Money::round(dec("1000.005"), currency("BHD")).amount.to_string(),
        _ => return None,
    })
}

#[test]
fn rounding_cases_hold() {
    for row in cases("rounding-cases.csv") {
        let expected = row["expected"].clone();
        assert_eq!(result(&row["id"]).as_deref(), Some(expected.as_str()), "{}: {}", row["id"], row["input"]);
    }
}

#[test]
fn a_half_coin_goes_away_from_zero() {
    let round = |text: &str, code: &str| currency(code).round(dec(text)).to_string();
    // 9.975 % of 8180.
    assert_eq!(usd_percent("8180", "9.975"), "815.96");
    assert_eq!((round("0.005", "USD"), round("-0.005", "USD")), ("0.01".into(), "-0.01".into()));
    assert_eq!((round("1450.5", "JPY"), round("1.0005", "BHD")), ("1451".into(), "1.001".into()));
    assert_eq!(round("5", "BHD"), "5.000");
}

fn usd_percent(amount: &str, pct: &str) -> String {
    money(amount, "USD").percent(dec(pct)).amount.to_string()
}

#[test]
fn shares_in_proportion_add_up() {
    let weights = [dec("2.5"), dec("0"), dec("7.5")];
    let shares = money("99.99", "USD").split_by(&weights);
    let amounts: Vec<_> = shares.iter().map(|share| share.amount.to_string()).collect();
    assert_eq!(amounts, ["25.00", "0.00", "74.99"]);
    assert!(money("1", "USD").split(0).is_empty());
    assert_eq!(money("0.02", "USD").split_by(&[Decimal::ZERO; 2]).len(), 2);
}

#[test]
fn a_percentage_is_exact() {
    assert_eq!(percent_of(dec("31.75"), dec("0.01")), dec("0.003175"));
    assert_eq!(percent_of(dec("100"), dec("241.14")), dec("241.14"));
}
