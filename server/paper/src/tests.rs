//! A small document from a layout to the text that a reader sees.

use std::process::Command;

use super::bounds::Bounds;
use super::check::{Finding, check};
use super::data::{Data, Field, Row, SentData, TableFields, Vocabulary};
use super::error::PaperError;
use super::fonts::Fonts;
use super::layout::Layout;
use super::sheets::Sheets;
use server_core::http::messages::MessageCode;

const WORDS: Vocabulary = Vocabulary {
    groups: &[&[Field::new("title", "Order 1", 20), Field::new("notes", "Handle with care", 3000)]],
    tables: &[TableFields {
        path: "goods",
        columns: &[Field::new("name", "Mug", 60), Field::new("value", "10.00", 12)],
        rows: 2,
    }],
};

const LAYOUT: &str = r#"
page = { width = 80, height = 60 }

[[box]]
kind = "text"
name = "title"
x = 5
y = 4
w = 70
h = 6
text = "{title} · Sheet {page} of {pages}"

[[box]]
kind = "table"
field = "goods"
x = 5
y = 12
w = 70
h = 20
frame = true
columns = [{ w = 50, title = "Name", field = "name" }, { w = 18, field = "value", align = "right" }]

[[box]]
kind = "text"
x = 5
y = 34
w = 70
h = 20
text = "{notes}"
overflow = "continue"
"#;

fn fonts() -> Fonts {
    Fonts::load_shipped().unwrap()
}

fn layout(text: &str) -> Layout {
    check(text, &WORDS, &fonts()).unwrap()
}

fn findings(text: &str) -> Vec<(usize, String, MessageCode)> {
    let found = check(text, &WORDS, &fonts()).unwrap_err();
    found.into_iter().map(|Finding { line, name, code, .. }| (line, name, code)).collect()
}

fn data(rows: usize, notes: &str) -> Data {
    let mut data = Data::default();
    data.set("title", "Order 7");
    data.set("notes", notes);
    let row = |n: usize| Row::from([("name", format!("Mug {n}")), ("value", format!("{n}.50"))]);
    data.set_rows("goods", (1..=rows).map(row).collect());
    data
}

