//! Messages of airlines and events of waybills as the API shows and takes them.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::code::CargoStage;
use super::fetch_stage::{FetchStage, MessageFacts};
use super::progress::{CountedReport, FlightProgress, StageProgress, WaybillProgress};
use super::report::{CargoMessageKind, ReadProblem, UnreadLine};
use server_core::http::form::FilePart;
use server_core::http::list::PageMeta;
use server_core::process::TaskFailure;

/// A message of an airline that somebody uploaded, or that was fetched.
#[derive(Object, Clone, Debug)]
pub struct CargoMessage {
    pub id: Uuid,
    pub file_name: String,
    pub kind: CargoMessageKind,
    /// How far its reading is.
    pub stage: FetchStage,
    /// Why it reports nothing; null when it reports something, or was not read yet.
    pub problem: Option<ReadProblem>,
    /// Lines that were not understood, at most 100.
    pub unread: Vec<UnreadMessageLine>,
    /// Numbers of waybills of which it reports, and which the company does not have. Once they are entered, it can be read again.
    pub unknown_numbers: Vec<String>,
    /// Events that it reports.
    pub report_count: i32,
    /// Those that nobody had reported before.
    pub new_count: i32,
    pub received_at: DateTime<Utc>,
    /// User who uploaded it. All zeros for one that was fetched.
    pub received_by: Uuid,
    /// Name of that user, or of the source.
    pub received_by_name: String,
    pub ended_at: Option<DateTime<Utc>>,
    /// Why its reading has failed; null otherwise.
    pub failure: Option<TaskFailure>,
    /// Why somebody closed it although its reading has failed; null otherwise.
    pub closing_note: Option<String>,
    pub closed_by_name: Option<String>,
    /// Its file was deleted, after `customs_data_days` of the settings. It is not read again.
    pub is_deleted: bool,
    /// Increases with every reading, and when it ends.
    pub version: i32,
    pub can: CargoMessageCan,
}

impl CargoMessage {
    pub const fn facts(&self) -> MessageFacts {
        MessageFacts { is_deleted: self.is_deleted }
    }
}

/// Permissions of the user on a message.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CargoMessageCan {
    /// Read it again.
    pub retry: bool,
    /// Close it although its reading has failed.
    pub close: bool,
}

/// Why a message is closed.
#[derive(Object, Clone, Debug)]
pub struct CargoMessageClosing {
    #[oai(validator(max_length = 500))]
    pub note: String,
}

/// A line of a message that was not understood.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadMessageLine {
    /// From 1; of an XML file, the number of its status.
    pub line: i32,
    /// The line, or its beginning.
    pub text: String,
    pub problem: ReadProblem,
}

/// A message with its text.
#[derive(Object, Clone, Debug)]
pub struct CargoMessageDetails {
    #[oai(flatten)]
    pub message: CargoMessage,
    /// The text of the file; null when it is no text, or was deleted. The file itself is in `cargo_message_file`.
    pub text: Option<String>,
}

/// A page of messages.
#[derive(Object)]
pub struct CargoMessagePage {
    pub data: Vec<CargoMessage>,
    pub meta: PageMeta,
}

/// A file to read, as a form.
#[derive(Object, Clone, Debug)]
pub struct CargoMessageForm {
    /// At most 256 KB: status messages as text (FSU) or XML (XFSU), manifests of flights (FFM), or the lines that an airline
    /// writes.
    pub file: Option<FilePart>,
}

/// Something that happened to a waybill.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct CargoEvent {
    pub id: Uuid,
    /// Three letters of the trade, e.g. `DEP`; also such that are unknown.
    pub code: String,
    /// Four letters of what is wrong, with the code `DIS`.
    pub discrepancy: Option<String>,
    pub flight: Option<String>,
    /// IATA code of the place.
    pub station: Option<String>,
    /// Where the flight goes to.
    pub to_station: Option<String>,
    /// The message of a flight's manifest that has the pieces.
    #[oai(skip)]
    pub sheet: Option<i16>,
    /// As the clock of the place shows it.
    pub local_day: NaiveDate,
    /// Hours and minutes; null when only the day was told.
    #[oai(skip)]
    pub local_time: Option<NaiveTime>,
    /// Hours and minutes, e.g. `21:05`; null when only the day was told.
    #[sqlx(skip)]
    pub time: Option<String>,
    /// IANA time zone of the place.
    pub time_zone: String,
    pub occurred_at: DateTime<Utc>,
    /// Null for all pieces.
    pub pieces: Option<i32>,
    /// Pieces of the whole consignment, as the reporter counts them.
    pub total_pieces: Option<i32>,
    /// Grams of these pieces.
    pub weight_g: Option<i64>,
    /// Further text of the message.
    pub remark: Option<String>,
    /// The note of the user who recorded it.
    pub note: Option<String>,
    /// The message that reported it first; null for an event by hand.
    pub message_id: Option<Uuid>,
    pub recorded_at: DateTime<Utc>,
    pub recorded_by: Uuid,
    pub recorded_by_name: String,
}

