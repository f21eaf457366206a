//! Checks a book before it is used: what single rows cannot show.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::Serialize;

use super::{Limits, TaxBook, TaxClass, TaxKind, TaxPer, TaxRule};

/// A fault of the book, with the rules it is in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Finding {
    IdUsedTwice {
        rule: String,
    },
    /// Both rules would apply to the same declaration, and neither is more specific.
    Ambiguous {
        tax: String,
        rules: [String; 2],
    },
    /// All rows of a tax have one place in the order of calculation and one class.
    OrderDiffers {
        tax: String,
        rules: [String; 2],
    },
    /// The rule names a tax that the country does not have, or one that is calculated later.
    UnknownTax {
        rule: String,
        tax: String,
    },
    /// The kind needs the rate of a single commodity, so the rule must be per item.
    PerItemNeeded {
        rule: String,
    },
}

/// All faults of a book, in a stable order. Rows that are switched off are checked with the others' order and names only.
pub fn check(book: &TaxBook) -> Vec<Finding> {
    let mut findings = BTreeSet::new();
    let mut ids = BTreeSet::new();
    let mut by_tax: BTreeMap<(&str, &str), Vec<&TaxRule>> = BTreeMap::new();
    for rule in book.rules() {
        if !ids.insert(rule.id.as_str()) {
            findings.insert(Finding::IdUsedTwice { rule: rule.id.clone() });
        }
        if needs_item(rule) && rule.per != TaxPer::Item {
            findings.insert(Finding::PerItemNeeded { rule: rule.id.clone() });
        }
        by_tax.entry((&rule.country, &rule.tax)).or_default().push(rule);
    }
    for rules in by_tax.values() {
        compare(rules, &mut findings);
    }
    for rule in book.rules() {
        let named =
            rule.replaces.iter().map(|tax| (tax, i16::MAX)).chain(credit(rule).map(|tax| (tax, rule.seq)));
        let known = |tax: &str, before: i16| {
            by_tax.get(&(rule.country.as_str(), tax)).is_some_and(|rules| rules[0].seq < before)
        };
        for (tax, _) in named.filter(|(tax, before)| !known(tax, *before)) {
            findings.insert(Finding::UnknownTax { rule: rule.id.clone(), tax: tax.clone() });
        }
    }
    findings.into_iter().collect()
}

fn needs_item(rule: &TaxRule) -> bool {
    matches!(rule.kind, TaxKind::Tariff { .. } | TaxKind::Listed { .. } | TaxKind::Excess { rate: None, .. })
}

fn credit(rule: &TaxRule) -> Option<&String> {
    match &rule.kind {
        TaxKind::TopUp { credit, .. } => Some(credit),
        _ => None,
    }
}

fn compare(rules: &[&TaxRule], findings: &mut BTreeSet<Finding>) {
    for (index, one) in rules.iter().enumerate() {
        for other in &rules[index + 1..] {
            let rules = [one.id.clone(), other.id.clone()];
            let gate = [one, other].iter().any(|rule| rule.class == TaxClass::Gate);
            if one.seq != other.seq || (one.class != other.class && !gate) {
                findings.insert(Finding::OrderDiffers { tax: one.tax.clone(), rules });
            } else if ambiguous(one, other) {
                findings.insert(Finding::Ambiguous { tax: one.tax.clone(), rules });
            }
        }
    }
}

/// Whether some declaration meets two rules of one tax and finds neither more specific.
fn ambiguous(one: &TaxRule, other: &TaxRule) -> bool {
    one.enabled
        && other.enabled
        && conditions(one) == conditions(other)
        && bounds(&one.limits) == bounds(&other.limits)
        && dates_meet(one, other)
        && limits_meet(one, other)
}

type Conditions<'a> = ([Option<&'a str>; 8], bool);

fn conditions(rule: &TaxRule) -> Conditions<'_> {
    let texts = [
        rule.hs.as_deref(),
        rule.origin.as_deref(),
        rule.contents.map(super::TaxContents::as_str),
        rule.state.as_deref(),
        rule.dispatch.as_deref(),
        rule.channel.map(super::TaxChannel::as_str),
        rule.programme.map(super::TaxProgramme::as_str),
        rule.buyer.map(super::TaxBuyer::as_str),
    ];
    (texts, rule.limits.weight_to.is_some())
}

fn bounds(limits: &Limits) -> usize {
    usize::from(limits.from.is_some()) + usize::from(limits.to.is_some())
}

fn dates_meet(one: &TaxRule, other: &TaxRule) -> bool {
    let last = |rule: &TaxRule| rule.valid_to.unwrap_or(NaiveDate::MAX);
    one.valid_from <= last(other) && other.valid_from <= last(one)
}

/// Limits on different values or in different currencies can always meet.
fn limits_meet(one: &TaxRule, other: &TaxRule) -> bool {
    let comparable = one.currency == other.currency && one.limits.base == other.limits.base;
    let below =
        |low: &Limits, high: &Limits| matches!((low.to, high.from), (Some(to), Some(from)) if to <= from);
    !comparable || !(below(&one.limits, &other.limits) || below(&other.limits, &one.limits))
}
