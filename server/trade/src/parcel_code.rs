//! The bar code of a parcel: the shipment's code and the parcel's number. Also finds codes in what people type.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::identifiers::S10;

/// Digits of the parcel's number after the shipment's code.
const DIGITS: usize = 3;

/// The digits after the code; none for a shipment's only parcel.
pub fn suffix(number: u32, of: u32) -> Option<String> {
    (of > 1).then(|| format!("{number:0DIGITS$}"))
}

/// The shipment's code in the scanned code of a parcel. Other texts are returned unchanged.
pub fn shipment_code(scanned: &str) -> &str {
    let Some(at) = scanned.len().checked_sub(DIGITS).filter(|at| scanned.is_char_boundary(*at)) else {
        return scanned;
    };
    let (code, number) = scanned.split_at(at);
    let is_parcel = number.bytes().all(|byte| byte.is_ascii_digit()) && S10::parse(code).is_ok();
    if is_parcel { code } else { scanned }
}

/// A code in one piece, or in groups as labels and people write it, with the number of a parcel behind it. The groups of
/// one code are on one line.
static PRINTED: LazyLock<Regex> = LazyLock::new(|| {
    let gap = r"[[\s--[\r\n]]./_\-\u{2010}-\u{2015}\u{2212}\u{ad}\u{200b}-\u{200f}\u{2060}\u{feff}]{0,3}";
    let whole = r"[A-Za-z]{2}[0-9]{9}[A-Za-z]{2}(?:-?[0-9]{3})?";
    let grouped = format!("[A-Za-z]{{2}}{gap}(?:[0-9]{gap}){{9}}[A-Za-z]{{2}}(?:{gap}[0-9]{{3}})?");
    Regex::new(&format!(r"\b(?:{whole}|{grouped})\b")).expect("the pattern is constant")
});

/// Mark of a scanner before a code: it says of which kind the code is.
static CODE_KIND: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\s*\][A-Za-z][0-9]").expect("the pattern is constant"));

/// The number of a parcel as people type it behind a code: `-3`, ` 2`, `-2/3`.
static TYPED_NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[\s./_\-\u{2010}-\u{2015}\u{2212}]{1,3}(?P<number>[0-9]{1,4})(?:/[0-9]{1,4})?$")
        .expect("the pattern is constant")
});

/// The text with every code in one piece and without the number of a parcel. Nothing else is changed.
pub fn join_codes(text: &str) -> String {
    let narrow: String = text.chars().map(to_half_width).collect();
    let in_one_piece = |printed: &Captures| {
        let code: String = printed[0].chars().filter(char::is_ascii_alphanumeric).collect();
        shipment_code(&code).to_owned()
    };
    PRINTED.replace_all(&narrow, in_one_piece).into_owned()
}

/// The shipment's code in a scanned or typed text, and the number of the parcel behind it. Other texts are trimmed, in capitals.
pub fn read_parcel_code(scanned: &str) -> (String, Option<i16>) {
    let plain = clean_scan(scanned).trim().to_uppercase();
    let Some(printed) = PRINTED.find(&plain) else { return (plain, None) };
    let code: String = printed.as_str().chars().filter(char::is_ascii_alphanumeric).collect();
    let shipment = shipment_code(&code);
    let typed = TYPED_NUMBER.captures(&plain[printed.end()..]);
    let number = code[shipment.len()..].parse().ok();
    (shipment.to_owned(), number.or_else(|| typed?["number"].parse().ok()))
}

/// A scanned or typed text as people read it: in letters and digits of the usual width, without marks that nobody sees, such as those
/// between the parts of a long bar code, and without the kind of the bar code before it, such as `]C1`.
pub fn clean_scan(scanned: &str) -> String {
    let is_seen = |c: &char| c.is_whitespace() || !is_invisible(*c);
    let plain: String = scanned.chars().map(to_half_width).filter(is_seen).collect();
    CODE_KIND.replace(&plain, "").into_owned()
}

fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Letters and digits of full width, which keyboards for Chinese type, are the same letters and digits.
fn to_half_width(c: char) -> char {
    match c {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '－' => {
            char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c)
        }
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of a typed or pasted text and the codes searched for it. The web client reads the same file.
    const PRINTED_CODES: &str = include_str!("../../tests/data/codes_as_printed.json");

    #[test]
    fn a_code_is_read_as_labels_and_people_write_it() {
        let cases: Vec<(String, String)> = serde_json::from_str(PRINTED_CODES).unwrap();
        assert!(cases.len() > 10);
        for (typed, read) in cases {
            assert_eq!(join_codes(&typed), read, "{typed}");
        }
    }

    #[test]
    fn a_scanned_code_names_its_parcel() {
        let read = |scanned| read_parcel_code(scanned);
        assert_eq!(read("lx821947508br002"), ("LX821947508BR".into(), Some(2)));
        assert_eq!(read(" LX 821 947 508 BR 011\n"), ("LX821947508BR".into(), Some(11)));
        assert_eq!(read("LX821947508BR"), ("LX821947508BR".into(), None));
        for typed in ["LX821947508BR-3", "lx 821 947 508 br - 3", "LX821947508BR 03", "LX821947508BR-3/2"] {
            assert_eq!(read(typed), ("LX821947508BR".into(), Some(3)), "{typed}");
        }
        assert_eq!(read(" 1z999aa10123456784 "), ("1Z999AA10123456784".into(), None));
        assert_eq!(read("]C1LX821947508BR002"), ("LX821947508BR".into(), Some(2)));
    }

    #[test]
    fn a_scan_has_neither_its_kind_nor_marks_that_nobody_sees() {
        assert_eq!(clean_scan("\u{1d}]C14205314092\u{1d}05590164917\u{feff}"), "420531409205590164917");
        assert_eq!(clean_scan("１Ｚ 999\t"), "1Z 999\t");
        assert_eq!(clean_scan("A]C1"), "A]C1");
    }

    #[test]
    fn a_parcel_code_contains_its_shipments_code() {
        assert_eq!((suffix(1, 1), suffix(2, 11).as_deref()), (None, Some("002")));
        assert_eq!(shipment_code("LX821947508BR002"), "LX821947508BR");
        assert_eq!(shipment_code("lx821947508br002"), "lx821947508br");
        for other in ["LX821947508BR", "LX821947509BR002", "LX821947508BR0A2", "PO-4471", "1", "", "ação123"]
        {
            assert_eq!(shipment_code(other), other);
        }
    }
}
