//! Headers, sheets, encodings and line breaks.

use super::*;
use sheets::list_sheets;

macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../../../tests/data/shippers/", $name))
    };
}

#[test]
fn merged_headers_name_the_sender_and_the_receiver() {
    let outcome = outcome(file!("merged_header.xlsx"));
    assert_eq!(codes(&outcome), []);
    assert_eq!(outcome.texts(Field::FromName), [("C09-A", "Loja Sol"), ("C09-B", "Loja Sol")]);
    assert_eq!(outcome.texts(Field::FromCity), [("C09-A", "Santos"), ("C09-B", "Santos")]);
    assert_eq!(outcome.shipments[0].values.text(Field::ToName), Some("Ann Lee"));
    assert_eq!(outcome.shipments[0].values.text(Field::ToCity), Some("Boston"));
    assert_eq!(outcome.shipments[0].lines, [3]);
}

#[test]
fn the_fullest_sheet_is_guessed_first() {
    let found = list_sheets(Cursor::new(file!("second_sheet.xlsx")), &Kind::Xlsx { sheet: None }).unwrap();
    let names: Vec<&str> = found.iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!(names.len(), 2);
    let fullest = found.iter().max_by_key(|sheet| sheet.score).unwrap();
    assert_eq!(fullest.name, names[1]);
}

#[test]
fn a_long_page_of_instructions_is_not_the_fullest_sheet() {
    let mut book = rust_xlsxwriter::Workbook::new();
    let notes = book.add_worksheet().set_name("Leia-me").unwrap();
    for row in 0..60 {
        notes.write_string(row, 0, format!("{row}. Preencha a aba Pedidos")).unwrap();
    }
    let data = book.add_worksheet().set_name("Pedidos").unwrap();
    for (column, (name, value)) in
        (0..).zip([("Pedido", "A"), ("Destinatário", "Ana"), ("País", "BR"), ("Cidade", "Natal")])
    {
        data.write_string(0, column, name).unwrap();
        data.write_string(1, column, value).unwrap();
    }
    book.add_worksheet().set_name("Oculta").unwrap().set_hidden(true).write_string(0, 0, "x").unwrap();
    let found =
        list_sheets(Cursor::new(book.save_to_buffer().unwrap()), &Kind::Xlsx { sheet: None }).unwrap();
    let names: Vec<&str> = found.iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!(names, ["Leia-me", "Pedidos"]);
    assert!(found[1].score > found[0].score);
}

#[test]
fn a_workbook_whose_parts_have_other_names_is_opened() {
    let bytes = rewritten(file!("second_sheet.xlsx"), |text| {
        text.replace("xl/", "book/").replace("workbook.xml", "main.xml")
    });
    assert_eq!(list_sheets(Cursor::new(bytes), &Kind::Xlsx { sheet: None }).unwrap().len(), 2);
}

#[test]
fn utf_16_line_breaks_in_cells_and_repeated_names_are_read() {
    assert_eq!(outcome(file!("utf16.csv")).texts(Field::ToName), [("C30-A", "João Ávila")]);
    let street = outcome(file!("multiline.csv"));
    assert_eq!(street.texts(Field::ToAddress1), [("C30-C", "12 Elm St Apt 4")]);
    let notes = guessed(file!("dup_header.csv"), DecimalMark::Point);
    assert_eq!(notes.header.keys()[3..], ["notes", "notes#2"]);
    assert_eq!(notes.outcome().texts(Field::Notes), [("C30-B", "first")]);
}

/// The fields of a file's columns, in their order.
fn fields(text: &str) -> Vec<Field> {
    guessed(text.as_bytes(), DecimalMark::Point).mapping.columns.iter().map(|column| column.field).collect()
}

#[test]
fn single_letters_are_sides_where_all_three_stand() {
    let sides = [Field::ExternalRef, Field::ToName, Field::Length, Field::Width, Field::Height];
    assert_eq!(fields("Order,Recipient name,L,W,H\nA,Ann,30,20,10\nB,Bob,40,20,10\n"), sides);
    assert_eq!(fields("Order,Recipient name,L (in),W (in),H (in)\nA,Ann,30,20,10\nB,Bob,40,20,10\n"), sides);
    assert_eq!(fields("Order,Recipient name,L,W\nA,Ann,30,20\nB,Bob,40,20\n"), sides[..2]);
}

#[test]
fn a_column_of_countries_is_no_name_of_a_sender_or_a_recipient() {
    let before = [Field::ExternalRef, Field::ToName];
    let countries = "Order,Recipient name,Origin\nA,Ann,US\nB,Bob,Brazil\n";
    assert_eq!(fields(countries), [before[0], before[1], Field::FromCountry]);
    let names = "Order,Recipient name,Origin\nA,Ann,Loja Sol\nB,Bob,Loja Mar\n";
    assert_eq!(fields(names), [before[0], before[1], Field::FromName]);
    let destination = "Order,Recipient name,Destination\nA,Ann,US\nB,Bob,BR\n";
    assert_eq!(fields(destination), [before[0], before[1], Field::ToCountry]);
}

#[test]
fn an_origin_beside_tariff_codes_is_the_one_of_the_goods() {
    let text = "Order,Recipient name,HS code,Origin\nA,Ann,610910,CN\nB,Bob,620342,CN\n";
    let fields = fields(text);
    assert_eq!(fields[2..], [Field::ItemHsCode, Field::ItemOriginCountry]);
}

#[test]
fn numbers_without_a_unit_have_those_of_the_company() {
    let (header, rows, _) = read(b"Order,Recipient name,Length,Weight\nA,Ann,30,2\nB,Bob,40,3\n");
    let american = Habits { weight_unit: FileWeightUnit::Lb, size_unit: FileSizeUnit::In, ..habits() };
    let mapping = guess(ImportKind::Shipments, &header, &rows, &words(), &american);
    assert_eq!((mapping.weight_unit, mapping.size_unit), (FileWeightUnit::Lb, FileSizeUnit::In));
    let (header, rows, _) = read(b"Order,Recipient name,Length (cm),Weight (kg)\nA,Ann,30,2\nB,Bob,40,3\n");
    let mapping = guess(ImportKind::Shipments, &header, &rows, &words(), &american);
    assert_eq!((mapping.weight_unit, mapping.size_unit), (FileWeightUnit::Kg, FileSizeUnit::Cm));
}
