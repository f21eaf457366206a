//! Records for tests, and a server without tables that takes them.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::drivers::clock::DeviceTime;
use crate::drivers::fold_input::{OfficeChange, StopOrder, StoredRecord};
use crate::drivers::record::{
    DriverRecord, EarlierRecord, FileHash, ProofRule, RecordKind, RecordPayload, RecordVerdict, check_record,
};
use crate::drivers::stop_fold::{FoldedStop, fold_stop};

/// Keeps what a server keeps between two batches.
#[derive(Default)]
pub struct Uploads {
    records: BTreeMap<Uuid, (EarlierRecord, DateTime<Utc>)>,
    files: HashSet<FileHash>,
}

impl Uploads {
    pub fn add_file(&mut self, file: FileHash) {
        self.files.insert(file);
    }

    pub fn add_record(&mut self, record: &DriverRecord, received_at: DateTime<Utc>) -> RecordVerdict {
        let earlier = self.records.get(&record.id).map(|(earlier, _)| earlier);
        let verdict = check_record(record, earlier, &self.files, &ProofRule::default());
        if verdict.is_stored() {
            let new = EarlierRecord { record: record.clone(), verdict };
            self.records.entry(record.id).or_insert((new, received_at));
        }
        verdict
    }

    pub fn fold(&self, order: &StopOrder, office: &[OfficeChange]) -> FoldedStop {
        let to_stored = |(earlier, received_at): &(EarlierRecord, DateTime<Utc>)| StoredRecord {
            record: earlier.record.clone(),
            received_at: *received_at,
            is_complete: earlier.record.is_complete(&self.files),
            is_under_way: true,
            started_at: None,
        };
        let records: Vec<StoredRecord> = self.records.values().map(to_stored).collect();
        fold_stop(order, &records, office)
    }
}

/// The id of a thing with this number.
pub fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

/// So many minutes after the run began.
pub fn at(minutes: i64) -> DateTime<Utc> {
    let start: DateTime<Utc> = "2026-11-26T10:00:00Z".parse().unwrap();
    start + TimeDelta::minutes(minutes)
}

pub fn order() -> StopOrder {
    StopOrder { success: RecordKind::Deliver, parcel_ids: vec![id(901)], cash_due: None, max_attempts: 3 }
}

/// The record with this number, made so many minutes after the run began.
pub fn record(
    number: u16,
    stop: u128,
    minutes: i64,
    kind: RecordKind,
    payload: RecordPayload,
) -> DriverRecord {
    DriverRecord {
        id: id(number.into()),
        stop_id: id(stop),
        seq: number.into(),
        kind,
        time: DeviceTime { at: at(minutes), offset_s: Some(0) },
        payload,
        files: Vec::new(),
    }
}

pub fn delivered(number: u16, stop: u128, minutes: i64) -> DriverRecord {
    let payload = RecordPayload { name: Some("Ana".into()), ..RecordPayload::default() };
    record(number, stop, minutes, RecordKind::Deliver, payload)
}

pub fn failed(number: u16, stop: u128, minutes: i64, reason: &str) -> DriverRecord {
    let payload = RecordPayload { reason: Some(reason.into()), ..RecordPayload::default() };
    record(number, stop, minutes, RecordKind::Fail, payload)
}

pub fn undo(number: u16, minutes: i64, undoes: u128) -> DriverRecord {
    let payload = RecordPayload { undoes: Some(id(undoes)), ..RecordPayload::default() };
    record(number, 1, minutes, RecordKind::Undo, payload)
}

/// The fold of records that were all sent in the evening.
pub fn fold(order: &StopOrder, records: &[DriverRecord], office: &[OfficeChange]) -> FoldedStop {
    let mut uploads = Uploads::default();
    for record in records {
        assert_eq!(uploads.add_record(record, at(12 * 60)), RecordVerdict::Accepted);
    }
    uploads.fold(order, office)
}
