//! The meaning that the rows and columns of a carrier's sheet are given. Cells of a row are separated by `|`; `\u{200b}` ends a
//! cell that the workbook has as a number, as the reader of workbooks writes it.

use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::super::rows::{Price, VersionRows};
use super::super::sheet::{
    BandMode, Bound, Correction, Reading, SheetCode, apply, guess_mode, read_prices, rename_zones,
};
use super::super::tariff::Tariff;
use super::support::*;

const KG: WeightUnit = WeightUnit::Kilograms;

fn read(text: &str, code: &str) -> Reading {
    read_prices(&rows(text), KG, currency(code), &Correction::default()).expect(text).reading
}

fn errors(reading: &Reading) -> Vec<SheetCode> {
    let errors = reading.findings.iter().filter(|one| one.severity == Severity::Error);
    errors.map(|one| one.code).collect()
}

fn codes(reading: &Reading) -> Vec<(SheetCode, usize, usize)> {
    reading.findings.iter().map(|one| (one.code, one.row, one.column)).collect()
}

fn ladder(reading: &Reading) -> Vec<String> {
    reading.bands.iter().map(|band| band.up_to.to_string()).collect()
}

fn zones(reading: &Reading) -> Vec<String> {
    reading.zones.iter().map(|zone| zone.code.to_string()).collect()
}

