//! Workbooks are read as rows of texts. `\u{200b}` (`NUMBER_CELL`) ends the text of a number with decimals.

use std::io::Cursor;

use super::*;

fn workbook(fill: impl FnOnce(&mut rust_xlsxwriter::Worksheet)) -> Cursor<Vec<u8>> {
    let mut book = rust_xlsxwriter::Workbook::new();
    fill(book.add_worksheet());
    Cursor::new(book.save_to_buffer().unwrap())
}

fn rows(file: Cursor<Vec<u8>>) -> Result<Vec<(u32, Vec<String>)>, SheetError> {
    let mut rows = Vec::new();
    let ended = visit(file, MAX_UNPACKED_BYTES, None, &mut |row: Row| {
        rows.push((row.line, row.cells.iter().map(str::to_owned).collect()));
        Ok(ControlFlow::Continue(()))
    })?;
    assert!(ended.is_continue());
    Ok(rows)
}

#[test]
fn cells_become_text_without_float_noise_and_with_iso_dates() {
    let file = workbook(|sheet| {
        let day = rust_xlsxwriter::Format::new().set_num_format("dd/mm/yyyy");
        sheet.write_string(0, 0, "São Paulo").unwrap();
        sheet.write_number(0, 1, 0.1 + 0.2).unwrap();
        sheet.write_number(0, 2, 12_345_678.0).unwrap();
        sheet.write_number_with_format(2, 1, 38_870.0, &day).unwrap();
        sheet.write_boolean(2, 3, true).unwrap();
    });
    let rows = rows(file).unwrap();
    assert_eq!(rows[0], (1, vec!["São Paulo".into(), "0.3\u{200b}".into(), "12345678".into()]));
    assert_eq!(rows[1], (3, vec!["".into(), "2006-06-02".into(), "".into(), "true".into()]));
}

#[test]
fn numbers_are_read_with_the_zeros_of_their_format() {
    let file = workbook(|sheet| {
        let zip = rust_xlsxwriter::Format::new().set_num_format("00000");
        let cpf = rust_xlsxwriter::Format::new().set_num_format(r"000\.000\.000\-00");
        sheet.write_number_with_format(0, 0, 2_139.0, &zip).unwrap();
        sheet.write_number(0, 1, 2_139.0).unwrap();
        sheet.write_string_with_format(0, 2, "B7", &zip).unwrap();
        sheet.write_number_with_format(1, 1, 1_234_567_890.0, &cpf).unwrap();
    });
    let rows = rows(file).unwrap();
    assert_eq!(rows[0].1, ["02139", "2139", "B7"]);
    assert_eq!(rows[1].1, ["", "01234567890"]);
}

#[test]
fn number_cells_have_the_sign_of_their_format_beside_them() {
    let file = workbook(|sheet| {
        let euro = rust_xlsxwriter::Format::new().set_num_format("#,##0.00\\ [$€-407]");
        sheet.write_number_with_format(0, 0, 9.5, &euro).unwrap();
        sheet.write_number(0, 1, 9.5).unwrap();
        sheet.write_string_with_format(0, 2, "Total", &euro).unwrap();
        sheet.write_number_with_format(1, 1, 10.0, &euro).unwrap();
    });
    let mut signs = Vec::new();
    let taken = visit(file, MAX_UNPACKED_BYTES, None, &mut |row: Row| {
        signs.push((row.cells.iter().map(str::to_owned).collect::<Vec<_>>(), row.signs));
        Ok(ControlFlow::Continue(()))
    });
    assert!(taken.is_ok());
    let euro = |column| vec![CellSign { column, sign: "€".to_owned() }];
    assert_eq!(signs[0], (vec!["9.5\u{200b}".to_owned(), "9.5\u{200b}".into(), "Total".into()], euro(0)));
    assert_eq!(signs[1], (vec![String::new(), "10".into()], euro(1)));
}

#[test]
fn a_distant_cell_needs_no_memory() {
    let file = workbook(|sheet| {
        sheet.write_string(0, 0, "a").unwrap();
        sheet.write_string(1_048_575, 0, "z").unwrap();
    });
    assert_eq!(rows(file).unwrap().len(), 2);
    let wide = workbook(|sheet| {
        sheet.write_string(0, 16_383, "z").unwrap();
    });
    assert!(matches!(rows(wide), Err(SheetError::TooManyColumns)));
}

#[test]
fn an_archive_that_is_not_a_workbook_is_detected() {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("readme.txt", zip::write::SimpleFileOptions::default()).unwrap();
    let file = zip.finish().unwrap();
    assert!(matches!(rows(file), Err(SheetError::UnknownFormat)));
}

/// A workbook of one sheet with these cells, written by hand.
fn workbook_of(shared: &str, cells: &str) -> Cursor<Vec<u8>> {
    workbook_without("", shared, cells)
}

