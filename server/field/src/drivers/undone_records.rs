//! Records that their drivers or the office took back.

use std::collections::{HashMap, HashSet};

use chrono::TimeDelta;
use uuid::Uuid;

use super::fold_input::{OfficeChange, OfficeChangeKind, StoredRecord};
use super::record::RecordKind;

/// A driver can undo a record for so long; later only staff can.
const UNDO_WINDOW: TimeDelta = TimeDelta::minutes(10);

/// The records that were undone: by their drivers in time, or by the office.
pub struct UndoneRecords {
    pub ids: HashSet<Uuid>,
    pub has_late: bool,
}

/// From the last one back, because an undo can itself be undone.
pub fn find_undone(sorted: &[&StoredRecord], office: &[OfficeChange]) -> UndoneRecords {
    let by_id: HashMap<Uuid, &StoredRecord> =
        sorted.iter().map(|stored| (stored.record.id, *stored)).collect();
    let mut undone = UndoneRecords { ids: HashSet::new(), has_late: false };
    for undo in
        sorted.iter().rev().map(|stored| &stored.record).filter(|record| record.kind == RecordKind::Undo)
    {
        let named = undo.payload.undoes.and_then(|id| by_id.get(&id)).map(|stored| &stored.record);
        let Some(named) = named.filter(|_| !undone.ids.contains(&undo.id)) else { continue };
        if undo.time.correct().signed_duration_since(named.time.correct()) > UNDO_WINDOW {
            undone.has_late = true;
        } else {
            undone.ids.insert(named.id);
        }
    }
    undone
        .ids
        .extend(sorted.iter().filter(|stored| is_forgiven(stored, office)).map(|stored| stored.record.id));
    undone
}

/// A failure that the office takes back, by when it arrived: clocks of phones differ.
fn is_forgiven(stored: &StoredRecord, office: &[OfficeChange]) -> bool {
    let stop_id = stored.record.stop_id;
    let undoes = |change: &OfficeChange| {
        change.kind == OfficeChangeKind::FailureUndone { stop_id } && stored.received_at <= change.at
    };
    stored.record.kind == RecordKind::Fail && office.iter().any(undoes)
}
