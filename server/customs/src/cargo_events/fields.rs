//! The parts of a line of an airline's message (Cargo-IMP FSU): days, flights, pieces and weights. Each is exactly as it
//! should be, or it is none.

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};
use rust_decimal::{Decimal, RoundingStrategy};

use super::report::{CargoPieces, LocalMoment};

const MONTHS: [&str; 12] =
    ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const GRAMS_OF_POUND: Decimal = Decimal::from_parts(45_359_237, 0, 0, false, 5);
/// Pieces of a consignment: five digits.
pub const MAX_PIECES: i32 = 99_999;
/// In days.
const HALF_A_YEAR: i64 = 184;
/// A thousand tonnes, in grams.
pub const MAX_WEIGHT_G: i64 = 1_000_000_000;

/// Whether a line begins a message of a name, such as `FSU/14`.
pub fn begins_message(line: &str, name: &str) -> bool {
    let version = line.strip_prefix(name).and_then(|rest| rest.strip_prefix('/')).unwrap_or_default();
    version.len() <= 2 && is_digits(version)
}

/// A code of some capital letters.
pub fn is_capitals(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|letter| letter.is_ascii_uppercase())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit())
}

/// Two letters or digits, of which one is a letter.
pub fn is_carrier(text: &str) -> bool {
    text.len() == 2
        && text.bytes().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
        && text.bytes().any(|letter| letter.is_ascii_uppercase())
}

/// A flight such as `LA8191`, without zeros in front of its number; `LA0191` is `LA191`.
pub fn read_flight(text: &str) -> Option<String> {
    let (carrier, rest) = text.split_at_checked(2)?;
    let suffix = rest.chars().last().filter(char::is_ascii_uppercase);
    let number = suffix.map_or(rest, |_| &rest[..rest.len() - 1]);
    let is_number = is_digits(number) && number.len() <= 5 && !number.trim_start_matches('0').is_empty();
    if !is_carrier(carrier) || !is_number {
        return None;
    }
    let suffix = suffix.map(String::from).unwrap_or_default();
    Some(format!("{carrier}{}{suffix}", number.trim_start_matches('0')))
}

/// `0922`, or `09:22`.
pub fn read_time(text: &str) -> Option<NaiveTime> {
    let digits = match (text.len(), text.as_bytes().get(2)) {
        (5, Some(b':')) => format!("{}{}", text.get(..2)?, text.get(3..)?),
        (4, _) => text.to_owned(),
        _ => return None,
    };
    if !is_digits(&digits) {
        return None;
    }
    NaiveTime::from_hms_opt(digits[..2].parse().ok()?, digits[2..].parse().ok()?, 0)
}

/// `12NOV`, `12NOV2105` with the time, `12NOV26`, `12NOV2026`, or `2026-11-12`. Without a year it is the day that is nearest
/// to the receipt. A time and a year of four digits look alike: which one it is, the caller says.
pub fn read_day(text: &str, received_at: DateTime<Utc>, tail: DayTail) -> Option<LocalMoment> {
    if let Ok(day) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        return is_near(day, received_at).then_some(LocalMoment { day, time: None });
    }
    let (digits, rest) = text.split_at_checked(2)?;
    let (month, rest) = rest.split_at_checked(3)?;
    if !is_digits(digits) || !(rest.is_empty() || is_digits(rest)) {
        return None;
    }
    let number: u32 = digits.parse().ok()?;
    let month = u32::try_from(MONTHS.iter().position(|name| *name == month)?).ok()? + 1;
    let nearest = || nearest_day(number, month, received_at);
    match (rest.len(), tail) {
        (0, _) => Some(LocalMoment { day: nearest()?, time: None }),
        (4, DayTail::Time) => Some(LocalMoment { day: nearest()?, time: Some(read_time(rest)?) }),
        (2, DayTail::Year) => read_with_year(2000 + rest.parse::<i32>().ok()?, month, number, received_at),
        (4, DayTail::Year) => read_with_year(rest.parse().ok()?, month, number, received_at),
        _ => None,
    }
}

/// Texts that may follow the month of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayTail {
    Time,
    Year,
}

fn read_with_year(year: i32, month: u32, day: u32, received_at: DateTime<Utc>) -> Option<LocalMoment> {
    let day = NaiveDate::from_ymd_opt(year, month, day)?;
    is_near(day, received_at).then_some(LocalMoment { day, time: None })
}

/// A day that is told with its year may be older than one without, yet not of another age.
pub fn is_near(day: NaiveDate, received_at: DateTime<Utc>) -> bool {
    const YEARS: i32 = 2;
    (day.year() - received_at.year()).abs() <= YEARS
}

fn nearest_day(day: u32, month: u32, received_at: DateTime<Utc>) -> Option<NaiveDate> {
    let received = received_at.date_naive();
    let years = [received.year() - 1, received.year(), received.year() + 1];
    let days = years.into_iter().filter_map(|year| NaiveDate::from_ymd_opt(year, month, day));
    let away = |found: &NaiveDate| (*found - received).num_days().abs();
    days.min_by_key(away).filter(|found| away(found) <= HALF_A_YEAR)
}

