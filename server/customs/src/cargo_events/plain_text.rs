//! Lines that airlines write for people, by mail or on their pages: `DEP LA8191 12NOV 09:22 MIA-GRU 1 OF 3 PCS 12.0 KG`. Only
//! lines with a code of the trade are read, and only what cannot be mistaken.

use chrono::{DateTime, Utc};
use trade::identifiers::Awb;

use super::code::{CodeField, DISCREPANCY, find_known};
use super::fields::{
    DayTail, is_capitals, read_day, read_flight, read_pieces, read_time, to_grams, to_pieces,
};
use super::report::{
    CargoMessageKind, CargoPieces, CargoReport, LocalMoment, ReadMessage, ReadProblem, shorten,
};

/// Words of three capitals that are no airport.
const NOT_AIRPORTS: [&str; 20] = [
    "AWB", "PCS", "PCE", "KGS", "KGM", "LBS", "UTC", "LCL", "ATD", "ATA", "ETA", "ETD", "STD", "STA", "FLT",
    "QTY", "WGT", "THE", "FOR", "AND",
];
/// Days around the receipt of a message in which a day with a year must be: half a year. Otherwise its last digits are no year.
const MOST_DAYS_APART: i64 = 184;
/// Letters before a time: actual, estimated and scheduled, as in `A0922`.
const TIME_MARKS: [char; 3] = ['A', 'E', 'S'];

pub fn read_plain_text(lines: &[(usize, &str)], received_at: DateTime<Utc>) -> ReadMessage {
    let mut message = ReadMessage::of_kind(CargoMessageKind::Plain);
    let mut awb: Option<Awb> = None;
    let mut whole = CargoPieces::default();
    for (number, line) in lines {
        let words = split_words(line);
        match find_waybill(&words) {
            Some(Ok(found)) => {
                whole = CargoPieces::default();
                awb = Some(found);
            }
            Some(Err(problem)) => {
                awb = None;
                message.leave_unread(*number, line, problem);
                continue;
            }
            None => {}
        }
        let Some(code) = words.iter().find(|word| find_known(word).is_some()) else {
            if awb.is_some() && whole.pieces.is_none() {
                whole = read_amounts(&words);
            }
            continue;
        };
        let read = awb.as_ref().ok_or(ReadProblem::NoWaybill);
        match read.and_then(|awb| read_line(awb, code, &words, whole, received_at)) {
            Ok(report) => message.push(*number, report),
            Err(problem) => message.leave_unread(*number, line, problem),
        }
    }
    if message.reports.is_empty() && message.unread.is_empty() {
        return ReadMessage::fail(CargoMessageKind::Unknown, ReadProblem::NotAMessage);
    }
    message.finish()
}

/// Words between spaces, slashes and commas. A slash between digits stays: it is `1/3` of the pieces, or a day whose order
/// nobody knows.
fn split_words(line: &str) -> Vec<&str> {
    let words =
        line.split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '|' | '(' | ')'));
    let trimmed = words.map(|word| word.trim_end_matches(['.', ':']));
    trimmed.flat_map(split_slashes).filter(|word| !word.is_empty()).collect()
}

fn split_slashes(word: &str) -> Vec<&str> {
    let is_of_digits = word.bytes().all(|letter| letter.is_ascii_digit() || letter == b'/');
    let word = word.strip_prefix("AWB:").unwrap_or(word);
    if is_of_digits { vec![word] } else { word.split('/').collect() }
}

/// The number of an air waybill in a line; an error if it has a number that is none.
fn find_waybill(words: &[&str]) -> Option<Result<Awb, ReadProblem>> {
    let looks_so = |word: &&&str| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        digits == 11 && (word.len() == 11 || word.len() == 12 && word.as_bytes()[3] == b'-')
    };
    let number = words.iter().find(looks_so)?;
    Some(Awb::parse(number).map_err(|_| ReadProblem::WaybillNumber))
}

fn read_line(
    awb: &Awb,
    code: &str,
    words: &[&str],
    whole: CargoPieces,
    received_at: DateTime<Utc>,
) -> Result<CargoReport, ReadProblem> {
    let known = find_known(code).ok_or(ReadProblem::Code)?;
    let others: Vec<&str> = words.iter().copied().filter(|word| *word != code).collect();
    let discrepancy = others.iter().find(|word| is_capitals(word, 4)).filter(|_| code == DISCREPANCY);
    if code == DISCREPANCY && discrepancy.is_none() {
        return Err(ReadProblem::Discrepancy);
    }
    let own = read_amounts(&others);
    let own = if own.pieces.is_some() { own } else { whole };
    let (station, to_station) = find_places(&others, known.fields.contains(&CodeField::Route));
    let has_flight = known.fields.contains(&CodeField::Flight);
    let flight = others.iter().find_map(|word| read_flight(word).filter(|_| is_flight_word(word)));
    Ok(CargoReport {
        awb: awb.clone(),
        code: code.to_owned(),
        discrepancy: discrepancy.map(|code| (*code).to_owned()),
        pieces: CargoPieces { total: own.total.max(whole.total), ..own },
        flight: flight.filter(|_| has_flight),
        moment: find_moment(&others, received_at)?,
        station: Some(station.ok_or(ReadProblem::Place)?),
        to_station,
        sheet: None,
        remark: Some(shorten(&words.join(" "))),
    })
}

