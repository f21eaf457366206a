//! What the format of a number cell adds to its number: zeros in front, as in `00000`, and a currency, as in `[$€-407] 0.00`.

use std::io::{Read, Seek};

use calamine::{Data, Style, Xlsx};

use super::SheetError;
use super::fold::trim;
use super::workbook::to_damaged_error;

/// A double keeps so many digits.
const MOST_DIGITS: usize = 15;
const MAX_SIGN: usize = 20;
/// More formatted cells than a sheet of prices has are read without the signs of their formats, because each needs memory.
const MOST_SIGNED: usize = 1_000_000;

/// The formats of a sheet's cells.
pub(super) struct NumberFormats {
    by_style: Vec<NumberFormat>,
    cells: std::iter::Peekable<std::vec::IntoIter<FormattedCell>>,
}

/// The parts of a format that its number does not have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct NumberFormat {
    /// Digits that are shown at least.
    pub digits: Option<usize>,
    /// The words and signs around the number, such as `€` or `R$`.
    pub sign: Option<String>,
}

struct FormattedCell {
    /// Row and column, from zero.
    place: (u32, u32),
    style: u32,
}

impl NumberFormats {
    /// The cells with such a format, in the order of the sheet.
    pub(super) fn of<R: Read + Seek>(book: &mut Xlsx<R>, sheet: &str) -> Result<Self, SheetError> {
        let mut reader = book.worksheet_cells_reader(sheet).map_err(to_damaged_error)?;
        let by_style: Vec<_> = reader.styles().iter().map(NumberFormat::of).collect();
        let (mut cells, mut signed) = (Vec::new(), 0);
        if by_style.iter().any(NumberFormat::adds_something) {
            while let Some((row, column, style)) = reader.next_style_id().map_err(to_damaged_error)? {
                let Some(format) = by_style.get(style).filter(|format| format.adds_something()) else {
                    continue;
                };
                if format.digits.is_none() {
                    signed += 1;
                }
                if format.digits.is_some() || signed <= MOST_SIGNED {
                    let style = u32::try_from(style).unwrap_or(u32::MAX);
                    cells.push(FormattedCell { place: (row, column), style });
                }
            }
        }
        Ok(Self { by_style, cells: cells.into_iter().peekable() })
    }

    /// The format of the next cell of the sheet, if it adds something.
    pub(super) fn next_at(&mut self, place: (u32, u32)) -> Option<&NumberFormat> {
        let cell = self.cells.next_if(|cell| cell.place == place)?;
        self.by_style.get(cell.style as usize)
    }
}

impl NumberFormat {
    fn of(style: &Style) -> Self {
        let Some(format) = style.number_format.as_ref() else { return Self::default() };
        // The `$` of a format without a code of its own is the sign of the reader's country.
        let is_local =
            matches!(format.format_id, Some(5..=8 | 42 | 44)) && format.format_code.contains("_($");
        let sign = if is_local { None } else { read_sign(&format.format_code) };
        Self { digits: count_digits(&format.format_code), sign }
    }

    fn adds_something(&self) -> bool {
        self.digits.is_some() || self.sign.is_some()
    }
}

/// The digits of a format that has only zeros and punctuation: 5 of `00000`, 11 of `000\.000\.000-00`.
fn count_digits(code: &str) -> Option<usize> {
    let mut digits = 0;
    let mut letters = code.split(';').next()?.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '0' => digits += 1,
            '\\' => drop(letters.next()),
            '"' => drop(letters.find(|letter| *letter == '"')),
            '-' | ' ' | '/' | '(' | ')' => {}
            _ => return None,
        }
    }
    (2..=MOST_DIGITS).contains(&digits).then_some(digits)
}

/// The words and signs of a format for amounts: `€` of `[$€-407] #,##0.00`, `R$` of `_-"R$"\ * #,##0.00_-`. `None` without
/// a letter or a sign of a currency, and for dates.
fn read_sign(code: &str) -> Option<String> {
    let (mut sign, mut is_number) = (String::new(), false);
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ';' => break,
            '0' | '#' | '?' => is_number = true,
            // The next character is shown, or it is a width, or it fills the cell.
            '\\' => sign.extend(letters.next()),
            '_' | '*' => drop(letters.next()),
            '"' => sign.extend(letters.by_ref().take_while(|letter| *letter != '"')),
            '[' => {
                let inner: String = letters.by_ref().take_while(|letter| *letter != ']').collect();
                // `[Red]` and `[>=100]` are no signs; the number after the hyphen is a language.
                if let Some(currency) = inner.strip_prefix('$') {
                    sign.push_str(currency.rsplit_once('-').map_or(currency, |(sign, _)| sign));
                }
            }
            ' ' => sign.push(' '),
            currency if is_currency_sign(currency) => sign.push(currency),
            _ => {}
        }
    }
    let sign = trim(&sign);
    let says_something = sign.contains(|c: char| c.is_alphabetic() || is_currency_sign(c));
    (is_number && says_something && sign.chars().count() <= MAX_SIGN).then(|| sign.to_owned())
}

