//! A record of a driver as it is stored.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::fold_input::StoredRecord;
use super::record::{DriverRecord, RecordKind};
use super::wire::{FieldPayload, FieldRecord};
use crate::deliveries::model::FieldFileRef;

/// A record with its time of arrival.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct RecordRow {
    pub id: Uuid,
    pub stop_id: Uuid,
    /// The delivery or the pickup of the stop.
    pub subject_id: Uuid,
    pub driver_id: Uuid,
    pub seq: i32,
    pub kind: RecordKind,
    pub device_at: DateTime<Utc>,
    pub offset_s: Option<i32>,
    pub received_at: DateTime<Utc>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub accuracy_m: Option<f64>,
    #[sqlx(json)]
    pub payload: FieldPayload,
    #[sqlx(json)]
    pub files: Vec<FieldFileRef>,
    pub is_complete: bool,
    /// The run of its stop has started, or it has none.
    pub is_under_way: bool,
    /// When that run started; none for a stop without a run.
    pub started_at: Option<DateTime<Utc>>,
}

impl RecordRow {
    /// The time that people read. Nothing was done at a stop before its run started: what a clock sets before that is shown with
    /// the start, in the order of its phone, so that no two events are at one instant.
    pub fn shown_time(&self) -> DateTime<Utc> {
        let time = self.to_driver_record(None).time.limit_to(self.received_at);
        let early = self.started_at.filter(|started_at| time <= *started_at);
        early.map_or(time, |started_at| {
            started_at + TimeDelta::microseconds(i64::from(self.seq.clamp(1, 999_999)))
        })
    }

    /// As the fold reads it.
    pub fn to_stored(&self, record: DriverRecord) -> StoredRecord {
        StoredRecord {
            record,
            received_at: self.received_at,
            is_complete: self.is_complete,
            is_under_way: self.is_under_way,
            started_at: self.started_at,
        }
    }

    pub fn to_driver_record(&self, parcel_ids: Option<Vec<Uuid>>) -> DriverRecord {
        let record = FieldRecord {
            id: self.id,
            route_stop_id: self.stop_id,
            device: None,
            seq: self.seq,
            kind: self.kind,
            at: self.device_at,
            offset_s: self.offset_s,
            latitude: None,
            longitude: None,
            accuracy_m: None,
            payload: self.payload.clone(),
            files: self.files.clone(),
        };
        record.to_driver_record(parcel_ids)
    }

    /// The record for somebody without the right to see proofs: no place, document or file.
    fn hide_proof(&mut self) {
        (self.latitude, self.longitude, self.accuracy_m) = (None, None, None);
        self.payload.document_number = None;
        self.files.clear();
    }
}

/// The records as staff read them, the newest first.
pub fn sort_for_staff(mut rows: Vec<RecordRow>, has_proof_right: bool) -> Vec<RecordRow> {
    if !has_proof_right {
        rows.iter_mut().for_each(RecordRow::hide_proof);
    }
    rows.sort_by_key(|row| std::cmp::Reverse((row.shown_time(), row.id)));
    rows
}
