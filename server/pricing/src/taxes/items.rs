//! Groups the lines of a declaration that are taxed alike.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use super::Declaration;

/// Digits of a commodity code that all countries share.
const SHARED_DIGITS: usize = 6;

/// Lines with the same commodity code, origin and rates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    /// Digits of the commodity code.
    pub hs: String,
    pub origin: String,
    pub tariff_rate: Option<Decimal>,
    pub listed_rates: BTreeMap<String, Decimal>,
    pub value: Decimal,
    /// Number of lines in the group.
    pub lines: u32,
}

type Key<'a> = (String, &'a str, Option<Decimal>, &'a BTreeMap<String, Decimal>);

/// The groups in the order of their codes, so that the order of lines has no effect.
pub(super) fn items_of(declaration: &Declaration) -> Vec<Item> {
    let mut groups: BTreeMap<Key<'_>, (Decimal, u32)> = BTreeMap::new();
    for line in &declaration.lines {
        let hs = line.hs.chars().filter(char::is_ascii_digit).collect();
        let key = (hs, line.origin.as_str(), line.tariff_rate, &line.listed_rates);
        let (value, lines) = groups.entry(key).or_default();
        *value += line.value;
        *lines += 1;
    }
    let item = |((hs, origin, tariff_rate, listed_rates), (value, lines)): (Key<'_>, _)| Item {
        hs,
        origin: origin.to_owned(),
        tariff_rate,
        listed_rates: listed_rates.clone(),
        value,
        lines,
    };
    groups.into_iter().map(item).collect()
}

/// Number of lines that a simplified declaration needs: one for each code of six digits and origin. Lines without a
/// code stay apart.
///
/// Source: footnote TM1066 of the EU tariff charges the consignment per item; goods of one code and origin share an item.
pub(super) fn distinct_lines<'a>(items: impl Iterator<Item = &'a Item>) -> u32 {
    let mut coded = std::collections::BTreeSet::new();
    let mut uncoded = 0;
    for item in items {
        if item.hs.is_empty() {
            uncoded += item.lines;
        } else {
            coded.insert((&item.hs[..item.hs.len().min(SHARED_DIGITS)], item.origin.as_str()));
        }
    }
    uncoded + u32::try_from(coded.len()).unwrap_or(u32::MAX)
}
