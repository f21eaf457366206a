//! What the records of a delivery make of it: the fold of its records, as columns and as events of its shipments. Pure.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use uuid::Uuid;

use super::attempt_reason::AttemptReason;
use super::fold_input::{OfficeChange, StopOrder, StoredRecord};
use super::parcel_index::ParcelIndex;
use super::record::RecordKind;
use super::record_row::RecordRow;
use super::record_store::{FoldedDelivery, FoldedStopRow};
use super::stop_fold::{FieldTask, FoldedStop, RecordFlag, StopOutcome, StopState, fold_stop};
use crate::deliveries::input::MOST_CASH;
use crate::deliveries::model::{ReceiverKind, StopResult};
use crate::deliveries::store::CargoRow;
use crate::steps::delivery::DeliveryStatus;
use trade::countries::is_currency;
use trade::money::{decimals_of, has_too_many_decimals};

/// A place is kept for the next delivery there if the phone was so sure of it.
pub const SURE_M: f64 = 100.0;

/// A delivery with all that its fold reads.
pub struct DeliveryRecords<'a> {
    pub delivery: &'a FoldedDelivery,
    pub cargo: Vec<&'a CargoRow>,
    pub stops: Vec<&'a FoldedStopRow>,
    pub records: Vec<&'a RecordRow>,
    /// Parcels of each shipment.
    pub counts: &'a HashMap<Uuid, i16>,
    /// The client of its parcels, whose money its cash is.
    pub client_id: Option<Uuid>,
}

/// The columns of a delivery.
#[derive(Clone, Debug, Serialize)]
pub struct DeliveryColumns {
    pub id: Uuid,
    pub status: DeliveryStatus,
    pub attempts: i16,
    pub fail_reason: Option<AttemptReason>,
    pub delivered_at: Option<DateTime<Utc>>,
    pub received_by: Option<String>,
    pub relationship: Option<ReceiverKind>,
    pub record_id: Option<Uuid>,
    pub tasks: Vec<FieldTask>,
    pub flags: Vec<RecordFlag>,
    pub is_waiting: bool,
    pub cod_taken: Option<Decimal>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
}

/// The columns of a stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StopColumns {
    pub id: Uuid,
    pub outcome: Option<StopResult>,
    pub reason: Option<String>,
    pub done_at: Option<DateTime<Utc>>,
}

/// An event of shipments that a record leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedEvent {
    pub record_id: Uuid,
    pub code: &'static str,
    pub at: DateTime<Utc>,
    pub reason: Option<AttemptReason>,
    pub shipment_ids: Vec<Uuid>,
}

/// The columns of cash that a record took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CashColumns {
    pub record_id: Uuid,
    pub delivery_id: Uuid,
    pub driver_id: Uuid,
    /// Whose money it is.
    pub client_id: Option<Uuid>,
    pub amount: Decimal,
    pub currency: String,
    pub taken_at: DateTime<Utc>,
}

/// What follows from all records of a delivery.
pub struct DeliveryOutcome {
    pub columns: DeliveryColumns,
    pub stops: Vec<StopColumns>,
    /// The shipments with the parcels that were handed over, by their ids.
    pub done: HashMap<Uuid, Vec<i16>>,
    /// Shipments for which the delivery goes on.
    pub open: Vec<Uuid>,
    /// In the order of their times.
    pub events: Vec<WantedEvent>,
    pub cash: Vec<CashColumns>,
}

const DELIVERED: &str = "DELIVERED";
const DELIVERY_FAILED: &str = "DELIVERY_FAILED";

