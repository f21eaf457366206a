//! What becomes of a delivery that is not plain: undone, reassigned, reopened, in parts, with cash.

use rust_decimal::Decimal;

use super::support::{at, delivered, failed, fold, id, order, record, undo};
use crate::drivers::fold_input::{OfficeChange, OfficeChangeKind, StopOrder};
use crate::drivers::record::{DriverRecord, RecordKind, RecordPayload};
use crate::drivers::stop_fold::{FieldTask, StopState};

fn office(minutes: i64, kind: OfficeChangeKind) -> [OfficeChange; 1] {
    [OfficeChange { at: at(minutes), kind }]
}

fn with_payload(record: DriverRecord, change: impl FnOnce(&mut RecordPayload)) -> DriverRecord {
    let mut record = record;
    change(&mut record.payload);
    record
}

#[test]
fn a_delivery_is_undone_within_ten_minutes() {
    let folded = fold(&order(), &[delivered(1, 1, 0), undo(2, 10, 1)], &[]);
    assert_eq!((folded.state, folded.attempts, folded.done_by), (StopState::Out, 0, None));
    assert!(folded.tasks.is_empty());
}

#[test]
fn an_undo_that_is_undone_changes_nothing() {
    let folded = fold(&order(), &[delivered(1, 1, 0), undo(2, 5, 1), undo(3, 6, 2)], &[]);
    assert_eq!((folded.state, folded.done_by), (StopState::Done, Some(id(1))));
}

#[test]
fn an_undo_of_an_unknown_record_waits_for_it() {
    assert_eq!(fold(&order(), &[undo(2, 5, 1)], &[]).state, StopState::Out);
}

#[test]
fn what_is_no_attempt_fails_without_counting() {
    let folded = fold(&order(), &[failed(1, 1, 0, "out_of_time")], &[]);
    assert_eq!((folded.state, folded.attempts), (StopState::Failed, 0));
    // The last reason of a stop counts.
    let folded = fold(&order(), &[failed(1, 1, 0, "out_of_time"), failed(2, 1, 5, "refused")], &[]);
    assert_eq!(folded.attempts, 1);
}

#[test]
fn what_the_first_driver_delivers_after_a_reassignment_is_kept_as_a_task() {
    let change = office(30, OfficeChangeKind::Reassigned { stop_id: id(1) });
    let first = fold(&order(), &[delivered(1, 1, 40)], &change);
    assert_eq!((first.state, first.tasks), (StopState::Done, vec![FieldTask::DeliveredAfterReassign]));
    let second = fold(&order(), &[failed(1, 1, 20, "closed"), delivered(2, 2, 60)], &change);
    assert_eq!((second.state, second.attempts, second.tasks), (StopState::Done, 2, Vec::new()));
    let late = fold(&order(), &[failed(1, 1, 40, "closed")], &change);
    assert_eq!((late.state, late.attempts), (StopState::Out, 1));
}

#[test]
fn a_delivery_after_the_cancellation_is_kept_as_a_task() {
    let change = office(30, OfficeChangeKind::Cancelled);
    let folded = fold(&order(), &[delivered(1, 1, 40)], &change);
    assert_eq!((folded.state, folded.tasks), (StopState::Done, vec![FieldTask::DeliveredAfterCancel]));
    assert_eq!(fold(&order(), &[failed(1, 1, 40, "closed")], &change).state, StopState::Cancelled);
}

#[test]
fn a_return_of_what_was_delivered_before_is_a_task() {
    let change = office(30, OfficeChangeKind::Returned);
    let folded = fold(&order(), &[delivered(1, 1, 20)], &change);
    assert_eq!((folded.state, folded.tasks), (StopState::Done, vec![FieldTask::ReturnedAfterDelivered]));
}

#[test]
fn what_is_left_of_a_part_can_be_sent_back() {
    let order = StopOrder { parcel_ids: vec![id(901), id(902)], ..order() };
    let part = |number, minutes, parcel| {
        with_payload(delivered(number, 1, minutes), |payload| payload.parcel_ids = Some(vec![id(parcel)]))
    };
    let change = office(30, OfficeChangeKind::Returned);
    let returned = fold(&order, &[part(1, 20, 901)], &change);
    assert_eq!((returned.state, returned.tasks), (StopState::Returned, Vec::new()));
    assert_eq!(returned.parcels_left, [id(902)]);
    let late = fold(&order, &[part(1, 20, 901), part(2, 40, 902)], &change);
    assert_eq!((late.state, late.tasks), (StopState::Returned, vec![FieldTask::DeliveredAfterReturn]));
}

