//! Numbers as people write them in sheets.

use rust_decimal::Decimal;

use super::super::money::Currency;
use super::SheetCode;
use super::currency::{names_other, without_sign};
use super::full_width::to_latin;
use super::not_offered::NOT_OFFERED;
use ::sheets::fold::fold;
use ::sheets::is_number_cell;
use trade::countries::is_currency;

/// 1 000 000 000, the largest number that a version takes.
pub const MAX: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);
/// 0.000001, the smallest one.
pub const SMALLEST: Decimal = Decimal::from_parts(1, 0, 0, false, 6);
pub(super) const MAX_DECIMALS: u32 = 6;

/// The decimal mark of a sheet. The other one, spaces and apostrophes separate thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Dot,
    Comma,
}

impl Mark {
    pub fn char(self) -> char {
        match self {
            Self::Dot => '.',
            Self::Comma => ',',
        }
    }

    /// The mark of a cell. A number of a workbook is that number: its text has a point, whatever texts around it have.
    pub fn of_cell(self, text: &str) -> Self {
        if is_number_cell(text) { Self::Dot } else { self }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::Dot => Self::Comma,
            Self::Comma => Self::Dot,
        }
    }
}

/// Signs of footnotes after a price.
const NOTE_SIGNS: [char; 14] = ['*', '†', '‡', '§', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', '⁰'];
/// Signs between a whole amount and the dashes for its decimals, as written in Switzerland and Scandinavia: `12,-`, `12.–`, `12:-`.
const POINTS: [char; 3] = ['.', ',', ':'];
const DASHES: [char; 3] = ['-', '–', '—'];

/// The price of a cell; `None` if the service is not offered. A zero is no such cell: it is refused.
pub fn price(text: &str, mark: Mark, currency: Currency) -> Result<Option<Decimal>, SheetCode> {
    let mark = mark.of_cell(text);
    let latin = to_latin(text);
    let text = latin.trim_matches(is_blank);
    if is_not_offered(text) {
        return Ok(None);
    }
    let bare = without_currency(without_note(text), currency)?;
    let is_negative = bare.starts_with(['-', '−', '–']) || (bare.starts_with('(') && bare.ends_with(')'));
    let digits = bare.trim_start_matches(['-', '−', '–', '(', '+']).trim_end_matches(')');
    let digits = without_dash(digits.trim_matches(is_blank), mark);
    let number = decimal(digits, mark).ok_or_else(|| refuse_words(text, currency))?;
    match number {
        number if number.is_zero() => Err(SheetCode::ZeroPrice),
        _ if is_negative => Err(SheetCode::NegativePrice),
        number if number > MAX => Err(SheetCode::UnreadablePrice),
        number if number.normalize().scale() > MAX_DECIMALS => Err(SheetCode::TooManyDecimals),
        number => Ok(Some(number)),
    }
}

/// Whether a price has the sign of a footnote, which is not read: `12.30*`, `12.30 (1)`.
pub fn has_note(text: &str) -> bool {
    let text = text.trim_matches(is_blank);
    without_note(text).len() < text.len()
}

/// The text without the signs of footnotes at its end. An amount in brackets is negative, and no footnote.
fn without_note(text: &str) -> &str {
    let bare = text.trim_end_matches(|c: char| NOTE_SIGNS.contains(&c) || is_blank(c));
    let numbered = [('(', ')'), ('[', ']')].into_iter().find_map(|(open, close)| {
        let (before, number) = bare.strip_suffix(close)?.rsplit_once(open)?;
        let is_number = matches!(number.len(), 1 | 2) && number.bytes().all(|c| c.is_ascii_digit());
        is_number.then_some(before)
    });
    let bare = numbered.unwrap_or(bare).trim_end_matches(is_blank);
    if bare.contains(|c: char| c.is_ascii_digit()) { bare } else { text }
}

/// The amount without the dash that stands for its decimals. It has none, so a mark that is left separates thousands, as in
/// `12.500.-`; where that is the decimal mark of the sheet, nothing is taken off, and the text is no number.
fn without_dash(text: &str, mark: Mark) -> &str {
    let bare = text.trim_end_matches(DASHES);
    let whole = if bare.len() < text.len() { bare.strip_suffix(POINTS) } else { None };
    whole.filter(|whole| !whole.contains(mark.char())).unwrap_or(text)
}

/// Whether dashes stand for the decimals of an amount, also before a currency: `12.500.- CHF`.
pub(super) fn has_dash(text: &str) -> bool {
    let rest = text.rfind(|c: char| c.is_ascii_digit()).map(|last| &text[last + 1..]);
    rest.and_then(|rest| rest.strip_prefix(POINTS)).is_some_and(|rest| rest.starts_with(DASHES))
}

/// Blank, dashes, or words such as "POA".
pub fn is_not_offered(text: &str) -> bool {
    let is_dash = |c: char| is_blank(c) || matches!(c, '-' | '–' | '—' | '−' | '－' | '/');
    text.chars().all(is_dash) || NOT_OFFERED.contains(&fold(text).as_str())
}

/// Whether a cell says something about a price: an amount, a zero, or that there is none.
pub fn tells_price(text: &str, mark: Mark, currency: Currency) -> bool {
    let filled = !text.trim_matches(is_blank).is_empty();
    filled
        && !matches!(price(text, mark, currency), Err(SheetCode::UnreadablePrice | SheetCode::OtherCurrency))
}

/// Whether a cell has an amount in another currency.
pub fn names_other_currency(text: &str, currency: Currency) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
        && price(text, Mark::Dot, currency) == Err(SheetCode::OtherCurrency)
}

