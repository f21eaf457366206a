//! Forms of the price lists of carriers: bands without an end, zones with weights of their own, corners, footnotes.

use std::collections::HashMap;

use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::super::sheet::places::{PlaceSheet, read_places, without_places};
use super::super::sheet::{Axis, Correction, GridSheet, Reading, Role, SheetCode, read_prices};
use super::support::*;

const KG: WeightUnit = WeightUnit::Kilograms;
const LB: WeightUnit = WeightUnit::Pounds;

fn sheet(text: &str, unit: WeightUnit, code: &str) -> GridSheet {
    read_prices(&rows(text), unit, currency(code), &Correction::default()).expect(text)
}

fn read(text: &str) -> Reading {
    sheet(text, KG, "USD").reading
}

fn told(reading: &Reading) -> Vec<(SheetCode, usize, usize)> {
    reading.findings.iter().map(|one| (one.code, one.row, one.column)).collect()
}

fn errors(reading: &Reading) -> Vec<SheetCode> {
    let errors = reading.findings.iter().filter(|one| one.severity == Severity::Error);
    errors.map(|one| one.code).collect()
}

#[test]
fn one_price_over_a_weight_is_that_of_the_last_band() {
    for row in ["Over 30 kg", "> 30", "Acima de 30 kg", "Más de 30 kg", "30公斤以上", "30 kg +"] {
        let reading =
            read(&format!("Weight | A | B\n10 | 100.00 | 110.00\n30 | 150.00 | 160.00\n{row} | 200.00 | -"));
        assert_eq!(told(&reading), [(SheetCode::LastBandFlat, 4, 1)], "{row}");
        assert_eq!(reading.findings[0].severity, Severity::Warning);
        assert_eq!(cells(&reading)[4..], ["A≤99999=200.00"], "{row}");
    }
    let two = read("Weight | A\n30 | 150.00\nOver 30 kg | 200.00\nOver 50 kg | 300.00");
    assert_eq!(cells(&two), ["A≤30=150.00", "A≤50=200.00", "A≤99999=300.00"]);
    let grams = sheet("Weight g | A\n100000 | 150.00\nOver 100000 | 200.00", WeightUnit::Grams, "USD");
    assert_eq!(cells(&grams.reading)[1], "A≤99999000=200.00", "above what any service takes");
}

#[test]
fn one_price_over_a_weight_that_is_lower_than_before_is_asked_about() {
    for text in [
        "Weight | A\n10 | 100.00\n30 | 150.00\nOver 30 kg | 5.00",
        "From | To | A\n0 | 10 | 100.00\n10 | 30 | 150.00\n30 | | 5.00",
        "From kg | A\n0 | 100.00\n10 | 150.00\n30 | 5.00",
    ] {
        let reading = read(text);
        let errors: Vec<_> = reading.findings.iter().filter(|one| one.severity == Severity::Error).collect();
        assert_eq!(
            errors.iter().map(|one| (one.code, one.row)).collect::<Vec<_>>(),
            [(SheetCode::PerRowUnclear, 4)],
            "{text}"
        );
    }
    let no_offer = read("Weight | A\n10 | 100.00\n30 | 150.00\nOver 30 kg | POA");
    assert_eq!((told(&no_offer), no_offer.bands.len()), (vec![(SheetCode::RowNotOffered, 4, 1)], 2));
}

#[test]
fn zones_of_a_list_can_have_weights_of_their_own() {
    let text = "Zone | Weight | Price\nA | 1 | 10.00\nA | 2 | 12.00\nB | 1.5 | 20.00\nB | 10 | 30.00";
    let reading = read(text);
    assert_eq!(told(&reading), [(SheetCode::BandsJoined, 1, 2)]);
    assert_eq!(
        cells(&reading),
        ["A≤1=10.00", "A≤1.5=12.00", "A≤2=12.00", "B≤1=20.00", "B≤1.5=20.00", "B≤2=30.00", "B≤10=30.00"]
    );
    let ended = read("Zone | Weight | Price\nA | 1 | 10.00\nA | 2 | 12.00\nB | 1 | 20.00");
    assert_eq!(cells(&ended), ["A≤1=10.00", "A≤2=12.00", "B≤1=20.00"], "B is not offered from 1 kg on");
    let steps = "Zone | Weight | Price\nA | 2 | 10.00\nA | each additional kg | 3.00\nB | 2 | 20.00\nB | 5 | 25.00\nB | 7 | 30.00";
    assert_eq!(cells(&read(steps))[1..3], ["A≤5=10.00 + 3.00 per 1", "A≤7=19.00 + 3.00 per 1"]);
}

