//! A pickup after its records.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::drivers::pickup_outcome::{PickupRecords, PickupTurn};
use crate::drivers::record::RecordKind;
use crate::drivers::record_row::RecordRow;
use crate::drivers::record_store::LeftStop;
use crate::drivers::wire::FieldPayload;
use crate::pickups::model::{Pickup, PickupTask};
use crate::pickups::sample::pickup as sample;
use crate::steps::pickup::PickupStatus;

const STOP: Uuid = Uuid::from_u128(10);
const EARLIER_STOP: Uuid = Uuid::from_u128(9);

fn at(minute: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_680_000, 0).unwrap() + TimeDelta::minutes(minute)
}

fn row(id: u128, minute: i64, kind: RecordKind, stop_id: Uuid) -> RecordRow {
    RecordRow {
        id: Uuid::from_u128(id),
        stop_id,
        subject_id: Uuid::from_u128(1),
        driver_id: Uuid::from_u128(50),
        seq: 1,
        kind,
        device_at: at(minute),
        offset_s: Some(0),
        received_at: at(50),
        latitude: None,
        longitude: None,
        accuracy_m: None,
        payload: FieldPayload { reason: Some("sender_absent".into()), ..FieldPayload::default() },
        files: Vec::new(),
        is_complete: true,
        is_under_way: true,
        started_at: None,
    }
}

fn collected(id: u128, minute: i64, codes: &[&str]) -> RecordRow {
    let codes = Some(codes.iter().map(|code| (*code).to_owned()).collect());
    let payload = FieldPayload { codes, ..FieldPayload::default() };
    RecordRow { payload, ..row(id, minute, RecordKind::Collect, STOP) }
}

fn pickup(status: PickupStatus) -> Pickup {
    Pickup { stop_id: Some(STOP), ..sample(status) }
}

/// One that was collected by the record with this number.
fn collected_by(id: u128) -> Pickup {
    let record_id = Some(Uuid::from_u128(id));
    Pickup { record_id, collected_at: Some(at(1)), ..pickup(PickupStatus::Collected) }
}

/// Whether it is collected now and by which record, and what is left to decide.
fn fold(pickup: &Pickup, left: &[LeftStop], rows: &[RecordRow]) -> (Option<(bool, u128)>, Vec<PickupTask>) {
    let recorded =
        PickupRecords { pickup, left: left.iter().collect(), records: rows.iter().collect() }.fold();
    let turn = recorded.turn.map(|turn| match turn {
        PickupTurn::Collected(row) => (true, row.id.as_u128()),
        PickupTurn::Failed(row) => (false, row.id.as_u128()),
    });
    (turn, recorded.tasks)
}

fn turn(status: PickupStatus, rows: &[RecordRow]) -> Option<(bool, u128)> {
    fold(&pickup(status), &[], rows).0
}

fn tasks(pickup: &Pickup, rows: &[RecordRow]) -> Vec<PickupTask> {
    fold(pickup, &[], rows).1
}

#[test]
fn a_driver_who_failed_can_come_back_and_collect() {
    use PickupStatus::{Collected, Failed, OnRoute};
    let failed = row(1, 1, RecordKind::Fail, STOP);
    let collected = row(2, 9, RecordKind::Collect, STOP);
    assert_eq!(turn(OnRoute, std::slice::from_ref(&failed)), Some((false, 1)));
    assert_eq!(turn(Failed, std::slice::from_ref(&failed)), None, "it is written once");
    assert_eq!(turn(Failed, &[collected.clone(), failed.clone()]), Some((true, 2)));
    assert_eq!(turn(OnRoute, &[failed, collected.clone()]), Some((true, 2)));
    assert_eq!(turn(Collected, &[collected]), None, "it is written once");
}

#[test]
fn a_collection_before_the_run_started_is_a_task_until_it_starts_and_a_failure_counts_at_once() {
    let early = RecordRow { is_under_way: false, ..collected(1, 1, &["A"]) };
    let found = fold(&pickup(PickupStatus::Scheduled), &[], std::slice::from_ref(&early));
    assert_eq!(found, (None, vec![PickupTask::RecordedBeforeStart]));
    let started = RecordRow { is_under_way: true, started_at: Some(at(9)), ..early };
    assert_eq!(fold(&pickup(PickupStatus::OnRoute), &[], &[started]), (Some((true, 1)), vec![]));
    let failed = RecordRow { is_under_way: false, ..row(1, 1, RecordKind::Fail, STOP) };
    assert_eq!(fold(&pickup(PickupStatus::Scheduled), &[], &[failed]), (Some((false, 1)), vec![]));
}

