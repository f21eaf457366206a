//! A small table and its quotes, for tests of lines and refusals.

use super::super::measure::WeightUnit;
use super::super::outcome::{Outcome, RefusalCode};
use super::super::rate::{Terms, rate};
use super::super::request::Request;
use super::super::rows::{Basis, Price, SurchargeRow, VersionRows};
use super::super::tariff::Tariff;
use super::support::*;

pub const KG: WeightUnit = WeightUnit::Kilograms;

pub fn amount(text: &str) -> Price {
    Price::Cell { amount: dec(text) }
}

pub fn surcharge(code: &str, basis: Basis, rate: &str) -> SurchargeRow {
    SurchargeRow {
        code: code.into(),
        seq: 1,
        basis,
        amount: dec(rate),
        min: None,
        max: None,
        free_below: None,
        conditions: Vec::new(),
        taxable: true,
        cost_amount: None,
    }
}

/// A table with 100.00 for up to 10 kg, and surcharges in their order.
pub fn table(surcharges: Vec<SurchargeRow>) -> VersionRows {
    let mut rows = one_zone("USD", KG, &[("10", amount("100.00")), ("20", amount("150.00"))]);
    rows.surcharges = surcharges.into_iter().zip(1..).map(|(row, seq)| SurchargeRow { seq, ..row }).collect();
    rows
}

pub fn brazil(kg: &str) -> Request {
    let mut request = request("BR", vec![parcel(kg, "kg")]);
    request.declared_value = Some(money("200.00", "USD"));
    request
}

pub fn rated(rows: &VersionRows, request: &Request, terms: &Terms<'_>) -> Outcome {
    rate(&Tariff::compile(rows).unwrap(), &ptax(), request, terms)
}

pub fn usd() -> Terms<'static> {
    Terms::in_currency(currency("USD"))
}

/// Codes and amounts of all lines.
pub fn lines(outcome: &Outcome) -> Vec<String> {
    assert_eq!(outcome.refused, []);
    let shown = |line: &super::super::outcome::Line| {
        let (code, of) = line.explanation.key();
        let of = of.map(|of| format!(":{of}")).unwrap_or_default();
        format!("{code}{of} {}", line.amount.amount)
    };
    outcome.lines.iter().map(shown).collect()
}

pub fn refusals(outcome: &Outcome) -> Vec<RefusalCode> {
    assert!(outcome.lines.is_empty() && outcome.total.is_none());
    outcome.refused.iter().map(|refusal| refusal.code).collect()
}
