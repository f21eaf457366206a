//! Numbers that a workbook shows with leading zeros: `2139` in a cell with the format `00000` is 02139.

use std::io::{Read, Seek};

use calamine::{Data, Style, Xlsx};

use super::SheetError;
use super::workbook::to_damaged_error;

/// A double keeps so many digits.
const MOST_DIGITS: usize = 15;

pub(super) struct PaddedCell {
    /// Row and column, from zero.
    pub place: (u32, u32),
    pub digits: usize,
}

/// The cells with such a format, in the order of the sheet.
pub(super) fn of<R: Read + Seek>(book: &mut Xlsx<R>, sheet: &str) -> Result<Vec<PaddedCell>, SheetError> {
    let mut cells = book.worksheet_cells_reader(sheet).map_err(to_damaged_error)?;
    let digits: Vec<_> = cells.styles().iter().map(digits).collect();
    let mut padded = Vec::new();
    if digits.iter().all(Option::is_none) {
        return Ok(padded);
    }
    while let Some((row, column, style)) = cells.next_style_id().map_err(to_damaged_error)? {
        if let Some(digits) = digits.get(style).copied().flatten() {
            padded.push(PaddedCell { place: (row, column), digits });
        }
    }
    Ok(padded)
}

/// The digits of a format that has only zeros and punctuation: 5 of `00000`, 11 of `000\.000\.000-00`.
fn digits(style: &Style) -> Option<usize> {
    let code = &style.number_format.as_ref()?.format_code;
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
            let mut style = Style::default();
            let mut format = calamine::NumberFormat::default();
            format.format_code = code.to_owned();
            style.number_format = Some(format);
            assert_eq!(digits(&style), expected, "{code}");
        }
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
