//! Lists of zones, of countries and of places.

use std::collections::HashMap;

use trade::countries::by_alpha2;

use super::super::code::Code;
use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::super::request::Destination;
use super::super::rows::{MemberRow, ZoneRow};
use super::super::sheet::places::{PlaceRole, PlaceSheet, read_places, without_places};
use super::super::sheet::{Correction, SheetCode, name_countries, read_prices};
use super::super::zones::ZoneIndex;
use super::support::*;

fn read(rows: &[Vec<String>], zones: &[ZoneRow], unit: WeightUnit) -> Option<PlaceSheet> {
    read_places(rows, zones, unit, &HashMap::new(), &Correction::default())
}

fn places(sheet: &PlaceSheet) -> Vec<(String, i16)> {
    sheet.places.iter().map(|place| (place.zone.to_string(), place.country_id)).collect()
}

#[test]
fn a_list_of_countries_is_read_by_the_names_that_people_write() {
    let id = |alpha2| by_alpha2(alpha2).unwrap();
    for text in [
        "Country | Zone\nGermany | 1\nFrance | 2",
        "Tarifas 2026 | \nPaís | Zona\nAlemanha | 1\nFrança | 2",
        "Zona | País\n1 | Alemania\n2 | Francia",
        "国家 | 分区\n德国 | 1\n法国 | 2",
        "country | zone\nDE | 1\nFRA | 2",
    ] {
        let sheet = read(&rows(text), &[], WeightUnit::Kilograms).unwrap();
        assert_eq!(places(&sheet), [("1".into(), id("DE")), ("2".into(), id("FR"))], "{text}");
        assert_eq!(sheet.reading.findings, [], "{text}");
    }
}

#[test]
fn countries_are_known_by_the_cells_of_a_column_with_another_name() {
    let id = |alpha2| by_alpha2(alpha2).unwrap();
    for text in [
        "Destination | Zone\nGermany | 1\nFrance | 2",
        "ISO | Rate group\nDE | 1\nFR | 2",
        "Zona | Código\n1 | DEU\n2 | FRA",
        "Zone | Land | Transit days\n1 | Germany | 3\n2 | France | 4",
        "Rates of 2026 | \nDestino | Zona\nAlemanha | 1\nFrança | 2\n | \nPeso | 1\n0.5 | 10.00",
    ] {
        let sheet = read(&rows(text), &[], WeightUnit::Kilograms).expect(text);
        assert_eq!(places(&sheet), [("1".into(), id("DE")), ("2".into(), id("FR"))], "{text}");
        assert_eq!(sheet.reading.findings, [], "{text}");
    }
    for text in ["Zone | Remote\nA | NO\nB | NO", "Destination | 0.5\nDE | 10\nFR | 12"] {
        assert!(read(&rows(text), &[], WeightUnit::Kilograms).is_none(), "{text}");
    }
}

#[test]
fn a_zone_that_stands_once_is_that_of_the_rows_below_it() {
    let text = "Zone | Country\n1 | Germany\n | France\n2 | Brazil\n | Chile";
    let sheet = read(&rows(text), &[], WeightUnit::Kilograms).unwrap();
    let zones: Vec<_> = places(&sheet).into_iter().map(|(zone, _)| zone).collect();
    assert_eq!(zones, ["1", "1", "2", "2"]);
    let told: Vec<_> = sheet.reading.findings.iter().map(|one| (one.code, one.row, &*one.text)).collect();
    assert_eq!(told, [(SheetCode::ZoneContinued, 3, "France")]);
    for text in [
        "Country | Zone\nGermany | 1\nFrance | \nBrazil | 2",
        "Zone | Country\n1 | Germany\n | France\n1 | Brazil",
    ] {
        let sheet = read(&rows(text), &[], WeightUnit::Kilograms).unwrap();
        assert_eq!(sheet.places.len(), 2, "a country without a zone is not served: {text}");
    }
}

#[test]
fn both_ends_of_postcodes_are_read_and_a_column_too_many_is_told() {
    let text = "国家 | 邮编起 | 邮编止 | 分区 | 最大重量（KG）\n中国 | 100000 | 102299 | 1 | 30";
    let sheet = read(&rows(text), &[], WeightUnit::Kilograms).unwrap();
    let place = &sheet.places[0];
    assert_eq!(
        (place.postcode_from.as_deref(), place.postcode_to.as_deref(), place.max_weight),
        (Some("100000"), Some("102299"), Some(dec("30")))
    );
    let text = "Country | Postcode | Postcode prefix | Zone\nDE | 10115 | 10 | 1";
    let sheet = read(&rows(text), &[], WeightUnit::Kilograms).unwrap();
    let told: Vec<_> = sheet.reading.findings.iter().map(|one| (one.code, one.row, one.column)).collect();
    assert!(told.contains(&(SheetCode::ColumnIgnored, 1, 3)), "{told:?}");
}

