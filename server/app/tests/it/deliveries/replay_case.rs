//! The worked uploads of `server/tests/data/field`, as they stand in their file.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use serde::Deserialize;

const CASES: &str = include_str!("../../../../tests/data/field/offline-replays.json");
/// Random orders of a case.
const ORDERS: usize = 20;

#[derive(Deserialize)]
struct CaseFile {
    cases: Vec<ReplayCase>,
}

#[derive(Deserialize)]
pub struct ReplayCase {
    pub name: String,
    pub cod_due: Option<String>,
    #[serde(default)]
    pub server: Vec<OfficeStep>,
    pub uploads: Vec<Upload>,
    pub expect: Expectation,
}

#[derive(Deserialize)]
pub struct OfficeStep {
    pub at: String,
    pub kind: String,
}

#[derive(Deserialize)]
pub struct Upload {
    pub received_at: String,
    #[serde(default)]
    pub blobs: Vec<String>,
    pub records: Vec<SentRecord>,
}

#[derive(Deserialize)]
pub struct SentRecord {
    pub id: String,
    pub seq: i32,
    pub stop: String,
    pub kind: String,
    pub at: String,
    pub offset_s: Option<i32>,
    pub name: Option<String>,
    pub reason: Option<String>,
    pub undoes: Option<String>,
    pub cod: Option<String>,
    #[serde(default)]
    pub blobs: Vec<String>,
}

#[derive(Deserialize)]
pub struct Expectation {
    pub verdicts: Vec<Vec<String>>,
    pub r#final: FinalState,
    pub same_for_any_order: bool,
}

#[derive(Deserialize)]
pub struct FinalState {
    pub state: String,
    pub attempts: i64,
    pub delivered_record: Option<String>,
    pub cod: Option<String>,
    pub tasks: BTreeSet<String>,
    pub waiting: Vec<String>,
    pub flags: Vec<String>,
}

/// A part of an upload that can arrive alone.
#[derive(Clone, Copy)]
pub enum Piece<'a> {
    File(&'a str),
    Record(&'a SentRecord),
}

/// A time of the day of the cases, or a full one.
pub fn read_time(text: &str) -> DateTime<Utc> {
    let full = if text.contains('T') { text.to_owned() } else { format!("2026-11-26T{text}Z") };
    full.parse().unwrap()
}

pub fn read_cases() -> Vec<ReplayCase> {
    let file: CaseFile = serde_json::from_str(CASES).unwrap();
    assert!(!file.cases.is_empty());
    file.cases
}

impl ReplayCase {
    pub fn list_records(&self) -> impl Iterator<Item = &SentRecord> {
        self.uploads.iter().flat_map(|upload| &upload.records)
    }

    pub fn list_pieces(&self) -> Vec<Piece<'_>> {
        let mut pieces = Vec::new();
        for upload in &self.uploads {
            pieces.extend(upload.blobs.iter().map(|blob| Piece::File(blob)));
            pieces.extend(upload.records.iter().map(Piece::Record));
        }
        pieces
    }

    /// Random orders of the pieces, each piece twice. A case of one piece has only one order.
    pub fn draw_orders(&self, dice: &mut SmallRng) -> BTreeSet<Vec<usize>> {
        let count = self.list_pieces().len();
        let mut order: Vec<usize> = (0..count).chain(0..count).collect();
        let draw = |_| {
            order.shuffle(dice);
            order.clone()
        };
        (0..ORDERS).map(draw).collect()
    }
}