/// The events of a waybill, and where its pieces are after them.
#[derive(Object, Clone, Debug)]
pub struct CargoEvents {
    /// The newest first, at most 500.
    pub data: Vec<CargoEvent>,
    pub progress: CargoProgress,
}

/// Where the pieces of a waybill are. It is the same in whatever order the events were reported.
#[derive(Object, Clone, Debug)]
pub struct CargoProgress {
    /// Stages that some pieces have reached, in their order. Parcels follow a departure or an arrival when it has all pieces.
    pub stages: Vec<CargoStageProgress>,
    /// Flights whose manifests have pieces for the destination, the first one first; empty while none is known.
    pub flights: Vec<CargoFlight>,
    /// Pieces that are missed, and were not found yet.
    pub missing: i32,
    /// Set when the carrier counts another number of pieces than the waybill has.
    pub other_total: Option<i32>,
}

/// The pieces of a waybill that a flight brings.
#[derive(Object, Clone, Debug)]
pub struct CargoFlight {
    /// For example `LA8191`.
    pub flight: String,
    /// The day on which it departs.
    pub day: NaiveDate,
    /// Pieces that its manifest has for the destination.
    pub expected: i32,
    /// Pieces of those that were checked in there.
    pub received: i32,
}

/// How many pieces of a waybill have reached a stage.
#[derive(Object, Clone, Debug)]
pub struct CargoStageProgress {
    pub stage: CargoStage,
    pub pieces: i32,
    /// All pieces.
    pub of: i32,
    pub began_at: DateTime<Utc>,
    /// When the last piece reached it; null while some have not.
    pub whole_at: Option<DateTime<Utc>>,
}

impl From<&UnreadLine> for UnreadMessageLine {
    fn from(line: &UnreadLine) -> Self {
        Self {
            line: i32::try_from(line.line).unwrap_or(i32::MAX),
            text: line.text.clone(),
            problem: line.problem,
        }
    }
}

impl From<WaybillProgress> for CargoProgress {
    fn from(progress: WaybillProgress) -> Self {
        Self {
            stages: progress.stages.into_iter().map(CargoStageProgress::from).collect(),
            flights: progress.flights.into_iter().map(CargoFlight::from).collect(),
            missing: progress.missing,
            other_total: progress.other_total,
        }
    }
}

impl From<FlightProgress> for CargoFlight {
    fn from(progress: FlightProgress) -> Self {
        let FlightProgress { flight, day, expected, received } = progress;
        Self { flight, day, expected, received }
    }
}

impl From<StageProgress> for CargoStageProgress {
    fn from(progress: StageProgress) -> Self {
        let StageProgress { stage, pieces, of, began_at, whole_at } = progress;
        Self { stage, pieces, of, began_at, whole_at }
    }
}

impl CargoEvent {
    pub fn with_time(self) -> Self {
        let time = self.local_time.map(|time| time.format("%H:%M").to_string());
        Self { time, ..self }
    }

    pub fn to_counted(&self) -> CountedReport {
        CountedReport {
            code: self.code.clone(),
            discrepancy: self.discrepancy.clone(),
            pieces: self.pieces,
            total: self.total_pieces,
            flight: self.flight.clone(),
            day: self.local_day,
            station: self.station.clone(),
            to_station: self.to_station.clone(),
            sheet: self.sheet,
            occurred_at: self.occurred_at,
        }
    }
}

/// The lines of a message that were not understood, as its row keeps them.
pub fn read_unread(value: Value) -> Vec<UnreadMessageLine> {
    serde_json::from_value(value).unwrap_or_default()
}
