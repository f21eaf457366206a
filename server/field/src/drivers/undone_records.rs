//! Records that their drivers took back.

use std::collections::{HashMap, HashSet};

use chrono::TimeDelta;
use uuid::Uuid;

use super::record::RecordKind;
use super::stop_fold::StoredRecord;

/// A driver can undo a record for so long; later only staff can.
const UNDO_WINDOW: TimeDelta = TimeDelta::minutes(10);

/// The records that were undone in time.
pub struct UndoneRecords {
    pub ids: HashSet<Uuid>,
    pub has_late: bool,
}

/// From the last one back, because an undo can itself be undone.
pub fn find_undone(sorted: &[&StoredRecord]) -> UndoneRecords {
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
}