fn is_currency_sign(c: char) -> bool {
    matches!(c, '$' | '£' | '¥' | '\u{20a0}'..='\u{20cf}' | '＄' | '￥' | '￡')
}

/// A whole number with its leading zeros.
pub(super) fn pad(value: &Data, digits: usize) -> Option<String> {
    let number = match value {
        Data::Int(number) => *number as f64,
        Data::Float(number) => *number,
        _ => return None,
    };
    let is_whole = number >= 0.0 && number.fract() == 0.0 && number < 1e15;
    is_whole.then(|| format!("{number:0>digits$.0}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_zeros_have_digits() {
        for (code, expected) in [
            ("00000", Some(5)),
            (r"000\.000\.000\-00", Some(11)),
            (r#"00000"-"000"#, Some(8)),
            ("00000-0000;@", Some(9)),
            ("0", None),
            ("0.00", None),
            ("#,##0", None),
            ("General", None),
            ("yyyy", None),
            (r"0\", None),
            ("0000000000000000", None),
        ] {
            assert_eq!(count_digits(code), expected, "{code}");
        }
    }

    #[test]
    fn formats_of_amounts_have_a_sign() {
        for (code, expected) in [
            ("[$€-407] #,##0.00", Some("€")),
            ("#,##0.00\\ [$€-407];[Red]\\-#,##0.00\\ [$€-407]", Some("€")),
            (r#""R$" #,##0.00"#, Some("R$")),
            ("[$R$-416] #,##0.00", Some("R$")),
            (r#"_-"R$"\ * #,##0.00_-;\-"R$"\ * #,##0.00_-;_-"R$"\ * "-"??_-;_-@_-"#, Some("R$")),
            (r#"_-* #,##0.00\ "€"_-;\-* #,##0.00\ "€"_-"#, Some("€")),
            (r#"_-[$$-409]* #,##0.00_ ;_-[$$-409]* \-#,##0.00\ "#, Some("$")),
            ("[$USD] #,##0.00", Some("USD")),
            ("[$USD-409]#,##0.00", Some("USD")),
            ("#,##0.00 [$zł-415]", Some("zł")),
            ("$#,##0.00", Some("$")),
            ("¥#,##0", Some("¥")),
            (r#"0.00" kg""#, Some("kg")),
            ("[$-409]#,##0.00", None),
            ("[Red]#,##0.00", None),
            ("#,##0.00_);(#,##0.00)", None),
            (r#"[$-416]d" de "mmmm"#, None),
            ("0.00%", None),
            ("General", None),
            ("\"a", None),
            ("[$", None),
        ] {
            assert_eq!(read_sign(code).as_deref(), expected, "{code}");
        }
    }

    #[test]
    fn a_sign_of_the_readers_country_is_none() {
        let format = |id, code: &str| {
            let mut style = Style::default();
            let mut format = calamine::NumberFormat::default();
            format.format_code = code.to_owned();
            format.format_id = id;
            style.number_format = Some(format);
            NumberFormat::of(&style)
        };
        let local = "_($* #,##0.00_);_($* (#,##0.00);_($* \"-\"??_);_(@_)";
        assert_eq!(format(Some(44), local).sign, None);
        let named = r#"_("$"* #,##0.00_);_("$"* \(#,##0.00\)"#;
        assert_eq!(format(Some(44), named).sign.as_deref(), Some("$"));
        assert_eq!(format(None, "00000"), NumberFormat { digits: Some(5), sign: None });
    }

    #[test]
    fn only_whole_numbers_get_zeros() {
        assert_eq!(pad(&Data::Float(2139.0), 5).as_deref(), Some("02139"));
        assert_eq!(pad(&Data::Int(0), 3).as_deref(), Some("000"));
        assert_eq!(pad(&Data::Float(1_234_567.0), 5).as_deref(), Some("1234567"));
        for other in [Data::Float(-1.0), Data::Float(0.5), Data::Float(1e15), Data::String("7".to_owned())] {
            assert_eq!(pad(&other, 5), None, "{other:?}");
        }
    }
}