#[test]
fn a_reopened_delivery_goes_out_again_and_keeps_its_proof() {
    let change = office(30, OfficeChangeKind::Reopened);
    let folded = fold(&order(), &[delivered(1, 1, 20)], &change);
    assert_eq!((folded.state, folded.attempts, folded.extra_proofs), (StopState::Out, 0, vec![id(1)]));
    let folded = fold(&order(), &[delivered(1, 1, 20), delivered(2, 2, 40)], &change);
    assert_eq!((folded.state, folded.done_by), (StopState::Done, Some(id(2))));
}

#[test]
fn parcels_are_delivered_in_parts() {
    let order = StopOrder { parcel_ids: vec![id(901), id(902)], ..order() };
    let of = |record, parcel| with_payload(record, |payload| payload.parcel_ids = Some(vec![id(parcel)]));
    let first = of(delivered(1, 1, 0), 901);
    let refused = failed(2, 1, 1, "refused");
    let partial = fold(&order, &[first.clone(), refused.clone()], &[]);
    assert_eq!((partial.state, partial.attempts, partial.tasks), (StopState::Partial, 1, Vec::new()));
    let whole = fold(&order, &[first, refused, of(delivered(3, 2, 60), 902)], &[]);
    assert_eq!((whole.state, whole.attempts, whole.done_by), (StopState::Done, 2, Some(id(1))));
    assert_eq!(whole.extra_proofs, [id(3)]);
}

#[test]
fn another_amount_of_cash_than_due_is_a_task() {
    let order = StopOrder { cash_due: Some(Decimal::from(150)), ..order() };
    let taken = |cash| with_payload(delivered(1, 1, 0), |payload| payload.cash = cash);
    let tasks = |cash| fold(&order, &[taken(cash)], &[]).tasks;
    assert_eq!(tasks(Some(Decimal::from(150))), []);
    assert_eq!(tasks(Some(Decimal::from(140))), [FieldTask::CodDifference]);
    assert_eq!(tasks(None), [FieldTask::CodDifference]);
}

#[test]
fn each_driver_who_took_cash_has_it_and_a_second_tap_is_none() {
    let order = StopOrder { cash_due: Some(Decimal::from(150)), ..order() };
    let paid = |number, stop, minutes| {
        with_payload(delivered(number, stop, minutes), |payload| payload.cash = Some(Decimal::from(150)))
    };
    let change = office(5, OfficeChangeKind::Reassigned { stop_id: id(1) });
    let twice = fold(&order, &[paid(1, 1, 0), paid(2, 1, 1), paid(3, 2, 30), paid(4, 2, 31)], &change);
    assert_eq!((twice.cash, twice.cash_records), (Some(Decimal::from(150)), vec![id(1), id(3)]));
    let change = office(5, OfficeChangeKind::Returned);
    let late = fold(&order, &[paid(1, 1, 30)], &change);
    assert_eq!((late.state, late.cash, late.cash_records), (StopState::Returned, None, vec![id(1)]));
}

#[test]
fn a_part_that_was_not_paid_is_a_task_once_the_rest_goes_back() {
    let order =
        StopOrder { cash_due: Some(Decimal::from(150)), parcel_ids: vec![id(901), id(902)], ..order() };
    let part = with_payload(delivered(1, 1, 0), |payload| payload.parcel_ids = Some(vec![id(901)]));
    assert_eq!(fold(&order, std::slice::from_ref(&part), &[]).tasks, []);
    let change = office(5, OfficeChangeKind::Returned);
    assert_eq!(fold(&order, &[part], &change).tasks, [FieldTask::CodDifference]);
}

#[test]
fn a_proof_that_could_not_be_had_is_a_task() {
    let unsigned = with_payload(delivered(1, 1, 0), |payload| payload.proof_impossible = Some("rain".into()));
    assert_eq!(fold(&order(), &[unsigned], &[]).tasks, [FieldTask::ProofImpossible]);
}

#[test]
fn a_wrong_pin_is_a_task_and_the_parcels_are_gone_all_the_same() {
    let said = |is_right| with_payload(delivered(1, 1, 0), |payload| payload.is_pin_right = Some(is_right));
    assert_eq!(fold(&order(), &[said(true)], &[]).tasks, []);
    let wrong = fold(&order(), &[said(false)], &[]);
    assert_eq!((wrong.state, wrong.tasks), (StopState::Done, vec![FieldTask::PinWrong]));
}

#[test]
fn a_pickup_folds_in_the_same_way() {
    let order = StopOrder { success: RecordKind::Collect, ..order() };
    let collected = record(1, 1, 0, RecordKind::Collect, RecordPayload::default());
    let note = record(2, 1, 5, RecordKind::Note, RecordPayload::default());
    let folded = fold(&order, &[collected, note], &[]);
    assert_eq!((folded.state, folded.done_by), (StopState::Done, Some(id(1))));
}
