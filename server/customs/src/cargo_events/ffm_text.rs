//! Manifests of flights as text (Cargo-IMP FFM): a line with the flight, then the places of unloading with their waybills, loose or
//! in units. One flight may have several messages, each with a number. It reports what the flight brings, and nothing of houses.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use chrono::{DateTime, Utc};
use trade::identifiers::Awb;

use super::code::{BESIDE_CODES, MANIFESTED};
use super::fields::{DayTail, begins_message, is_capitals, read_day, read_flight};
use super::fsu_text::{WaybillLine, read_waybill_line};
use super::report::{CargoMessageKind, CargoPieces, CargoReport, LocalMoment, ReadMessage, ReadProblem};

/// Lines besides that only manifests of flights have, and their ends.
const BESIDE_LINES: [&str; 4] = ["SCI", "DIM", "CONT", "LAST"];

/// Whether a line begins the manifest of a flight.
pub fn is_manifest_start(line: &str) -> bool {
    begins_message(line, "FFM")
}

/// `1/LA8191/12NOV0915/MIA/CCBFN`: the number of the message, the flight, its departure and where it is loaded.
struct FlightLine {
    sheet: i16,
    flight: String,
    moment: LocalMoment,
    station: String,
}

/// Reads the lines of one or more manifests of flights, from their first line on.
pub fn read_flight_manifest(lines: &[(usize, &str)], received_at: DateTime<Utc>) -> ReadMessage {
    let mut parts = ReadParts::begin();
    let mut flight: Option<Result<FlightLine, ReadProblem>> = None;
    let mut to_station: Option<&str> = None;
    let trimmed = lines.iter().map(|(number, line)| (*number, line.trim()));
    for (number, line) in trimmed.filter(|(_, line)| !is_beside(line)) {
        if is_manifest_start(line) {
            (flight, to_station) = (None, None);
            parts.begun += 1;
        } else if let Some(flight) = &flight {
            if let Some(waybill) = read_waybill_line(line) {
                let flight = flight.as_ref().map_err(|problem| *problem);
                match flight.and_then(|flight| to_report(flight, to_station, waybill?)) {
                    Ok(report) => parts.add(number, report),
                    Err(problem) => parts.message.leave_unread(number, line, problem),
                }
            } else if let Some(place) = read_unloading(line, received_at) {
                to_station = Some(place);
            } else {
                parts.message.leave_unread(number, line, ReadProblem::Code);
            }
        } else {
            let read = read_flight_line(line, received_at);
            if let Err(problem) = &read {
                parts.message.leave_unread(number, line, *problem);
            }
            flight = Some(read);
        }
    }
    parts.message.finish()
}

/// Lines that continue another one, or say nothing about what is on the flight.
fn is_beside(line: &str) -> bool {
    let code = line.split('/').next().unwrap_or_default();
    line.starts_with('/') || line.is_empty() || BESIDE_CODES.contains(&code) || BESIDE_LINES.contains(&code)
}

fn read_flight_line(line: &str, received_at: DateTime<Utc>) -> Result<FlightLine, ReadProblem> {
    let mut fields = line.split('/').map(str::trim);
    let mut next = || fields.next().unwrap_or_default();
    let sheet =
        next().parse::<i16>().ok().filter(|sheet| (1..=999).contains(sheet)).ok_or(ReadProblem::Code)?;
    let flight = read_flight(next()).ok_or(ReadProblem::Flight)?;
    let moment = read_day(next(), received_at, DayTail::Time).ok_or(ReadProblem::Day)?;
    let station = next();
    if !is_capitals(station, 3) {
        return Err(ReadProblem::Place);
    }
    Ok(FlightLine { sheet, flight, moment, station: station.to_owned() })
}

/// `GRU`, `GRU/12NOV1930`, or `VCP/NIL` for a place without goods.
fn read_unloading(line: &str, received_at: DateTime<Utc>) -> Option<&str> {
    let (place, rest) = line.split_once('/').unwrap_or((line, ""));
    let first = rest.split('/').next().unwrap_or_default().trim();
    let is_arrival = || read_day(first, received_at, DayTail::Time).is_some();
    (is_capitals(place, 3) && (first.is_empty() || first == "NIL" || is_arrival())).then_some(place)
}

fn to_report(
    flight: &FlightLine,
    to_station: Option<&str>,
    waybill: WaybillLine,
) -> Result<CargoReport, ReadProblem> {
    if waybill.pieces.pieces.is_none() {
        return Err(ReadProblem::Pieces);
    }
    Ok(CargoReport {
        awb: waybill.awb,
        code: MANIFESTED.to_owned(),
        discrepancy: None,
        pieces: waybill.pieces,
        flight: Some(flight.flight.clone()),
        moment: flight.moment,
        station: Some(flight.station.clone()),
        to_station: Some(to_station.ok_or(ReadProblem::Place)?.to_owned()),
        sheet: Some(flight.sheet),
        remark: None,
    })
}

/// The reports of a file while it is read.
struct ReadParts {
    message: ReadMessage,
    /// Messages that have begun.
    begun: usize,
    places: HashMap<PartKey, PartPlace>,
}

/// A waybill in one message of a flight, by its number.
#[derive(PartialEq, Eq, Hash)]
struct PartKey {
    awb: Awb,
    flight: Option<String>,
    moment: LocalMoment,
    station: Option<String>,
    to_station: Option<String>,
    sheet: Option<i16>,
}

/// The place of a report among all, and the message that told it last.
struct PartPlace {
    at: usize,
    told_by: usize,
}

impl ReadParts {
    fn begin() -> Self {
        let message = ReadMessage::of_kind(CargoMessageKind::FlightText);
        Self { message, begun: 0, places: HashMap::new() }
    }

    /// Adds a report. In one message the pieces of a waybill may lie in several units: they are one report. A further message of
    /// the same flight and number tells them again, and the last one counts.
    fn add(&mut self, line: usize, report: CargoReport) {
        match self.places.entry(PartKey::of(&report)) {
            Entry::Occupied(mut known) => {
                let place = known.get_mut();
                let Some(other) = self.message.reports.get_mut(place.at) else { return };
                let is_same_message = place.told_by == self.begun;
                other.pieces =
                    if is_same_message { add_pieces(other.pieces, report.pieces) } else { report.pieces };
                place.told_by = self.begun;
            }
            Entry::Vacant(new) => {
                if let Some(at) = self.message.add(line, report) {
                    new.insert(PartPlace { at, told_by: self.begun });
                }
            }
        }
    }
}

impl PartKey {
    fn of(report: &CargoReport) -> Self {
        Self {
            awb: report.awb.clone(),
            flight: report.flight.clone(),
            moment: report.moment,
            station: report.station.clone(),
            to_station: report.to_station.clone(),
            sheet: report.sheet,
        }
    }
}

fn add_pieces(one: CargoPieces, more: CargoPieces) -> CargoPieces {
    CargoPieces {
        pieces: one.pieces.zip(more.pieces).map(|(one, more)| one.saturating_add(more)),
        weight_g: one.weight_g.zip(more.weight_g).map(|(one, more)| one.saturating_add(more)),
        total: one.total.max(more.total),
    }
}