/// The same, but one of its parts is lost.
fn workbook_without(lost: &str, shared: &str, cells: &str) -> Cursor<Vec<u8>> {
    const MAIN: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
    const LINKS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let link =
        |id, kind, target| format!("<Relationship Id=\"{id}\" Type=\"{LINKS}/{kind}\" Target=\"{target}\"/>");
    let links =
        [link("r1", "worksheet", "worksheets/sheet1.xml"), link("r2", "sharedStrings", "sharedStrings.xml")]
            .concat();
    let sheet = "<sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"r1\"/></sheets>";
    let package = "xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"";
    let whole = link("r1", "officeDocument", "xl/workbook.xml");
    let types = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>";
    let parts = [
        ("[Content_Types].xml", types.to_owned()),
        ("_rels/.rels", format!("<Relationships {package}>{whole}</Relationships>")),
        ("xl/workbook.xml", format!("<workbook {MAIN} xmlns:r=\"{LINKS}\">{sheet}</workbook>")),
        ("xl/_rels/workbook.xml.rels", format!("<Relationships {package}>{links}</Relationships>")),
        ("xl/worksheets/sheet1.xml", format!("<worksheet {MAIN}><sheetData>{cells}</sheetData></worksheet>")),
        ("xl/sharedStrings.xml", format!("<sst {MAIN} {shared}</sst>")),
    ];
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts.into_iter().filter(|(name, _)| *name != lost) {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    let mut file = zip.finish().unwrap();
    file.rewind().unwrap();
    file
}

fn row_of(line: u32, count: usize) -> String {
    let cell = "<c t=\"s\"><v>0</v></c>".repeat(count);
    format!("<row r=\"{line}\">{cell}</row>")
}

fn refusal(file: Cursor<Vec<u8>>) -> MessageCode {
    each_row(file, &PREVIEW, None, &mut |_| Ok(ControlFlow::Continue(()))).unwrap_err().message()
}

#[test]
fn a_workbook_by_hand_is_read() {
    let file = workbook_of("uniqueCount=\"1\"><si><t>a</t></si>", &row_of(1, 2));
    assert_eq!(rows(file).unwrap(), [(1, vec!["a".to_owned(), "a".to_owned()])]);
}

#[test]
fn a_claim_of_more_shared_texts_than_fit_is_refused() {
    let file = workbook_of("count=\"1\" uniqueCount=\"200000000\"><si><t>a</t></si>", &row_of(1, 1));
    assert!(file.get_ref().len() < 2_000);
    assert_eq!(refusal(file), MessageCode::ImportDamaged);
}

#[test]
fn a_workbook_that_lost_a_part_is_damaged_and_not_empty() {
    let one_row = |lost| workbook_without(lost, "uniqueCount=\"1\"><si><t>a</t></si>", &row_of(1, 1));
    for lost in ["xl/workbook.xml", "xl/worksheets/sheet1.xml"] {
        assert_eq!(refusal(one_row(lost)), MessageCode::ImportDamaged, "{lost}");
    }
    let whole = one_row("").into_inner();
    let cut = Cursor::new(whole[..whole.len() / 2].to_vec());
    assert_eq!(refusal(cut), MessageCode::ImportDamaged);
}

#[test]
fn a_text_longer_than_a_cell_is_refused_before_it_is_repeated() {
    let text = "a".repeat(1024 * 1024);
    let file = workbook_of(&format!("uniqueCount=\"1\"><si><t>{text}</t></si>"), &row_of(1, 300));
    assert_eq!(refusal(file), MessageCode::ImportCellTooLong);
    let text = "é".repeat(MAX_CELL);
    let file = workbook_of(&format!("uniqueCount=\"1\"><si><t>{text}</t></si>"), &row_of(1, 2));
    assert_eq!(rows(file).unwrap()[0].1, [text.clone(), text]);
}

#[test]
fn rows_and_all_rows_together_have_a_limit_of_bytes() {
    let shared = format!("uniqueCount=\"1\"><si><t>{}</t></si>", "a".repeat(MAX_CELL));
    assert_eq!(refusal(workbook_of(&shared, &row_of(1, 40))), MessageCode::ImportTooLarge);
    let many: String = (1..=4).map(|line| row_of(line, 10)).collect();
    let ended = visit(workbook_of(&shared, &many), 1_000_000, None, &mut |_| Ok(ControlFlow::Continue(())));
    assert!(matches!(ended, Err(SheetError::TooLarge)));
}

#[test]
fn a_workbook_that_needs_too_much_memory_ends_only_its_process() {
    let text = "a".repeat(160 * 1024 * 1024);
    let file = workbook_of(&format!("uniqueCount=\"1\"><si><t>{text}</t></si>"), &row_of(1, 1));
    assert!(file.get_ref().len() < 1_000_000);
    assert_eq!(refusal(file), MessageCode::ImportTooHeavy);
}

#[test]
fn a_workbook_that_unpacks_to_too_much_is_refused() {
    let mut file = workbook_of("uniqueCount=\"1\"><si><t>a</t></si>", &" ".repeat(5_000_000));
    assert!(file.get_ref().len() < 20_000);
    assert!(matches!(weigh(&mut file, 5_000_000), Err(SheetError::TooLarge)));
    assert!(weigh(&mut file, 5_010_000).is_ok());
}
