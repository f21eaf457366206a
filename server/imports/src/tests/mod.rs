//! The complete processing of a file without a database: read, guess, parse, group, refuse, send again.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::ops::ControlFlow;

use super::day::DateOrder;
use super::directory::{Directory, Words};
use super::field::Field;
use super::group::{RefusedLine, StagedShipment, gather};
use super::guess::{Habits, doubts, guess};
use super::kind::ImportKind;
use super::mapping::{Column, Constant, Mapping, Plan, Word};
use super::parse::Line;
use super::problem::Code;
use super::read::{DecimalMark, FileSizeUnit, FileWeightUnit};
use super::refused::{Captions, CsvFile, RefusedFileRow, XlsxFile};
use super::synonyms::COLUMN_WORDS;
use guessed::{Guessed, guessed, habits, outcome, rewritten};
use sheets::preview::remove_formula_guards;
use sheets::{Header, Kind, Row, Sniffer};

mod guessed;
mod layout;
mod numbers;
mod values;

const REAL_FILE: &[u8] = include_bytes!("../../../tests/data/scms-deliveries.csv");
const STATES: &[u8] = include_bytes!("../../../../migrations/data/states.csv");
const COUNTRY_ALIASES: &[u8] = include_bytes!("../../../../migrations/data/country_aliases.csv");

fn words() -> Words {
    let mut words = Words::default();
    for record in csv::Reader::from_reader(COUNTRY_ALIASES).records().map(Result::unwrap) {
        words.add_country(record[2].parse().unwrap(), &record[1]);
    }
    words.add_state(32, 3535, ["SP", "São Paulo"]);
    words.add_state(238, 3801, ["MA"]);
    words.add_state(238, 3802, ["NJ"]);
    words.add_currency("USD");
    words.add_currency("BRL");
    words
}

fn read(bytes: &[u8]) -> (Header, Vec<Row>, Kind) {
    let mut sniffer = Sniffer::default();
    sniffer.feed(bytes);
    let kind = sniffer.finish().unwrap();
    let mut rows = Vec::new();
    let header = sheets::read_table(
        Cursor::new(bytes),
        &kind,
        &sheets::workbook::PREVIEW,
        &COLUMN_WORDS,
        &mut |header, row| {
            rows.push(if header.is_refused_lines_file() { remove_formula_guards(row) } else { row });
            ControlFlow::Continue(())
        },
    );
    (header.unwrap(), rows, kind)
}

#[derive(Default)]
struct Outcome {
    shipments: Vec<StagedShipment>,
    refused: Vec<RefusedLine>,
}

fn import(plan: &Plan, rows: Vec<Row>, directory: &dyn Directory) -> Outcome {
    let mut groups: BTreeMap<String, Vec<Line>> = BTreeMap::new();
    for row in rows {
        let line = plan.line(row, directory);
        groups.entry(line.group.clone()).or_default().push(line);
    }
    let mut outcome = Outcome::default();
    for mut lines in groups.into_values() {
        match gather(plan, &mut lines) {
            Ok(shipment) => outcome.shipments.push(shipment),
            Err(refused) => outcome.refused.extend(refused),
        }
    }
    outcome.refused.sort_by_key(|refused| refused.line);
    outcome
}

fn codes(outcome: &Outcome) -> Vec<(u32, Code)> {
    outcome.refused.iter().map(|refused| (refused.line, refused.problems[0].code)).collect()
}

fn mapped(mapping: &Mapping) -> BTreeMap<&str, Field> {
    mapping.columns.iter().map(|column| (column.source.as_str(), column.field)).collect()
}

