//! The state of a delivery or a pickup, folded anew from all its records and from what the office did.
//!
//! Phones send records late, twice and in any order, so nothing depends on the order of arrival: only the corrected times,
//! then the numbers of the phones, then the ids count.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;
use trade::wire_name;
use uuid::Uuid;

use super::attempt_reason::AttemptReason;
use super::fold_input::{OfficeChange, OfficeChangeKind, StopOrder, StoredRecord};
use super::record::{DriverRecord, RecordKind};
use super::undone_records::find_undone;

wire_name! {
    /// What became of a delivery or a pickup on its run.
    StopState {
        Out = "out",
        /// Delivered or collected.
        Done = "done",
        /// Some of its parcels.
        Partial = "partial",
        Failed = "failed",
        Returned = "returned",
        Cancelled = "cancelled",
    }
}
wire_name! {
    /// Question of records that staff have to decide.
    FieldTask {
        FailedAfterDelivered = "failed_after_delivered",
        DeliveredAfterCancel = "delivered_after_cancel",
        DeliveredAfterReassign = "delivered_after_reassign",
        DeliveredAfterReturn = "delivered_after_return",
        /// The office returned what had been delivered before.
        ReturnedAfterDelivered = "returned_after_delivered",
        UndoTooLate = "undo_too_late",
        /// All attempts are used up.
        DecideReturn = "decide_return",
        CodTwice = "cod_twice",
        /// Another amount was taken than was due.
        CodDifference = "cod_difference",
        /// The cash of a record that does not stand any more has been counted.
        CashCounted = "cash_counted",
        /// A proof that the service wants could not be had.
        ProofImpossible = "proof_impossible",
        /// The recipient did not say the right PIN.
        PinWrong = "pin_wrong",
        /// An outcome of a stop whose run has not started. It counts from the start on.
        RecordedBeforeStart = "recorded_before_start",
        /// Parcels were handed over that are not of this delivery.
        ForeignParcels = "foreign_parcels",
    }
}
wire_name! {
    /// Hint for staff about the records.
    RecordFlag {
        /// The clock of the phone is wrong.
        Clock = "clock",
    }
}

/// What follows from all records.
#[derive(Clone, Debug, PartialEq)]
pub struct FoldedStop {
    pub state: StopState,
    pub attempts: usize,
    /// The first record that handed parcels over.
    pub done_by: Option<Uuid>,
    /// Further records of the same, as proof.
    pub extra_proofs: Vec<Uuid>,
    /// Each record that handed parcels over, in their order.
    pub handovers: Vec<FoldedHandover>,
    /// What became of each stop, by the record that decided it.
    pub outcomes: BTreeMap<Uuid, StopOutcome>,
    /// The parcels that were not handed over.
    pub parcels_left: Vec<Uuid>,
    /// Cash that was taken.
    pub cash: Option<Decimal>,
    /// The records that took it, and those whose cash a driver has although it does not count.
    pub cash_records: Vec<Uuid>,
    pub tasks: Vec<FieldTask>,
    /// Records whose files are missing.
    pub waiting: Vec<Uuid>,
    pub flags: Vec<RecordFlag>,
}

/// A record that handed parcels over, and what was left after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldedHandover {
    pub record_id: Uuid,
    pub parcels_left: Vec<Uuid>,
}

/// Result of a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StopOutcome {
    pub record_id: Uuid,
    pub is_handover: bool,
    pub is_attempt: bool,
}

/// Folds all records of a delivery or a pickup.
pub fn fold_stop(order: &StopOrder, records: &[StoredRecord], office: &[OfficeChange]) -> FoldedStop {
    let mut sorted: Vec<&StoredRecord> = records.iter().collect();
    sorted.sort_by_key(|stored| stored.sort_key());
    let undone = find_undone(&sorted, office);
    let mut fold = Fold::new(order);
    fold.add_tasks(undone.has_late.then_some(FieldTask::UndoTooLate));
    let mut changes: Vec<&OfficeChange> = office.iter().collect();
    changes.sort_by_key(|change| change.at);
    let mut changes = changes.into_iter().peekable();
    let stands = |stored: &&&StoredRecord| !undone.ids.contains(&stored.record.id);
    for stored in sorted.iter().filter(stands).filter(|stored| stored.is_complete) {
        while let Some(change) = changes.next_if(|change| change.at < stored.find_time()) {
            fold.apply_change(change.kind);
        }
        fold.apply(stored);
    }
    changes.for_each(|change| fold.apply_change(change.kind));
    // A driver has the cash before the photo arrives.
    for stored in sorted.iter().filter(stands).filter(|stored| !stored.is_complete) {
        fold.keep_further_cash(&stored.record);
    }
    let mut folded = fold.finish();
    folded.waiting =
        sorted.iter().filter(|stored| !stored.is_complete).map(|stored| stored.record.id).collect();
    if records.iter().any(|stored| stored.record.time.is_doubtful(stored.received_at)) {
        folded.flags.push(RecordFlag::Clock);
    }
    folded
}