#[test]
fn more_parcels_without_a_label_than_were_announced_are_a_task() {
    let announced = pickup(PickupStatus::OnRoute);
    let unlabelled = |count| {
        let payload = FieldPayload { unlabelled: Some(count), ..FieldPayload::default() };
        RecordRow { payload, ..row(1, 1, RecordKind::Collect, STOP) }
    };
    assert_eq!(tasks(&announced, &[unlabelled(announced.parcels)]), []);
    assert_eq!(tasks(&announced, &[unlabelled(announced.parcels + 1)]), [PickupTask::MoreThanAnnounced]);
}

#[test]
fn a_failure_on_an_earlier_run_says_nothing_of_the_present_one() {
    let earlier = row(1, 1, RecordKind::Fail, EARLIER_STOP);
    assert_eq!(turn(PickupStatus::Scheduled, &[earlier]), None);
}

#[test]
fn what_was_undone_before_it_was_written_does_not_count() {
    let collected = row(1, 1, RecordKind::Collect, STOP);
    let mut undo = row(2, 2, RecordKind::Undo, STOP);
    undo.payload.undoes = Some(collected.id);
    let found = fold(&pickup(PickupStatus::OnRoute), &[], &[collected, undo]);
    assert_eq!(found, (None, Vec::new()));
}

#[test]
fn what_is_taken_back_once_it_is_written_is_a_task() {
    let collected = row(1, 1, RecordKind::Collect, STOP);
    let mut undo = row(2, 2, RecordKind::Undo, STOP);
    undo.payload.undoes = Some(collected.id);
    undo.received_at = at(60);
    let found = fold(&collected_by(1), &[], &[collected, undo]);
    assert_eq!(found, (None, vec![PickupTask::UndoTooLate]));
}

#[test]
fn a_collection_after_the_cancellation_is_kept_as_a_task_and_one_before_it_is_none() {
    let cancelled = Pickup { cancelled_at: Some(at(5)), ..pickup(PickupStatus::Cancelled) };
    let late = collected(1, 9, &["A"]);
    let found = fold(&cancelled, &[], std::slice::from_ref(&late));
    assert_eq!(found, (Some((true, 1)), vec![PickupTask::CollectedAfterCancel]));
    let early = RecordRow { device_at: at(2), ..late };
    assert_eq!(fold(&cancelled, &[], &[early]), (Some((true, 1)), Vec::new()));
}

#[test]
fn a_collection_by_the_driver_it_was_taken_from_is_kept_as_a_task() {
    let left = LeftStop { id: EARLIER_STOP, pickup_id: Uuid::from_u128(1), removed_at: at(5) };
    let late = RecordRow { stop_id: EARLIER_STOP, ..collected(1, 9, &["A"]) };
    let found = fold(&pickup(PickupStatus::OnRoute), &[left], &[late]);
    assert_eq!(found, (Some((true, 1)), vec![PickupTask::CollectedAfterReassign]));
}

#[test]
fn a_second_collection_of_other_parcels_is_a_task_and_a_double_tap_is_none() {
    let first = collected(1, 1, &["A", "B"]);
    let tapped = [first.clone(), collected(2, 2, &["B", "A"])];
    assert_eq!(tasks(&collected_by(1), &tapped), []);
    let more = [first.clone(), collected(2, 9, &["C"])];
    assert_eq!(tasks(&collected_by(1), &more), [PickupTask::CollectedAgain]);
    let earlier = [first, collected(2, 0, &["C"])];
    assert_eq!(tasks(&collected_by(1), &earlier), [PickupTask::CollectedAgain], "it came late");
}

#[test]
fn what_the_office_collected_and_a_driver_recorded_otherwise_is_a_task() {
    let by_office = Pickup { collected_at: Some(at(5)), ..pickup(PickupStatus::Collected) };
    assert_eq!(tasks(&by_office, &[collected(1, 9, &["A"])]), [PickupTask::CollectedAgain]);
    let failed = row(1, 9, RecordKind::Fail, STOP);
    assert_eq!(tasks(&by_office, std::slice::from_ref(&failed)), [PickupTask::FailedAfterCollected]);
    assert_eq!(tasks(&by_office, &[RecordRow { device_at: at(2), ..failed }]), []);
}

#[test]
fn a_failure_after_the_collection_is_a_task() {
    let rows = [collected(1, 1, &["A"]), row(2, 9, RecordKind::Fail, STOP)];
    assert_eq!(tasks(&collected_by(1), &rows), [PickupTask::FailedAfterCollected]);
}
