//! Reports as far as they count, and where the pieces of a waybill are after them.

use chrono::{DateTime, NaiveDate, Utc};

use super::code::CargoStage;

/// Facts of a waybill besides its reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaybillTerms<'a> {
    pub destination: &'a str,
    pub pieces: i32,
}

/// A report, as far as it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedReport {
    pub code: String,
    pub discrepancy: Option<String>,
    /// None for all pieces.
    pub pieces: Option<i32>,
    /// Pieces of the whole consignment, as the reporter counts them.
    pub total: Option<i32>,
    pub flight: Option<String>,
    pub day: NaiveDate,
    pub station: Option<String>,
    /// Where the flight goes to.
    pub to_station: Option<String>,
    /// The message of a flight's manifest that has the pieces, by its number.
    pub sheet: Option<i16>,
    pub occurred_at: DateTime<Utc>,
}

/// How far a waybill is in one stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageProgress {
    pub stage: CargoStage,
    pub pieces: i32,
    pub of: i32,
    /// The time of its first pieces.
    pub began_at: DateTime<Utc>,
    /// Since when all pieces are in it or further; none while some are not.
    pub whole_at: Option<DateTime<Utc>>,
}

/// Pieces of a waybill that a flight brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlightProgress {
    /// For example `LA8191`.
    pub flight: String,
    /// The day on which it departs.
    pub day: NaiveDate,
    /// Pieces that its manifest has for the destination.
    pub expected: i32,
    /// Pieces of those that were checked in there.
    pub received: i32,
}

/// The state of a waybill after all reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaybillProgress {
    /// Stages with pieces in them or beyond, in their order.
    pub stages: Vec<StageProgress>,
    /// The flights whose manifests are known, the first one first.
    pub flights: Vec<FlightProgress>,
    /// Pieces that are missed, and were not found yet.
    pub missing: i32,
    /// The reporters count another number of pieces than the waybill has.
    pub other_total: Option<i32>,
}

impl WaybillProgress {
    /// The furthest stage that any piece has.
    pub fn stage(&self) -> Option<CargoStage> {
        self.stages.last().map(|progress| progress.stage)
    }

    pub fn of_stage(&self, stage: CargoStage) -> Option<&StageProgress> {
        self.stages.iter().find(|progress| progress.stage == stage)
    }
}