impl DeliveryRecords<'_> {
    /// Folds the records anew, whatever came of them before.
    pub fn fold(&self) -> DeliveryOutcome {
        let shipments: Vec<(Uuid, i16)> = self
            .cargo
            .iter()
            .map(|row| (row.shipment_id, self.counts.get(&row.shipment_id).copied().unwrap_or(1)))
            .collect();
        let index = ParcelIndex::new(&shipments);
        let order = StopOrder {
            success: RecordKind::Deliver,
            parcel_ids: index.list_ids(),
            cash_due: self.delivery.cod_due,
            max_attempts: usize::try_from(self.delivery.max_attempts).unwrap_or_default(),
        };
        let records: Vec<StoredRecord> = self.records.iter().map(|row| self.to_stored(row, &index)).collect();
        let office: Vec<OfficeChange> =
            self.delivery.office.iter().filter_map(|entry| entry.to_change()).collect();
        let folded = fold_stop(&order, &records, &office);
        let done: HashMap<Uuid, Vec<i16>> =
            shipments.iter().map(|(id, _)| (*id, index.list_others(*id, &folded.parcels_left))).collect();
        let whole = list_whole(&shipments, &index, &folded.parcels_left);
        let has_ended = matches!(folded.state, StopState::Returned | StopState::Cancelled);
        let left = shipments.iter().map(|(id, _)| *id).filter(|id| !whole.contains(id) && !has_ended);
        let open = left.collect();
        let mut events = self.list_failure_events(&folded);
        events.extend(self.list_handover_events(&folded, &shipments, &index));
        events.sort_by_key(|event| event.at);
        DeliveryOutcome {
            columns: self.to_columns(&folded),
            stops: self.stops.iter().map(|stop| self.to_stop(stop, &folded)).collect(),
            done,
            open,
            events,
            cash: self.list_cash(&folded),
        }
    }

    /// A record without a list of parcels is about those that were loaded.
    fn to_stored(&self, row: &RecordRow, index: &ParcelIndex) -> StoredRecord {
        let stop = self.stops.iter().find(|stop| stop.id == row.stop_id);
        let loaded = stop.map(|stop| &stop.loaded[..]).filter(|loaded| !loaded.is_empty());
        let parcels = row.payload.parcels.as_deref().or(loaded);
        let found = parcels.map(|parcels| index.find_ids(parcels));
        let is_foreign = parcels.map_or(0, <[_]>::len) > found.as_ref().map_or(0, Vec::len);
        let mut record = row.to_driver_record(found);
        record.payload.has_foreign_parcels = is_foreign;
        let said = record.payload.cash.take().filter(|_| !self.is_cash_undone(row));
        record.payload.cash = said.filter(|_| self.counts_cash(row));
        record.payload.has_other_cash =
            record.payload.cash.is_none() && said.is_some_and(|cash| !cash.is_zero());
        row.to_stored(record)
    }

    fn find_record(&self, id: Uuid) -> Option<&RecordRow> {
        self.records.iter().find(|row| row.id == id).copied()
    }

    fn to_columns(&self, folded: &FoldedStop) -> DeliveryColumns {
        let delivery = self.delivery;
        let done_by = folded.done_by.and_then(|id| self.find_record(id));
        let sure = done_by.filter(|row| row.accuracy_m.is_some_and(|metres| metres <= SURE_M));
        let place = delivery.latitude.zip(delivery.longitude);
        let place = place.or_else(|| sure.and_then(|row| row.latitude.zip(row.longitude)));
        let is_open_task = |task: &&FieldTask| !delivery.settled_tasks.contains(task);
        DeliveryColumns {
            id: delivery.id,
            status: find_status(delivery.status, folded.state, self.is_under_way(folded)),
            attempts: i16::try_from(folded.attempts).unwrap_or(i16::MAX),
            fail_reason: self.find_last_failure(folded),
            delivered_at: done_by.map(RecordRow::shown_time),
            received_by: done_by.and_then(|row| row.payload.name.clone()),
            relationship: done_by.and_then(|row| row.payload.relationship),
            record_id: folded.done_by,
            tasks: folded.tasks.iter().filter(is_open_task).copied().collect(),
            flags: folded.flags.clone(),
            is_waiting: !folded.waiting.is_empty(),
            cod_taken: folded.cash,
            latitude: place.map(|(latitude, _)| latitude),
            longitude: place.map(|(_, longitude)| longitude),
        }
    }

    /// Cash that the records took, also cash that does not count for the delivery.
    fn list_cash(&self, folded: &FoldedStop) -> Vec<CashColumns> {
        let rows = folded.cash_records.iter().filter_map(|id| self.find_record(*id));
        rows.filter_map(|row| {
            let currency = self.find_currency(row)?;
            let amount = row.payload.cash.filter(|cash| !cash.is_zero() && is_amount(*cash, currency))?;
            Some(CashColumns {
                record_id: row.id,
                delivery_id: self.delivery.id,
                driver_id: row.driver_id,
                client_id: self.client_id,
                amount,
                currency: currency.to_owned(),
                taken_at: row.shown_time(),
            })
        })
        .collect()
    }

    /// The currency of the cash of a record: the one that the phone showed, else the one that is due.
    fn find_currency<'a>(&'a self, row: &'a RecordRow) -> Option<&'a str> {
        let shown = row.payload.cash_currency.as_deref().filter(|code| is_currency(code));
        shown.or(self.delivery.cod_currency.as_deref())
    }

    /// Whether the office has said that the cash of a record was none.
    fn is_cash_undone(&self, row: &RecordRow) -> bool {
        self.delivery.office.iter().any(|entry| entry.undoes_cash_of(row.id))
    }

    /// Whether the cash of a record is an amount of what is due.
    fn counts_cash(&self, row: &RecordRow) -> bool {
        let Some(due) = self.delivery.cod_currency.as_deref() else { return false };
        let is_due = row.payload.cash_currency.as_deref().is_none_or(|shown| shown == due);
        is_due && row.payload.cash.is_some_and(|cash| is_amount(cash, due))
    }

    /// It has a stop of which nothing is known yet.
    fn is_under_way(&self, folded: &FoldedStop) -> bool {
        self.delivery.stop_id.is_some_and(|id| !folded.outcomes.contains_key(&id))
    }

    /// Failed stops, the newest last.
    fn list_failures(&self, folded: &FoldedStop) -> Vec<(&RecordRow, StopOutcome)> {
        let failed = folded.outcomes.values().filter(|outcome| !outcome.is_handover);
        let mut failures: Vec<(&RecordRow, StopOutcome)> =
            failed.filter_map(|outcome| Some((self.find_record(outcome.record_id)?, *outcome))).collect();
        failures.sort_by_key(|(row, _)| (row.shown_time(), row.seq, row.id));
        failures
    }

    fn find_last_failure(&self, folded: &FoldedStop) -> Option<AttemptReason> {
        let failures = self.list_failures(folded);
        failures.last().and_then(|(row, _)| reason_of(row))
    }

    fn to_stop(&self, stop: &FoldedStopRow, folded: &FoldedStop) -> StopColumns {
        let outcome = folded.outcomes.get(&stop.id);
        let record = outcome.and_then(|outcome| self.find_record(outcome.record_id));
        let (Some(outcome), Some(record)) = (outcome, record) else {
            // Why it was taken off stays.
            let reason = stop.reason.clone().filter(|_| stop.removed_at.is_some());
            return StopColumns { id: stop.id, outcome: None, reason, done_at: None };
        };
        let handover = folded.handovers.iter().find(|one| one.record_id == outcome.record_id);
        let result = match handover {
            Some(handover) if handover.parcels_left.is_empty() => StopResult::Delivered,
            Some(_) => StopResult::Partial,
            None => StopResult::Failed,
        };
        StopColumns {
            id: stop.id,
            outcome: Some(result),
            reason: reason_of(record).map(|reason| reason.as_str().to_owned()),
            done_at: Some(record.shown_time()),
        }
    }

    /// A failed attempt concerns all shipments. What is no attempt is not told.
    fn list_failure_events(&self, folded: &FoldedStop) -> Vec<WantedEvent> {
        let all: Vec<Uuid> = self.cargo.iter().map(|row| row.shipment_id).collect();
        let failures = self.list_failures(folded);
        let attempts = failures.into_iter().filter(|(_, outcome)| outcome.is_attempt);
        let rows = attempts.map(|(row, _)| row);
        let to_event = |row: &RecordRow| WantedEvent {
            record_id: row.id,
            code: DELIVERY_FAILED,
            at: row.shown_time(),
            reason: reason_of(row),
            shipment_ids: all.clone(),
        };
        rows.map(to_event).collect()
    }

    /// A shipment is delivered by the record that handed its last parcel over, whatever comes after it.
    fn list_handover_events(
        &self,
        folded: &FoldedStop,
        shipments: &[(Uuid, i16)],
        index: &ParcelIndex,
    ) -> Vec<WantedEvent> {
        let mut known = HashSet::new();
        let mut events = Vec::new();
        for handover in &folded.handovers {
            let mut shipment_ids = list_whole(shipments, index, &handover.parcels_left);
            shipment_ids.retain(|id| known.insert(*id));
            let Some(row) = self.find_record(handover.record_id).filter(|_| !shipment_ids.is_empty()) else {
                continue;
            };
            let at = row.shown_time();
            events.push(WantedEvent { record_id: row.id, code: DELIVERED, at, reason: None, shipment_ids });
        }
        events
    }
}

