//! Columns of weights beside each other, each with the prices of its own zones: `kg | A | kg | B`.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::super::money::Currency;
use super::cells::cell;
use super::correct::{Correction, correct};
use super::header::{read_zone_code, zone_key};
use super::layout::guess;
use super::number::is_blank;
use super::reading::{read_grid, report_kinds};
use super::words::weight_header;
use super::{Axis, Layout, Reading, SheetCode, join_ladders};

/// Columns of weights beside each other. Each is read with a copy of the sheet; no price list has so many.
const MOST_BLOCKS: usize = 50;

/// The columns of the weights and their prices, if there is more than one column of weights with prices after it. Weights in
/// kilograms and in pounds stand before the same prices, and are one.
pub fn find_blocks(layout: &Layout) -> Vec<Range<usize>> {
    let own = [Some(layout.weight_column), layout.from_column];
    let weights: BTreeSet<usize> =
        own.into_iter().flatten().chain(layout.other_weights.iter().copied()).collect();
    let prices: BTreeSet<usize> = layout.prices.iter().map(|price| price.column).collect();
    let mut begins: Vec<usize> = Vec::new();
    let mut is_after_price = true;
    for column in weights.union(&prices) {
        let is_weight = weights.contains(column);
        if is_weight && is_after_price {
            begins.push(*column);
        }
        is_after_price = !is_weight;
    }
    // Weights after the last prices are a copy of those before them.
    if !is_after_price {
        begins.pop();
    }
    if !(2..=MOST_BLOCKS).contains(&begins.len()) || prices.first() < begins.first() {
        return Vec::new();
    }
    let ends = begins.iter().skip(1).copied().chain([usize::MAX]);
    let blocks = begins.iter().zip(ends).map(|(begin, end)| *begin..end);
    blocks.collect()
}

/// The prices of all blocks; `None` if one of them cannot be read alone. The layout is that of the first block, with the others.
pub fn read_blocks(
    rows: &[Vec<String>],
    guessed: &Layout,
    blocks: &[Range<usize>],
    unit: WeightUnit,
    currency: Currency,
    axis: Axis,
    correction: &Correction,
) -> Option<(Layout, Reading)> {
    let width = rows.iter().map(Vec::len).max()?;
    let titles = find_titles(&rows[..guessed.header_rows.min(rows.len())], blocks);
    let (mut layouts, mut readings, mut seen) = (Vec::<Layout>::new(), Vec::new(), HashSet::new());
    for (block, number) in blocks.iter().zip(1..) {
        // Columns before all weights are told with the first block.
        let begin = if number == 1 { 0 } else { block.start };
        let has = |column: &usize| (begin..block.end).contains(column);
        let keep = |at: usize, text: &String| if has(&at) { text.clone() } else { String::new() };
        let keep_row = |row: &Vec<String>| -> Vec<String> {
            row.iter().enumerate().map(|(at, text)| keep(at, text)).collect()
        };
        let own: Vec<Vec<String>> = rows.iter().map(keep_row).collect();
        let mut layout = guess(&own, unit, currency, axis, Some(guessed.header_rows))?;
        let title = titles.map(|row| cell(&rows[row], block.start).trim_matches(is_blank));
        name_zone(&own, &mut layout, title, number, currency);
        let roles = correction.roles.iter().filter(|(column, _)| has(column));
        let roles = roles.map(|(column, role)| (*column, role.clone())).collect();
        let Some(layout) = correct(Some(layout), &Correction { roles, ..correction.clone() }, width) else {
            // Somebody ignores all prices of the block.
            continue;
        };
        let mut reading = read_grid(&own, &layout, unit, currency);
        if axis == Axis::Down {
            report_kinds(&own, &layout, currency, &mut reading);
        }
        for price in &layout.prices {
            if !seen.insert(zone_key(&price.zone)) {
                let at = (layout.header_rows.saturating_sub(1), price.column);
                reading.say(Severity::Error, SheetCode::RepeatedColumn, at, &price.zone);
            }
        }
        layouts.push(layout);
        readings.push(reading);
    }
    let mut layouts = layouts.into_iter();
    let mut first = layouts.next()?;
    let at = (first.header_rows.saturating_sub(1), first.weight_column);
    first.beside = layouts.collect();
    Some((first, join_ladders::join(readings, at, currency)?))
}

/// The row that has a title of its own above each block: a merged cell is saved at its begin.
fn find_titles(head: &[Vec<String>], blocks: &[Range<usize>]) -> Option<usize> {
    let has_titles = |row: &Vec<String>| {
        let titles: Vec<&str> =
            blocks.iter().map(|block| cell(row, block.start).trim_matches(is_blank)).collect();
        let is_title = |title: &&str| !title.is_empty() && weight_header(title).is_none();
        titles.iter().all(is_title) && titles.iter().collect::<HashSet<_>>().len() == titles.len()
    };
    head.iter().rposition(has_titles)
}

/// Names a block's only zone, if no header above its prices does.
fn name_zone(
    rows: &[Vec<String>],
    layout: &mut Layout,
    title: Option<&str>,
    number: usize,
    currency: Currency,
) {
    let [price] = &mut layout.prices[..] else { return };
    let head = &rows[..layout.header_rows.min(rows.len())];
    let is_named = head.iter().any(|row| !read_zone_code(cell(row, price.column), currency).is_empty());
    if !is_named {
        let title = title.map(|title| read_zone_code(title, currency)).filter(|title| !title.is_empty());
        price.zone = title.unwrap_or_else(|| number.to_string()).into();
    }
}
