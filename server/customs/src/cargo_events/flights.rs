//! The pieces that each flight brings, from the manifests of flights, and which of them are there.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::code::{MANIFESTED, RECEIVED};
use super::fold::Count;
use super::progress::{CountedReport, FlightProgress};

/// Pieces of one flight of a day, as its reports tell them. What is told again counts once, and the highest number of it.
#[derive(Debug, Default)]
pub struct ToldPieces {
    whole: i32,
    /// A manifest of several messages: its pieces are those of all of them.
    sheets: BTreeMap<i16, i32>,
}

impl ToldPieces {
    pub fn add(&mut self, sheet: Option<i16>, pieces: i32) {
        let told = match sheet {
            Some(sheet) => self.sheets.entry(sheet).or_default(),
            None => &mut self.whole,
        };
        *told = (*told).max(pieces);
    }

    pub fn count(&self) -> i32 {
        self.sheets.values().fold(0, |sum: i32, pieces| sum.saturating_add(*pieces)).max(self.whole)
    }
}

/// A flight of one day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct FlightKey<'r> {
    flight: &'r str,
    day: NaiveDate,
}

/// The flights whose manifests have pieces for the destination.
pub fn list(count: &Count<'_>, reports: &[&CountedReport]) -> Vec<FlightProgress> {
    let to_destination = |place: Option<&str>| place.is_none_or(|place| place == count.destination);
    let manifested = sum_by_flights(count, reports, |report| {
        report.code == MANIFESTED && to_destination(report.to_station.as_deref())
    });
    let received = sum_by_flights(count, reports, |report| {
        report.code == RECEIVED && to_destination(report.station.as_deref())
    });
    let mut there: BTreeMap<FlightKey<'_>, i32> = BTreeMap::new();
    for (key, pieces) in received {
        if let Some(departed) = find_departure(&manifested, key) {
            *there.entry(departed).or_default() += pieces;
        }
    }
    let mut last = None;
    let mut flights: Vec<FlightProgress> = Vec::new();
    for (key, pieces) in manifested {
        let FlightKey { flight, day } = key;
        // It is told of a flight, not of its day.
        let is_again = last.replace(flight) == Some(flight);
        let left = if is_again { 0 } else { count.left_behind(Some(flight), reports) };
        let expected = (pieces.min(count.of) - left).max(0);
        let received = there.get(&key).copied().unwrap_or_default().min(count.of);
        flights.push(FlightProgress { flight: flight.to_owned(), day, expected, received });
    }
    flights.sort_by(|a, b| (a.day, &a.flight).cmp(&(b.day, &b.flight)));
    flights
}

/// The pieces of some reports, by their flights.
fn sum_by_flights<'r>(
    count: &Count<'_>,
    reports: &[&'r CountedReport],
    is_meant: impl Fn(&CountedReport) -> bool,
) -> BTreeMap<FlightKey<'r>, i32> {
    let mut flights: BTreeMap<FlightKey<'r>, ToldPieces> = BTreeMap::new();
    for report in reports.iter().filter(|report| is_meant(report)) {
        if let Some(flight) = report.flight.as_deref() {
            let key = FlightKey { flight, day: report.day };
            flights.entry(key).or_default().add(report.sheet, count.pieces_of(report));
        }
    }
    flights.into_iter().map(|(key, told)| (key, told.count())).collect()
}

/// The departure of a flight that has arrived: the last one until that day. Who flies over the date line arrives a day before.
fn find_departure<'r>(
    manifested: &BTreeMap<FlightKey<'r>, i32>,
    arrived: FlightKey<'_>,
) -> Option<FlightKey<'r>> {
    let mut days = manifested.keys().filter(|key| key.flight == arrived.flight);
    let first = days.clone().next().copied();
    days.rfind(|key| key.day <= arrived.day).copied().or(first)
}

#[cfg(test)]
mod tests {
    use super::super::fold::fold_reports;
    use super::super::progress::WaybillTerms;
    use super::*;
    use chrono::NaiveTime;

