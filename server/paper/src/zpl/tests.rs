//! The commands of ZPL that are looked for: `^XA` and `^XZ` begin and end a label, `^PW` and `^LL` are its width and length in
//! dots, `^CI28` means UTF-8. `^FO` and `^FT` place a field, `^FD` has its text and `^FS` ends it; `^FH_` writes bytes of the text
//! as `_5E`, `^FR` reverses black and white. `^A0N` is the font of the printer, `^GFA` a bitmap, `^BC` and `^BQ` are the codes.

use super::*;
use crate::fonts::Weight;
use crate::label::{self, Label};
use crate::sheets::Sheets;
use crate::text::Paragraph;

fn print(format: PrintFormat, labels: &[Label]) -> String {
    let fonts = Fonts::load_shipped().unwrap();
    let mut sheets = Sheets::in_format(&fonts, format);
    labels.iter().try_for_each(|label| label::add(&mut sheets, label)).unwrap();
    String::from_utf8(sheets.finish().unwrap()).unwrap()
}

fn draw(text: &str, ink: Ink) -> String {
    let fonts = Fonts::load_shipped().unwrap();
    let paragraph = Paragraph::new(&fonts, text, Weight::Bold, 1.0);
    let line = Line::whole(&paragraph.shaped, 12.0);
    let nothing = fonts.shape("", Weight::Bold);
    let area = Area { x: 5.0, y: 5.0, w: 90.0, h: 10.0 };
    let ellipsis = Line::whole(&nothing, 12.0);
    let placed = PlacedLine { line: &line, ellipsis: &ellipsis, area, baseline: 24.0, align: Align::Center };
    let mut page = ZplPage::new(Density::Dpi203, [101.6, 152.4]);
    page.line(&fonts, &placed, ink);
    page.finish()
}

/// The commands of a file, without their prefixes: `FO24,8`.
fn list_commands(zpl: &str) -> Vec<&str> {
    zpl.split(['^', '~', '\n']).filter(|command| !command.is_empty()).collect()
}

#[test]
fn a_label_is_one_format_of_its_size_at_each_density() {
    let labels = [label::tests::label(), label::tests::label()];
    for (format, size) in
        [(PrintFormat::Zpl203, ["PW812", "LL1219"]), (PrintFormat::Zpl300, ["PW1200", "LL1800"])]
    {
        let zpl = print(format, &labels);
        let commands = list_commands(&zpl);
        let count = |wanted: &str| commands.iter().filter(|command| **command == wanted).count();
        for once in ["XA", "XZ", "CI28", size[0], size[1]] {
            assert_eq!(count(once), 2, "{once}");
        }
    }
}

#[test]
fn the_printer_draws_both_codes_and_latin_texts() {
    let label = label::tests::label();
    for format in [PrintFormat::Zpl203, PrintFormat::Zpl300] {
        let zpl = print(format, std::slice::from_ref(&label));
        assert!(zpl.contains(&format!("^FD{}^FS", label.bar_code)), "{zpl}");
        assert!(zpl.contains(&format!("^FDMA,{}^FS", label.tracking_url)), "{zpl}");
        for text in ["João da Silva Gonçalves", "LX 821 947 508 BR", "EXPRESSO", "GRU"] {
            assert!(zpl.contains(text), "{text} is not in {zpl}");
        }
    }
}

#[test]
fn letters_that_the_printer_lacks_are_a_bitmap() {
    assert!(draw("Ana Souza", Ink::Black).contains("^A0N,"));
    for text in ["深圳市", "محمد بن عبد الله", "सम्राट", "Жанна", "Ana 深圳"]
    {
        let zpl = draw(text, Ink::Black);
        assert!(zpl.contains("^GFA,") && !zpl.contains("^FD"), "{zpl}");
    }
}

#[test]
fn white_letters_are_reversed_on_their_black_ground() {
    assert!(draw("Expresso", Ink::White).contains("^FR^FH_^FDExpresso^FS"));
    assert!(draw("快递", Ink::White).contains("^FR^GFA,"));
    assert!(!draw("Expresso", Ink::Black).contains("^FR"));
}

#[test]
fn a_name_is_never_a_command() {
    let mut label = label::tests::label();
    let hostile = "^XZ~JR^XA^FDx_5EXZ";
    label.receiver.name = hostile.to_owned();
    label.sender.city = hostile.to_owned();
    label.contents = hostile.to_owned();
    label.carrier = "~DG^CC!".to_owned();
    let zpl = print(PrintFormat::Zpl203, &[label]);
    let known = [
        "XA", "XZ", "CI28", "PW", "LL", "LH0,0", "PON", "FO", "FT", "FS", "FR", "FH_", "FD", "GB", "GFA",
        "A0N", "BY", "BCN", "BQN",
    ];
    for command in list_commands(&zpl) {
        assert!(known.iter().any(|one| command.starts_with(one)), "{command}");
        assert!(!command.starts_with("FDx"), "{command}");
    }
    let formats = list_commands(&zpl).into_iter().filter(|command| command.starts_with('X')).count();
    assert_eq!(formats, 2);
    assert!(!zpl.contains('~'));
}

#[test]
fn everything_stays_on_the_label() {
    let zpl = print(PrintFormat::Zpl203, &label::tests::all());
    for command in list_commands(&zpl) {
        let Some(corner) = command.strip_prefix("FO").or_else(|| command.strip_prefix("FT")) else {
            continue;
        };
        let numbers: Vec<u32> = corner.split(',').map(|number| number.parse().unwrap()).collect();
        assert!(numbers[0] < 812 && numbers[1] < 1219, "{command}");
    }
}

#[test]
fn a_picture_has_as_many_bytes_as_it_says() {
    let zpl = draw("深圳市", Ink::Black);
    let picture = zpl.split("^GFA,").nth(1).unwrap();
    let numbers: Vec<usize> = picture.splitn(4, ',').take(3).map(|number| number.parse().unwrap()).collect();
    let [data, total, row] = numbers[..] else { panic!("{picture}") };
    assert_eq!(data, total);
    assert!(row > 0 && total % row == 0 && total < 812 * 1219 / 8, "{numbers:?}");
}