/// The state between two records.
struct Fold<'a> {
    order: &'a StopOrder,
    outcomes: BTreeMap<Uuid, StopOutcome>,
    closed_stops: BTreeSet<Uuid>,
    handed_over: Option<Handover>,
    is_cancelled: bool,
    is_returned: bool,
    has_failed: bool,
    extra_proofs: Vec<Uuid>,
    handovers: Vec<FoldedHandover>,
    /// Records whose cash does not count, and their stops.
    stray_cash: Vec<Uuid>,
    stray_stops: BTreeSet<Uuid>,
    tasks: Vec<FieldTask>,
}

/// Parcels that were handed over.
struct Handover {
    record_id: Uuid,
    stop_id: Uuid,
    cash: Option<Decimal>,
    cash_records: Vec<Uuid>,
    parcels_left: BTreeSet<Uuid>,
}

impl<'a> Fold<'a> {
    fn new(order: &'a StopOrder) -> Self {
        Self {
            order,
            outcomes: BTreeMap::new(),
            closed_stops: BTreeSet::new(),
            handed_over: None,
            is_cancelled: false,
            is_returned: false,
            has_failed: false,
            extra_proofs: Vec::new(),
            handovers: Vec::new(),
            stray_cash: Vec::new(),
            stray_stops: BTreeSet::new(),
            tasks: Vec::new(),
        }
    }

    fn add_tasks(&mut self, tasks: impl IntoIterator<Item = FieldTask>) {
        for task in tasks {
            if !self.tasks.contains(&task) {
                self.tasks.push(task);
            }
        }
    }

    fn is_done(&self) -> bool {
        self.handed_over.as_ref().is_some_and(|handed_over| handed_over.parcels_left.is_empty())
    }

    fn apply(&mut self, stored: &StoredRecord) {
        let record = &stored.record;
        let is_success = record.kind == self.order.success;
        if !stored.is_under_way && (is_success || record.kind == RecordKind::Fail) {
            self.add_tasks([FieldTask::RecordedBeforeStart]);
            if is_success {
                self.keep_cash(record);
            }
        } else if is_success {
            self.hand_over(record);
        } else if record.kind == RecordKind::Fail {
            self.fail(record);
        }
    }

    /// A driver has cash that counts for nothing all the same. A second tap at a stop is not further cash.
    fn keep_cash(&mut self, record: &DriverRecord) {
        if record.payload.has_cash() && self.stray_stops.insert(record.stop_id) {
            self.stray_cash.push(record.id);
        }
    }

    /// Keeps the cash of another stop than those where parcels were handed over.
    fn keep_further_cash(&mut self, record: &DriverRecord) {
        let is_known = self.outcomes.get(&record.stop_id).is_some_and(|outcome| outcome.is_handover);
        if record.kind == self.order.success && !is_known {
            self.keep_cash(record);
        }
    }

    fn hand_over(&mut self, record: &DriverRecord) {
        let has_cash = record.payload.has_cash();
        self.add_tasks(record.payload.has_other_cash.then_some(FieldTask::CodDifference));
        self.add_tasks(record.payload.has_foreign_parcels.then_some(FieldTask::ForeignParcels));
        // Nothing of this delivery was handed over.
        if record.payload.parcel_ids.as_ref().is_some_and(Vec::is_empty) {
            self.keep_cash(record);
            return;
        }
        if self.is_returned {
            self.keep_cash(record);
            self.add_tasks([FieldTask::DeliveredAfterReturn]);
            return;
        }
        if self.is_done() {
            self.keep_further_cash(record);
            self.extra_proofs.push(record.id);
            self.add_tasks(has_cash.then_some(FieldTask::CodTwice));
            return;
        }
        let taken = record.payload.parcel_ids.as_ref();
        let paid = has_cash.then_some(record.id);
        let is_left = |id: &Uuid| taken.is_some_and(|taken| !taken.contains(id));
        match &mut self.handed_over {
            Some(handed_over) => {
                handed_over.parcels_left.retain(is_left);
                handed_over.cash = sum(handed_over.cash, record.payload.cash);
                handed_over.cash_records.extend(paid);
                self.extra_proofs.push(record.id);
            }
            None => {
                let parcels_left = self.order.parcel_ids.iter().copied().filter(is_left).collect();
                self.handed_over = Some(Handover {
                    record_id: record.id,
                    stop_id: record.stop_id,
                    cash: record.payload.cash,
                    cash_records: paid.into_iter().collect(),
                    parcels_left,
                });
            }
        }
        let parcels_left = self.list_left();
        self.handovers.push(FoldedHandover { record_id: record.id, parcels_left });
        let outcome = StopOutcome { record_id: record.id, is_handover: true, is_attempt: true };
        self.outcomes.insert(record.stop_id, outcome);
        self.has_failed = false;
        self.add_tasks(self.is_cancelled.then_some(FieldTask::DeliveredAfterCancel));
        let is_closed = self.closed_stops.contains(&record.stop_id);
        self.add_tasks(is_closed.then_some(FieldTask::DeliveredAfterReassign));
        self.add_tasks(record.payload.proof_impossible.as_ref().map(|_| FieldTask::ProofImpossible));
        self.add_tasks((record.payload.is_pin_right == Some(false)).then_some(FieldTask::PinWrong));
    }

