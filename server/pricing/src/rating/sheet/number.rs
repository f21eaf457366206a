//! Numbers as people write them in sheets.

use rust_decimal::Decimal;

use super::super::money::Currency;
use super::SheetCode;

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

    fn other(self) -> Self {
        match self {
            Self::Dot => Self::Comma,
            Self::Comma => Self::Dot,
        }
    }
}

/// Texts that stand for a service that is not offered, in lower case.
const NOT_OFFERED: [&str; 18] = [
    "",
    "-",
    "--",
    "---",
    "–",
    "—",
    "−",
    "n/a",
    "#n/a",
    "na",
    "n.a.",
    "n.a",
    "n/d",
    "nd",
    "n/o",
    "x",
    "not available",
    "not offered",
];

/// Signs that name one currency. `$` and `¥` stand for many, so they fit any table.
const SIGNS: [(&str, &str); 8] = [
    ("US$", "USD"),
    ("R$", "BRL"),
    ("CA$", "CAD"),
    ("A$", "AUD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("₹", "INR"),
    ("₩", "KRW"),
];

/// The price of a cell; `None` if the service is not offered. A zero is no such cell: it is refused.
pub fn price(text: &str, mark: Mark, currency: Currency) -> Result<Option<Decimal>, SheetCode> {
    let text = text.trim_matches(is_blank);
    if NOT_OFFERED.contains(&text.to_lowercase().as_str()) {
        return Ok(None);
    }
    let bare = without_currency(text, currency)?;
    let is_negative = bare.starts_with(['-', '−', '–']) || (bare.starts_with('(') && bare.ends_with(')'));
    let digits = bare.trim_start_matches(['-', '−', '–', '(', '+']).trim_end_matches(')');
    let number = decimal(digits.trim_matches(is_blank), mark).ok_or(SheetCode::UnreadablePrice)?;
    match number {
        number if number.is_zero() => Err(SheetCode::ZeroPrice),
        _ if is_negative => Err(SheetCode::NegativePrice),
        number => Ok(Some(number)),
    }
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

/// The decimal mark of a sheet by what its numbers can only mean. Numbers such as `1.450`, which can mean both, decide only
/// if there is nothing else: a currency with less than three decimals makes them thousands.
pub fn guess_mark<'a>(texts: impl Iterator<Item = &'a str>, decimals: u32) -> Mark {
    // Votes for the comma less those for the dot.
    let (mut certain, mut likely) = (0_i64, 0_i64);
    for (mark, is_certain) in texts.filter_map(|text| mark_of(text, decimals)) {
        let votes = if is_certain { &mut certain } else { &mut likely };
        *votes += if mark == Mark::Comma { 1 } else { -1 };
    }
    let votes = if certain == 0 { likely } else { certain };
    if votes > 0 { Mark::Comma } else { Mark::Dot }
}

/// The decimal mark of a number, and whether it can be no other.
fn mark_of(text: &str, decimals: u32) -> Option<(Mark, bool)> {
    let last = text.rfind(['.', ','])?;
    let mark = if text[last..].starts_with('.') { Mark::Dot } else { Mark::Comma };
    let (before, after) = (&text[..last], &text[last + 1..]);
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || !before.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if before.contains(mark.char()) {
        return Some((mark.other(), true));
    }
    let whole = before.trim_start_matches(|c: char| !c.is_ascii_digit());
    if before.contains(mark.other().char()) || digits != 3 || whole.starts_with('0') || whole.len() > 3 {
        return Some((mark, true));
    }
    Some((if decimals >= 3 { mark } else { mark.other() }, false))
}

/// The text without sign or code of the table's currency.
fn without_currency(text: &str, currency: Currency) -> Result<&str, SheetCode> {
    for (sign, code) in SIGNS {
        let rest = text.strip_prefix(sign).or_else(|| text.strip_suffix(sign));
        if let Some(rest) = rest {
            let is_own = code == currency.code();
            return if is_own { Ok(rest.trim_matches(is_blank)) } else { Err(SheetCode::OtherCurrency) };
        }
    }
    let text = text.trim_matches(|c: char| is_blank(c) || matches!(c, '$' | '¥' | '￥' | '円' | '元'));
    let letters = |c: char| c.is_ascii_alphabetic();
    let head = text.len() - text.trim_start_matches(letters).len();
    let tail = text.trim_end_matches(letters).len();
    let codes = [&text[..head], if head < text.len() { &text[tail..] } else { "" }];
    for code in codes.into_iter().filter(|code| !code.is_empty()) {
        if !code.eq_ignore_ascii_case(currency.code()) {
            let is_code = code.len() == 3 && code.bytes().all(|c| c.is_ascii_uppercase());
            return Err(if is_code { SheetCode::OtherCurrency } else { SheetCode::UnreadablePrice });
        }
    }
    Ok(text.trim_matches(|c: char| is_blank(c) || c.is_ascii_alphabetic()))
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
        for text in ["", "  ", "-", "—", "N/A", "n.a.", "#N/A", "\u{a0}"] {
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

    #[test]
    fn the_mark_is_guessed_by_what_is_certain() {
        for (texts, decimals, mark) in [
            (vec!["9,18", "10,40"], 2, Mark::Comma),
            (vec!["9.18", "1,234.00"], 2, Mark::Dot),
            (vec!["1.234,00"], 2, Mark::Comma),
            (vec!["1,450", "1,900"], 0, Mark::Dot),
            (vec!["1.450", "1.900"], 0, Mark::Comma),
            (vec!["1.005", "12.250"], 3, Mark::Dot),
            (vec!["0,500"], 2, Mark::Comma),
            (vec!["1450"], 0, Mark::Dot),
        ] {
            assert_eq!(guess_mark(texts.iter().copied(), decimals), mark, "{texts:?}");
        }
    }
}
