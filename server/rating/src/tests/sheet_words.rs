//! Words and signs of sheets in the languages of those who write them.

use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::super::sheet::{Correction, Reading, SheetCode, read_prices};
use super::support::*;

fn read(text: &str) -> Reading {
    read_prices(&rows(text), WeightUnit::Kilograms, currency("USD"), &Correction::default())
        .expect(text)
        .reading
}

fn errors(reading: &Reading) -> Vec<SheetCode> {
    let errors = reading.findings.iter().filter(|one| one.severity == Severity::Error);
    errors.map(|one| one.code).collect()
}

#[test]
fn de_before_ate_is_where_a_band_begins_and_not_germany() {
    for text in [
        "De | Até | A\n0 | 1 | 10,00\n1 | 5 | 15,00",
        "Tarifas de 2026 | |\nDE | ATÉ | A\n0 | 1 | 10,00\n1 | 5 | 15,00",
        "从 | 至 | A\n0 | 1 | 10.00\n1 | 5 | 15.00",
    ] {
        let reading = read(text);
        assert_eq!(
            (cells(&reading), errors(&reading)),
            (vec!["A≤1=10.00".into(), "A≤5=15.00".into()], vec![])
        );
    }
    let germany = read("Até | DE | FR\n1 | 10.00 | 11.00\n5 | 15.00 | 16.00");
    assert_eq!(cells(&germany)[0], "DE≤1=10.00");
}

#[test]
fn the_price_of_more_weight_in_chinese_is_no_band() {
    let reading = read("重量 | A\n首重1kg | 100.00\n续重0.5kg | 30.00");
    assert_eq!(cells(&reading), ["A≤1=100.00", "A≤99999=100.00 + 30.00 per 0.5"]);
    assert_eq!(errors(&reading), []);
}

#[test]
fn numbers_of_full_width_are_numbers() {
    let reading = read(
        "起重（KG） | 止重（KG） | A | B\n０ | ０．５ | １２．５０ | １，０１２．５０\n０．５ | １ | １５．００ | －",
    );
    assert_eq!(cells(&reading), ["A≤0.5=12.50", "B≤0.5=1012.50", "A≤1=15.00"]);
    assert_eq!(errors(&reading), []);
}

#[test]
fn words_for_a_price_on_request_are_not_offered() {
    for word in ["A convenir", "s/c", "Call", "A combinar", "单询", "Sin cobertura", "No aplica"] {
        let reading = read(&format!("Weight | A | B\n1 | 10.00 | {word}\n2 | 12.00 | 14.00"));
        assert_eq!((reading.cells.len(), errors(&reading)), (3, vec![]), "{word}");
    }
}

#[test]
fn least_amounts_and_times_are_told_and_no_zones() {
    for header in
        ["Cargo mínimo", "Taxa mínima", "Minimum per shipment", "最低收费", "SLA", "派送时间", "Handling"]
    {
        let reading = read(&format!("kg | A | {header}\n1 | 10.00 | 3\n2 | 12.00 | 4"));
        let told: Vec<_> = reading.findings.iter().map(|one| (one.code, one.row, one.column)).collect();
        assert_eq!((reading.zones.len(), told), (1, vec![(SheetCode::ColumnIgnored, 1, 3)]), "{header}");
    }
}

#[test]
fn prices_with_their_unit_in_each_cell_are_rates() {
    let down = read("Weight | Zone A | Zone B\n45 | US$ 4.10/kg | 5.10 / kg\n100 | 3.90/kg | -");
    let rates = ["Zone A≤45=4.10 per unit", "Zone B≤45=5.10 per unit", "Zone A≤100=3.90 per unit"];
    assert_eq!((cells(&down), errors(&down)), (rates.map(str::to_owned).to_vec(), vec![]));
    let across = read("Zone | 45 kg | 100 kg\nA | 4.10/kg | 3.90/kg\nB | 5.10/kg | 4.90/kg");
    assert_eq!((cells(&across)[0].as_str(), errors(&across)), ("A≤45=4.10 per unit", vec![]));
    let pounds = read("Weight | Zone A\n45 | 4.10/lb\n100 | 3.90/lb");
    assert_eq!(errors(&pounds), [SheetCode::OtherUnit]);
    for mixed in ["45 | 4.10/kg\n100 | 400.00", "10 | 50.00\n45 | 4.10/kg"] {
        let reading = read(&format!("Weight | Zone A\n{mixed}"));
        assert_eq!(errors(&reading), [SheetCode::UnreadablePrice], "{mixed}");
    }
}

#[test]
fn a_rate_that_says_more_and_what_stands_above_the_first_one_are_no_header() {
    let first = read("Weight | Zone A | Zone B\n45 | - | 5.10/kg\n100 | 3.90/kg | 4.90/kg");
    assert_eq!(
        cells(&first),
        ["Zone B≤45=5.10 per unit", "Zone A≤100=3.90 per unit", "Zone B≤100=4.90 per unit"]
    );
    assert_eq!(errors(&first), []);
    let minimum = "4.10/kg min. 50.00";
    let reading = read(&format!("Weight | Zone A | Zone B\n45 | {minimum} | 5.10\n100 | {minimum} | 4.90"));
    assert!(cells(&reading).iter().all(|cell| cell.starts_with("Zone B")), "the minimum is not left out");
}

#[test]
fn words_of_packaging_in_a_header_are_no_row_of_prices() {
    for text in [
        "Document weight (kg) | 1 | 2\n0.5 | 10.00 | 11.00\n1 | 12.00 | 13.00",
        "Documents | Weight (kg) | 1 | 2\n | 0.5 | 10.00 | 11.00\n | 1 | 12.00 | 13.00",
    ] {
        assert_eq!(cells(&read(text))[..2], ["1≤0.5=10.00", "2≤0.5=11.00"], "{text}");
    }
}

#[test]
fn prices_that_read_like_the_header_in_other_columns_are_kept() {
    let reading = read("Weight kg |  |  | \n | 1 | 2 | 3\n1 | 2 | 3 |\n5 | 6 | 7 | 8");
    assert_eq!(cells(&reading)[..2], ["1≤1=2", "2≤1=3"]);
}

#[test]
fn a_zone_of_one_letter_with_a_unit_has_rates_and_no_weights() {
    let reading = read("Weight | A/kg | E/kg\n45 | 4.10 | 5.10\n100 | 4.20 | 5.20");
    let rates = ["A≤45=4.10 per unit", "E≤45=5.10 per unit", "A≤100=4.20 per unit", "E≤100=5.20 per unit"];
    assert_eq!((cells(&reading), errors(&reading)), (rates.map(str::to_owned).to_vec(), vec![]));
    let bounds = read("De (kg) | A (kg) | Zona 1\n0 | 1 | 10.00\n1 | 5 | 15.00");
    assert_eq!(cells(&bounds), ["Zona 1≤1=10.00", "Zona 1≤5=15.00"]);
}
