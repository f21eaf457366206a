//! Puts what was read into the rows of a draft.

use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;

use super::super::code::Code;
use super::super::finding::Severity;
use super::super::rows::{BandRow, CellRow, MemberRow, VersionRows};
use super::header::zone_key;
use super::ladder::tolerance;
use super::{Reading, SheetCode};

/// Effect of the bands of a sheet on those of the draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BandMode {
    Replace,
    Add,
}

/// A second sheet with heavier bands only adds them; any other one replaces all prices.
pub fn guess_mode(before: &VersionRows, reading: &Reading) -> BandMode {
    let last = before.bands.iter().map(|band| band.up_to).max();
    let priced: HashSet<i32> = reading.cells.iter().map(|cell| cell.band_seq).collect();
    let first = reading.bands.iter().filter(|band| priced.contains(&band.seq)).map(|band| band.up_to).min();
    match (last, first) {
        (Some(last), Some(first)) if !before.cells.is_empty() && first > last => BandMode::Add,
        _ => BandMode::Replace,
    }
}

/// Says what happens to the prices of the draft.
pub fn report_mode(before: &VersionRows, mode: BandMode, reading: &mut Reading) {
    let count = before.cells.len().to_string();
    match mode {
        _ if before.cells.is_empty() || reading.cells.is_empty() => {}
        BandMode::Add => reading.say(Severity::Note, SheetCode::Adds, (0, 0), &count),
        BandMode::Replace => reading.say(Severity::Warning, SheetCode::Replaces, (0, 0), &count),
    }
}

/// Names zones as the draft does: `zone5_usd` of a sheet is the draft's `5`.
pub fn rename_zones(before: &VersionRows, reading: &mut Reading) {
    let exact: HashSet<&Code> = before.zones.iter().map(|zone| &zone.code).collect();
    let mut known: HashMap<String, Option<&Code>> = HashMap::new();
    for zone in &before.zones {
        // Two zones of the draft that differ by their kind only are taken to the letter.
        known.entry(zone_key(&zone.code)).and_modify(|one| *one = None).or_insert(Some(&zone.code));
    }
    let new_name = |code: &Code| match known.get(&zone_key(code)) {
        Some(Some(name)) if !exact.contains(code) => (*name).clone(),
        _ => code.clone(),
    };
    for zone in &mut reading.zones {
        zone.code = new_name(&zone.code);
    }
    for cell in &mut reading.cells {
        cell.zone = new_name(&cell.zone);
    }
}

/// The draft with the prices and places in it. Without prices its prices stay, and without places its places.
pub fn apply(before: &VersionRows, reading: &Reading, places: &[MemberRow], mode: BandMode) -> VersionRows {
    let mut after = before.clone();
    let known: HashSet<&Code> = before.zones.iter().map(|zone| &zone.code).collect();
    let mut added = HashSet::new();
    let new = reading.zones.iter().filter(|zone| !known.contains(&zone.code) && added.insert(&zone.code));
    after.zones.extend(new.cloned());
    if !places.is_empty() {
        let named: HashSet<&Code> = places.iter().map(|place| &place.zone).collect();
        after.members.retain(|row| !named.contains(&row.zone));
        after.members.extend(places.iter().cloned());
    }
    if reading.cells.is_empty() {
        return after;
    }
    for zone in reading.zones.iter().filter(|zone| zone.minimum.is_some()) {
        if let Some(stored) = after.zones.iter_mut().find(|row| row.code == zone.code) {
            stored.minimum = zone.minimum;
        }
    }
    match mode {
        BandMode::Replace => {
            after.bands.clone_from(&reading.bands);
            after.cells.clone_from(&reading.cells);
        }
        BandMode::Add => add_bands(&mut after, reading),
    }
    after
}

/// The bands of both, and the cells of both; the sheet's where both have one.
fn add_bands(after: &mut VersionRows, reading: &Reading) {
    let near = tolerance(after.weighing.unit);
    let last = after.bands.iter().map(|band| band.up_to).max().unwrap_or_default();
    let priced: HashSet<i32> = reading.cells.iter().map(|cell| cell.band_seq).collect();
    // The band that only says where the sheet begins is the end of the draft's ladder.
    let is_begin = |band: &BandRow| !priced.contains(&band.seq) && (band.up_to - last).abs() <= near;
    let up_to = |band: &BandRow| if is_begin(band) { last } else { band.up_to };
    let mut ladder: Vec<Decimal> =
        after.bands.iter().map(|band| band.up_to).chain(reading.bands.iter().map(up_to)).collect();
    ladder.sort_unstable();
    ladder.dedup();
    let seq_at = |up_to: Decimal| {
        let position = ladder.partition_point(|other| *other < up_to);
        i32::try_from(position + 1).unwrap_or(i32::MAX)
    };
    let moved = |bands: &[BandRow], cells: &[CellRow]| -> Vec<CellRow> {
        let seqs: HashMap<i32, i32> = bands.iter().map(|band| (band.seq, seq_at(up_to(band)))).collect();
        let cell = |cell: &CellRow| Some(CellRow { band_seq: *seqs.get(&cell.band_seq)?, ..cell.clone() });
        cells.iter().filter_map(cell).collect()
    };
    let own: HashMap<i32, i32> = after.bands.iter().map(|band| (band.seq, seq_at(band.up_to))).collect();
    let new = moved(&reading.bands, &reading.cells);
    let replaced: HashSet<(&Code, i32)> = new.iter().map(|cell| (&cell.zone, cell.band_seq)).collect();
    let kept = after.cells.iter().filter_map(|cell| {
        let band_seq = *own.get(&cell.band_seq)?;
        (!replaced.contains(&(&cell.zone, band_seq))).then(|| CellRow { band_seq, ..cell.clone() })
    });
    let cells: Vec<CellRow> = kept.chain(new.iter().cloned()).collect();
    after.cells = cells;
    after.bands = ladder.iter().zip(1..).map(|(up_to, seq)| BandRow { seq, up_to: *up_to }).collect();
}
