//! Numbers in two notations, and digits that spreadsheet programs have lost.

use super::*;

macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../../../tests/data/shippers/", $name))
    };
}

const MARKS: [DecimalMark; 2] = [DecimalMark::Point, DecimalMark::Comma];

#[test]
fn a_leading_zero_decides_the_decimal_mark_of_its_column() {
    for mark in MARKS {
        let point = guessed(file!("weight_point_3dec_ptbr.csv"), mark).outcome();
        assert_eq!(point.wholes(Field::Weight), [("C01-A", 750), ("C01-B", 1_250)]);
        let comma = guessed(file!("weight_comma_3dec_en.csv"), mark).outcome();
        assert_eq!(comma.wholes(Field::Weight), [("C01-C", 750), ("C01-D", 1_250)]);
    }
}

#[test]
fn an_ambiguous_column_is_asked() {
    let text = "Pedido;País;Peso (kg)\nA;BR;1.250\nB;BR;2.500\n";
    for mark in MARKS {
        let Guessed { mut mapping, header, rows, words } = guessed(text.as_bytes(), mark);
        let problems = Plan::new(ImportKind::Shipments, &mapping, &header, &words).unwrap_err();
        let told: Vec<(&str, &str)> = problems.iter().map(|p| (p.at.as_str(), p.code.as_str())).collect();
        assert_eq!(told, [("columns.2.decimal_mark", "import_ambiguous_numbers")]);
        mapping.columns[2].decimal_mark = Some(DecimalMark::Comma);
        let plan = Plan::new(ImportKind::Shipments, &mapping, &header, &words).unwrap();
        assert_eq!(import(&plan, rows, &words).wholes(Field::Weight), [("A", 1_250_000), ("B", 2_500_000)]);
    }
}

#[test]
fn another_column_shows_the_notation_of_the_file() {
    let text = "Pedido;País;Peso (kg);Valor declarado (BRL)\nA;BR;1.250;10,50\n";
    let outcome = guessed(text.as_bytes(), DecimalMark::Point).outcome();
    assert_eq!(outcome.wholes(Field::Weight), [("A", 1_250_000)]);
}

#[test]
fn a_number_cell_of_a_workbook_is_never_ambiguous() {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    for (column, name) in (0..).zip(["Pedido", "País", "Peso (kg)"]) {
        sheet.write_string(0, column, name).unwrap();
    }
    for (row, (order, weight)) in (1..).zip([("A", 1.125), ("B", 2.5)]) {
        sheet.write_string(row, 0, order).unwrap();
        sheet.write_string(row, 1, "BR").unwrap();
        sheet.write_number(row, 2, weight).unwrap();
    }
    sheet.write_string(3, 0, "C").unwrap();
    sheet.write_string(3, 1, "BR").unwrap();
    sheet.write_string(3, 2, "1,25").unwrap();
    let mut guessed = guessed(&book.save_to_buffer().unwrap(), DecimalMark::Comma);
    guessed.mapping.columns[2].decimal_mark = Some(DecimalMark::Comma);
    assert_eq!(guessed.outcome().wholes(Field::Weight), [("A", 1_125), ("B", 2_500), ("C", 1_250)]);
}

#[test]
fn a_number_that_a_spreadsheet_has_shortened_is_refused() {
    let told = codes(&outcome(file!("sci.csv")));
    assert_eq!(told, [2, 3, 4, 5].map(|line| (line, Code::ShortenedNumber)));
    let text = "Order,Recipient Name,Country,Phone,Zip\nA,Ann,US,5.51199E+12,2.139E+03\n";
    let told = outcome(text.as_bytes());
    let fields: Vec<_> = told.refused[0].problems.iter().map(|p| (p.field.unwrap(), p.code)).collect();
    let shortened = [Field::ToPhone, Field::ToPostcode].map(|f| (f, Code::ShortenedNumber));
    assert_eq!(fields, shortened);
}

#[test]
fn a_number_cell_of_more_than_fifteen_digits_is_refused() {
    let outcome = outcome(file!("long_number.xlsx"));
    assert_eq!(codes(&outcome), [(2, Code::ShortenedNumber), (3, Code::ShortenedNumber)]);
    assert_eq!(outcome.texts(Field::ToName), [("123456789012345", "Cy Day")]);
}

#[test]
fn a_text_formula_is_its_text() {
    assert_eq!(outcome(file!("equals_bare.csv")).texts(Field::ToPostcode), [("00419", "01310100")]);
    assert_eq!(outcome(file!("equals_text.csv")).texts(Field::ToPostcode), [("00417", "02139")]);
    let quoted = outcome(b"Order,Recipient Name\n\"=\"\"A-1\"\"\",\"=\"\"Ann \"\"\"\"Lee\"\"\"\"\"\"\"\n");
    assert_eq!(quoted.texts(Field::ToName), [("A-1", "Ann \"Lee\"")]);
}

#[test]
fn a_formula_without_a_kept_result_is_told() {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    for (column, name) in (0..).zip(["Order", "Recipient Name", "Weight (kg)"]) {
        sheet.write_string(0, column, name).unwrap();
        sheet.write_string(1, column, "A").unwrap();
        sheet.write_string(2, column, "B").unwrap();
    }
    sheet.write_formula(1, 2, rust_xlsxwriter::Formula::new("=1+1").set_result("2")).unwrap();
    sheet.write_formula(2, 2, rust_xlsxwriter::Formula::new("=3+4").set_result("7")).unwrap();
    let outcome = outcome(&rewritten(&book.save_to_buffer().unwrap(), |text| text.replace("<v>7</v>", "")));
    assert_eq!(codes(&outcome), [(3, Code::FormulaWithoutResult)]);
    assert_eq!(outcome.wholes(Field::Weight), [("A", 2_000)]);
}

#[test]
fn nothing_is_read_without_a_mapped_column() {
    let Guessed { mapping, header, words, .. } = guessed(b"a,b\n1,2\n", DecimalMark::Point);
    assert!(mapping.columns.is_empty());
    let problems = Plan::new(ImportKind::Shipments, &mapping, &header, &words).unwrap_err();
    assert_eq!((problems[0].at.as_str(), problems[0].code.as_str()), ("columns", "import_nothing_mapped"));
}