/// A number without sign. Thousands must be groups of three digits, so `12,50` with a decimal point is refused instead of
/// read as 1250.
pub fn decimal(text: &str, mark: Mark) -> Option<Decimal> {
    let (whole, fraction) = match text.split_once(mark.char()) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let mut groups = whole.split(|c: char| is_separator(c, mark));
    let first = groups.next()?;
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
    let mut digits = String::from(first);
    for group in groups {
        if group.len() != 3 || first.len() > 3 || first.starts_with('0') {
            return None;
        }
        digits.push_str(group);
    }
    if !is_digits(&digits) || fraction.is_some_and(|fraction| !is_digits(fraction)) {
        return None;
    }
    if let Some(fraction) = fraction {
        digits.push('.');
        digits.push_str(fraction);
    }
    // Longer numbers are no prices or weights.
    if digits.len() > 20 { None } else { digits.parse().ok() }
}

/// The text without sign or code of the table's currency.
fn without_currency(text: &str, currency: Currency) -> Result<&str, SheetCode> {
    let text = without_sign(text, currency)?;
    let letters = |c: char| c.is_ascii_alphabetic();
    let head = text.len() - text.trim_start_matches(letters).len();
    let tail = text.trim_end_matches(letters).len();
    let codes = [&text[..head], if head < text.len() { &text[tail..] } else { "" }];
    for code in codes.into_iter().filter(|code| !code.is_empty()) {
        let is_own = code.eq_ignore_ascii_case(currency.code())
            || (code.eq_ignore_ascii_case("RMB") && currency.code() == "CNY");
        if !is_own {
            return Err(if is_currency(code) {
                SheetCode::OtherCurrency
            } else {
                refuse_words(text, currency)
            });
        }
    }
    Ok(text.trim_matches(|c: char| is_blank(c) || c.is_ascii_alphabetic()))
}

/// A number with words before or after it, such as `12 zł` or `kr. 12`.
fn refuse_words(text: &str, currency: Currency) -> SheetCode {
    let has_number =
        text.starts_with(|c: char| c.is_ascii_digit()) || text.ends_with(|c: char| c.is_ascii_digit());
    if has_number && names_other(text, currency) {
        SheetCode::OtherCurrency
    } else {
        SheetCode::UnreadablePrice
    }
}

/// Whether a text begins with a number or its sign, and is no words.
pub fn starts_number(text: &str) -> bool {
    let latin = to_latin(text);
    let text = latin.trim_matches(is_blank).trim_start_matches(['-', '−', '–', '(', '+']);
    let text = text.trim_start_matches(|c: char| matches!(c, '$' | '€' | '£' | '¥') || is_blank(c));
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Spaces of any width, also those that join.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{200b}' | '\u{feff}')
}