/// A carrier and at least three digits: fewer can be pieces.
fn is_flight_word(word: &str) -> bool {
    word.len() >= 5 && word.bytes().skip(2).take(3).all(|letter| letter.is_ascii_digit())
}

fn find_places(words: &[&str], has_route: bool) -> (Option<String>, Option<String>) {
    let is_place =
        |word: &str| is_capitals(word, 3) && !NOT_AIRPORTS.contains(&word) && find_known(word).is_none();
    for word in words {
        let route = word.split_once('-').or_else(|| word.split_at_checked(3));
        let Some((from, to)) = route.filter(|(from, to)| is_place(from) && is_place(to)) else { continue };
        return (Some(from.to_owned()), Some(to.to_owned()).filter(|_| has_route));
    }
    let mut places = words.iter().filter(|word| is_place(word)).map(|word| (*word).to_owned());
    let from = places.next();
    (from, places.next().filter(|_| has_route))
}

/// The day, and the time behind it or anywhere else in the line.
fn find_moment(words: &[&str], received_at: DateTime<Utc>) -> Result<LocalMoment, ReadProblem> {
    let without_year = |word: &&str| read_day(word, received_at, DayTail::Time);
    let with_year = |word: &&str| read_day(word, received_at, DayTail::Year);
    let is_close =
        |moment: &LocalMoment| (moment.day - received_at.date_naive()).num_days().abs() <= MOST_DAYS_APART;
    let dated = words.iter().find_map(|word| with_year(word).filter(is_close));
    let told = dated.or_else(|| words.iter().find_map(without_year)).ok_or(ReadProblem::Day)?;
    let clock = |word: &&str| read_time(word.strip_prefix(TIME_MARKS).unwrap_or(word));
    let is_time = |word: &&&str| word.contains(':') || word.starts_with(TIME_MARKS);
    let time = words.iter().filter(is_time).find_map(clock);
    Ok(LocalMoment { day: told.day, time: told.time.or(time) })
}

/// `3 PCS`, `3PCS`, `1/3 PCS`, `1 OF 3 PCS`, `P1K12.0T3` (1 piece with 12.0 kg, of 3); `42.0 KG`, `K42.0`.
fn read_amounts(words: &[&str]) -> CargoPieces {
    if let Some(found) = words.iter().filter(|word| !is_flight_word(word)).find_map(|word| read_pieces(word))
    {
        return found;
    }
    let (pieces, total) = find_pieces(words);
    CargoPieces { pieces, weight_g: find_weight(words), total }
}

fn find_pieces(words: &[&str]) -> (Option<i32>, Option<i32>) {
    const UNITS: [&str; 6] = ["PCS", "PC", "PCE", "PIECES", "PIECE", "PKGS"];
    for (index, word) in words.iter().enumerate() {
        let Some(unit) = UNITS.iter().find(|unit| word.ends_with(*unit)) else { continue };
        let attached = &word[..word.len() - unit.len()];
        let before =
            |steps: usize| index.checked_sub(steps).and_then(|at| words.get(at)).copied().unwrap_or_default();
        let (number, of) =
            if attached.is_empty() { (before(1), before(2) == "OF") } else { (attached, before(1) == "OF") };
        if let Some((part, total)) = number.split_once('/') {
            return (to_pieces(part), to_pieces(total));
        }
        if of {
            let part = before(if attached.is_empty() { 3 } else { 2 });
            return (to_pieces(part), to_pieces(number));
        }
        if let Some(pieces) = to_pieces(number) {
            return (Some(pieces), None);
        }
    }
    (None, None)
}

fn find_weight(words: &[&str]) -> Option<i64> {
    const UNITS: [(&str, char); 6] =
        [("KGS", 'K'), ("KGM", 'K'), ("KG", 'K'), ("LBS", 'L'), ("LB", 'L'), ("LBR", 'L')];
    words.iter().enumerate().find_map(|(index, word)| {
        let (name, unit) = UNITS.iter().find(|(name, _)| word.ends_with(name))?;
        let attached = &word[..word.len() - name.len()];
        let number =
            if attached.is_empty() { index.checked_sub(1).and_then(|at| words.get(at))? } else { attached };
        to_grams(number, *unit)
    })
}
