//! Postcodes, tariff codes, weights, countries, phones and e-mail addresses as people write them.

use super::*;
use trade::units::{SizeUnit, WeightUnit};

macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../../../tests/data/shippers/", $name))
    };
}

fn country(alpha2: &str) -> i32 {
    words().country(alpha2).map_or(0, i32::from)
}

#[test]
fn leading_zeros_of_postcodes_come_back() {
    let zips = [("C02-A", "02139"), ("C02-B", "07307")];
    assert_eq!(outcome(file!("us_zip_4digits.csv")).texts(Field::ToPostcode), zips);
    assert_eq!(outcome(file!("us_zip_format00000.xlsx")).texts(Field::ToPostcode), [("C02-X", "02139")]);
}

#[test]
fn a_name_of_invisible_characters_is_no_name() {
    let text = "Order,Recipient Name,Country\nA,\u{200b}\u{2060},DE\nB,\u{200b}Bob,DE\n";
    let outcome = outcome(text.as_bytes());
    let names = outcome.texts(Field::ToName);
    assert_eq!(names, [("A", ""), ("B", "Bob")]);
}

#[test]
fn a_postcode_that_cannot_be_of_its_country_is_refused() {
    let text = "Order,Recipient Name,Country,Zip\nA,Ann,US,123456\nB,Bob,GB,12345\nC,Cy,DE,SW1A 1AA\nD,Di,AE,00000\n";
    let outcome = outcome(text.as_bytes());
    assert_eq!(codes(&outcome), [2, 3, 4].map(|line| (line, Code::InvalidPostcode)));
    assert_eq!(outcome.texts(Field::ToPostcode), [("D", "00000")]);
}

#[test]
fn a_name_in_a_cell_has_one_line() {
    let text = "Order,Recipient Name,Country,to_city\nA,\"Ann\nLee\",US,\"New\r\n York\"\n";
    let outcome = outcome(text.as_bytes());
    assert_eq!(outcome.texts(Field::ToName), [("A", "Ann Lee")]);
    assert_eq!(outcome.texts(Field::ToCity), [("A", "New York")]);
}

#[test]
fn tariff_codes_are_kept_and_get_their_lost_zero_back() {
    let outcome = outcome(file!("hts10.csv"));
    let code = |one: &StagedShipment| one.items[0].values.text(Field::ItemHsCode).unwrap().to_owned();
    assert_eq!(outcome.shipments.iter().map(code).collect::<Vec<_>>(), ["7318152010", "090111", "090111"]);
}

#[test]
fn tax_numbers_get_their_zeros_back() {
    let csv = outcome(file!("cpf_cnpj.csv"));
    let expected = [
        ("C17-A", "00123456797"),
        ("C17-B", "00234567000122"),
        ("C17-C", "0A1B2C3D000193"),
        ("C17-D", "0A1B2C3D000193"),
    ];
    assert_eq!(csv.texts(Field::ToDocument), expected);
    assert_eq!(codes(&csv), [(6, Code::InvalidTaxId)]);
    let cells = outcome(file!("cpf_number.xlsx"));
    assert_eq!(cells.texts(Field::ToDocument), [("C17-F", "00123456797"), ("C17-G", "00234567000122")]);
}

#[test]
fn light_goods_are_rounded_after_the_sum() {
    let outcome = guessed(file!("light_lines.csv"), DecimalMark::Point).outcome();
    assert_eq!(outcome.wholes(Field::Weight), [("C22-K", 431)]);
    assert_eq!(outcome.shipments[0].lines.len(), 1_000);
}

#[test]
fn a_light_shipment_weighs_at_least_a_gram() {
    let text = "Order,Recipient Name,Weight (g)\nA,Ann,0.2\nB,Bob,0\n";
    assert_eq!(outcome(text.as_bytes()).wholes(Field::Weight), [("A", 1), ("B", 0)]);
}

#[test]
fn a_weight_has_the_unit_of_its_cell() {
    let outcome = guessed(file!("units.csv"), DecimalMark::Point).outcome();
    let weights =
        [("C22-C", 454), ("C22-D", 227), ("C22-E", 567), ("C22-F", 500), ("C22-G", 500), ("C22-H", 408_233)];
    assert_eq!(outcome.wholes(Field::Weight), weights);
}

#[test]
fn a_measure_of_several_units_descends() {
    let text = "Order,Recipient Name,Weight,Length\nA,Ann,4 oz 1 lb,10\nB,Bob,1 kg 1 kg,10\nC,Cy,kg 5,10\nD,Di,1 kg 5 cm,10\n\
        E,Ed,2 kg 250 g,1 m 20 cm\nF,Fy,1 kg,10\nG,Gil,2 kg,10\nH,Hal,3 kg,10\nI,Ike,4 kg,10\n";
    let mut guessed = guessed(text.as_bytes(), DecimalMark::Point);
    guessed.mapping.words.clear();
    let outcome = guessed.outcome();
    assert_eq!(codes(&outcome), [2, 3, 4, 5].map(|line| (line, Code::NotANumber)));
    assert_eq!(outcome.wholes(Field::Weight)[0], ("E", 2_250));
    assert_eq!(outcome.shipments[0].parcels[0].length_mm, Some(1_200.into()));
}

#[test]
fn sizes_keep_tenths_of_a_millimetre() {
    let text = "Order,Recipient Name,Length (in)\nA,Ann,12\n";
    assert_eq!(outcome(text.as_bytes()).shipments[0].parcels[0].length_mm, "304.8".parse().ok());
}