fn is_separator(c: char, mark: Mark) -> bool {
    is_blank(c) || matches!(c, '\'' | '’') || c == mark.other().char()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usd() -> Currency {
        Currency::new("USD", 2).unwrap()
    }

    #[test]
    fn a_blank_or_a_dash_is_not_offered_and_a_zero_is_refused() {
        for text in [
            "",
            "  ",
            "-",
            "—",
            "N/A",
            "n.a.",
            "#N/A",
            "\u{a0}",
            "POA",
            "P.O.A.",
            "Sob consulta",
            "A cotizar",
            "询价",
            "n.v.t.",
            "Auf Anfrage",
            "På begäran",
            "Service suspended",
            "--",
        ] {
            assert_eq!(price(text, Mark::Dot, usd()), Ok(None), "{text:?}");
        }
        for text in ["0", "0.00", "$0"] {
            assert_eq!(price(text, Mark::Dot, usd()), Err(SheetCode::ZeroPrice), "{text:?}");
        }
    }

    #[test]
    fn prices_are_read_as_written() {
        for (text, mark, expected) in [
            ("1,234.50", Mark::Dot, "1234.50"),
            ("1.234,50", Mark::Comma, "1234.50"),
            ("1\u{2009}234,5", Mark::Comma, "1234.5"),
            ("1\u{202f}234", Mark::Comma, "1234"),
            ("1'234.50", Mark::Dot, "1234.50"),
            ("US$ 43.55", Mark::Dot, "43.55"),
            ("$43.55", Mark::Dot, "43.55"),
            ("43.55 USD", Mark::Dot, "43.55"),
            ("usd43.55", Mark::Dot, "43.55"),
        ] {
            assert_eq!(price(text, mark, usd()), Ok(Some(expected.parse().unwrap())), "{text:?}");
        }
    }

    #[test]
    fn footnotes_and_dashes_for_decimals_are_no_part_of_the_number() {
        for (text, expected) in [
            ("12.30*", "12.30"),
            ("12.30 **", "12.30"),
            ("12.30¹", "12.30"),
            ("$ 12.30 (1)", "12.30"),
            ("12.30[2]", "12.30"),
            ("1,250.-", "1250"),
            ("12.–", "12"),
            ("12,-", "12"),
            ("USD 12.-*", "12"),
            ("US $12.30", "12.30"),
            ("USD $ 12.30", "12.30"),
        ] {
            assert_eq!(price(text, Mark::Dot, usd()), Ok(Some(expected.parse().unwrap())), "{text:?}");
        }
        let [crowns, yuan, francs] = ["SEK", "CNY", "CHF"].map(|code| Currency::new(code, 2).unwrap());
        for (text, currency) in
            [("kr. 12", crowns), ("12,- kr.", crowns), ("RMB 12", yuan), ("Fr. 12.-", francs)]
        {
            assert_eq!(price(text, Mark::Comma, currency), Ok(Some(Decimal::from(12))), "{text:?}");
        }
        assert_eq!(price("1.250,–", Mark::Comma, usd()), Ok(Some(Decimal::from(1250))));
        assert_eq!(price("(12.30)", Mark::Dot, usd()), Err(SheetCode::NegativePrice));
        assert_eq!(price("(12)", Mark::Dot, usd()), Err(SheetCode::NegativePrice), "no footnote");
        assert_eq!(price("*", Mark::Dot, usd()), Err(SheetCode::UnreadablePrice));
        assert_eq!(price("RMB 12", Mark::Dot, usd()), Err(SheetCode::OtherCurrency));
        assert!(has_note("12.30*") && !has_note("12.30") && !has_note("(12.30)"));
    }

    #[test]
    fn an_amount_with_a_dash_for_decimals_may_have_thousands() {
        let francs = Currency::new("CHF", 2).unwrap();
        for (text, mark, whole) in [
            ("12.500.-", Mark::Comma, 12_500),
            ("CHF 12.500.-", Mark::Comma, 12_500),
            ("12.500.– Fr.", Mark::Comma, 12_500),
            ("1'250.-", Mark::Comma, 1_250),
            ("1.234,--", Mark::Comma, 1_234),
            ("1,234,-", Mark::Dot, 1_234),
            ("1.250.000.-", Mark::Comma, 1_250_000),
            ("75:-", Mark::Comma, 75),
        ] {
            assert_eq!(price(text, mark, francs), Ok(Some(Decimal::from(whole))), "{text:?} {mark:?}");
        }
        assert!(has_dash("12.500.- CHF") && has_dash("75:-*") && !has_dash("12.500") && !has_dash("0.5-1.0"));
    }

    #[test]
    fn a_dash_for_decimals_does_not_change_the_mark_of_the_sheet() {
        let pesos = Currency::new("CLP", 0).unwrap();
        for (text, mark) in [
            ("12.50.-", Mark::Comma),
            ("12.500.-", Mark::Dot),
            ("1,234,–", Mark::Comma),
            ("1,250.-", Mark::Comma),
            ("1.250,-", Mark::Dot),
        ] {
            assert_eq!(price(text, mark, pesos), Err(SheetCode::UnreadablePrice), "{text:?} {mark:?}");
        }
    }

    #[test]
    fn a_number_cell_of_a_workbook_is_that_number() {
        let cell = "4.125\u{200b}";
        for mark in [Mark::Dot, Mark::Comma] {
            assert_eq!(price(cell, mark, usd()), Ok(Some(Decimal::new(4125, 3))));
        }
    }

    #[test]
    fn a_number_that_could_mean_another_is_refused() {
        for text in ["12,50", "1,23,456", "0,500", "1.2.3", "1O5.20", "#REF!", "12 50", "€ 5 x"] {
            let read = price(text, Mark::Dot, usd());
            assert!(
                matches!(read, Err(SheetCode::UnreadablePrice | SheetCode::OtherCurrency)),
                "{text:?} {read:?}"
            );
        }
        assert_eq!(price("€12.50", Mark::Dot, usd()), Err(SheetCode::OtherCurrency));
        assert_eq!(price("EUR 12.50", Mark::Dot, usd()), Err(SheetCode::OtherCurrency));
        assert_eq!(price("-5.00", Mark::Dot, usd()), Err(SheetCode::NegativePrice));
    }
}