#[test]
fn weights_stand_beside_each_other_with_the_prices_of_their_own_zones() {
    for text in [
        "Weight kg | Zone A | Weight kg | Zone B\n1 | 10.00 | 1 | 20.00\n2 | 12.00 | 5 | 30.00",
        "Zone A | | Zone B |\nkg | Price | kg | Price\n1 | 10.00 | 1 | 20.00\n2 | 12.00 | 5 | 30.00",
        "Weight kg | 1 | 2\nZone A | 10.00 | 12.00\nWeight kg | 1 | 5\nZone B | 20.00 | 30.00",
    ] {
        let reading = read(text);
        assert_eq!(
            cells(&reading),
            ["Zone A≤1=10.00", "Zone A≤2=12.00", "Zone B≤1=20.00", "Zone B≤2=30.00", "Zone B≤5=30.00"],
            "{text}"
        );
        assert_eq!((errors(&reading), reading.findings.len()), (vec![], 1), "{text}");
    }
    let both = "From | To | A | From | To | B\n0 | 1 | 10.00 | 0 | 1 | 20.00\n1 | 2 | 12.00 | 1 | 2 | 30.00";
    let read_both = sheet(both, KG, "USD");
    assert_eq!((told(&read_both.reading), read_both.reading.cells.len()), (vec![], 4));
    assert_eq!(read_both.layout.beside[0].weight_column, 4, "shown as what it is");
    let ignored = Correction { roles: [(5, Role::Ignored)].into_iter().collect(), ..Correction::default() };
    let first = read_prices(&rows(both), KG, currency("USD"), &ignored).unwrap();
    assert_eq!(cells(&first.reading), ["A≤1=10.00", "A≤2=12.00"]);
    let pages = read("kg | A | B | kg | A | B\n1 | 10 | 11 | 3 | 14 | 15\n2 | 12 | 13 | 4 | 16 | 17");
    assert_eq!(errors(&pages), [SheetCode::RepeatedColumn; 2], "somebody puts them below each other");
}

#[test]
fn a_sheet_of_too_many_columns_of_weights_is_not_split_by_them() {
    let beside = |count: usize| {
        let header: Vec<String> = (1..=count).map(|number| format!("Weight kg | Zone {number}")).collect();
        let row = |cells: &str| vec![cells; count].join(" | ");
        let text = [header.join(" | "), row("1 | 10.00"), row("2 | 12.00")].join("\n");
        let read = read_prices(&rows(&text), KG, currency("USD"), &Correction::default());
        read.map(|sheet| sheet.layout.beside.len())
    };
    assert_eq!(beside(50), Some(49));
    assert_eq!(beside(51).unwrap_or_default(), 0);
}

#[test]
fn the_corner_says_that_weights_stand_down_and_zones_across() {
    let guide = "Zones | 2 | 3 | 4\n1 Lbs. | 12.10 | 13.10 | 14.10\n2 | 13.20 | 14.20 | 15.20\n3 | 14.30 | 15.30 | 16.30";
    let read_guide = sheet(guide, LB, "USD");
    assert_eq!((read_guide.axis, told(&read_guide.reading)), (Axis::Down, vec![]));
    assert_eq!(cells(&read_guide.reading)[..2], ["2≤1=12.10", "3≤1=13.10"]);
    for corner in ["Weight / Zone", "Peso\\Zona", "Zona/kg", "重量/分区", "Weight (kg) Zone"] {
        for zones in ["A | B", "1 | 2"] {
            let text = format!("{corner} | {zones}\n0.5 | 10.00 | 11.00\n1 | 12.00 | 13.00");
            let sheet = sheet(&text, KG, "USD");
            assert_eq!((sheet.axis, told(&sheet.reading)), (Axis::Down, vec![]), "{text}");
            let ladder: Vec<_> = sheet.reading.bands.iter().map(|band| band.up_to.to_string()).collect();
            assert_eq!(ladder, ["0.5", "1"], "{text}");
        }
        let across = format!("{corner} | 0.5 | 1\n1 | 10.00 | 11.00\n2 | 12.00 | 13.00");
        assert_eq!(sheet(&across, KG, "USD").axis, Axis::Across, "{across}");
    }
    let no_corner = " | Zone G | Zone H\n0.5 kg | 10.50 | 11.50\n1 kg | 12.50 | 13.50";
    assert_eq!(cells(&read(no_corner))[0], "Zone G≤0.5=10.50");
}

