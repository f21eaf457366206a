//! The worked uploads of drivers' phones.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Deserialize;
use uuid::Uuid;

use super::support::{Uploads, id, order};
use crate::case_files::OFFLINE_REPLAYS;
use crate::drivers::clock::DeviceTime;
use crate::drivers::fold_input::{OfficeChange, OfficeChangeKind, StopOrder};
use crate::drivers::record::{
    DriverRecord, FileHash, ProofKind, RecordFile, RecordKind, RecordPayload, RecordVerdict,
};
use crate::drivers::stop_fold::{FieldTask, FoldedStop, RecordFlag, StopState};

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    cod_due: Option<Decimal>,
    #[serde(default)]
    server: Vec<ServerChange>,
    uploads: Vec<Upload>,
    expect: Expected,
}

#[derive(Deserialize)]
struct ServerChange {
    at: String,
    kind: String,
    stop: Option<String>,
}

#[derive(Deserialize)]
struct Upload {
    received_at: String,
    #[serde(default)]
    blobs: Vec<String>,
    records: Vec<SentRecord>,
}

#[derive(Deserialize)]
struct SentRecord {
    id: String,
    seq: i32,
    stop: String,
    kind: String,
    at: String,
    offset_s: Option<i32>,
    name: Option<String>,
    reason: Option<String>,
    undoes: Option<String>,
    cod: Option<Decimal>,
    #[serde(default)]
    blobs: Vec<String>,
}

#[derive(Deserialize)]
struct Expected {
    verdicts: Vec<Vec<String>>,
    r#final: Final,
    same_for_any_order: bool,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Final {
    state: String,
    attempts: usize,
    delivered_record: Option<String>,
    extra_proofs: Vec<String>,
    cod: Option<Decimal>,
    tasks: BTreeSet<String>,
    waiting: Vec<String>,
    flags: Vec<String>,
}

/// A part of an upload that can arrive alone.
#[derive(Clone)]
enum Piece {
    File(FileHash),
    Record(Box<DriverRecord>, DateTime<Utc>),
}

/// A time of the day of the cases, or a full one.
fn to_time(text: &str) -> DateTime<Utc> {
    let full = if text.contains('T') { text.to_owned() } else { format!("2026-11-26T{text}Z") };
    full.parse().unwrap()
}

/// `r1` is the first record, `S1` the first stop.
fn to_id(name: &str) -> Uuid {
    id(name[1..].parse().unwrap())
}

fn to_name(id: Uuid) -> String {
    format!("r{}", id.as_u128())
}

fn to_hash(blob: &str) -> FileHash {
    let mut hash = [0; 32];
    hash[..blob.len()].copy_from_slice(blob.as_bytes());
    hash
}

fn to_file(blob: &str) -> RecordFile {
    let kind = if blob.starts_with("photo") { ProofKind::Photo } else { ProofKind::Signature };
    RecordFile { sha256: to_hash(blob), kind }
}

impl SentRecord {
    fn to_record(&self) -> DriverRecord {
        DriverRecord {
            id: to_id(&self.id),
            stop_id: to_id(&self.stop),
            seq: self.seq,
            kind: RecordKind::from_name(&self.kind).unwrap(),
            time: DeviceTime { at: to_time(&self.at), offset_s: self.offset_s },
            payload: RecordPayload {
                name: self.name.clone(),
                reason: self.reason.clone(),
                undoes: self.undoes.as_deref().map(to_id),
                cash: self.cod,
                ..RecordPayload::default()
            },
            files: self.blobs.iter().map(|blob| to_file(blob)).collect(),
        }
    }
}

impl Case {
    fn order(&self) -> StopOrder {
        StopOrder { cash_due: self.cod_due, ..order() }
    }

    fn office(&self) -> Vec<OfficeChange> {
        let to_change = |change: &ServerChange| OfficeChange {
            at: to_time(&change.at),
            kind: match change.kind.as_str() {
                "cancelled" => OfficeChangeKind::Cancelled,
                "returned" => OfficeChangeKind::Returned,
                "reopened" => OfficeChangeKind::Reopened,
                "reassigned" => {
                    OfficeChangeKind::Reassigned { stop_id: to_id(change.stop.as_deref().unwrap_or("S1")) }
                }
                other => panic!("unknown change {other}"),
            },
        };
        self.server.iter().map(to_change).collect()
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for upload in &self.uploads {
            pieces.extend(upload.blobs.iter().map(|blob| Piece::File(to_hash(blob))));
            let received_at = to_time(&upload.received_at);
            let records = upload.records.iter().map(SentRecord::to_record);
            pieces.extend(records.map(|record| Piece::Record(Box::new(record), received_at)));
        }
        pieces
    }
}

fn to_final(folded: &FoldedStop) -> Final {
    let state = if folded.state == StopState::Done { "delivered" } else { folded.state.as_str() };
    Final {
        state: state.into(),
        attempts: folded.attempts,
        delivered_record: folded.done_by.map(to_name),
        extra_proofs: folded.extra_proofs.iter().copied().map(to_name).collect(),
        cod: folded.cash,
        tasks: folded.tasks.iter().copied().map(FieldTask::as_str).map(str::to_owned).collect(),
        waiting: folded.waiting.iter().copied().map(to_name).collect(),
        flags: folded.flags.iter().copied().map(RecordFlag::as_str).map(str::to_owned).collect(),
    }
}

fn read_cases() -> Vec<Case> {
    let file: File = serde_json::from_str(OFFLINE_REPLAYS).unwrap();
    assert!(!file.cases.is_empty());
    file.cases
}

/// All orders of some numbers, as far as there are not too many.
fn orders(count: usize) -> Vec<Vec<usize>> {
    assert!(count <= 7, "too many pieces to try all orders");
    let mut orders = vec![Vec::new()];
    for index in 0..count {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..=order.len()).map(move |position| {
                    let mut longer = order.clone();
                    longer.insert(position, index);
                    longer
                })
            })
            .collect();
    }
    orders
}

#[test]
fn each_upload_has_its_answers_and_leads_to_its_state() {
    for case in read_cases() {
        let mut uploads = Uploads::default();
        for (upload, expected) in case.uploads.iter().zip(&case.expect.verdicts) {
            upload.blobs.iter().for_each(|blob| uploads.add_file(to_hash(blob)));
            let received_at = to_time(&upload.received_at);
            let verdicts =
                upload.records.iter().map(|sent| uploads.add_record(&sent.to_record(), received_at));
            let verdicts: Vec<&str> = verdicts.map(RecordVerdict::as_str).collect();
            assert_eq!(verdicts, *expected, "{}", case.name);
        }
        assert_eq!(
            to_final(&uploads.fold(&case.order(), &case.office())),
            case.expect.r#final,
            "{}",
            case.name
        );
    }
}

#[test]
fn any_order_and_any_repetition_of_the_pieces_leads_to_the_same_state() {
    for case in read_cases().into_iter().filter(|case| case.expect.same_for_any_order) {
        let pieces = case.pieces();
        for order in orders(pieces.len()) {
            let mut uploads = Uploads::default();
            // Each piece twice: once in this order, and once more in the opposite one.
            for index in order.iter().chain(order.iter().rev()) {
                match &pieces[*index] {
                    Piece::File(file) => uploads.add_file(*file),
                    Piece::Record(record, received_at) => {
                        uploads.add_record(record, *received_at);
                    }
                }
            }
            let folded = uploads.fold(&case.order(), &case.office());
            assert_eq!(to_final(&folded), case.expect.r#final, "{}: {order:?}", case.name);
        }
    }
}
