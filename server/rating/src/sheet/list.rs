//! A row for each price, with its zone: `Zone | Weight | Price`.

use std::collections::HashMap;

use super::super::measure::WeightUnit;
use super::super::money::Currency;
use super::cells::{cell, mark};
use super::header::{MAX_CODE, join_header};
use super::number::{is_blank, tells_price};
use super::reading::{is_unread, read_grid};
use super::words::{names_countries, names_zone_axis};
use super::{Layout, Reading, join_ladders};
use trade::countries::by_name;

const MOST_ZONES: usize = 500;

/// A list with the column of its zones.
pub struct ZoneList {
    pub column: usize,
    pub reading: Reading,
}

/// The prices of all zones, which can have different weights; `None` if no column has the zone of each price.
pub fn read_list(
    rows: &[Vec<String>],
    layout: &Layout,
    unit: WeightUnit,
    currency: Currency,
) -> Option<ZoneList> {
    let [price] = &layout.prices[..] else { return None };
    let (head, body) = rows.split_at(layout.header_rows.min(rows.len()));
    let tells =
        |index: &usize| tells_price(cell(&body[*index], price.column), mark(layout, price.column), currency);
    let priced: Vec<usize> = (0..body.len()).filter(tells).collect();
    let column = zone_column(head, body, layout, &priced)?;
    let zone = |index: usize| cell(&body[index], column).trim_matches(is_blank);
    let (mut names, mut numbers) = (Vec::new(), HashMap::new());
    for name in priced.iter().map(|index| zone(*index)) {
        numbers.entry(name).or_insert_with(|| {
            names.push(name);
            names.len() - 1
        });
    }
    // A single zone can have the name that a person has given it.
    let is_named = names.len() == 1 && &*price.zone != "1";
    if names.is_empty() || names.len() > MOST_ZONES || is_named {
        return None;
    }
    let mut groups = vec![Vec::new(); names.len()];
    for index in 0..body.len() {
        // Notes are told once, with the first zone.
        groups[numbers.get(zone(index)).copied().unwrap_or_default()].push(index);
    }
    let mut parts = Vec::with_capacity(names.len());
    for (name, group) in names.iter().zip(&groups) {
        let own: Vec<Vec<String>> =
            head.iter().chain(group.iter().map(|index| &body[*index])).cloned().collect();
        let mut layout = layout.clone();
        layout.prices[0].zone = (*name).into();
        layout.zone_column = Some(column);
        let mut read = read_grid(&own, &layout, unit, currency);
        move_findings(&mut read, head.len(), group);
        parts.push(read);
    }
    let mut all = join_ladders::join(parts, (head.len().saturating_sub(1), layout.weight_column), currency)?;
    all.sort();
    Some(ZoneList { column, reading: all })
}

/// The column with the zone or country of each row that has a price.
fn zone_column(
    head: &[Vec<String>],
    body: &[Vec<String>],
    layout: &Layout,
    priced: &[usize],
) -> Option<usize> {
    let width = head.iter().map(Vec::len).max()?;
    let named = |names: fn(&str) -> bool| {
        (0..width).filter(move |column| is_unread(layout, *column) && names(&join_header(head, *column)))
    };
    let is_full = |column: &usize| {
        let mut texts = priced.iter().map(|index| cell(&body[*index], *column).trim_matches(is_blank));
        texts.all(|text| !text.is_empty() && text.chars().count() <= MAX_CODE)
    };
    let zones: Vec<usize> = named(names_zone_axis).filter(is_full).collect();
    // A destination can be a country, beside a column with its zone.
    let is_zone = |column: &&usize| {
        priced.iter().any(|index| by_name(cell(&body[*index], **column).trim_matches(is_blank)).is_none())
    };
    let zone = zones.iter().find(is_zone).or(zones.first()).copied();
    zone.or_else(|| named(names_countries).find(is_full))
}

/// Findings of a zone, whose rows below the header are those of the group, at the rows of the sheet.
fn move_findings(read: &mut Reading, head_rows: usize, group: &[usize]) {
    for finding in &mut read.findings {
        let below = finding.row.checked_sub(head_rows + 1);
        if let Some(index) = below.and_then(|below| group.get(below)) {
            finding.row = head_rows + index + 1;
        }
    }
}
