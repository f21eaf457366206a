//! What is exported is read back as it was.

use proptest::prelude::*;
use rust_decimal::Decimal;

use super::super::measure::WeightUnit;
use super::super::rows::{BandRow, CellRow, Price, VersionRows};
use super::super::sheet::{Correction, Reading, is_flat, read_flat, read_prices, write, write_flat};
use super::support::*;

fn read(written: &[Vec<String>], version: &VersionRows) -> Reading {
    if is_flat(&written[0]) {
        return read_flat(written, None, version.currency);
    }
    let unit = version.weighing.unit;
    read_prices(written, unit, version.currency, &Correction::default()).unwrap().reading
}

/// What a file says of a version, in one order.
#[derive(Debug, PartialEq)]
struct Contents {
    /// By zone and upper bound.
    prices: Vec<(String, Decimal, Price)>,
    zones: Vec<String>,
    ladder: Vec<Decimal>,
}

impl Contents {
    fn of(rows: &VersionRows) -> Self {
        let up_to = |seq| rows.bands.iter().find(|band| band.seq == seq).unwrap().up_to;
        let mut prices: Vec<_> =
            rows.cells.iter().map(|cell| (cell.zone.to_string(), up_to(cell.band_seq), cell.price)).collect();
        prices.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        let mut zones: Vec<_> = rows.zones.iter().map(|zone| zone.code.to_string()).collect();
        zones.sort();
        Self { prices, zones, ladder: rows.bands.iter().map(|band| band.up_to).collect() }
    }
}

fn back(version: &VersionRows, reading: Reading) -> VersionRows {
    VersionRows { zones: reading.zones, bands: reading.bands, cells: reading.cells, ..version.clone() }
}

fn price(kind: u8, amount: i64, decimals: u32) -> Price {
    let amount = Decimal::new(amount, decimals);
    match kind {
        0 => Price::Cell { amount },
        1 => Price::PerUnit { amount },
        2 => Price::Break { amount },
        _ => Price::BaseStep { amount, step: Decimal::new(125, 3), step_amount: amount },
    }
}

const NAMES: [&str; 8] = ["Zone A USD", "per kg", "Peso", "5", "VAT %", "DE (ex VAT)", "Zone 1", "1"];
const UNITS: [WeightUnit; 4] =
    [WeightUnit::Grams, WeightUnit::Kilograms, WeightUnit::Ounces, WeightUnit::Pounds];

proptest! {
    /// The files of both forms, with three and four decimals and zones of any name.
    #[test]
    fn what_is_exported_is_read_back_unchanged(
        ladder in proptest::collection::btree_set(1..9_000_000_u32, 1..12),
        ladder_decimals in 0..5_u32,
        zones in 1..8_usize,
        amounts in proptest::collection::vec(proptest::option::weighted(0.8, 1..9_999_999_i64), 100),
        kinds in proptest::collection::vec(0..4_u8, 100),
        decimals in 0..5_u32,
        (only_cells, code, unit) in (any::<bool>(), 0..3_usize, 0..4_usize),
    ) {
        let mut version = version(["USD", "JPY", "BHD"][code], UNITS[unit]);
        version.zones = NAMES[..zones].iter().map(|name| zone(name)).collect();
        for (weight, seq) in ladder.iter().zip(1_i32..) {
            let up_to = Decimal::new((*weight).into(), ladder_decimals).normalize();
            version.bands.push(BandRow { seq, up_to });
            for (at, zone) in version.zones.iter().enumerate() {
                let index = usize::try_from(seq).unwrap() * zones % 90 + at;
                let Some(amount) = amounts[index] else { continue };
                let kind = if only_cells { 0 } else { kinds[index] };
                version.cells.push(CellRow { zone: zone.code.clone(), band_seq: seq, price: price(kind, amount, decimals) });
            }
        }
        let files = [write(&version), Some(write_flat(&version))];
        for written in files.into_iter().flatten() {
            let reading = read(&written, &version);
            prop_assert!(!reading.has_errors(), "{:?}", reading.findings);
            prop_assert_eq!(Contents::of(&back(&version, reading)), Contents::of(&version));
        }
    }
}

#[test]
fn a_file_of_our_own_has_no_thousands() {
    let text = "zone,up_to,method,amount,step,step_amount\nA,1.361,cell,14,,\nA,2.268,per_unit,9.125,,";
    let rows: Vec<Vec<String>> =
        text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let reading = read_flat(&rows, None, currency("USD"));
    assert_eq!(reading.findings, []);
    let ladder: Vec<_> = reading.bands.iter().map(|band| band.up_to.to_string()).collect();
    assert_eq!(ladder, ["1.361", "2.268"]);
    assert_eq!(reading.cells[1].price, Price::PerUnit { amount: dec("9.125") });
}

#[test]
fn a_grid_with_parts_of_a_coin_is_written_row_by_row() {
    let mut version = version("USD", WeightUnit::Kilograms);
    version.zones = vec![zone("A")];
    version.bands = vec![BandRow { seq: 1, up_to: Decimal::ONE }];
    version.cells = vec![CellRow { zone: "A".into(), band_seq: 1, price: price(0, 12_345, 3) }];
    assert_eq!(write(&version), None);
}