#[test]
fn a_list_of_zones_has_several_countries_in_a_cell() {
    let text = "Zona | Países\nZona 1 | Argentina, Chile; Uruguay\nZona 2 | Korea, Republic of\nZona 3 | Atlantis, Peru\nZona 4 | BR - Brasil";
    let sheet = read(&rows(text), &[zone("1")], WeightUnit::Kilograms).unwrap();
    let names: Vec<_> = places(&sheet).into_iter().map(|(zone, _)| zone).collect();
    assert_eq!(names, ["1", "1", "1", "Zona 2", "Zona 3", "Zona 4"]);
    let found = &sheet.reading.findings[0];
    assert_eq!(
        (found.code, found.severity, &*found.text),
        (SheetCode::UnknownCountry, Severity::Warning, "Atlantis")
    );
}

#[test]
fn a_list_of_places_has_postcodes_airports_and_limits() {
    let text = "Zone | Country | Postcode from | Postcode to | Airport | Max weight (kg)\nR | SE | 111 20 | 111 29 | | 30\n\
                R | LV | 1010-1012 | | |\nR | BR | 01310-100 | | gru | 20";
    let sheet = read(&rows(text), &[], WeightUnit::Kilograms).unwrap();
    assert_eq!(sheet.reading.findings, []);
    let shown = |place: &MemberRow| (place.postcode_from.clone().unwrap(), place.postcode_to.clone());
    let shown: Vec<_> = sheet.places.iter().map(shown).collect();
    assert_eq!(shown[1], ("1010".into(), Some("1012".into())));
    assert_eq!(shown[2], ("01310-100".into(), None));
    assert_eq!(
        (sheet.places[0].max_weight, sheet.places[2].airport.as_deref()),
        (Some(dec("30")), Some("GRU"))
    );
}

#[test]
fn the_zones_of_a_carrier_are_chosen_by_the_zones_of_the_draft() {
    let file = grid("us-export-country-zones-2026.csv");
    let dhl_zones = dhl().zones;
    let sheet = read(&file, &dhl_zones, WeightUnit::Pounds).unwrap();
    assert_eq!(sheet.columns[&PlaceRole::Zone], 1);
    assert!(!sheet.columns.contains_key(&PlaceRole::MaxWeight), "the limits are another carrier's");
    assert!(!sheet.reading.has_errors(), "{:?}", sheet.reading.findings);
    assert_eq!(sheet.reading.zones, [], "no zone is added");
    let chosen = HashMap::from([(PlaceRole::Zone, 2)]);
    let unclear = read(&file, &usps().zones, WeightUnit::Pounds).unwrap();
    assert!(unclear.reading.findings.iter().any(|one| one.code == SheetCode::ZoneColumnUnclear));
    let sheet =
        read_places(&file, &usps().zones, WeightUnit::Pounds, &chosen, &Correction::default()).unwrap();
    assert!(!sheet.reading.has_errors());
    assert!(sheet.places.iter().any(|place| place.max_weight == Some(dec("66"))));
}

#[test]
fn zones_stand_before_the_prices_or_after_them() {
    let prices = "kg | 1 | 2\n0.5 | 10.00 | 12.00\n1 | 15.00 | 18.00";
    let zones = "Zone | Country\n1 | Germany\n2 | France";
    for text in [format!("{zones}\n |\n{prices}"), format!("{prices}\n |\n{zones}")] {
        let rows = rows(&text);
        let sheet = read(&rows, &[], WeightUnit::Kilograms).unwrap();
        assert_eq!(sheet.places.len(), 2, "{text}");
        let rest = without_places(&rows, &sheet);
        let read =
            read_prices(&rest, WeightUnit::Kilograms, currency("USD"), &Correction::default()).unwrap();
        assert_eq!((read.reading.cells.len(), read.reading.findings.len()), (4, 0), "{text}");
    }
    let both =
        rows("Zone | Country | 0.5 kg | 1 kg\n1 | Germany | 10.00 | 12.00\n2 | France | 15.00 | 18.00");
    let sheet = read(&both, &[], WeightUnit::Kilograms).unwrap();
    let rest = without_places(&both, &sheet);
    let prices = read_prices(&rest, WeightUnit::Kilograms, currency("USD"), &Correction::default()).unwrap();
    assert_eq!((sheet.places.len(), prices.reading.cells.len()), (2, 4));
    assert_eq!(&*prices.reading.zones[0].code, "1");
}