    /// `MAN LA8191 12 GRU 1 2`: code, flight, day, place, pieces, and the number of the message.
    fn read(line: &str) -> CountedReport {
        let parts: Vec<&str> = line.split(' ').collect();
        let [code, flight, day, place, pieces, sheet] = parts[..] else { panic!("{line}") };
        let day = NaiveDate::from_ymd_opt(2026, 11, day.parse().unwrap()).unwrap();
        let is_manifest = code == MANIFESTED;
        let is_left = code == "OFLD";
        CountedReport {
            code: if is_left { "DIS" } else { code }.to_owned(),
            discrepancy: is_left.then(|| code.to_owned()),
            pieces: Some(pieces.parse().unwrap()),
            total: Some(3),
            flight: Some(flight.to_owned()),
            day,
            station: Some(if is_manifest { "MIA" } else { place }.to_owned()),
            to_station: is_manifest.then(|| place.to_owned()),
            sheet: sheet.parse().ok(),
            occurred_at: day.and_time(NaiveTime::MIN).and_utc(),
        }
    }

    /// The flights with what is there of their pieces: `LA8191/12 0/1`.
    fn flights(lines: &[&str]) -> String {
        let reports: Vec<CountedReport> = lines.iter().map(|line| read(line)).collect();
        let progress = fold_reports(WaybillTerms { destination: "GRU", pieces: 3 }, &reports);
        let write = |it: &FlightProgress| {
            format!("{}/{} {}/{}", it.flight, it.day.format("%d"), it.received, it.expected)
        };
        progress.flights.iter().map(write).collect::<Vec<_>>().join(", ")
    }

    const FIRST: &str = "MAN LA8191 12 GRU 1 1";
    const SECOND: &str = "MAN LA8193 13 GRU 2 1";

    #[test]
    fn each_flight_brings_the_pieces_of_its_manifest() {
        assert_eq!(flights(&[]), "");
        assert_eq!(flights(&[SECOND, FIRST]), "LA8191/12 0/1, LA8193/13 0/2");
        assert_eq!(flights(&["MAN LA8191 12 BOG 1 1"]), "", "it is unloaded on the way");
        assert_eq!(flights(&[FIRST, "RCF LA8191 12 BOG 1 -"]), "LA8191/12 0/1", "checked in on the way");
        assert_eq!(flights(&["RCF LA8191 12 GRU 1 -"]), "", "nobody knows what else it brings");
    }

    #[test]
    fn pieces_of_several_messages_of_a_flight_are_added_up_and_told_again_they_are_not() {
        assert_eq!(flights(&[FIRST, "MAN LA8191 12 GRU 1 2"]), "LA8191/12 0/2");
        assert_eq!(flights(&[FIRST, FIRST, "MAN LA8191 12 GRU 2 1"]), "LA8191/12 0/2");
        assert_eq!(flights(&[FIRST, "MAN LA8191 12 GRU 1 -"]), "LA8191/12 0/1", "a status tells the same");
    }

    #[test]
    fn what_is_checked_in_came_with_the_last_flight_of_its_number() {
        let again = "MAN LA8191 14 GRU 2 1";
        assert_eq!(flights(&[FIRST, again, "RCF LA8191 13 GRU 1 -"]), "LA8191/12 1/1, LA8191/14 0/2");
        assert_eq!(flights(&[FIRST, again, "RCF LA8191 14 GRU 2 -"]), "LA8191/12 0/1, LA8191/14 2/2");
        assert_eq!(flights(&[FIRST, "RCF LA8191 11 GRU 1 -"]), "LA8191/12 1/1", "over the date line");
    }

    #[test]
    fn what_a_flight_left_behind_does_not_come_with_it() {
        assert_eq!(flights(&["MAN LA8191 12 GRU 3 1", "OFLD LA8191 12 MIA 1 -"]), "LA8191/12 0/2");
    }
}