#[test]
fn the_real_file_is_mapped_without_help() {
    let (header, rows, _) = read(REAL_FILE);
    let mapping = guess(ImportKind::Shipments, &header, &rows, &words(), &habits());
    let expected = BTreeMap::from([
        ("id", Field::ItemRef),
        ("asn dn", Field::ExternalRef),
        ("country", Field::ToCountry),
        ("vendor inco term", Field::Incoterm),
        ("shipment mode", Field::Service),
        ("scheduled delivery date", Field::DueOn),
        ("vendor", Field::FromName),
        ("item description", Field::ItemDescription),
        ("line item quantity", Field::ItemQuantity),
        ("line item value", Field::ItemValue),
        ("pack price", Field::ItemUnitValue),
        ("weight kilograms", Field::Weight),
        ("freight cost usd", Field::FreightDeclared),
        ("line item insurance usd", Field::InsuranceValue),
    ]);
    assert_eq!(mapped(&mapping), expected);
    assert_eq!(mapping.group_by.as_deref(), Some("asn dn"));
    assert_eq!(mapping.weight_unit, FileWeightUnit::Kg);
    assert_eq!(mapping.constants, [Constant { field: Field::Currency, value: "USD".to_owned() }]);
    let per_line: Vec<Field> = mapping.columns.iter().filter(|c| c.per_line).map(|c| c.field).collect();
    assert_eq!(per_line, [Field::InsuranceValue]);
    let nothing = |field| {
        let words = mapping.words.iter().filter(|word| word.field == field && word.meaning.is_none());
        words.map(|word| word.word.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(nothing(Field::Weight), ["Weight Captured Separately"]);
    assert_eq!(
        nothing(Field::FreightDeclared),
        ["Freight Included in Commodity Cost", "Invoiced Separately"]
    );
    assert_eq!(nothing(Field::Incoterm), ["N/A - From RDC"]);
}

#[test]
fn the_real_file_is_imported_except_contradicting_lines() {
    let (header, rows, _) = read(REAL_FILE);
    let words = words();
    let mapping = guess(ImportKind::Shipments, &header, &rows, &words, &habits());
    let plan = Plan::new(ImportKind::Shipments, &mapping, &header, &words).unwrap();
    let doubts = doubts(&mapping, &header, &rows, &words, false);
    let told: Vec<(&str, usize)> = doubts.iter().map(|doubt| (doubt.word.as_str(), doubt.count)).collect();
    assert_eq!(
        told,
        [
            ("Air", 3077),
            ("N/A - From RDC", 2744),
            ("Truck", 1378),
            ("Weight Captured Separately", 678),
            ("Freight Included in Commodity Cost", 658),
            ("Air Charter", 339),
            ("Ocean", 192),
            ("Invoiced Separately", 107),
        ]
    );
    assert!(doubts.iter().all(|doubt| mapping.words.iter().any(|word| word.word == doubt.word)));
    assert_eq!(rows.len(), 5_176);
    let outcome = import(&plan, rows, &words);
    // Five shipments have two scheduled days: ten lines in total.
    assert_eq!(outcome.shipments.len(), 3_547);
    assert_eq!(outcome.refused.len(), 10);
    assert_eq!(outcome.refused.iter().filter(|r| r.problems[0].code == Code::HeldBack).count(), 5);
    let problem = &outcome.refused.iter().find(|r| r.line == 1879).unwrap().problems[0];
    assert_eq!((problem.code, problem.value.as_str()), (Code::DiffersInShipment, "30-Jul-14"));
    assert_eq!(problem.params["line"], "1585");
    assert_eq!(problem.params["other"], "13-Aug-14");
    assert_eq!(outcome.shipments.iter().map(|s| s.items.len()).sum::<usize>(), 5_166);
}

#[test]
fn a_weight_on_another_line_counts_once() {
    let (header, rows, _) = read(REAL_FILE);
    let words = words();
    let plan = Plan::new(
        ImportKind::Shipments,
        &guess(ImportKind::Shipments, &header, &rows, &words, &habits()),
        &header,
        &words,
    )
    .unwrap();
    let outcome = import(&plan, rows, &words);
    let shipment = |reference: &str| outcome.shipments.iter().find(|s| s.external_ref == reference).unwrap();
    // 504 kg on one line, 'See ASN-57 (ID#:23)' on three.
    assert_eq!(shipment("ASN-57").values.whole(Field::Weight), Some(504_000));
    assert_eq!(shipment("ASN-57").items.len(), 4);
    // 'Weight Captured Separately' on every line.
    assert_eq!(shipment("ASN-285").values.whole(Field::Weight), None);
    assert_eq!(shipment("ASN-32231").items.len(), 15);
}

/// A small file from a shop.
const SHOP: &str = "Pedido;Nome do destinatário;País;UF;CEP;Peso (kg);Descrição;Qtde;Valor unitário (BRL);Data de envio\n\
    A-1;João Á.;Brasil;SP;1310-100;1,5;Camiseta;2;49,90;03/04/2026\n\
    A-2;Ana;BR;SP;01310-100;0,2;Livro;1;1.200,00;25/04/2026\n\
    A-1;JOAO A;Brasil;SP;01310100;;Boné;1;30,00;03/04/2026\n";

fn shop_plan(text: &str) -> (Plan, Vec<Row>, Words) {
    let (header, rows, _) = read(text.as_bytes());
    let words = words();
    let mapping = guess(ImportKind::Shipments, &header, &rows, &words, &habits());
    (Plan::new(ImportKind::Shipments, &mapping, &header, &words).unwrap(), rows, words)
}

#[test]
fn lines_of_a_shipment_can_be_apart() {
    let (plan, rows, words) = shop_plan(SHOP);
    let outcome = import(&plan, rows, &words);
    assert_eq!(codes(&outcome), []);
    let first = &outcome.shipments[0];
    assert_eq!((first.external_ref.as_str(), first.lines.as_slice()), ("A-1", [2, 4].as_slice()));
    assert_eq!(first.values.text(Field::ToPostcode), Some("01310100"));
    assert_eq!(first.values.text(Field::ToName), Some("João Á."));
    assert_eq!(first.values.whole(Field::Weight), Some(1_500));
    assert_eq!(first.values.number(Field::DeclaredValue), Some("129.80".parse().unwrap()));
    assert_eq!(first.parcels[0].weight_g, Some(1_500.into()));
    let day = first.values.get(Field::ShippedOn).unwrap().as_day().unwrap();
    assert_eq!(day.to_string(), "2026-04-03");
    assert_eq!(outcome.shipments[1].items[0].unit_value, Some("1200.00".parse().unwrap()));
}

#[test]
fn a_refused_line_holds_back_only_its_shipment() {
    let text = SHOP.replace("Boné;1;", "Boné;um;").replace("A-2;Ana;BR", "A-2;Ana;Atlântida");
    let (plan, rows, words) = shop_plan(&text);
    let outcome = import(&plan, rows, &words);
    assert_eq!(codes(&outcome), [(2, Code::HeldBack), (3, Code::UnknownCountry), (4, Code::NotANumber)]);
    assert_eq!(outcome.refused[0].problems[0].params["line"], "4");
    // State and postcode cannot be read without a country.
    assert_eq!(outcome.refused[1].problems[1].code, Code::UnknownState);
    assert!(outcome.shipments.is_empty());
}

#[test]
fn two_receivers_in_one_shipment_are_refused() {
    let text = SHOP.replace("JOAO A;", "Maria;");
    let (plan, rows, words) = shop_plan(&text);
    let outcome = import(&plan, rows, &words);
    assert_eq!(codes(&outcome), [(2, Code::HeldBack), (4, Code::DiffersInShipment)]);
    assert_eq!(outcome.shipments.len(), 1);
}

#[test]
fn a_repeated_item_is_refused() {
    let text = "order,line id,product\nA,1,Book\nA,1,Book\nB,1,Book\n";
    let (plan, rows, words) = shop_plan(text);
    let outcome = import(&plan, rows, &words);
    assert_eq!(codes(&outcome), [(2, Code::HeldBack), (3, Code::RepeatedItem)]);
    assert_eq!(outcome.shipments.len(), 1);
}

#[test]
fn constants_and_words_of_a_mapping_are_used() {
    let (header, rows, _) = read("ref,country,weight\nA,Congo-K,1\nB,,heavy\n".as_bytes());
    let words = words();
    let mut mapping = guess(ImportKind::Shipments, &header, &rows, &words, &habits());
    mapping.columns = vec![
        Column::new("ref", Field::ExternalRef),
        Column::new("country", Field::ToCountry),
        Column::new("weight", Field::Weight),
    ];
    mapping.group_by = Some("ref".to_owned());
    mapping.constants.push(Constant { field: Field::ToCountry, value: "BR".to_owned() });
    mapping.words = vec![
        Word { field: Field::ToCountry, word: "Congo-K".to_owned(), meaning: Some("CD".to_owned()) },
        Word { field: Field::Weight, word: "heavy".to_owned(), meaning: None },
    ];
    let plan = Plan::new(ImportKind::Shipments, &mapping, &header, &words).unwrap();
    let outcome = import(&plan, rows, &words);
    let country = |at: usize| outcome.shipments[at].values.whole(Field::ToCountry);
    assert_eq!(country(0), words.country("Congo, DRC").map(i32::from));
    assert_eq!(country(1), Some(32));
}

#[test]
fn an_invalid_mapping_is_reported_by_field() {
    let (header, ..) = read(b"ref,country\nA,BR\n");
    let mut mapping = Mapping {
        columns: vec![Column::new("ref", Field::ExternalRef), Column::new("gone", Field::ExternalRef)],
        group_by: Some("away".to_owned()),
        ..Mapping::default()
    };
    mapping.constants.push(Constant { field: Field::FromCountry, value: "Atlantis".to_owned() });
    let problems = Plan::new(ImportKind::Shipments, &mapping, &header, &words()).unwrap_err();
    let told: Vec<(&str, &str)> = problems.iter().map(|p| (p.at.as_str(), p.code.as_str())).collect();
    assert_eq!(
        told,
        [
            ("columns.1.field", "import_repeated_field"),
            ("columns.1.source", "import_unknown_column"),
            ("group_by", "import_unknown_column"),
            ("constants.0.value", "import_unknown_country"),
        ]
    );
}

#[test]
fn cells_damaged_by_spreadsheets_are_refused() {
    let text = "order,tracking,sku,product,qty,hs code\n\
        A,x,7.89E+11,Book,1,490199\nB,x,1,#REF!,1,490199\nC,x,1,Book,1,4901\nD,x,1,Book,-1,490199\nE,x,1,Book,1,490199,oops\n\
        F,x,1,Book,N/A,490199\n";
    let (plan, rows, words) = shop_plan(text);
    let outcome = import(&plan, rows, &words);
    let expected = [
        (2, Code::ShortenedNumber),
        (3, Code::BrokenFormula),
        (4, Code::InvalidHsCode),
        (5, Code::Negative),
        (6, Code::TooManyCells),
        (7, Code::Required),
    ];
    assert_eq!(codes(&outcome), expected);
}

fn captions() -> Captions {
    Captions { line: "Linha".to_owned(), reason: "Motivo".to_owned() }
}

#[test]
fn corrected_lines_have_the_same_shape_and_are_imported_once() {
    let text = SHOP.replace("Boné;1;", "\"=cmd()\";um;");
    let (header, rows, kind) = read(text.as_bytes());
    let (plan, _, words) = shop_plan(&text);
    let outcome = import(&plan, rows.clone(), &words);
    let Kind::Text(dialect) = kind else { panic!("{kind:?}") };
    let mut file = CsvFile::begin(Vec::new(), dialect.delimiter, &header, &captions()).unwrap();
    for refused in &outcome.refused {
        let row = rows.iter().find(|row| row.line == refused.line).unwrap();
        let reason = refused.problems[0].code.as_str().to_owned();
        file.write(&RefusedFileRow { line: refused.line, cells: &row.cells, reason }).unwrap();
    }
    let written = String::from_utf8(file.finish().unwrap()).unwrap();
    assert!(written.contains(";Linha [remessa];Motivo [remessa]\r\n"));
    assert!(written.contains(";'=cmd();um;") && written.contains(";4;import_not_a_number\r\n"), "{written}");
    let corrected = written.replace(";um;", ";1;");
    let (again, rows, _) = read(corrected.as_bytes());
    assert_eq!(again.shape(), header.shape());
    let plan = Plan::new(
        ImportKind::Shipments,
        &guess(ImportKind::Shipments, &header, &rows, &words, &habits()),
        &again,
        &words,
    )
    .unwrap();
    let outcome = import(&plan, rows, &words);
    assert_eq!(codes(&outcome), []);
    assert_eq!(outcome.shipments.len(), 1);
    assert_eq!(outcome.shipments[0].items[1].description, "=cmd()");
}

#[test]
fn refused_lines_as_a_workbook_are_text() {
    let (header, rows, _) = read(SHOP.as_bytes());
    let mut file = XlsxFile::begin(&header, &captions()).unwrap();
    for row in &rows {
        file.write(&RefusedFileRow { line: row.line, cells: &row.cells, reason: "=1+1".to_owned() }).unwrap();
    }
    let mut bytes = Cursor::new(Vec::new());
    file.finish(&mut bytes).unwrap();
    let (again, read_back, kind) = read(bytes.get_ref());
    assert_eq!(kind, Kind::Xlsx { sheet: None });
    assert_eq!(again.shape(), header.shape());
    let cells =
        |row: &Row| (0..10).map(|at| row.cells.get(at).unwrap_or_default().to_owned()).collect::<Vec<_>>();
    assert_eq!(read_back.iter().map(cells).collect::<Vec<_>>(), rows.iter().map(cells).collect::<Vec<_>>());
    assert_eq!(read_back[0].cells.get(11), Some("=1+1"));
}

/// The files of the demo tenants: two languages, decimal commas, pounds.
#[test]
fn every_column_of_the_demo_files_is_mapped() {
    for file in [
        &include_bytes!("../../../../tenants/atlantico/shipments.csv")[..],
        include_bytes!("../../../../tenants/pacific/shipments.csv"),
    ] {
        let (header, rows, _) = read(file);
        let mut words = words();
        for state in csv::Reader::from_reader(STATES).records().map(Result::unwrap) {
            words.add_state(state[1].parse().unwrap(), state[0].parse().unwrap(), [&state[3]]);
        }
        for code in ["EXP", "ECO", "CARGA", "MAR", "SAVER", "EXPRESS", "PRIORITY", "FREIGHT", "OCEAN"] {
            words.add_service(uuid::Uuid::nil(), [code]);
        }
        let mapping = guess(ImportKind::Shipments, &header, &rows, &words, &habits());
        let unmapped: Vec<&String> = header
            .keys()
            .iter()
            .filter(|key| !mapping.columns.iter().any(|column| column.source == **key))
            .collect();
        assert!(unmapped.is_empty(), "{unmapped:?}");
        let plan = Plan::new(ImportKind::Shipments, &mapping, &header, &words).unwrap();
        let outcome = import(&plan, rows, &words);
        assert_eq!(codes(&outcome), []);
        assert!(outcome.shipments.len() >= 100);
    }
}