/// The shipments of which no parcel is left.
fn list_whole(shipments: &[(Uuid, i16)], index: &ParcelIndex, left: &[Uuid]) -> Vec<Uuid> {
    let is_whole =
        |(id, count): &&(Uuid, i16)| index.list_others(*id, left).len() >= usize::from(count.unsigned_abs());
    shipments.iter().filter(is_whole).map(|(id, _)| *id).collect()
}

/// The state after the fold. Records that say nothing of an outcome leave the office's state as it is, and so do earlier
/// outcomes while there is a new stop.
fn find_status(before: DeliveryStatus, state: StopState, is_under_way: bool) -> DeliveryStatus {
    use DeliveryStatus::{Assigned, Delivered, Failed, Out, Partial};
    match (state, before) {
        (StopState::Out, Delivered | Partial | Failed) => Out,
        (StopState::Out, before) => before,
        (StopState::Partial | StopState::Failed, Assigned | Out) if is_under_way => before,
        (other, _) => other.into(),
    }
}

/// Whether a person can have counted it out at a door.
fn is_amount(cash: Decimal, currency: &str) -> bool {
    let is_possible = cash >= Decimal::ZERO && cash < Decimal::from(MOST_CASH);
    is_possible && !has_too_many_decimals(cash, decimals_of(currency))
}

fn reason_of(row: &RecordRow) -> Option<AttemptReason> {
    row.payload.reason.as_deref().and_then(AttemptReason::from_name)
}