/// `T3K42.0`, `P1K12.0T3`, `T3`, `P1K12.0MC0.18T3`: a letter, pieces, weight, volume, and the pieces of all. The letter says
/// of which pieces: all of the consignment (`T`), a part (`P`), or those of a split (`S`), divided (`D`) or multiple (`M`) one.
/// Without a total, only `T` says how many there are.
pub fn read_pieces(text: &str) -> Option<CargoPieces> {
    let part = text.chars().next().filter(|letter| "TPSDM".contains(*letter))?;
    let (pieces, rest) = take_number(&text[1..]);
    let pieces = to_pieces(pieces)?;
    let (weight_g, rest) = match rest.chars().next() {
        Some(unit @ ('K' | 'L')) => {
            let (weight, rest) = take_number(&rest[1..]);
            (Some(to_grams(weight, unit)?), rest)
        }
        _ => (None, rest),
    };
    let rest = skip_measure(skip_measure(rest, "MC")?, "DG")?;
    let total = match rest.strip_prefix('T') {
        Some(rest) => {
            let (total, rest) = take_number(rest);
            if !rest.is_empty() {
                return None;
            }
            Some(to_pieces(total)?)
        }
        None if rest.is_empty() => (part == 'T').then_some(pieces),
        None => return None,
    };
    let is_possible = total.is_none_or(|total| total >= pieces);
    is_possible.then_some(CargoPieces { pieces: Some(pieces), weight_g, total })
}

/// Skips a measure that is not needed: the volume (`MC`, cubic metres) or the group of density (`DG`).
fn skip_measure<'a>(text: &'a str, unit: &str) -> Option<&'a str> {
    let Some(rest) = text.strip_prefix(unit) else { return Some(text) };
    let (number, rest) = take_number(rest);
    (!number.is_empty()).then_some(rest)
}

fn take_number(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    text.split_at(end)
}

/// A number of pieces, at least one.
pub fn to_pieces(text: &str) -> Option<i32> {
    let pieces: i32 = if is_digits(text) && text.len() <= 6 { text.parse().ok()? } else { return None };
    (1..=MAX_PIECES).contains(&pieces).then_some(pieces)
}

/// A weight in kilograms (`K`) or pounds (`L`), in grams.
pub fn to_grams(text: &str, unit: char) -> Option<i64> {
    if text.len() > 12 || text.bytes().any(|letter| !letter.is_ascii_digit() && letter != b'.') {
        return None;
    }
    let weight: Decimal = text.parse().ok()?;
    let grams = match unit {
        'K' => weight.checked_mul(Decimal::ONE_THOUSAND)?,
        'L' => weight.checked_mul(GRAMS_OF_POUND)?,
        _ => return None,
    };
    let grams = grams.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
    i64::try_from(grams).ok().filter(|grams| (0..=MAX_WEIGHT_G).contains(grams))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn received(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn day_of(text: &str, received_at: &str) -> Option<String> {
        read_day(text, received(received_at), DayTail::Time).map(|moment| moment.day.to_string())
    }

    #[test]
    fn a_day_without_a_year_is_the_one_next_to_the_receipt() {
        assert_eq!(day_of("31DEC", "2027-01-01T06:00:00Z").unwrap(), "2026-12-31");
        assert_eq!(day_of("02JAN", "2026-12-30T06:00:00Z").unwrap(), "2027-01-02");
        assert_eq!(day_of("12NOV", "2026-11-12T23:00:00Z").unwrap(), "2026-11-12");
        assert_eq!(day_of("29FEB", "2028-03-10T00:00:00Z").unwrap(), "2028-02-29");
        assert_eq!(day_of("29FEB", "2027-03-10T00:00:00Z"), None);
        for wrong in ["", "1NOV", "32NOV", "12NOF", "12NOV21", "12NOV2460", "12NOV210", "12nov", "ÁNOV"] {
            assert_eq!(day_of(wrong, "2026-11-12T23:00:00Z"), None, "{wrong}");
        }
        let moment = read_day("12NOV2105", received("2026-11-13T01:00:00Z"), DayTail::Time).unwrap();
        assert_eq!(moment.time.unwrap().to_string(), "21:05:00");
    }

    #[test]
    fn a_day_with_its_year_is_taken_at_its_word() {
        let read = |text| read_day(text, received("2026-11-13T01:00:00Z"), DayTail::Year).map(|one| one.day);
        let expected = NaiveDate::from_ymd_opt(2025, 11, 12);
        for text in ["12NOV25", "12NOV2025", "2025-11-12"] {
            assert_eq!(read(text), expected, "{text}");
        }
        assert_eq!(read("12NOV1999"), None);
        assert_eq!(read("12/11/2026"), None);
    }

    #[test]
    fn pieces_have_a_weight_and_a_total() {
        let read = |text| read_pieces(text).map(|found| (found.pieces.unwrap(), found.weight_g, found.total));
        assert_eq!(read("T3K42.0"), Some((3, Some(42_000), Some(3))));
        assert_eq!(read("P1K12.0T3"), Some((1, Some(12_000), Some(3))));
        assert_eq!(read("P1K12.0MC0.05T3"), Some((1, Some(12_000), Some(3))));
        assert_eq!(read("P1L10"), Some((1, Some(4536), None)));
        assert_eq!(read("T12"), Some((12, None, Some(12))));
        for wrong in ["", "3", "T", "T0", "TK3", "P1K", "P1K1.2.3", "P4T3", "T3K42.0X", "T3K-1", "T9999999"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_flight_has_a_carrier_and_a_number() {
        assert_eq!(read_flight("LA8191").unwrap(), "LA8191");
        assert_eq!(read_flight("LA0191").unwrap(), "LA191");
        assert_eq!(read_flight("3V832D").unwrap(), "3V832D");
        for wrong in ["", "L", "LA", "LA0000", "128191", "LA81X1", "LATAM", "LA819100"] {
            assert_eq!(read_flight(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parts_panic(text in ".{0,16}") {
            let at = received("2026-11-13T01:00:00Z");
            let _ = (read_flight(&text), read_time(&text), read_pieces(&text), to_grams(&text, 'K'));
            let _ = (read_day(&text, at, DayTail::Time), read_day(&text, at, DayTail::Year));
        }
    }
}