#[test]
fn a_footnote_of_a_price_is_told_once() {
    let reading = read("Weight kg | A | B\n1 | 10.00* | 11.00\n2 | 15.00* | 16.00 (1)");
    assert_eq!(told(&reading), [(SheetCode::NoteIgnored, 2, 2)]);
    assert_eq!(cells(&reading).len(), 4);
}

#[test]
fn a_row_of_minimums_among_rates_is_the_lowest_freight_of_the_zones() {
    let reading =
        read("Up to kg | A per kg | B per kg\nMinimum | 50.00 | -\n45 | 4.10 | 5.10\n100 | 3.90 | 4.90");
    assert_eq!(told(&reading), [(SheetCode::MinimumRow, 2, 1)]);
    let minimums: Vec<_> = reading.zones.iter().map(|zone| zone.minimum).collect();
    assert_eq!((minimums, reading.cells.len()), (vec![Some(dec("50.00")), None], 4));
}

#[test]
fn pounds_with_fractions_and_ounces_are_weights() {
    let text = "Weight Not Over | Zone 1\n8 oz | 5.00\n1/2 lb. 8 oz | 6.00\n1 1/2 lbs | 7.00\n2 lb | 8.00";
    let reading = sheet(text, LB, "USD").reading;
    assert_eq!(cells(&reading), ["Zone 1≤0.5=5.00", "Zone 1≤1=6.00", "Zone 1≤1.5=7.00", "Zone 1≤2=8.00"]);
    let grams =
        sheet("Vikt | Zon 1\n0–250 g | 50,00\n251 g – 1 kg | 75,-\nUpp till 2 kg | 99,00 kr.", KG, "SEK");
    assert_eq!(told(&grams.reading), []);
    assert_eq!(cells(&grams.reading), ["Zon 1≤0.25=50.00", "Zon 1≤1=75", "Zon 1≤2=99.00"]);
}

#[test]
fn a_guide_with_all_of_this_is_read_whole() {
    let guide = grid("invented-guide-lb.csv");
    let places =
        read_places(&guide, &[zone("2"), zone("3"), zone("4")], LB, &HashMap::new(), &Correction::default());
    let places = places.unwrap();
    let rest = without_places(&guide, &places);
    let prices = read_prices(&rest, LB, currency("USD"), &Correction::default()).unwrap().reading;
    assert_eq!(told(&prices), [(SheetCode::NoteIgnored, 3, 4), (SheetCode::LastBandFlat, 7, 1)]);
    let ladder: Vec<_> = prices.bands.iter().map(|band| band.up_to.to_string()).collect();
    assert_eq!((ladder.join(" ").as_str(), prices.cells.len()), ("0.5 1 1.5 2 99999", 14));
    let zones: Vec<_> = places.places.iter().map(|place| place.zone.to_string()).collect();
    assert_eq!(
        (zones.join(" ").as_str(), told(&places.reading)),
        ("2 3 4", vec![(SheetCode::RowSkipped, 13, 1)])
    );
}

fn places_of(text: &str, zones: &[&str]) -> Option<PlaceSheet> {
    let zones: Vec<_> = zones.iter().map(|code| zone(code)).collect();
    read_places(&rows(text), &zones, KG, &HashMap::new(), &Correction::default())
}

#[test]
fn countries_of_a_matrix_belong_to_the_zones_of_their_marks() {
    let id = |alpha2| trade::countries::by_alpha2(alpha2).unwrap();
    for text in [
        "Country | Zone 1 | Zone 2\nGermany | x |\nFrance | | X",
        "Zones of 2026 | |\nPaís | Zona 1 | Zona 2\nAlemanha | ✓ | -\nFrança | | ✓",
        "Land | Zone 1 | Zone 2\nGermany | 1 |\nFrance | | 2",
        "国家 | 1区 | 2区\n德国 | √ |\n法国 | | √",
        "Zone 1 | Zone 2\nGermany | France",
    ] {
        let sheet = places_of(text, &["1", "2"]).expect(text);
        let placed: Vec<_> = sheet.places.iter().map(|one| (one.zone.to_string(), one.country_id)).collect();
        assert_eq!(placed, [("1".to_owned(), id("DE")), ("2".to_owned(), id("FR"))], "{text}");
        assert_eq!((sheet.reading.findings.len(), sheet.reading.zones.len()), (0, 0), "{text}");
        assert_eq!(sheet.zone_columns.len(), 2, "shown as zones: {text}");
    }
    let lists = places_of(
        "Zone A | Zone B\nGermany, France | Brazil\nAtlantis | Chile\nItaly | Peru\nSpain | Cuba",
        &[],
    );
    let lists = lists.map(|sheet| (sheet.places.len(), sheet.reading.findings[0].code));
    assert_eq!(lists, Some((8, SheetCode::UnknownCountry)));
}

