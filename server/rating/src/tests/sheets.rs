//! Tariff sheets as people send them.

use proptest::prelude::*;

use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::super::rows::{CellRow, Price};
use super::super::sheet::number::Mark;
use super::super::sheet::{
    Correction, Method, Reading, SheetCode, read_breaks, read_flat, read_prices, write_flat,
};
use super::support::*;

fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines().map(|line| line.split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

fn taken(text: &str, code: &str, unit: WeightUnit) -> Reading {
    read_prices(&rows(text), unit, currency(code), &Correction::default()).unwrap().reading
}

fn cells(reading: &Reading) -> Vec<String> {
    let shown = |cell: &CellRow| {
        let band = reading.bands.iter().find(|band| band.seq == cell.band_seq).unwrap();
        let (Price::Cell { amount } | Price::PerUnit { amount }) = cell.price else { panic!("{cell:?}") };
        format!("{}≤{}={amount}", cell.zone, band.up_to)
    };
    reading.cells.iter().map(shown).collect()
}

fn findings(reading: &Reading) -> Vec<(SheetCode, usize, usize)> {
    reading.findings.iter().map(|finding| (finding.code, finding.row, finding.column)).collect()
}

#[test]
fn published_sheets_are_read_whole() {
    for (file, code, unit, bands, zones, cells) in [
        ("japanpost-ems.csv", "JPY", "g", 42, 5, 210),
        ("japanpost-parcel-air.csv", "JPY", "g", 30, 5, 150),
        ("usps-pmi-2026-07-12.csv", "USD", "lb", 70, 20, 1_342),
        ("usps-fcpis-2026-07-12.csv", "USD", "oz", 5, 20, 100),
        ("dhl-us-export-2026.csv", "USD", "lb", 150, 14, 2_100),
        ("colissimo-international-2026-01-01.csv", "EUR", "g", 8, 6, 48),
        ("colissimo-home-france-2026-01-01.csv", "EUR", "g", 33, 1, 33),
    ] {
        let reading = read_sheet(file, weight_unit(unit), currency(code));
        assert_eq!(reading.findings, [], "{file}");
        let counts = (reading.bands.len(), reading.zones.len(), reading.cells.len());
        assert_eq!(counts, (bands, zones, cells), "{file}");
    }
}

/// A workbook has the same numbers as cells, whose texts have a point and no thousands.
#[test]
fn published_sheets_are_read_from_a_workbook_as_from_a_text() {
    for (file, code, unit) in [
        ("japanpost-ems.csv", "JPY", "g"),
        ("usps-pmi-2026-07-12.csv", "USD", "lb"),
        ("usps-fcpis-2026-07-12.csv", "USD", "oz"),
        ("dhl-us-export-2026.csv", "USD", "lb"),
        ("dhl-us-export-2026-per-lb.csv", "USD", "lb"),
        ("colissimo-international-2026-01-01.csv", "EUR", "g"),
        ("colissimo-home-france-2026-01-01.csv", "EUR", "g"),
    ] {
        let mut workbook = grid(file);
        let decimals = workbook.iter_mut().flatten().filter(|text| text.contains('.'));
        decimals.for_each(|text| text.push('\u{200b}'));
        let read = read_prices(&workbook, weight_unit(unit), currency(code), &Correction::default());
        assert_eq!(read.unwrap().reading, read_sheet(file, weight_unit(unit), currency(code)), "{file}");
    }
}

#[test]
fn blank_dash_and_na_are_not_offered_and_zero_is_an_error() {
    let reading = taken(
        "Weight kg | A | B\n0.5 | 10.00 | -\n1 | N/A | 12.00\n1.5 | | 0.00",
        "USD",
        WeightUnit::Kilograms,
    );
    assert_eq!(cells(&reading), ["A≤0.5=10.00", "B≤1=12.00"]);
    assert_eq!(findings(&reading), [(SheetCode::ZeroPrice, 4, 3)]);
}

#[test]
fn decimal_commas_thin_spaces_signs_and_units_in_cells_are_read() {
    let text = "Peso | Zona 1 | Zona 2\n500g | R$ 9,18 | 1\u{2009}010,40\n1 kg | 1.010,50 | 1\u{202f}020,00 BRL\naté 2,5 kg | 1'200,00 | —";
    let reading = taken(text, "BRL", WeightUnit::Kilograms);
    assert_eq!(reading.findings, []);
    assert_eq!(
        cells(&reading),
        [
            "Zona 1≤0.5=9.18",
            "Zona 2≤0.5=1010.40",
            "Zona 1≤1=1010.50",
            "Zona 2≤1=1020.00",
            "Zona 1≤2.5=1200.00"
        ]
    );
}

#[test]
fn headers_in_two_rows_and_columns_in_both_units_are_told_apart() {
    let text = "Rates 2026 | | Zones |\nlbs | kg | A | B\n1 | 0.5 | 10.00 | 11.00\n2 | 1 | 20.00 | 22.00";
    let pounds = taken(text, "USD", WeightUnit::Pounds);
    assert_eq!(cells(&pounds), ["A≤1=10.00", "B≤1=11.00", "A≤2=20.00", "B≤2=22.00"]);
    let kilograms = taken(text, "USD", WeightUnit::Kilograms);
    assert_eq!(cells(&kilograms), ["A≤0.5=10.00", "B≤0.5=11.00", "A≤1=20.00", "B≤1=22.00"]);
    assert_eq!((pounds.findings, kilograms.findings), (vec![], vec![]));
}

#[test]
fn lower_bounds_have_a_column_of_their_own() {
    let text = "From kg | To kg | DE | FR\n0 | 0.5 | 10.00 | 11.00\n0.51 | 1.0 kg | 12.00 | 13.00\nx | 2 | 14.00 | 15.00\n3 | 4 | 16.00 | 17.00";
    let reading = taken(text, "EUR", WeightUnit::Kilograms);
    assert_eq!(findings(&reading), [(SheetCode::UnreadableWeight, 4, 1), (SheetCode::BandGap, 5, 2)]);
    assert_eq!(cells(&reading)[..3], ["DE≤0.5=10.00", "FR≤0.5=11.00", "DE≤1=12.00"]);
    let plain = taken("from | to | DE\n0 | 1 | 5.00\n1 | 2 | 6.00", "EUR", WeightUnit::Kilograms);
    assert_eq!(
        (cells(&plain), plain.findings.len()),
        (vec!["DE≤1=5.00".to_owned(), "DE≤2=6.00".to_owned()], 0)
    );
}

#[test]
fn faulty_rows_and_cells_are_named_and_the_others_are_read() {
    let text = "kg | A | B | \n1 | 1O.00 | 11.00 | 5.00\n? | 20.00 | 22.00 |\n1 | 30.00 | 33.00 |\n3 lb | 30.00 | 33.00 |\n\
                4 | € 30.00 | 3.333 |\nover 4 | 50.00 | 55.00 |\nPrices exclude VAT | | |\n | | |\n5 | -1.00 | #REF! |";
    let reading = taken(text, "USD", WeightUnit::Kilograms);
    assert_eq!(cells(&reading), ["B≤1=11.00"]);
    assert_eq!(
        findings(&reading),
        [
            (SheetCode::UnreadablePrice, 2, 2),
            (SheetCode::ColumnIgnored, 2, 4),
            (SheetCode::UnreadableWeight, 3, 1),
            (SheetCode::WeightNotRising, 4, 1),
            (SheetCode::OtherUnit, 5, 1),
            (SheetCode::OtherCurrency, 6, 2),
            (SheetCode::TooManyDecimals, 6, 3),
            (SheetCode::OpenEnd, 7, 1),
            (SheetCode::RowSkipped, 8, 1),
            (SheetCode::NegativePrice, 10, 2),
            (SheetCode::UnreadablePrice, 10, 3),
        ]
    );
    assert!(reading.has_errors());
    let skipped = reading.findings.iter().find(|finding| finding.code == SheetCode::RowSkipped).unwrap();
    assert_eq!((skipped.severity, skipped.text.as_str()), (Severity::Note, "Prices exclude VAT"));
}

#[test]
fn a_price_that_falls_is_told_at_its_cell_when_the_sheet_is_read() {
    let (grid, usd) = (grid("dhl-us-export-2026-corrupt-rows.csv"), currency("USD"));
    let sheet = read_prices(&grid, WeightUnit::Pounds, usd, &Correction::default()).unwrap();
    let fall = |column| (SheetCode::PriceFalls, 5, column);
    assert_eq!(findings(&sheet.reading), [fall(2), fall(3), fall(4)]);
    assert!(!sheet.reading.has_errors(), "somebody may mean it");
    let across =
        taken("Zone | 1 kg | 2 kg | 3 kg\nA | 10 | 9 | 8\nB | 10 | 11 | 12", "USD", WeightUnit::Kilograms);
    assert_eq!(findings(&across), [(SheetCode::PriceFalls, 2, 3)], "the first of its zone");
    let rates = "kg | A per kg\n10 | 4.50\n20 | 4.00";
    assert_eq!(findings(&taken(rates, "USD", WeightUnit::Kilograms)), []);
}

#[test]
fn the_last_band_of_rates_needs_no_end() {
    let text = "Peso | Sul (USD/kg)\nAté 10 kg | 4.50\nDe 10 a 50 kg | 4.00\nAcima de 50 kg | 3.50";
    let reading = taken(text, "USD", WeightUnit::Kilograms);
    assert_eq!(findings(&reading), [(SheetCode::LastBandOpen, 4, 1)]);
    let bands: Vec<_> = reading.bands.iter().map(|band| band.up_to.to_string()).collect();
    assert_eq!((bands.join(" ").as_str(), reading.cells.len()), ("10 50 99999", 3));
}

#[test]
fn zones_with_numbers_are_no_prices() {
    for text in [
        "Zone | Weight kg | Price\n1 | 0.5 | 10.00\n1 | 1 | 12.00\n2 | 0.5 | 11.00\n2 | 1 | 13.00",
        "Country | Zone | Weight kg | Price\nDE | 1 | 0.5 | 10.00\nDE | 1 | 1 | 12.00\nBR | 2 | 0.5 | 11.00\nBR | 2 | 1 | 13.00",
    ] {
        let reading = taken(text, "USD", WeightUnit::Kilograms);
        assert_eq!(cells(&reading), ["1≤0.5=10.00", "1≤1=12.00", "2≤0.5=11.00", "2≤1=13.00"], "{text}");
        assert_eq!(findings(&reading), [], "{text}");
    }
    let grid = taken("Zone | kg | A\n1 | 0.5 | 10.00\n1 | 1 | 12.00", "USD", WeightUnit::Kilograms);
    assert_eq!(cells(&grid).len(), 2, "one zone, whose name may be either");
    let only = taken("kg | Zone\n0.5 | 10.00\n1 | 12.00", "USD", WeightUnit::Kilograms);
    assert_eq!(only.cells.len(), 2);
}

#[test]
fn ranges_must_meet() {
    let text = "Weight | A\n0 - 0.5 kg | 10.00\n0.501 - 1 kg | 11.00\n1.5 - 2 kg | 12.00\n1.8 - 3 kg | 13.00";
    let reading = taken(text, "USD", WeightUnit::Kilograms);
    assert_eq!(findings(&reading), [(SheetCode::BandGap, 4, 1), (SheetCode::BandOverlap, 5, 1)]);
    assert_eq!(reading.bands.len(), 4);
}

#[test]
fn prices_per_pound_are_read_with_their_lower_bounds() {
    let (grid, usd) = (grid("dhl-us-export-2026-per-lb.csv"), currency("USD"));
    let sheet = read_prices(&grid, WeightUnit::Pounds, usd, &Correction::default()).unwrap();
    let (layout, reading) = (sheet.layout, sheet.reading);
    assert_eq!((layout.from_column, layout.weight_column), (Some(0), 1));
    assert!(layout.prices.iter().all(|price| price.method == Method::PerUnit));
    let ladder: Vec<_> = reading.bands.iter().map(|band| band.up_to.to_string()).collect();
    assert_eq!(ladder, ["150", "330", "660", "2199", "99999"]);
    assert_eq!(reading.zones[2].code.to_string(), "zone C");
    assert!(reading.cells.iter().all(|cell| cell.band_seq > 1) && reading.cells.len() == 56);
}

#[test]
fn rates_of_air_cargo_are_read_with_their_minimum() {
    let text = "GRU to | Country | M | N | +45 | +100 | +300\nFRA | DE | 75.00 | 6.20 | 4.80 | 4.10 | 3.60\n\
                DAM | SY | 76.69 | 4.01 | - | | \nLIS | PT | 50.00 | x1 | 3.00 | 2.00 | 1.00";
    let reading = read_breaks(&rows(text), WeightUnit::Kilograms, currency("USD"), None).unwrap();
    let ladder: Vec<_> = reading.bands.iter().map(|band| band.up_to.to_string()).collect();
    assert_eq!(ladder, ["45", "100", "300", "99999"]);
    let minimums: Vec<_> = reading.zones.iter().map(|zone| zone.minimum.unwrap().to_string()).collect();
    assert_eq!(
        (minimums, reading.cells.len()),
        (vec!["75.00".into(), "76.69".to_owned(), "50.00".into()], 8)
    );
    assert_eq!(findings(&reading), [(SheetCode::UnreadablePrice, 4, 4)]);
    assert!(
        read_breaks(&rows("kg | A | B\n1 | 5.00 | 6.00"), WeightUnit::Kilograms, currency("USD"), None)
            .is_none()
    );
    assert!(
        read_breaks(
            &rows("x | N | +100 | +45\nFRA | 1 | 2 | 3"),
            WeightUnit::Kilograms,
            currency("USD"),
            None
        )
        .is_none()
    );
}

#[test]
fn a_sheet_without_prices_has_no_layout() {
    let usd = currency("USD");
    let read = |rows: &[Vec<String>]| read_prices(rows, WeightUnit::Pounds, usd, &Correction::default());
    assert!(read(&rows("a | b\nc | d")).is_none());
    assert!(read(&[]).is_none());
}

#[test]
fn one_row_per_cell_gives_the_version_back() {
    for version in [dhl(), dhl_in_steps(), usps()] {
        let mut written = write_flat(&version);
        written[1..].reverse();
        let reading = read_flat(&written, None, version.currency);
        assert_eq!(reading.findings, []);
        let mut expected = version.clone();
        expected.zones.sort_by(|a, b| a.code.cmp(&b.code));
        let mut found = super::super::rows::VersionRows {
            zones: reading.zones,
            bands: reading.bands,
            cells: reading.cells,
            ..version.clone()
        };
        found.zones.sort_by(|a, b| a.code.cmp(&b.code));
        let difference = super::super::compare::compare(&expected, &found);
        assert!(difference.cells.is_empty() && difference.zones.is_empty(), "{difference:?}");
    }
    let twice = rows(
        "zone | up_to | method | amount\nA | 1 | cell | 5.00\nA | 1 | cell | 6.00\nA | 2 | magic | 5.00",
    );
    let reading = read_flat(&twice, None, currency("USD"));
    assert_eq!(findings(&reading), [(SheetCode::UnknownMethod, 4, 3), (SheetCode::RepeatedCell, 3, 2)]);
}

#[test]
fn numbers_that_no_version_takes_are_refused() {
    let flat = rows(
        "zone | up_to | method | amount | step | step_amount\nA | 99999999999999999999 | per_unit | 999999999 | | \nA | 5 | base_step | 1.00 | 0.0000000000000001 | 1.00",
    );
    let read = findings(&read_flat(&flat, None, currency("USD")));
    assert_eq!(read, [(SheetCode::UnreadableWeight, 2, 2), (SheetCode::UnreadablePrice, 3, 5)]);
    let grid = taken("kg | A\n1 | 10.00\n99999999999999999999 | 15.00", "USD", WeightUnit::Kilograms);
    assert_eq!(findings(&grid), [(SheetCode::UnreadableWeight, 3, 1)]);
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(texts in proptest::collection::vec("[0-9.,'+ \u{a0}a-zà%$€#()><=–-]{0,12}", 1..24), width in 1..6_usize) {
        let grid: Vec<Vec<String>> = texts.chunks(width).map(<[String]>::to_vec).collect();
        for mark in [None, Some(Mark::Dot), Some(Mark::Comma)] {
            read_flat(&grid, mark, currency("USD"));
            read_breaks(&grid, WeightUnit::Kilograms, currency("USD"), mark);
        }
        if let Some(sheet) = read_prices(&grid, WeightUnit::Kilograms, currency("USD"), &Correction::default()) {
            prop_assert!(sheet.reading.bands.windows(2).all(|pair| pair[0].up_to < pair[1].up_to));
        }
    }
}
