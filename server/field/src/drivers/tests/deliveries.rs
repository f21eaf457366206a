//! What records make of a delivery.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::deliveries::model::StopResult;
use crate::deliveries::office::OfficeEntry;
use crate::deliveries::store::CargoRow;
use crate::drivers::delivery_outcome::{DeliveryOutcome, DeliveryRecords};
use crate::drivers::record::RecordKind;
use crate::drivers::record_row::RecordRow;
use crate::drivers::record_store::{FoldedDelivery, FoldedStopRow};
use crate::drivers::stop_fold::FieldTask;
use crate::drivers::wire::FieldPayload;
use crate::runs::model::ParcelOfShipment;
use crate::steps::delivery::DeliveryStatus;

fn at(minute: u32) -> DateTime<Utc> {
    format!("2026-11-26T10:{minute:02}:00Z").parse().unwrap()
}

fn delivery(status: DeliveryStatus) -> FoldedDelivery {
    FoldedDelivery {
        id: Uuid::from_u128(1),
        number: "D-26-000001".into(),
        subsidiary_id: None,
        city: "Recife".into(),
        status,
        attempts: 0,
        max_attempts: 3,
        stop_id: Some(Uuid::from_u128(10)),
        record_id: None,
        latitude: None,
        longitude: None,
        office: Vec::new(),
        settled_tasks: Vec::new(),
        cod_due: None,
        cod_currency: None,
    }
}

fn stop(id: u128) -> FoldedStopRow {
    FoldedStopRow {
        id: Uuid::from_u128(id),
        route_id: Some(Uuid::from_u128(90)),
        delivery_id: Uuid::from_u128(1),
        loaded: Vec::new(),
        outcome: None,
        reason: None,
        done_at: None,
        removed_at: None,
    }
}

fn cargo(shipment: u128) -> CargoRow {
    CargoRow {
        delivery_id: Uuid::from_u128(1),
        shipment_id: Uuid::from_u128(shipment),
        done: Vec::new(),
        is_open: true,
        events: Vec::new(),
    }
}

fn record(id: u128, minute: u32, kind: RecordKind, payload: FieldPayload) -> RecordRow {
    RecordRow {
        id: Uuid::from_u128(id),
        stop_id: Uuid::from_u128(10),
        subject_id: Uuid::from_u128(1),
        driver_id: Uuid::from_u128(50),
        seq: 1,
        kind,
        device_at: at(minute),
        offset_s: Some(0),
        received_at: at(50),
        latitude: Some(-8.05),
        longitude: Some(-34.9),
        accuracy_m: Some(12.0),
        payload,
        files: Vec::new(),
        is_complete: true,
        is_under_way: true,
        started_at: None,
    }
}

fn fold(status: DeliveryStatus, records: &[RecordRow]) -> DeliveryOutcome {
    fold_of(&delivery(status), records)
}

fn fold_of(delivery: &FoldedDelivery, records: &[RecordRow]) -> DeliveryOutcome {
    let (stops, cargo) = ([stop(10)], [cargo(5), cargo(6)]);
    let counts = HashMap::from([(Uuid::from_u128(5), 2), (Uuid::from_u128(6), 1)]);
    let read = DeliveryRecords {
        delivery,
        cargo: cargo.iter().collect(),
        stops: stops.iter().collect(),
        records: records.iter().collect(),
        client_id: None,
        counts: &counts,
    };
    read.fold()
}

fn named(parcels: Option<Vec<(u128, i16)>>) -> FieldPayload {
    let to_parcel = |(id, number)| ParcelOfShipment { shipment_id: Uuid::from_u128(id), number };
    let parcels = parcels.map(|parcels| parcels.into_iter().map(to_parcel).collect());
    FieldPayload { name: Some("Ana".into()), parcels, ..FieldPayload::default() }
}

fn because(reason: &str) -> FieldPayload {
    FieldPayload { reason: Some(reason.into()), ..FieldPayload::default() }
}

#[test]
fn a_handover_of_all_parcels_is_a_delivery_with_its_events_and_place() {
    let outcome = fold(DeliveryStatus::Out, &[record(100, 5, RecordKind::Deliver, named(None))]);
    assert_eq!(outcome.columns.status, DeliveryStatus::Delivered);
    assert_eq!((outcome.columns.delivered_at, outcome.columns.latitude), (Some(at(5)), Some(-8.05)));
    assert_eq!(outcome.stops[0].outcome, Some(StopResult::Delivered));
    assert!(outcome.open.is_empty());
    let [event] = &outcome.events[..] else { panic!("{:?}", outcome.events) };
    assert_eq!((event.code, event.shipment_ids.len()), ("DELIVERED", 2));
}

#[test]
fn only_a_whole_shipment_is_delivered() {
    let some = named(Some(vec![(5, 1), (6, 1)]));
    let outcome = fold(DeliveryStatus::Out, &[record(100, 5, RecordKind::Deliver, some)]);
    assert_eq!(outcome.columns.status, DeliveryStatus::Partial);
    assert_eq!(outcome.done[&Uuid::from_u128(5)], [1]);
    assert_eq!(outcome.open, [Uuid::from_u128(5)]);
    assert_eq!(outcome.events[0].shipment_ids, [Uuid::from_u128(6)]);
}

#[test]
fn each_shipment_is_delivered_by_the_record_that_made_it_whole() {
    let records = [
        record(100, 5, RecordKind::Deliver, named(Some(vec![(5, 1), (6, 1)]))),
        record(101, 25, RecordKind::Deliver, named(Some(vec![(5, 2)]))),
    ];
    let outcome = fold(DeliveryStatus::Out, &records);
    assert_eq!(outcome.columns.status, DeliveryStatus::Delivered);
    let told: Vec<_> = outcome.events.iter().map(|event| (event.at, event.shipment_ids.clone())).collect();
    assert_eq!(told, [(at(5), vec![Uuid::from_u128(6)]), (at(25), vec![Uuid::from_u128(5)])]);
}

