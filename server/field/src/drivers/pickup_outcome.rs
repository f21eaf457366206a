//! The outcome of a pickup after its records, and the tasks they leave for staff. Pure.

use uuid::Uuid;

use super::fold_input::{OfficeChange, OfficeChangeKind, StopOrder, StoredRecord};
use super::record::RecordKind;
use super::record_row::RecordRow;
use super::record_store::LeftStop;
use super::stop_fold::{FieldTask, FoldedStop, RecordFlag, StopState, fold_stop};
use crate::pickups::model::{Pickup, PickupTask};
use crate::steps::pickup::PickupStatus;

/// A pickup with all that its fold reads.
pub struct PickupRecords<'a> {
    pub pickup: &'a Pickup,
    /// Stops that were taken off their runs.
    pub left: Vec<&'a LeftStop>,
    pub records: Vec<&'a RecordRow>,
}

/// The change that the records of a pickup ask for now.
#[derive(Clone, Copy, Debug)]
pub enum PickupTurn<'a> {
    Collected(&'a RecordRow),
    Failed(&'a RecordRow),
}

/// A pickup after all its records.
pub struct RecordedPickup<'a> {
    /// The change that is not written yet.
    pub turn: Option<PickupTurn<'a>>,
    pub tasks: Vec<PickupTask>,
    pub flags: Vec<RecordFlag>,
    /// Files have not arrived yet.
    pub is_waiting: bool,
}

impl<'a> PickupRecords<'a> {
    /// Folds the records anew, whatever came of them before.
    pub fn fold(&self) -> RecordedPickup<'a> {
        let order = StopOrder {
            success: RecordKind::Collect,
            parcel_ids: Vec::new(),
            cash_due: None,
            max_attempts: usize::MAX,
        };
        // A failure on an earlier run says nothing of the present one.
        let counts =
            |row: &&&RecordRow| row.kind != RecordKind::Fail || Some(row.stop_id) == self.pickup.stop_id;
        let stored: Vec<StoredRecord> =
            self.records.iter().filter(counts).map(|row| to_stored(row)).collect();
        let folded = fold_stop(&order, &stored, &self.list_office_changes());
        let turn = self.find_turn(&folded);
        RecordedPickup {
            turn,
            tasks: self.list_tasks(&folded, turn),
            is_waiting: !folded.waiting.is_empty(),
            flags: folded.flags,
        }
    }

    fn find(&self, id: Uuid) -> Option<&'a RecordRow> {
        self.records.iter().find(|row| row.id == id).copied()
    }

    fn list_office_changes(&self) -> Vec<OfficeChange> {
        let left = self.left.iter().map(|stop| OfficeChange {
            at: stop.removed_at,
            kind: OfficeChangeKind::Reassigned { stop_id: stop.id },
        });
        let cancelled =
            self.pickup.cancelled_at.map(|at| OfficeChange { at, kind: OfficeChangeKind::Cancelled });
        left.chain(cancelled).collect()
    }

    /// A driver who failed can come back and collect, and what was collected is in the vehicle, whatever the office did.
    fn find_turn(&self, folded: &FoldedStop) -> Option<PickupTurn<'a>> {
        use PickupStatus::{Cancelled, Failed, OnRoute, Scheduled};
        let status = self.pickup.status;
        if let Some(id) = folded.done_by {
            let is_open = matches!(status, Cancelled | Scheduled | OnRoute | Failed);
            return self.find(id).filter(|_| is_open).map(PickupTurn::Collected);
        }
        if folded.state != StopState::Failed || !matches!(status, Scheduled | OnRoute) {
            return None;
        }
        let stop_id = self.pickup.stop_id?;
        self.find(folded.outcomes.get(&stop_id)?.record_id).map(PickupTurn::Failed)
    }

    fn list_tasks(&self, folded: &FoldedStop, turn: Option<PickupTurn<'_>>) -> Vec<PickupTask> {
        let mut tasks: Vec<PickupTask> = folded.tasks.iter().copied().filter_map(to_task).collect();
        let more = [
            (PickupTask::CollectedAgain, self.is_collected_again(folded, turn)),
            (PickupTask::FailedAfterCollected, self.has_failed_after_office(folded)),
            (PickupTask::MoreThanAnnounced, self.is_more_than_announced(turn)),
            (PickupTask::UndoTooLate, turn.is_none() && self.is_undone_once_written(folded)),
        ];
        for (task, is_so) in more {
            if is_so && !tasks.contains(&task) {
                tasks.push(task);
            }
        }
        tasks
    }

    /// Another collection than the written one names further parcels, or the office had collected it already.
    fn is_collected_again(&self, folded: &FoldedStop, turn: Option<PickupTurn<'_>>) -> bool {
        let written = match turn {
            Some(PickupTurn::Collected(row)) => Some(row.id),
            _ => self.pickup.record_id,
        };
        let found: Vec<&RecordRow> =
            folded.done_by.iter().chain(&folded.extra_proofs).filter_map(|id| self.find(*id)).collect();
        match written.map(|id| self.find(id)) {
            Some(Some(first)) => found.iter().any(|row| row.id != first.id && names_more(row, first)),
            // The record that was written is too old to be among those that were loaded.
            Some(None) => false,
            None => !found.is_empty(),
        }
    }

    /// Parcels without a label, which nobody can check, make it more than the client has announced.
    fn is_more_than_announced(&self, turn: Option<PickupTurn<'_>>) -> bool {
        let written = match turn {
            Some(PickupTurn::Collected(row)) => Some(row),
            _ => self.pickup.record_id.and_then(|id| self.find(id)),
        };
        written.is_some_and(|row| {
            let unlabelled = row.payload.unlabelled.unwrap_or(0);
            let scanned = row.payload.codes.as_ref().map_or(0, Vec::len);
            let count = i32::try_from(scanned).unwrap_or(i32::MAX).saturating_add(unlabelled);
            unlabelled > 0 && count > self.pickup.parcels
        })
    }

    /// The office has collected it, and later a driver found nothing.
    fn has_failed_after_office(&self, folded: &FoldedStop) -> bool {
        let failed = folded.outcomes.values().filter(|outcome| !outcome.is_handover);
        let mut failed = failed.filter_map(|outcome| self.find(outcome.record_id));
        self.is_collected()
            && folded.done_by.is_none()
            && failed.any(|row| self.pickup.collected_at.is_some_and(|at| row.shown_time() > at))
    }

    /// The outcome of the record that was taken back stands: its events may have been read by others.
    fn is_undone_once_written(&self, folded: &FoldedStop) -> bool {
        let undoes = |undo: &RecordRow| {
            let named = undo.payload.undoes.and_then(|id| self.find(id));
            // A record that came together with its undo was never written.
            undo.kind == RecordKind::Undo
                && named.is_some_and(|row| row.is_complete && row.received_at < undo.received_at)
        };
        let is_written = self.pickup.record_id.is_some() && self.is_collected()
            || self.pickup.status == PickupStatus::Failed;
        let is_open = folded.done_by.is_none() && folded.state != StopState::Failed;
        is_written && is_open && self.records.iter().any(|row| undoes(row))
    }

    const fn is_collected(&self) -> bool {
        matches!(self.pickup.status, PickupStatus::Collected | PickupStatus::Partial)
    }
}

