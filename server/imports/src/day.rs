//! Reads cells as dates.

use chrono::{Datelike, NaiveDate};

use super::problem::Code;
use sheets::fold::{fold, trim};
use trade::wire_name;

wire_name! {
    /// Order of day and month in a date of three numbers. Dates with a four-digit year first, or with the
    /// month's name, do not need it.
    DateOrder { DayFirst = "day_first", MonthFirst = "month_first" }
}

/// How a date was recognised, to guess the order of the other dates in its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateShape {
    /// A four-digit year first, or the month's name.
    Plain,
    /// Valid only with the day first, or only with the month first.
    Only(DateOrder),
    Either,
}

pub fn date_shape(text: &str) -> Option<DateShape> {
    let day_first = date(text, DateOrder::DayFirst);
    let month_first = date(text, DateOrder::MonthFirst);
    match (day_first, month_first) {
        (None, None) => serial_date(text).map(|_| DateShape::Plain),
        (Some(_), None) => Some(DateShape::Only(DateOrder::DayFirst)),
        (None, Some(_)) => Some(DateShape::Only(DateOrder::MonthFirst)),
        (Some(_), Some(_)) if is_three_numbers_year_last(text) => Some(DateShape::Either),
        (Some(_), Some(_)) => Some(DateShape::Plain),
    }
}

/// The years of all dates; the text of `import_day_out_of_range` names them.
const YEARS: std::ops::RangeInclusive<i32> = 1900..=2100;

/// Reads a cell as a day, or says why it is none.
pub fn read_day(text: &str, order: DateOrder) -> Result<NaiveDate, Code> {
    let day = any_date(text, order).or_else(|| serial_date(text)).ok_or(Code::NotADate)?;
    // Programs write 9999 for "never".
    if YEARS.contains(&day.year()) { Ok(day) } else { Err(Code::DayOutOfRange) }
}

/// Reads a date in any usual format. A time after it is ignored.
pub fn date(text: &str, order: DateOrder) -> Option<NaiveDate> {
    any_date(text, order).filter(|day| YEARS.contains(&day.year()))
}

fn any_date(text: &str, order: DateOrder) -> Option<NaiveDate> {
    let parts = date_parts(text)?;
    match parts.as_slice() {
        [Part::Number(compact, 8)] => day(*compact / 10_000, *compact / 100 % 100, *compact % 100),
        [Part::Number(y, 4), Part::Number(m, 1..=2), Part::Number(d, 1..=2)] => day(*y, *m, *d),
        [Part::Number(y, 4), Part::Month(m), Part::Number(d, 1..=2)] => day(*y, *m, *d),
        [Part::Number(d, 1..=2), Part::Month(m), year] => day(year.year()?, *m, *d),
        [Part::Month(m), Part::Number(d, 1..=2), year] => day(year.year()?, *m, *d),
        [Part::Number(a, 1..=2), Part::Number(b, 1..=2), year] => match order {
            DateOrder::DayFirst => day(year.year()?, *b, *a),
            DateOrder::MonthFirst => day(year.year()?, *a, *b),
        },
        _ => None,
    }
}

fn day(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
}

/// A date as the serial number of spreadsheet programs. This remains when a cell has lost its format, also in the
/// text file that is made of it.
fn serial_date(text: &str) -> Option<NaiveDate> {
    let parts = date_parts(text)?;
    let [Part::Number(serial, 5)] = *parts.as_slice() else { return None };
    let epoch = NaiveDate::from_ymd_opt(1899, 12, 30)?;
    (20_000..80_000).contains(&serial).then(|| epoch + chrono::Days::new(serial.into()))
}

enum Part {
    /// A number and its count of digits.
    Number(u32, usize),
    Month(u32),
}

impl Part {
    fn year(&self) -> Option<u32> {
        match self {
            Self::Number(year, 4) => Some(*year),
            Self::Number(year, 2) => Some(if *year < 70 { 2000 + year } else { 1900 + year }),
            _ => None,
        }
    }
}

fn is_three_numbers_year_last(text: &str) -> bool {
    let parts = date_parts(text).unwrap_or_default();
    matches!(parts.as_slice(), [Part::Number(_, 1..=2), Part::Number(..), Part::Number(..)])
}

fn date_parts(text: &str) -> Option<Vec<Part>> {
    let text = without_time(trim(text));
    if text.len() > 40 || !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut parts = Vec::with_capacity(3);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let alike = |c: char| c.is_ascii_digit() == first.is_ascii_digit() && c.is_alphanumeric();
        let end = rest.find(|c| !alike(c)).unwrap_or(rest.len());
        if end == 0 {
            if !matches!(first, '-' | '/' | '.' | ',' | ' ' | '\u{a0}') {
                return None;
            }
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (word, tail) = rest.split_at(end);
        match part(word) {
            Some(Some(part)) => parts.push(part),
            Some(None) => {}
            None => return None,
        }
        rest = tail;
    }
    Some(parts)
}

