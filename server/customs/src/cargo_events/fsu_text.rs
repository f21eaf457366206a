//! Status messages as text (Cargo-IMP FSU): a line with the air waybill, then a line for each status. Their form has capitals
//! alone, so that small letters, which mail programs make of them, mean the same.

use chrono::{DateTime, Utc};
use trade::identifiers::Awb;

use super::code::{BESIDE_CODES, CodeField, KnownCode, find_known};
use super::fields::{
    DayTail, begins_message, is_capitals, is_carrier, read_day, read_flight, read_pieces, read_time,
};
use super::report::{
    CargoMessageKind, CargoPieces, CargoReport, LocalMoment, ReadMessage, ReadProblem, shorten,
};

/// The waybill of the lines that follow.
pub struct WaybillLine {
    pub awb: Awb,
    pub pieces: CargoPieces,
}

/// Whether a line begins a status message.
pub fn is_status_start(line: &str) -> bool {
    begins_message(&line.to_ascii_uppercase(), "FSU")
}

/// Reads the lines of one or more status messages, from their first line on.
pub fn read_status_text(lines: &[(usize, &str)], received_at: DateTime<Utc>) -> ReadMessage {
    let mut message = ReadMessage::of_kind(CargoMessageKind::StatusText);
    let mut waybill: Result<WaybillLine, ReadProblem> = Err(ReadProblem::NoWaybill);
    for (number, line) in lines {
        let line = line.trim();
        if is_status_start(line) {
            waybill = Err(ReadProblem::NoWaybill);
        } else if let Some(found) = read_waybill_line(&line.to_ascii_uppercase()) {
            if let Err(problem) = &found {
                message.leave_unread(*number, line, *problem);
            }
            waybill = found;
        } else if let Some(remark) = find_remark(line) {
            if let Some(last) = message.reports.last_mut().filter(|last| last.remark.is_none()) {
                last.remark = Some(shorten(remark)).filter(|remark| !remark.is_empty());
            }
        } else if !is_beside(line) {
            let read = waybill.as_ref().map_err(|problem| *problem);
            match read.and_then(|waybill| read_status_line(line, waybill, received_at)) {
                Ok(report) => message.push(*number, report),
                Err(problem) => message.leave_unread(*number, line, problem),
            }
        }
    }
    message.finish()
}

/// The words of a remark.
fn find_remark(line: &str) -> Option<&str> {
    let (code, remark) = line.split_once('/')?;
    code.eq_ignore_ascii_case("OSI").then_some(remark)
}

/// Lines that continue another one, or say nothing about the way.
fn is_beside(line: &str) -> bool {
    let code = line.split('/').next().unwrap_or_default();
    let is_known = || BESIDE_CODES.iter().any(|known| known.eq_ignore_ascii_case(code));
    line.starts_with('/') || line.is_empty() || is_known()
}

/// `957-12345686MIAGRU/P1K12.0T3`, also without the places or the hyphen; none for another line.
pub fn read_waybill_line(line: &str) -> Option<Result<WaybillLine, ReadProblem>> {
    let length = measure_number(line)?;
    let (head, pieces) = line.split_once('/').map_or((line, None), |(head, rest)| (head, Some(rest)));
    let (number, route) = head.split_at_checked(length).unwrap_or((head, ""));
    let Ok(awb) = Awb::parse(number) else { return Some(Err(ReadProblem::WaybillNumber)) };
    if !(route.is_empty() || is_capitals(route, 6)) {
        return Some(Err(ReadProblem::Place));
    }
    let pieces = match pieces.map(|text| text.split('/').next().unwrap_or_default()) {
        None | Some("") => CargoPieces::default(),
        Some(text) => match read_pieces(text) {
            Some(pieces) => pieces,
            None => return Some(Err(ReadProblem::Pieces)),
        },
    };
    Some(Ok(WaybillLine { awb, pieces }))
}

/// The length of the number with which a line begins. Of more or fewer digits it is another one.
fn measure_number(line: &str) -> Option<usize> {
    match line.bytes().take_while(u8::is_ascii_digit).count() {
        3 if line.as_bytes().get(3) == Some(&b'-') => Some(12),
        11 => Some(11),
        _ => None,
    }
}

/// A line such as `DEP/LA8191/12NOV/MIAGRU/P1K12.0/A0922/E1935`.
fn read_status_line(
    line: &str,
    waybill: &WaybillLine,
    received_at: DateTime<Utc>,
) -> Result<CargoReport, ReadProblem> {
    let (code, said) = line.split_once('/').ok_or(ReadProblem::Code)?;
    let capitals = said.to_ascii_uppercase();
    let mut reading = StatusLine::begin(&capitals, said, received_at);
    let known = find_known(&code.to_ascii_uppercase());
    match known {
        Some(known) => reading.read_known(known)?,
        // In small letters it may be a word.
        None if !is_capitals(code, 3) => return Err(ReadProblem::Code),
        None => reading.read_unknown()?,
    }
    let code = known.map_or(code, |known| known.code);
    reading.read_tail(code)?;
    reading.finish(code, waybill)
}