#[test]
fn what_is_no_attempt_is_no_event() {
    for (reason, attempts) in [("recipient_absent", 1), ("out_of_time", 0)] {
        let outcome = fold(DeliveryStatus::Out, &[record(100, 5, RecordKind::Fail, because(reason))]);
        assert_eq!(outcome.columns.status, DeliveryStatus::Failed);
        assert_eq!(
            (outcome.columns.attempts, outcome.events.len()),
            (attempts, usize::try_from(attempts).unwrap())
        );
    }
}

#[test]
fn a_record_without_an_outcome_leaves_the_state() {
    let arrived = [record(100, 5, RecordKind::Arrive, FieldPayload::default())];
    assert_eq!(fold(DeliveryStatus::Out, &arrived).columns.status, DeliveryStatus::Out);
    assert_eq!(fold(DeliveryStatus::Assigned, &arrived).columns.status, DeliveryStatus::Assigned);
    assert_eq!(fold(DeliveryStatus::Failed, &arrived).columns.status, DeliveryStatus::Out);
}

#[test]
fn what_was_recorded_before_the_run_started_is_a_task_until_it_starts() {
    for (kind, payload, after) in [
        (RecordKind::Deliver, named(None), DeliveryStatus::Delivered),
        (RecordKind::Fail, because("recipient_absent"), DeliveryStatus::Failed),
    ] {
        let early = RecordRow { is_under_way: false, ..record(100, 5, kind, payload) };
        let waiting = fold(DeliveryStatus::Assigned, std::slice::from_ref(&early));
        let found = (waiting.columns.status, waiting.columns.attempts, waiting.columns.tasks);
        assert_eq!(found, (DeliveryStatus::Assigned, 0, vec![FieldTask::RecordedBeforeStart]));
        assert!(waiting.events.is_empty() && waiting.stops[0].outcome.is_none());
        assert_eq!(waiting.open.len(), 2);

        let started = RecordRow { is_under_way: true, started_at: Some(at(20)), ..early };
        let counted = fold(DeliveryStatus::Out, &[started]);
        assert_eq!((counted.columns.status, counted.columns.tasks), (after, vec![]));
        assert!(counted.events[0].at > at(20), "the event of the start is not the newer one");
    }
}

#[test]
fn records_from_before_the_start_keep_their_order_after_what_the_office_did_before_it() {
    let started = |id, minute, seq, kind, payload| RecordRow {
        seq,
        started_at: Some(at(30)),
        ..record(id, minute, kind, payload)
    };
    let records = [
        started(101, 6, 2, RecordKind::Deliver, named(None)),
        started(100, 5, 1, RecordKind::Fail, because("closed")),
    ];
    let mut reopened = delivery(DeliveryStatus::Out);
    reopened.office = vec![OfficeEntry::Reopened { at: at(10) }];
    let outcome = fold_of(&reopened, &records);
    assert_eq!((outcome.columns.status, outcome.columns.tasks), (DeliveryStatus::Delivered, vec![]));
    assert_eq!(outcome.columns.record_id, Some(Uuid::from_u128(101)));
}

#[test]
fn parcels_of_other_deliveries_are_a_task_and_hand_nothing_over() {
    let foreign =
        fold(DeliveryStatus::Out, &[record(100, 5, RecordKind::Deliver, named(Some(vec![(7, 1)])))]);
    let found = (foreign.columns.status, foreign.columns.attempts, foreign.columns.tasks);
    assert_eq!(found, (DeliveryStatus::Out, 0, vec![FieldTask::ForeignParcels]));
    assert!(foreign.events.is_empty() && foreign.stops[0].outcome.is_none());
    let with_all = named(Some(vec![(5, 1), (5, 2), (6, 1), (7, 1)]));
    let outcome = fold(DeliveryStatus::Out, &[record(100, 5, RecordKind::Deliver, with_all)]);
    assert_eq!(outcome.columns.status, DeliveryStatus::Delivered);
    assert_eq!(outcome.columns.tasks, [FieldTask::ForeignParcels]);
}

#[test]
fn cash_counts_in_the_currency_that_is_due_and_another_one_is_a_task() {
    let paid = |cash: &str, currency: Option<&str>| {
        let mut due = delivery(DeliveryStatus::Out);
        (due.cod_due, due.cod_currency) = (Some(150.into()), Some("BRL".into()));
        let payload = FieldPayload {
            cash: Some(cash.parse().unwrap()),
            cash_currency: currency.map(str::to_owned),
            ..named(None)
        };
        let records = [record(100, 5, RecordKind::Deliver, payload)];
        let outcome = fold_of(&due, &records);
        let rows = outcome.cash.into_iter().map(|row| (row.amount, row.currency)).collect::<Vec<_>>();
        (outcome.columns.cod_taken, outcome.columns.tasks, rows)
    };
    let cash = |amount: i64, currency: &str| vec![(amount.into(), currency.to_owned())];
    let other = vec![FieldTask::CodDifference];
    assert_eq!(paid("150", None), (Some(150.into()), vec![], cash(150, "BRL")));
    assert_eq!(paid("150", Some("BRL")), (Some(150.into()), vec![], cash(150, "BRL")));
    assert_eq!(paid("150", Some("USD")), (None, other.clone(), cash(150, "USD")));
    assert_eq!(paid("150", Some("???")), (None, other.clone(), cash(150, "BRL")));
    for wrong in ["-4", "150.005", "1000000000"] {
        assert_eq!(paid(wrong, Some("BRL")), (None, other.clone(), vec![]), "{wrong}");
    }
}
