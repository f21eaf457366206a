//! The reports of a message of an airline, in one form for all kinds of messages.

use chrono::{NaiveDate, NaiveTime};
use sha2::{Digest, Sha256};
use trade::identifiers::Awb;
use trade::wire_name;

/// Reports of one message.
pub const MAX_REPORTS: usize = 500;
/// Lines that could not be read, of one message.
pub const MAX_UNREAD: usize = 100;
/// Letters of a remark, or of a line that is shown.
pub const MAX_TEXT: usize = 200;

wire_name! {
    /// Kind of a message.
    CargoMessageKind {
        /// Status of a consignment as text (Cargo-IMP FSU).
        StatusText = "fsu",
        /// The same in XML (Cargo-XML XFSU).
        StatusXml = "xfsu",
        /// The manifest of a flight, as text (Cargo-IMP FFM).
        FlightText = "ffm",
        /// Lines that an airline writes for people.
        Plain = "plain",
        /// Another message of air cargo, which tells nothing about the way.
        Other = "other",
        /// No message at all.
        Unknown = "unknown",
    }
}

wire_name! {
    /// Why a message, or a line of it, tells nothing.
    ReadProblem {
        Empty = "empty",
        NotText = "not_text",
        NotAMessage = "not_a_message",
        OtherMessage = "other_message",
        BadXml = "bad_xml",
        NoEvents = "no_events",
        TooManyLines = "too_many_lines",
        NoWaybill = "no_waybill",
        WaybillNumber = "waybill_number",
        Code = "code",
        Flight = "flight",
        Day = "day",
        Place = "place",
        Discrepancy = "discrepancy",
        Pieces = "pieces",
    }
}

/// Pieces, their weight, and how many the whole consignment has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CargoPieces {
    /// None for all of them.
    pub pieces: Option<i32>,
    pub weight_g: Option<i64>,
    pub total: Option<i32>,
}

/// When something happened, as the clock of the place shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalMoment {
    pub day: NaiveDate,
    /// None when only the day is told.
    pub time: Option<NaiveTime>,
}

/// One thing that happened to a consignment, as its carrier tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CargoReport {
    pub awb: Awb,
    pub code: String,
    /// The discrepancy, with the code `DIS`.
    pub discrepancy: Option<String>,
    pub pieces: CargoPieces,
    /// For example `LA8191`.
    pub flight: Option<String>,
    pub moment: LocalMoment,
    /// IATA code of the place.
    pub station: Option<String>,
    /// Where the flight goes to.
    pub to_station: Option<String>,
    /// The message of a flight's manifest that has the pieces, by its number: those of several messages are added up.
    pub sheet: Option<i16>,
    /// Signer, or another remark.
    pub remark: Option<String>,
}

/// A line that says nothing that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadLine {
    /// From 1.
    pub line: usize,
    pub text: String,
    pub problem: ReadProblem,
}

/// A message after reading: what it reports, and what was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadMessage {
    pub kind: CargoMessageKind,
    pub reports: Vec<CargoReport>,
    pub unread: Vec<UnreadLine>,
    /// Why it reports nothing.
    pub problem: Option<ReadProblem>,
}

impl ReadMessage {
    pub const fn of_kind(kind: CargoMessageKind) -> Self {
        Self { kind, reports: Vec::new(), unread: Vec::new(), problem: None }
    }

    pub const fn fail(kind: CargoMessageKind, problem: ReadProblem) -> Self {
        Self { kind, reports: Vec::new(), unread: Vec::new(), problem: Some(problem) }
    }

    /// Adds a report, once.
    pub fn push(&mut self, line: usize, report: CargoReport) {
        if !self.reports.contains(&report) {
            self.add(line, report);
        }
    }

    /// Adds a report that is not among them. Returns its place; none when there are too many.
    pub fn add(&mut self, line: usize, report: CargoReport) -> Option<usize> {
        let at = self.reports.len();
        if at == MAX_REPORTS {
            self.leave_unread(line, &report.code, ReadProblem::TooManyLines);
            return None;
        }
        self.reports.push(report);
        Some(at)
    }

    /// Notes a line that was not understood. Of very many, the first ones are enough to see what is wrong.
    pub fn leave_unread(&mut self, line: usize, text: &str, problem: ReadProblem) {
        if self.unread.len() < MAX_UNREAD {
            self.unread.push(UnreadLine { line, text: shorten(text), problem });
        }
    }

    /// Says why it reports nothing, if it does.
    pub fn finish(mut self) -> Self {
        if self.reports.is_empty() && self.problem.is_none() {
            let first = self.unread.first().map(|line| line.problem);
            self.problem = Some(first.unwrap_or(ReadProblem::NoEvents));
        }
        self
    }
}

impl CargoReport {
    /// Two reports of the same have the same one, whoever sent them and in whatever form.
    pub fn fingerprint(&self) -> [u8; 32] {
        let Self { awb, code, discrepancy, pieces, flight, moment, station, to_station, sheet, remark: _ } =
            self;
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let mut parts = vec![
            awb.as_str().to_owned(),
            code.clone(),
            text(discrepancy),
            text(flight),
            moment.day.to_string(),
            moment.time.map(|time| time.format("%H:%M").to_string()).unwrap_or_default(),
            text(station),
            text(to_station),
            pieces.pieces.map(|pieces| pieces.to_string()).unwrap_or_default(),
            pieces.weight_g.map(|weight| weight.to_string()).unwrap_or_default(),
        ];
        parts.extend(sheet.map(|sheet| sheet.to_string()));
        Sha256::digest(parts.join("|")).into()
    }
}

/// A text without control characters, cut at the limit.
pub fn shorten(text: &str) -> String {
    let clean = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    clean.take(MAX_TEXT).collect::<String>().trim().to_owned()
}