    fn fail(&mut self, record: &DriverRecord) {
        if self.is_done() {
            self.add_tasks([FieldTask::FailedAfterDelivered]);
            return;
        }
        // The parcels that were left at a stop where others were handed over: one attempt.
        if self.handed_over.as_ref().is_some_and(|handed_over| handed_over.stop_id == record.stop_id) {
            return;
        }
        let is_attempt = record.find_reason().is_some_and(AttemptReason::is_attempt);
        let outcome = StopOutcome { record_id: record.id, is_handover: false, is_attempt };
        self.outcomes.insert(record.stop_id, outcome);
        self.has_failed = !self.closed_stops.contains(&record.stop_id);
    }

    fn apply_change(&mut self, change: OfficeChangeKind) {
        match change {
            OfficeChangeKind::Cancelled => self.is_cancelled = true,
            // The rest of a partial delivery goes back like the whole.
            OfficeChangeKind::Returned if self.is_done() => {
                self.add_tasks([FieldTask::ReturnedAfterDelivered]);
            }
            OfficeChangeKind::Returned => self.is_returned = true,
            OfficeChangeKind::Reassigned { stop_id } => {
                self.closed_stops.insert(stop_id);
                self.has_failed = false;
            }
            // Its records do not stand.
            OfficeChangeKind::FailureUndone { .. } => {}
            OfficeChangeKind::Reopened => {
                if let Some(handed_over) = self.handed_over.take() {
                    self.outcomes.retain(|_, outcome| !outcome.is_handover);
                    self.handovers.clear();
                    self.stray_cash.extend(handed_over.cash_records);
                    self.extra_proofs.push(handed_over.record_id);
                }
            }
        }
    }

    fn finish(mut self) -> FoldedStop {
        let attempts = self.outcomes.values().filter(|outcome| outcome.is_attempt).count();
        let state = self.find_state();
        let cash = self.handed_over.as_ref().and_then(|handed_over| handed_over.cash);
        let has_ended = self.is_done() || self.is_returned && self.handed_over.is_some();
        let is_other_cash = has_ended && cash.unwrap_or_default() != self.order.cash_due.unwrap_or_default();
        self.add_tasks(is_other_cash.then_some(FieldTask::CodDifference));
        let has_no_attempt_left = state == StopState::Failed && attempts >= self.order.max_attempts;
        self.add_tasks(has_no_attempt_left.then_some(FieldTask::DecideReturn));
        let parcels_left = self.list_left();
        let counted = self.handed_over.as_ref().map(|handed_over| handed_over.cash_records.clone());
        let cash_records = counted.unwrap_or_default().into_iter().chain(self.stray_cash).collect();
        FoldedStop {
            state,
            attempts,
            done_by: self.handed_over.map(|handed_over| handed_over.record_id),
            extra_proofs: self.extra_proofs,
            handovers: self.handovers,
            outcomes: self.outcomes,
            parcels_left,
            cash,
            cash_records,
            tasks: self.tasks,
            waiting: Vec::new(),
            flags: Vec::new(),
        }
    }

    /// The parcels that nobody has been given.
    fn list_left(&self) -> Vec<Uuid> {
        match &self.handed_over {
            Some(handed_over) => handed_over.parcels_left.iter().copied().collect(),
            None => self.order.parcel_ids.clone(),
        }
    }

    fn find_state(&self) -> StopState {
        if self.is_done() {
            StopState::Done
        } else if self.is_returned {
            StopState::Returned
        } else if self.handed_over.is_some() {
            StopState::Partial
        } else if self.is_cancelled {
            StopState::Cancelled
        } else if self.has_failed {
            StopState::Failed
        } else {
            StopState::Out
        }
    }
}

fn sum(one: Option<Decimal>, other: Option<Decimal>) -> Option<Decimal> {
    [one, other].into_iter().flatten().reduce(|one, other| one + other)
}