#[test]
fn a_country_with_two_marks_or_none_is_told() {
    let text = "Country | Zone 1 | Zone 2\nGermany | x | x\nFrance | | x\nCuba | |";
    let sheet = places_of(text, &[]).unwrap();
    let told: Vec<_> = sheet.reading.findings.iter().map(|one| (one.code, one.row)).collect();
    assert_eq!(told, [(SheetCode::PlaceInTwoZones, 2), (SheetCode::RowSkipped, 4)]);
    let ignored = Correction { roles: [(1, Role::Ignored)].into_iter().collect(), ..Correction::default() };
    let one = read_places(&rows(text), &[], KG, &HashMap::new(), &ignored);
    assert!(one.is_none_or(|sheet| sheet.zone_columns.is_empty()), "one zone alone is no matrix");
}

#[test]
fn rows_of_letters_and_documents_are_told_and_not_read() {
    for text in [
        "Weight | Zone 1 | Zone 2\nFedEx Envelope | 9.00 | 10.00\nPak | 9.50 | -\n1 kg | 12.00 | 14.00",
        " | Zone 1\nLetter | 9.00\nDocuments | 10.00\n1 kg | 12.00\n2 kg | 13.00",
        "Peso | Zona 1 | Zona 2\nCarta | 9.00 | 10.00\nDocumentos | 9.50 | 11.00\n1 | 12.00 | 14.00",
        "重量 | 1区 | 2区\n文件 | 9.00 | 10.00\n信封 | 9.50 | 11.00\n1 | 12.00 | 14.00",
        "From kg | To kg | Zone 1\nSobre | | 9.00\nDOX | | 10.00\n0 | 1 | 12.00\n1 | 2 | 13.00",
    ] {
        let reading = read(text);
        let packaging = [(SheetCode::PackagingRow, 2, 1), (SheetCode::PackagingRow, 3, 1)];
        assert_eq!(told(&reading), packaging, "{text}");
        assert_eq!(reading.findings[0].severity, Severity::Warning);
        assert!(cells(&reading)[0].ends_with("≤1=12.00"), "{text}");
    }
    let weighed = read("Weight | Zone 1\nEnvelope up to 0.3 kg | 9.00\nNon-documents | 9.50\n1 kg | 12.00");
    assert_eq!(errors(&weighed), [SheetCode::UnreadableWeight; 2], "they may be bands");
}

#[test]
fn weights_that_begin_again_are_another_table() {
    for parting in ["Non-documents | |\nWeight | A | B", "| |", "Weight | A | B", "Paks | 8.00 | 9.00\n | |"]
    {
        let text = format!(
            "Documents | |\nWeight | A | B\n0.5 | 10.00 | 11.00\n1 | 12.00 | 13.00\n{parting}\n0.5 | 15.00 | 16.00\n1 | 18.00 | 19.00"
        );
        let reading = read(&text);
        assert_eq!(cells(&reading), ["A≤0.5=10.00", "B≤0.5=11.00", "A≤1=12.00", "B≤1=13.00"], "{text}");
        let errors = errors(&reading);
        assert!(
            !errors.is_empty() && errors.iter().all(|code| *code == SheetCode::SecondTable),
            "{errors:?}"
        );
        let first = rows(&text).len() - 1;
        assert!(told(&reading).contains(&(SheetCode::SecondTable, first, 1)), "{text}");
    }
    let kinds =
        "Type | Weight | A\nDox | 0.5 | 10.00\nDox | 1 | 12.00\nParcel | 0.5 | 15.00\nParcel | 1 | 18.00";
    assert_eq!(errors(&read(kinds)), [SheetCode::SecondTable; 2]);
    let slip = "Weight | A\n10 | 10.00\n20 | 12.00\n3 | 14.00\n40 | 15.00";
    assert_eq!(errors(&read(slip)), [SheetCode::WeightNotRising], "one weight alone is a mistake");
    let heavier = "Weight | A\n10 | 10.00\n20 | 12.00\n |\nOver 20 kg | 14.00";
    assert_eq!(errors(&read(heavier)), [], "the band goes on where the one before ends");
}

#[test]
fn a_page_that_repeats_a_header_of_numbers_goes_on() {
    let pages = read("Weight | 1 | 2\n0.5 | 10.00 | 11.00\nWeight | 1 | 2\n1 | 12.00 | 13.00");
    assert_eq!(told(&pages), [(SheetCode::RowSkipped, 3, 1)]);
    assert_eq!(cells(&pages).len(), 4);
}