/// The amount for a weight to the zone, by the band that has it.
fn amount(reading: &Reading, zone: &str, weight: &str) -> String {
    let band = reading.bands.iter().find(|band| band.up_to >= dec(weight)).expect(weight);
    let cell = reading.cells.iter().find(|cell| &*cell.zone == zone && cell.band_seq == band.seq);
    match cell.map(|cell| cell.price) {
        Some(Price::Cell { amount } | Price::PerUnit { amount }) => amount.normalize().to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_number_cell_of_a_workbook_has_no_thousands() {
    let text = "Weight up to kg | Zone A per kg | Zone B per kg\n45 | 4.125\u{200b} | 5.375\u{200b}\n\
                100 | 3.875\u{200b} | 4.625\u{200b}\n300 | 3.125\u{200b} | 4.115\u{200b}";
    let reading = read(text, "USD");
    assert_eq!(reading.findings, []);
    let amounts = ["45", "100", "120"].map(|weight| amount(&reading, "Zone A", weight));
    assert_eq!(amounts, ["4.125", "3.875", "3.125"]);
}

#[test]
fn numbers_that_can_be_read_in_two_ways_are_asked_about_until_somebody_says_it() {
    let text = "Weight up to kg | Zone A per kg\n45 | 4.125\n100 | 3.875";
    let reading = read(text, "USD");
    assert_eq!(codes(&reading), [(SheetCode::NumberFormatUnclear, 2, 2)]);
    assert!(reading.has_errors());
    let say = |mark| {
        let correction = Correction { mark: Some(mark), ..Correction::default() };
        read_prices(&rows(text), KG, currency("USD"), &correction).unwrap().reading
    };
    use super::super::sheet::number::Mark;
    assert_eq!(amount(&say(Mark::Dot), "Zone A", "45"), "4.125");
    assert_eq!(amount(&say(Mark::Comma), "Zone A", "45"), "4125");
    let clear = read("kg | Zone A per kg\n45 | 4.125\n100 | 13.5", "USD");
    assert_eq!((errors(&clear), amount(&clear, "Zone A", "45")), (vec![], "4.125".to_owned()));
}

#[test]
fn weights_and_above_are_lower_bounds_in_four_languages() {
    for header in [
        "Weight (and above)",
        "Peso inicial",
        "A partir de (kg)",
        "Peso (y más)",
        "重量以上",
        "From kg",
        "Peso (ou mais)",
    ] {
        let reading =
            read(&format!("{header} | Zone A | Zone B\n0.5|10|12\n1|15|18\n5|40|44\n10|70|80"), "USD");
        assert_eq!(errors(&reading), [], "{header}");
        let amounts = ["0.7", "1", "4", "12"].map(|weight| amount(&reading, "Zone A", weight));
        assert_eq!(amounts, ["10", "15", "15", "70"], "{header}");
        assert_eq!(amount(&reading, "Zone A", "0.4"), "None", "{header}: lighter shipments have no price");
    }
    for header in ["Over (kg)", "Acima de (kg)", "Más de (kg)", "超过（公斤）", "Weight"] {
        let over = if header == "Weight" { "> " } else { "" };
        let text = format!("{header} | Zone A\n{over}0.5|10\n{over}1|15\n{over}5|40");
        let reading = read(&text, "USD");
        assert_eq!(codes(&reading)[0].0, SheetCode::OverBounds, "{header}");
        let amounts =
            ["0.5", "0.501", "1", "1.001", "5", "6"].map(|weight| amount(&reading, "Zone A", weight));
        assert_eq!(amounts, ["None", "10", "10", "15", "15", "40"], "{header}: 1 kg is not over 1 kg");
    }
    let cells = read("Weight | A\n0.5 kg + | 10.00\n1 kg + | 15.00", "USD");
    assert_eq!((errors(&cells), amount(&cells, "A", "3")), (vec![], "15".to_owned()));
}

#[test]
fn lower_and_upper_bounds_stand_side_by_side_in_four_languages() {
    for header in [
        "Weight from|Weight to",
        "Peso inicial|Peso final",
        "Peso de (kg)|Peso até (kg)",
        "Peso desde|Peso hasta",
        "重量起|重量至",
        "Min. weight|Max. weight",
        "De (kg)|A (kg)",
    ] {
        let reading = read(&format!("{header}|Zone A\n0.001|1|10\n1.001|5|15\n5.001|10|40"), "USD");
        assert_eq!(reading.findings, [], "{header}");
        assert_eq!(ladder(&reading), ["1", "5", "10"], "{header}");
    }
    let open = read("From kg | To kg | A\n0 | 1 | 10.00\n1 | | 15.00", "USD");
    assert_eq!(
        (ladder(&open), codes(&open)[0].0),
        (vec!["1".into(), "99999".into()], SheetCode::LastBandOpen)
    );
}

#[test]
fn weights_stand_across_and_zones_down() {
    for text in [
        "Zone|0.5 kg|1 kg|2 kg\nZone A|10|15|20\nZone B|12|18|24",
        "Zone|0.5|1|2\nA|10|15|20\nB|12|18|24",
        "Zona|até 0,5 kg|até 1 kg|até 2 kg\nZona 1|10,00|15,00|20,00\nZona 2|12,00|18,00|24,00",
        "Tabela 2026|||\nZona|0,5 kg|1 kg|2 kg\n1|10,00|15,00|20,00\n2|12,00|18,00|24,00",
        "区|0.5公斤|1公斤|2公斤\n1区|10|15|20\n2区|12|18|24",
        "Destino|Weight (kg)||\n|0.5|1|2\nA|10|15|20\nB|12|18|24",
    ] {
        let reading = read(text, if text.contains(',') { "BRL" } else { "USD" });
        assert_eq!(errors(&reading), [], "{text}");
        assert_eq!(
            (reading.zones.len(), ladder(&reading)),
            (2, vec!["0.5".into(), "1".into(), "2".into()]),
            "{text}"
        );
        assert_eq!(amount(&reading, &zones(&reading)[1], "2"), "24", "{text}");
    }
    let faulty = read("Zone|0.5 kg|1 kg\nA|10|x1\nB|12|18", "USD");
    assert_eq!(codes(&faulty), [(SheetCode::UnreadablePrice, 2, 3)], "row and column of the sheet");
}

#[test]
fn zones_can_have_numbers_as_names() {
    let down = read("kg | 1 | 2 | 3\n0.5 | 10 | 12 | 13\n1 | 15 | 18 | 20", "USD");
    assert_eq!(
        (zones(&down), ladder(&down)),
        (vec!["1".into(), "2".into(), "3".into()], vec!["0.5".into(), "1".into()])
    );
}

#[test]
fn prices_in_another_currency_than_the_table_are_refused() {
    for text in [
        "Peso (kg) | Zona 1 EUR\n1 | 10,00\n2 | 12,50",
        "Peso (kg) | Zona 1 (€)\n1 | 10,00\n2 | 12,50",
        "Preços em euros | \nPeso (kg) | Zona 1\n1 | 10,00\n2 | 12,50",
        "Peso (kg) | Zona 1\n1 | 10,00\n2 | 12,50\nAll prices in EUR | ",
        "价格（欧元） | \nPeso (kg) | Zona 1\n1 | 10,00\n2 | 12,50",
    ] {
        assert_eq!(errors(&read(text, "BRL")), [SheetCode::OtherCurrency], "{text}");
        assert_eq!(errors(&read(text, "EUR")), [], "{text}");
    }
}

#[test]
fn prices_per_another_unit_than_the_table_are_refused() {
    assert_eq!(errors(&read("kg | Zone A per lb\n1 | 10.00\n2 | 12.50", "USD")), [SheetCode::OtherUnit]);
}

#[test]
fn rows_without_offers_are_kept_and_told() {
    let reading = read("kg | A | B\n0.5 | - | POA\n1 | 15.00 | sob consulta\n2 | 0 | 24.00", "USD");
    assert_eq!(ladder(&reading), ["0.5", "1", "2"]);
    assert_eq!(codes(&reading), [(SheetCode::RowNotOffered, 2, 1), (SheetCode::ZeroPrice, 4, 2)]);
    let no_weight = read("kg | A\n1 | 10.00\nPOA | -\n2 | 12.00", "USD");
    assert_eq!(errors(&no_weight), [SheetCode::UnreadableWeight]);
}

#[test]
fn a_column_that_is_not_offered_is_a_zone_without_prices() {
    let reading = read("kg | A | B\n0.5 | 10.00 | -\n1 | 15.00 | -", "USD");
    assert_eq!((zones(&reading), reading.cells.len()), (vec!["A".into(), "B".into()], 2));
}

#[test]
fn columns_without_prices_and_two_of_one_name_are_told_at_the_column() {
    let text = "kg | Zone A | VAT % | Transit days | Zone A | Prazo (dias)\n1 | 10.00 | 20 | 3 | 11.00 | 4\n2 | 12.00 | 20 | 3 | 13.00 | 4";
    let reading = read(text, "USD");
    assert_eq!(
        codes(&reading),
        [
            (SheetCode::ColumnIgnored, 1, 3),
            (SheetCode::ColumnIgnored, 1, 4),
            (SheetCode::RepeatedColumn, 1, 5),
            (SheetCode::ColumnIgnored, 1, 6),
        ]
    );
    assert_eq!((zones(&reading), reading.cells.len()), (vec!["Zone A".into()], 2));
    assert_eq!(errors(&read("kg | Zone 1 | zona 1\n1 | 10.00 | 11.00", "USD")), [SheetCode::RepeatedColumn]);
}

#[test]
fn a_second_sheet_with_heavier_bands_adds_them() {
    let mut draft = version("USD", WeightUnit::Pounds);
    for (file, mode) in
        [("dhl-us-export-2026.csv", BandMode::Replace), ("dhl-us-export-2026-per-lb.csv", BandMode::Add)]
    {
        let mut reading = read_sheet(file, WeightUnit::Pounds, currency("USD"));
        rename_zones(&draft, &mut reading);
        assert_eq!(guess_mode(&draft, &reading), mode, "{file}");
        draft = apply(&draft, &reading, &[], mode);
    }
    let expected = dhl();
    assert_eq!((&draft.bands, draft.cells.len()), (&expected.bands, expected.cells.len()));
    let difference = super::super::compare::compare(
        &VersionRows { members: vec![], ..expected.clone() },
        &VersionRows { weighing: expected.weighing.clone(), ..draft },
    );
    assert!(difference.cells.is_empty() && difference.zones.is_empty(), "{difference:?}");
}

#[test]
fn zones_of_a_sheet_are_those_of_the_draft_by_any_name() {
    let mut draft = version("USD", KG);
    draft.zones = vec![zone("1"), zone("2")];
    let mut reading = read("kg | zone1_usd | Zone 2 | Zone 3\n1 | 10.00 | 11.00 | 12.00", "USD");
    rename_zones(&draft, &mut reading);
    let after = apply(&draft, &reading, &[], BandMode::Replace);
    assert_eq!(
        after.zones.iter().map(|zone| zone.code.to_string()).collect::<Vec<_>>(),
        ["1", "2", "Zone 3"]
    );
    assert!(Tariff::compile(&after).is_ok());
}

#[test]
fn without_prices_the_draft_keeps_what_it_has() {
    let draft = dhl();
    let after = apply(&draft, &Reading::default(), &[], BandMode::Replace);
    assert_eq!((after.bands, after.cells), (draft.bands, draft.cells));
    assert!(
        read_prices(&rows("Zone|0.5 kg|1 kg\nA||\nB||"), KG, currency("USD"), &Correction::default())
            .is_none()
    );
}

#[test]
fn the_guess_can_be_seen() {
    let sheet =
        read_prices(&rows("Weight (and above) | A\n1 | 10.00"), KG, currency("USD"), &Correction::default());
    let layout = sheet.unwrap().layout;
    assert_eq!((layout.bound, layout.weight_column, layout.weight_unit), (Bound::From, 0, KG));
}

/// The reader of workbooks puts the sign of a cell's number format in front, if it is not that of the table.
#[test]
fn number_cells_with_the_format_of_another_currency_are_refused() {
    for sign in ["€", "EUR", "zł", "kr.", "US$", "CHF"] {
        let text = format!(
            "Peso até kg | Zona 1 | Zona 2\n0.5\u{200b} | {sign} 9.5\u{200b} | {sign} 12\n\
             1 | {sign} 10.25\u{200b} | 13"
        );
        let reading = read(&text, "BRL");
        let codes: Vec<_> = reading.findings.iter().map(|one| (one.code, one.row, one.column)).collect();
        let refused = |row, column| (SheetCode::OtherCurrency, row, column);
        assert_eq!(codes, [refused(2, 2), refused(2, 3), refused(3, 2)], "{sign}");
    }
}