#[test]
fn a_parcel_keeps_the_units_of_its_file() {
    let text = "Order,Recipient Name,Weight (lb),Length (in)\nA,Ann,5,12\nB,Bob,2,\n";
    let outcome = outcome(text.as_bytes());
    let units = |at: usize| {
        let parcel = &outcome.shipments[at].parcels[0];
        (parcel.weight_unit, parcel.size_unit)
    };
    assert_eq!(units(0), (Some(WeightUnit::Pounds), Some(SizeUnit::Inches)));
    assert_eq!(units(1), (Some(WeightUnit::Pounds), None));
}

#[test]
fn a_word_before_a_number_is_no_unit() {
    let streets = outcome(file!("single_word_streets.csv"));
    let expected = [("C27-A", "Hauptstraße 12"), ("C27-B", "Lindenweg 7"), ("C27-C", "Gartenstraße 31")];
    assert_eq!(streets.texts(Field::ToAddress1), expected);
    assert_eq!(streets.shipments[2].values.text(Field::ToName), Some("Store 101"));
    let stores = outcome(file!("store_numbers.csv"));
    assert_eq!(stores.texts(Field::ToName), [("C27-D", "Store 101"), ("C27-E", "Store 102")]);
    let goods = "Order,Recipient Name,Address,Item description,Quantity\nA,Ann,12 Hauptstraße,Cola 330ml,1\nB,Bob,7 Rue,Screw M6,2\n";
    let goods = outcome(goods.as_bytes());
    assert_eq!(goods.texts(Field::ToAddress1), [("A", "12 Hauptstraße"), ("B", "7 Rue")]);
    assert_eq!(goods.shipments[0].items[0].description, "Cola 330ml");
}

#[test]
fn every_name_that_means_one_country_is_understood() {
    let outcome = outcome(file!("countries.csv"));
    assert_eq!(codes(&outcome), [(65, Code::UnknownCountry)]);
    assert_eq!(outcome.refused[0].problems[0].value, "Congo");
    let found = outcome.wholes(Field::ToCountry);
    for (order, alpha2) in [
        ("C25-1", "GB"),
        ("C25-6", "US"),
        ("C25-19", "KR"),
        ("C25-31", "HK"),
        ("C25-41", "GR"),
        ("C25-62", "CD"),
        ("C25-64", "CG"),
        ("C25-65", "VA"),
        ("C25-66", "MF"),
        ("C25-67", "SX"),
        ("C25-68", "KN"),
        ("C25-71", "CN"),
        ("C25-76", "BE"),
        ("C25-77", "CH"),
        ("C25-79", "AT"),
    ] {
        let own = found.iter().find(|(reference, _)| *reference == order).unwrap();
        assert_eq!(own.1, country(alpha2), "{order}");
    }
}

#[test]
fn other_spellings_of_countries_are_understood() {
    let words = words();
    for (name, alpha2) in [
        ("Allemagne", "DE"),
        ("Nederland", "NL"),
        ("Italia", "IT"),
        ("Polska", "PL"),
        ("日本", "JP"),
        ("P. R. China", "CN"),
        ("the Netherlands", "NL"),
        ("Bosnia & Herzegovina", "BA"),
        ("Trinidad e Tobago", "TT"),
        ("St Lucia", "LC"),
        ("Kingdom of Norway", "NO"),
        ("Republic of Korea", "KR"),
        ("Federal Republic of Germany", "DE"),
        ("Macau SAR", "MO"),
        ("EE.UU.", "US"),
    ] {
        assert_eq!(words.country(name), words.country(alpha2), "{name}");
        assert!(words.country(name).is_some(), "{name}");
    }
    for name in ["Congo", "Kongo", "America", "Republic of Congo X", ""] {
        assert_eq!(words.country(name), None, "{name}");
    }
}

#[test]
fn phones_are_numbers_of_their_country() {
    let outcome = outcome(file!("phone_br.csv"));
    let phones = outcome.texts(Field::ToPhone);
    assert_eq!(phones, ["C05-A", "C05-B", "C05-C", "C05-D"].map(|order| (order, "+5511987654321")));
    assert_eq!(codes(&outcome), [(6, Code::InvalidPhone)]);
}

#[test]
fn addresses_of_all_scripts_are_taken_and_typing_errors_told() {
    let outcome = outcome(file!("emails.csv"));
    let taken: Vec<&str> = outcome.texts(Field::ToEmail).into_iter().map(|(order, _)| order).collect();
    assert_eq!(taken, ["C21-0", "C21-1", "C21-13", "C21-2", "C21-3", "C21-4"]);
    assert!(outcome.refused.iter().all(|refused| refused.problems[0].code == Code::InvalidEmail));
}

#[test]
fn a_day_is_read_from_its_serial_number_in_a_workbook_alone() {
    let day = |one: &StagedShipment| one.values.get(Field::ShippedOn).unwrap().as_day().unwrap().to_string();
    let Guessed { mapping, header, rows, words } = guessed(file!("serial.csv"), DecimalMark::Comma);
    let plan = Plan::new(ImportKind::Shipments, &mapping, &header, &words).unwrap();
    let as_workbook = import(&plan.of_workbook(true), rows, &words);
    for outcome in [as_workbook, outcome(file!("1904.xlsx"))] {
        assert!(!outcome.shipments.is_empty() && outcome.refused.is_empty());
        assert!(outcome.shipments.iter().all(|one| day(one) == "2026-03-05"));
    }
    assert_eq!(codes(&outcome(file!("serial.csv"))), [(2, Code::NotADate)]);
}