#[test]
fn postcodes_of_zones_compare_as_the_check_of_an_address_does() {
    let mut rows = version("USD", WeightUnit::Kilograms);
    rows.zones = vec![ZoneRow { priority: 10, ..zone("Remote") }, zone("Rest")];
    let place = |zone: &str, alpha2: &str, from: Option<&str>, to: Option<&str>| MemberRow {
        country_id: by_alpha2(alpha2).unwrap(),
        postcode_from: from.map(str::to_owned),
        postcode_to: to.map(str::to_owned),
        ..member(zone, alpha2)
    };
    for (alpha2, from, to) in [
        ("LV", "LV-1010", "1012"),
        ("SE", "11120", "S-111 29"),
        ("DE", "10115", "10119"),
        ("GB", "PA67", "PA67"),
    ] {
        rows.members.push(place("Remote", alpha2, Some(from), Some(to)));
        rows.members.push(place("Rest", alpha2, None, None));
    }
    let index = ZoneIndex::new(&rows);
    for (alpha2, postcode, expected) in [
        ("LV", "LV-1010", 0),
        ("SE", "SE-111 22", 0),
        ("SE", "S-111 22", 0),
        ("SE", "１１１２２", 0),
        ("DE", "D-10115", 0),
        ("DE", "DE-10117", 0),
        ("DE", "D-20115", 1),
        ("GB", "PA6 7LN", 1),
    ] {
        let destination =
            Destination { postcode: Some(postcode.to_owned()), ..destination_in(by_alpha2(alpha2).unwrap()) };
        assert_eq!(index.find(&destination).unwrap().zone, expected, "{postcode}");
    }
}

fn destination_in(country_id: i16) -> Destination {
    Destination { country_id, state_id: None, postcode: None, airport: None }
}

#[test]
fn a_place_in_two_zones_is_told_at_its_row() {
    let text =
        "Zone | Country | Postcode\n1 | Germany |\n2 | France |\n3 | DE |\n3 | FR | 20\n1 | Alemanha |";
    let told = |zones: &[ZoneRow]| -> Vec<(SheetCode, usize, String)> {
        let findings = read(&rows(text), zones, WeightUnit::Kilograms).unwrap().reading.findings;
        findings.into_iter().map(|one| (one.code, one.row, one.text)).collect()
    };
    assert_eq!(
        told(&[]),
        [(SheetCode::PlaceInTwoZones, 4, "DE: 1, 3".to_owned())],
        "Corsica is another place"
    );
    let remote = ZoneRow { priority: 10, ..zone("3") };
    assert_eq!(told(&[zone("1"), zone("2"), remote]), [], "zone 3 comes first");
    let listed = "Zone | Countries\n1 | Germany, France\n3 | Italy, Germany";
    let sheet = read(&rows(listed), &[], WeightUnit::Kilograms).unwrap();
    assert_eq!((sheet.reading.has_errors(), &*sheet.reading.findings[0].text), (true, "DE: 1, 3"));
}

#[test]
fn a_list_of_ceps_needs_no_column_of_countries() {
    let text = "Zonas por CEP | |\nZona | CEP inicial | CEP final\nCapital | 01000-000 | 05999-999\nInterior | 13000-000 | 19999-999\nLitoral | |";
    let sheet = read(&rows(text), &[], WeightUnit::Kilograms).unwrap();
    let brazil = by_alpha2("BR").unwrap();
    assert_eq!(places(&sheet), [("Capital".to_owned(), brazil), ("Interior".to_owned(), brazil)]);
    assert_eq!(sheet.places[1].postcode_from.as_deref(), Some("13000-000"));
    let skipped = &sheet.reading.findings[0];
    assert_eq!((skipped.code, skipped.row), (SheetCode::RowSkipped, 5), "the whole country is no zone");
    assert!(
        read(&rows("Zone | Postcode from | Postcode to\n1 | 1000 | 1999"), &[], WeightUnit::Kilograms)
            .is_none()
    );
}