/// A part of a date, or `Some(None)` for the small words between the parts.
fn part(word: &str) -> Option<Option<Part>> {
    if word.as_bytes()[0].is_ascii_digit() {
        return word.parse().ok().map(|number| Some(Part::Number(number, word.len())));
    }
    let word = fold(word);
    if matches!(word.as_str(), "de" | "del" | "of" | "st" | "nd" | "rd" | "th" | "年" | "月" | "日") {
        return Some(None);
    }
    month(&word).map(|month| Some(Part::Month(month)))
}

fn month(word: &str) -> Option<u32> {
    const MONTHS: [[&str; 3]; 12] = [
        ["january", "janeiro", "enero"],
        ["february", "fevereiro", "febrero"],
        ["march", "marco", "marzo"],
        ["april", "abril", "abril"],
        ["may", "maio", "mayo"],
        ["june", "junho", "junio"],
        ["july", "julho", "julio"],
        ["august", "agosto", "agosto"],
        ["september", "setembro", "septiembre"],
        ["october", "outubro", "octubre"],
        ["november", "novembro", "noviembre"],
        ["december", "dezembro", "diciembre"],
    ];
    if word.len() < 3 {
        return None;
    }
    (1..)
        .zip(MONTHS)
        .find(|(_, names)| names.iter().any(|name| name.starts_with(word)))
        .map(|(month, _)| month)
}

fn without_time(text: &str) -> &str {
    let Some(colon) = text.find(':') else { return text };
    text[..colon].rfind(['T', ' ']).map_or(text, |end| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use DateOrder::{DayFirst, MonthFirst};
    use server_core::http::messages::{Language, Params};

    fn ymd(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(year, month, day)
    }

    #[test]
    fn dates_are_read_in_all_formats() {
        for text in [
            "2-Jun-06",
            "2006-06-02",
            "2006-06-02T10:00:00",
            "2006-06-02 10:00",
            "2/6/2006",
            "02.06.06",
            "20060602",
            "2 de junho de 2006",
            "Jun 2, 2006",
            "2006年6月2日",
            "June 2nd, 2006",
            "2-jun-2006",
            "2/6/06 9:30 PM",
        ] {
            assert_eq!(date(text, DayFirst), ymd(2006, 6, 2), "{text}");
        }
        assert_eq!(date("6/2/06", MonthFirst), ymd(2006, 6, 2));
        assert_eq!(date("1/5/99", MonthFirst), ymd(1999, 1, 5));
    }

    #[test]
    fn an_invalid_date_is_none() {
        for text in [
            "Pre-PQ Process",
            "Date Not Captured",
            "N/A - From RDC",
            "31-Feb-06",
            "2-Jun",
            "1/2/3/4",
            "12",
            "9.5",
        ] {
            assert_eq!(date(text, DayFirst), None, "{text}");
        }
        assert_eq!(date("12/31/06", DayFirst), None);
    }

    #[test]
    fn a_serial_number_is_no_written_date() {
        let read = |text| read_day(text, DayFirst).ok();
        assert_eq!((read("38870"), date("38870", DayFirst)), (ymd(2006, 6, 2), None));
        assert_eq!((read("3887"), read("2006-06-02")), (None, ymd(2006, 6, 2)));
        assert_eq!(date_shape("38870"), Some(DateShape::Plain));
    }

    #[test]
    fn a_year_that_nothing_is_of_is_told() {
        for text in ["31/12/9999", "9999-12-31", "01/01/0001"] {
            assert_eq!(read_day(text, DayFirst), Err(Code::DayOutOfRange), "{text}");
        }
        assert_eq!(read_day("31/02/2026", DayFirst), Err(Code::NotADate));
        assert_eq!(read_day("31/12/2100", DayFirst).ok(), ymd(2100, 12, 31));
        let told = Code::DayOutOfRange.message().text(Language::En, &Params::new());
        assert!([YEARS.start(), YEARS.end()].iter().all(|year| told.contains(&year.to_string())), "{told}");
    }

    #[test]
    fn dates_show_their_possible_order() {
        assert_eq!(date_shape("12/31/06"), Some(DateShape::Only(MonthFirst)));
        assert_eq!(date_shape("31/12/06"), Some(DateShape::Only(DayFirst)));
        assert_eq!(date_shape("1/2/06"), Some(DateShape::Either));
        assert_eq!(date_shape("2-Jun-06"), Some(DateShape::Plain));
        assert_eq!(date_shape("2006-06-02"), Some(DateShape::Plain));
        assert_eq!(date_shape("soon"), None);
    }
}
