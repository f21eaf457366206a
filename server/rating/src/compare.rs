//! The differences between two versions of a price table.

use rust_decimal::Decimal;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

use super::code::Code;
use super::rows::{MemberRow, Price, SurchargeRow, VersionRows, ZoneRow};

/// The changes of `after` against `before`. Lists follow the order of codes and weights.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// Settings of the version that differ, by the name of their column.
    pub settings: Vec<&'static str>,
    pub zones: Vec<Change<Code, ZoneRow>>,
    /// Places that are only in one version; a place that moves to another zone is removed and added.
    pub members: Vec<Change<Code, MemberRow>>,
    /// Cells by zone and upper bound of the band, so ladders with other steps can be compared.
    pub cells: Vec<Change<(Code, Decimal), Price>>,
    pub surcharges: Vec<Change<Code, SurchargeRow>>,
    pub summary: Summary,
}

/// A row of a full outer join: added without `before`, removed without `after`, else changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change<K, V> {
    pub key: K,
    pub before: Option<V>,
    pub after: Option<V>,
    /// The change of the amount in percent, of two amounts by the same method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pct: Option<Decimal>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    pub cells_added: usize,
    pub cells_removed: usize,
    pub cells_raised: usize,
    pub cells_lowered: usize,
    /// Cells with another method, or with other steps and the same amount.
    pub cells_otherwise: usize,
    pub cells_unchanged: usize,
}

pub fn compare(before: &VersionRows, after: &VersionRows) -> Comparison {
    let (old, new) = (index_cells(before), index_cells(after));
    let mut changed = join(&old, &new);
    let mut summary = Summary::default();
    for change in &mut changed {
        let amounts = change.before.zip(change.after).and_then(|(before, after)| pair_amounts(before, after));
        change.pct = amounts.and_then(|(before, after)| percent(before, after));
        match (change.before.is_some(), change.after.is_some(), amounts) {
            (false, ..) => summary.cells_added += 1,
            (_, false, _) => summary.cells_removed += 1,
            (.., Some((before, after))) if after > before => summary.cells_raised += 1,
            (.., Some((before, after))) if after < before => summary.cells_lowered += 1,
            _ => summary.cells_otherwise += 1,
        }
    }
    summary.cells_unchanged = old.len() + summary.cells_added - changed.len();
    Comparison {
        settings: settings(before, after),
        zones: join(&index_zones(before), &index_zones(after)),
        members: members(before, after),
        cells: changed,
        surcharges: join(&index_surcharges(before), &index_surcharges(after)),
        summary,
    }
}

fn index_cells(rows: &VersionRows) -> BTreeMap<(Code, Decimal), Price> {
    let bands: HashMap<_, _> = rows.bands.iter().map(|band| (band.seq, band.up_to.normalize())).collect();
    let cell = |row: &super::rows::CellRow| Some(((row.zone.clone(), *bands.get(&row.band_seq)?), row.price));
    rows.cells.iter().filter_map(cell).collect()
}

fn index_zones(rows: &VersionRows) -> BTreeMap<Code, ZoneRow> {
    rows.zones.iter().map(|row| (row.code.clone(), row.clone())).collect()
}

fn index_surcharges(rows: &VersionRows) -> BTreeMap<Code, SurchargeRow> {
    rows.surcharges.iter().map(|row| (row.code.clone(), row.clone())).collect()
}

/// The rows that differ, in the order of their keys.
fn join<K: Ord + Clone, V: PartialEq + Clone>(
    before: &BTreeMap<K, V>,
    after: &BTreeMap<K, V>,
) -> Vec<Change<K, V>> {
    let keys = before.keys().chain(after.keys().filter(|key| !before.contains_key(*key)));
    let mut changes: Vec<_> = keys
        .filter(|key| before.get(*key) != after.get(*key))
        .map(|key| {
            let (before, after) = (before.get(key).cloned(), after.get(key).cloned());
            Change { key: key.clone(), before, after, pct: None }
        })
        .collect();
    changes.sort_by(|a, b| a.key.cmp(&b.key));
    changes
}

fn members(before: &VersionRows, after: &VersionRows) -> Vec<Change<Code, MemberRow>> {
    type Key<'a> =
        (&'a str, i16, Option<i32>, Option<&'a str>, Option<&'a str>, Option<&'a str>, Option<Decimal>);
    fn key(row: &MemberRow) -> Key<'_> {
        let (from, to) = (row.postcode_from.as_deref(), row.postcode_to.as_deref());
        (&row.zone, row.country_id, row.state_id, from, to, row.airport.as_deref(), row.max_weight)
    }
    fn by_key(rows: &VersionRows) -> BTreeMap<Key<'_>, MemberRow> {
        rows.members.iter().map(|row| (key(row), row.clone())).collect()
    }
    let changes = join(&by_key(before), &by_key(after)).into_iter();
    changes
        .filter_map(|Change { before, after, .. }| {
            let zone = before.as_ref().or(after.as_ref())?.zone.clone();
            Some(Change { key: zone, before, after, pct: None })
        })
        .collect()
}

fn settings(before: &VersionRows, after: &VersionRows) -> Vec<&'static str> {
    let (old, new) = (&before.weighing, &after.weighing);
    let differing = [
        ("currency", before.currency != after.currency),
        ("weight_unit", old.unit != new.unit),
        ("dim_unit", old.size_unit != new.size_unit),
        ("divisor", old.divisor != new.divisor),
        ("volumetric_rule", old.volumetric != new.volumetric),
        ("per", old.per != new.per),
        ("priced_per", before.priced_per != after.priced_per),
        ("rounding_step", old.rounding_step != new.rounding_step),
        ("scale_division", old.scale_division != new.scale_division),
        ("inch_ceil", old.inch_ceil != new.inch_ceil),
        ("minimum", before.minimum != after.minimum),
        ("taxable", before.taxable != after.taxable),
        ("fuel_on", before.fuel_on != after.fuel_on),
        ("insurance", before.insurance != after.insurance),
        ("adjustments", before.adjustments != after.adjustments),
    ];
    differing.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
}

/// The amounts of two prices with the same method.
fn pair_amounts(before: Price, after: Price) -> Option<(Decimal, Decimal)> {
    match (before, after) {
        (Price::Cell { amount: a }, Price::Cell { amount: b })
        | (Price::PerUnit { amount: a }, Price::PerUnit { amount: b })
        | (Price::Break { amount: a }, Price::Break { amount: b })
        | (Price::BaseStep { amount: a, .. }, Price::BaseStep { amount: b, .. }) => Some((a, b)),
        _ => None,
    }
}

/// The change in percent, with two decimals.
fn percent(before: Decimal, after: Decimal) -> Option<Decimal> {
    if before.is_zero() || before == after {
        return None;
    }
    Some(((after - before) * Decimal::ONE_HUNDRED / before).round_dp(2))
}