#[test]
fn a_row_of_several_ranges_of_postcodes_is_a_place_for_each() {
    let text = "Zona | País | CEP\nCapital | Brasil | 01000-000 a 05999-999, 08000\nResto | Brasil |";
    let sheet = read(&rows(text), &[], WeightUnit::Kilograms).unwrap();
    let range = |place: &MemberRow| (place.postcode_from.clone(), place.postcode_to.clone());
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        sheet.places.iter().map(range).collect::<Vec<_>>(),
        [(text("01000-000"), text("05999-999")), (text("08000"), None), (None, None)]
    );
    let unclear = "Zone | Country | Postcode\nA | Brazil | see the list of the north region";
    let sheet = read(&rows(unclear), &[], WeightUnit::Kilograms).unwrap();
    assert_eq!(sheet.reading.findings[0].code, SheetCode::UnreadablePostcode);
}

#[test]
fn postcodes_that_lost_their_zeros_are_completed_and_told() {
    let ends = |sheet: &PlaceSheet| -> Vec<_> {
        sheet.places.iter().map(|place| (place.postcode_from.clone(), place.postcode_to.clone())).collect()
    };
    let pair = |from: &str, to: &str| (Some(from.to_owned()), Some(to.to_owned()));
    let text = "Zone | Country | Postcode from | Postcode to\nA | US | 501 | 544\nA | US | 2108 | 2139\nB | US | 10001 | 99950";
    let sheet = read(&rows(text), &[], WeightUnit::Kilograms).unwrap();
    let whole = [pair("00501", "00544"), pair("02108", "02139"), pair("10001", "99950")];
    assert_eq!(ends(&sheet), whole);
    let told: Vec<_> =
        sheet.reading.findings.iter().map(|one| (one.code, one.row, one.column, &*one.text)).collect();
    let restored = |row, column, text| (SheetCode::ZerosRestored, row, column, text);
    assert_eq!(
        told,
        [restored(2, 3, "00501"), restored(2, 4, "00544"), restored(3, 3, "02108"), restored(3, 4, "02139")]
    );
    // The beginnings of postcodes: none is whole, or a zero in front was kept.
    for text in [
        "Zone | Country | Postcode from | Postcode to\nA | US | 100 | 149\nB | US | 501 | 544",
        "Zone | Country | Postcode\nA | US | 005\nA | US | 501\nB | US | 10001",
        "Zone | Country | Postcode\nA | LV | 10\nA | LV | 1010",
    ] {
        let sheet = read(&rows(text), &[], WeightUnit::Kilograms).unwrap();
        assert_eq!(sheet.reading.findings, [], "{text}");
    }
}

/// The countries that are proposed for zones of these names, when these places are known.
fn named(zones: &[&str], members: &[MemberRow]) -> Vec<(String, Vec<i16>)> {
    let zones: Vec<Code> = zones.iter().map(|name| (*name).into()).collect();
    let members: Vec<&MemberRow> = members.iter().collect();
    let named = name_countries(zones.iter(), &members);
    named.into_iter().map(|zone| (zone.code.to_string(), zone.countries)).collect()
}

#[test]
fn zones_that_are_named_after_countries_are_proposed_their_countries() {
    let id = |alpha2: &str| by_alpha2(alpha2).unwrap();
    let one = |zone: &str, alpha2: &str| (zone.to_owned(), vec![id(alpha2)]);
    assert_eq!(named(&["DE", "BEL", "EU"], &[]), [one("DE", "DE"), one("BEL", "BE")]);
    assert_eq!(named(&["Alemanha", "德国", "Rest of the world"], &[]), [one("Alemanha", "DE")], "each once");
    let both = named(&["Spain and Portugal", "Zone 5"], &[]);
    assert_eq!(both, [("Spain and Portugal".to_owned(), vec![id("ES"), id("PT")])]);
    assert!(named(&["Norte", "Sur"], &[]).is_empty(), "the south is not Suriname");
    let placed = MemberRow { country_id: id("DE"), ..member("Near", "DE") };
    assert_eq!(named(&["Near", "DE", "Italy"], &[placed]), [one("Italy", "IT")]);
}

#[test]
fn codes_beside_others_that_are_no_countries_are_states() {
    assert!(named(&["PA", "SP", "RJ"], &[]).is_empty(), "Pará is no neighbour of Colombia");
    assert!(named(&["zone A", "zone B"], &[]).is_empty());
    assert_eq!(
        named(&["1"], &[]),
        [("1".to_owned(), Vec::new())],
        "somebody says the country of a single zone"
    );
}