/// Whether a second collection names parcels that the first one does not.
fn names_more(row: &RecordRow, first: &RecordRow) -> bool {
    let has_more_codes = match (&row.payload.codes, &first.payload.codes) {
        (None, None) => false,
        (Some(codes), Some(known)) => codes.iter().any(|code| !known.contains(code)),
        _ => true,
    };
    has_more_codes || row.payload.unlabelled.unwrap_or(0) > first.payload.unlabelled.unwrap_or(0)
}

const fn to_task(task: FieldTask) -> Option<PickupTask> {
    match task {
        FieldTask::FailedAfterDelivered => Some(PickupTask::FailedAfterCollected),
        FieldTask::DeliveredAfterCancel => Some(PickupTask::CollectedAfterCancel),
        FieldTask::DeliveredAfterReassign => Some(PickupTask::CollectedAfterReassign),
        FieldTask::UndoTooLate => Some(PickupTask::UndoTooLate),
        FieldTask::ProofImpossible => Some(PickupTask::ProofImpossible),
        FieldTask::RecordedBeforeStart => Some(PickupTask::RecordedBeforeStart),
        // A pickup has no return, no cash, no PIN, no number of attempts, and takes parcels of others.
        FieldTask::DeliveredAfterReturn
        | FieldTask::ReturnedAfterDelivered
        | FieldTask::DecideReturn
        | FieldTask::CodTwice
        | FieldTask::CodDifference
        | FieldTask::CashCounted
        | FieldTask::PinWrong
        | FieldTask::ForeignParcels => None,
    }
}

/// A driver who cannot set out says so before the start.
fn to_stored(row: &RecordRow) -> StoredRecord {
    let stored = row.to_stored(row.to_driver_record(None));
    StoredRecord { is_under_way: row.is_under_way || row.kind == RecordKind::Fail, ..stored }
}
