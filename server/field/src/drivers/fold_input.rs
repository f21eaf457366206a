//! The input of a fold: the records of a delivery or a pickup, and what the office did with it.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use uuid::Uuid;

use super::record::{DriverRecord, RecordKind};

/// A record on the server.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRecord {
    pub record: DriverRecord,
    pub received_at: DateTime<Utc>,
    /// All its files have arrived.
    pub is_complete: bool,
    /// The run of its stop has started, or it has none.
    pub is_under_way: bool,
    /// When that run started; none for a stop without a run.
    pub started_at: Option<DateTime<Utc>>,
}

impl StoredRecord {
    /// The time that it is sorted by. Whatever its phone says, nothing was done at a stop before the run started.
    pub fn find_time(&self) -> DateTime<Utc> {
        let time = self.record.time.correct();
        self.started_at.map_or(time, |started_at| time.max(started_at))
    }

    /// Those from before the start keep their order.
    pub fn sort_key(&self) -> (DateTime<Utc>, DateTime<Utc>, i32, Uuid) {
        (self.find_time(), self.record.time.correct(), self.record.seq, self.record.id)
    }
}

/// The work of the office.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfficeChange {
    pub at: DateTime<Utc>,
    pub kind: OfficeChangeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfficeChangeKind {
    Cancelled,
    Returned,
    /// It is no longer this stop of a run.
    Reassigned {
        stop_id: Uuid,
    },
    /// Not done, although it was recorded as done.
    Reopened,
    /// Failures at this stop that had arrived by then were none.
    FailureUndone {
        stop_id: Uuid,
    },
}

/// The delivery or pickup, as it was when it went out.
#[derive(Clone, Debug, PartialEq)]
pub struct StopOrder {
    /// `Deliver` or `Collect`.
    pub success: RecordKind,
    pub parcel_ids: Vec<Uuid>,
    pub cash_due: Option<Decimal>,
    pub max_attempts: usize,
}