/// A line while it is read.
struct StatusLine<'a> {
    /// In capitals.
    fields: Vec<&'a str>,
    /// The same as they were written.
    said: Vec<&'a str>,
    next: usize,
    received_at: DateTime<Utc>,
    flight: Option<String>,
    moment: Option<LocalMoment>,
    station: Option<String>,
    to_station: Option<String>,
    discrepancy: Option<String>,
    pieces: Option<CargoPieces>,
    remark: Option<String>,
}

impl<'a> StatusLine<'a> {
    fn begin(capitals: &'a str, said: &'a str, received_at: DateTime<Utc>) -> Self {
        Self {
            fields: capitals.split('/').map(str::trim).collect(),
            said: said.split('/').map(str::trim).collect(),
            next: 0,
            received_at,
            flight: None,
            moment: None,
            station: None,
            to_station: None,
            discrepancy: None,
            pieces: None,
            remark: None,
        }
    }

    fn read_known(&mut self, known: &KnownCode) -> Result<(), ReadProblem> {
        for field in known.fields {
            let text = self.fields.get(self.next).copied().unwrap_or_default();
            if self.read_field(*field, text)? {
                self.next += 1;
            }
        }
        Ok(())
    }

    /// Reads a field that is expected. Whether it is there; a flight can be left out, also without its stroke.
    fn read_field(&mut self, field: CodeField, text: &str) -> Result<bool, ReadProblem> {
        match field {
            CodeField::Flight | CodeField::Carrier => {
                if self.read_day(text).is_some() {
                    return Ok(false);
                }
                let is_carrier = field == CodeField::Carrier && is_carrier(text);
                if !text.is_empty() && !is_carrier {
                    self.flight = Some(read_flight(text).ok_or(ReadProblem::Flight)?);
                }
            }
            CodeField::Day => self.moment = Some(self.read_day(text).ok_or(ReadProblem::Day)?),
            CodeField::Station if is_capitals(text, 3) => self.station = Some(text.to_owned()),
            CodeField::Route if is_capitals(text, 6) => self.set_route(text),
            CodeField::Discrepancy if is_capitals(text, 4) => self.discrepancy = Some(text.to_owned()),
            CodeField::Discrepancy => return Err(ReadProblem::Discrepancy),
            CodeField::Station | CodeField::Route => return Err(ReadProblem::Place),
        }
        Ok(true)
    }

    /// An unknown status: its fields are known by their looks, in any order.
    fn read_unknown(&mut self) -> Result<(), ReadProblem> {
        while let Some(text) = self.fields.get(self.next).copied() {
            if let Some(moment) = self.read_day(text).filter(|_| self.moment.is_none()) {
                self.moment = Some(moment);
            } else if self.station.is_none() && is_capitals(text, 3) {
                self.station = Some(text.to_owned());
            } else if self.station.is_none() && is_capitals(text, 6) {
                self.set_route(text);
            } else if let Some(flight) = read_flight(text).filter(|_| self.flight.is_none() && self.next == 0)
            {
                self.flight = Some(flight);
            } else {
                break;
            }
            self.next += 1;
        }
        self.moment.map(|_| ()).ok_or(ReadProblem::Day)
    }

    /// Pieces, then times and remarks.
    fn read_tail(&mut self, code: &str) -> Result<(), ReadProblem> {
        let tail: Vec<(&str, &str)> =
            self.fields.iter().copied().zip(self.said.iter().copied()).skip(self.next).collect();
        for (index, (text, said)) in tail.into_iter().enumerate() {
            if index == 0 && looks_like_pieces(text) {
                self.pieces = Some(read_pieces(text).ok_or(ReadProblem::Pieces)?);
            } else if let Some(time) = read_marked_time(text) {
                // The first one is the departure, the second one the arrival.
                if let Some(moment) = self.moment.as_mut().filter(|_| code == "DEP") {
                    moment.time = moment.time.or(Some(time));
                }
            } else if !text.is_empty() && !text.starts_with("MC") && self.remark.is_none() {
                self.remark = Some(shorten(said));
            }
        }
        Ok(())
    }

    fn finish(self, code: &str, waybill: &WaybillLine) -> Result<CargoReport, ReadProblem> {
        let own = self.pieces.unwrap_or(waybill.pieces);
        let total = own.total.max(waybill.pieces.total);
        Ok(CargoReport {
            awb: waybill.awb.clone(),
            code: code.to_owned(),
            discrepancy: self.discrepancy,
            pieces: CargoPieces { total, ..own },
            flight: self.flight,
            moment: self.moment.ok_or(ReadProblem::Day)?,
            station: self.station,
            to_station: self.to_station,
            sheet: None,
            remark: self.remark,
        })
    }

    fn read_day(&self, text: &str) -> Option<LocalMoment> {
        read_day(text, self.received_at, DayTail::Time)
    }

    fn set_route(&mut self, text: &str) {
        self.station = Some(text[..3].to_owned());
        self.to_station = Some(text[3..].to_owned());
    }
}

fn looks_like_pieces(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|letter| "TPSDM".contains(letter))
        && letters.next().is_some_and(|letter| letter.is_ascii_digit())
}

/// `A0922`: actual, estimated or scheduled, with a letter for another day at its end.
fn read_marked_time(text: &str) -> Option<chrono::NaiveTime> {
    let time = text.strip_prefix(['A', 'E', 'S'])?;
    let time = time.split_once('-').map_or(time, |(time, _)| time);
    if time.len() == 4 { read_time(time) } else { None }
}