fn pages(layout: &Layout, data: &Data) -> Vec<String> {
    let fonts = fonts();
    let mut sheets = Sheets::new(&fonts);
    layout.print(&mut sheets, data).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.pdf"), sheets.finish().unwrap()).unwrap();
    let read = Command::new("pdftotext")
        .args(["-layout", "a.pdf", "-"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = String::from_utf8(read.stdout).unwrap();
    text.split('\u{c}').map(str::to_owned).filter(|page| !page.is_empty()).collect()
}

#[test]
fn rows_without_room_are_on_the_next_sheet() {
    let layout = layout(LAYOUT);
    let pages = pages(&layout, &data(12, "Care"));
    assert!(pages.len() > 2, "{pages:?}");
    for (index, page) in pages.iter().enumerate() {
        assert!(page.contains(&format!("Sheet {} of {}", index + 1, pages.len())), "{page}");
        assert!(page.contains("Care"), "{page}");
    }
    let text = pages.concat();
    for n in 1..=12 {
        assert_eq!(text.matches(&format!("Mug {n} ")).count(), 1, "Mug {n} in {text}");
        assert_eq!(text.matches(&format!(" {n}.50")).count(), 1, "{n}.50 in {text}");
    }
}

#[test]
fn a_long_text_goes_on_and_no_word_is_lost() {
    let words: Vec<String> = (0..400).map(|n| format!("word{n}")).collect();
    let pages = pages(&layout(LAYOUT), &data(1, &words.join(" ")));
    let text = pages.concat();
    assert!(pages.len() > 1);
    let read: Vec<&str> = text.split_whitespace().filter(|word| word.starts_with("word")).collect();
    assert_eq!(read, words);
    assert_eq!(text.matches("Mug 1 ").count(), 1);
}

#[test]
fn a_row_taller_than_the_page_goes_on() {
    let mut data = data(0, "");
    let name: String = (0..90).map(|n| format!("part{n} ")).collect();
    data.set_rows("goods", vec![Row::from([("name", name), ("value", "1.00".to_owned())])]);
    let text = pages(&layout(LAYOUT), &data).concat();
    assert_eq!(text.split_whitespace().filter(|word| word.starts_with("part")).count(), 90, "{text}");
}

#[test]
fn a_problem_names_its_line_and_its_box() {
    let missing = LAYOUT.replace("{title}", "{titel}");
    assert_eq!(findings(&missing), [(4, "title".to_owned(), MessageCode::LayoutUnknownField)]);
    let outside = LAYOUT.replace("w = 70\nh = 6", "w = 90\nh = 6");
    assert_eq!(findings(&outside), [(4, "title".to_owned(), MessageCode::LayoutOutside)]);
    let letters = LAYOUT.replace("Name", "བཀྲ");
    assert_eq!(findings(&letters), [(13, "goods".to_owned(), MessageCode::LayoutLetters)]);
    let cut = LAYOUT.replace("overflow = \"continue\"", "overflow = \"wrap\"");
    assert_eq!(findings(&cut), [(23, "{notes}".to_owned(), MessageCode::LayoutOverflow)]);
    let wide = LAYOUT.replace("w = 50", "w = 60");
    assert_eq!(findings(&wide), [(13, "goods".to_owned(), MessageCode::LayoutColumns)]);
    let column = LAYOUT.replace("field = \"value\"", "field = \"price\"");
    assert_eq!(findings(&column), [(13, "goods".to_owned(), MessageCode::LayoutUnknownField)]);
}

#[test]
fn a_file_that_cannot_be_read_names_its_line() {
    let unknown = LAYOUT.replace("text = \"{notes}\"", "colour = \"red\"");
    assert_eq!(findings(&unknown), [(29, String::new(), MessageCode::LayoutSyntax)]);
    assert_eq!(findings("page = {"), [(1, String::new(), MessageCode::LayoutSyntax)]);
    assert_eq!(findings("page = { width = nan, height = 60 }")[0].2, MessageCode::LayoutPage);
}

/// Three thousand letters, as often as the names of the text.
fn repeat_names(names: usize) -> String {
    LAYOUT.replace("text = \"{notes}\"", &format!("text = \"{}\"", "{notes}".repeat(names)))
}

#[test]
fn a_small_layout_that_fills_too_many_letters_is_refused_before_they_are_shaped() {
    assert!(check(&repeat_names(3), &WORDS, &fonts()).is_ok());
    let begin = std::time::Instant::now();
    assert_eq!(findings(&repeat_names(900)), [(1, String::new(), MessageCode::LayoutTooLong)]);
    assert!(begin.elapsed() < std::time::Duration::from_secs(5), "{:?}", begin.elapsed());
}

#[test]
fn a_layout_that_needs_too_many_sheets_is_refused() {
    let narrow = repeat_names(3).replace("w = 70\nh = 20\ntext", "w = 8\nh = 4\ntext");
    assert_eq!(findings(&narrow), [(1, String::new(), MessageCode::LayoutTooLong)]);
}

#[test]
fn a_document_beyond_its_bounds_adds_no_sheet() {
    let fonts = fonts();
    let layout = layout(LAYOUT);
    let mut sheets = Sheets::new(&fonts);
    let long = data(400, "");
    for bounds in [Bounds { letters: 1_000, ..Bounds::NONE }, Bounds { sheets: 2, ..Bounds::NONE }] {
        let printed = layout.print_within(&mut sheets, &long, bounds);
        assert!(matches!(printed, Err(PaperError::TooLong)), "{bounds:?}");
    }
    let count = layout.print_within(&mut sheets, &long, Bounds::OF_DOCUMENT).unwrap();
    assert!(count > 2);
}

#[test]
fn data_is_the_same_after_its_way_to_another_process() {
    let before = data(2, "Handle with care");
    let sent = serde_json::to_string(&SentData::from(before.clone())).unwrap();
    let after = serde_json::from_str::<SentData>(&sent).unwrap().into_data(&WORDS, None);
    assert_eq!((after.rows("goods"), after.text("notes")), (before.rows("goods"), before.text("notes")));
}

#[test]
fn what_is_printed_has_latin_letters_only_where_the_fonts_lack_others() {
    let fonts = fonts();
    let written = data(1, "Обращаться осторожно").make_printable(&fonts);
    assert_eq!(written.text("notes"), "Обращаться осторожно");
    let latin = data(1, "བཀྲ་ཤིས Tashi").make_printable(&fonts);
    assert!(latin.text("notes").is_ascii() && latin.text("notes").ends_with("Tashi"));
    assert_eq!(latin.missing_letters(&fonts), None);
}
