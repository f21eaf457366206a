//! The PDF that proves a delivery, or the attempts while there is none.

use rust_decimal::Decimal;

use super::model::{DeliveryDetails, DeliveryRecord, DeliveryShipment, ReceiverKind, StopResult};
use crate::drivers::record::RecordKind;
use crate::drivers::record_paper::{FailedAttempt, RecordPaper, TimedFile, write_address, write_place};
use paper::captions::{Words, proof as captions};
use paper::data::{Data, Row};
use server_core::http::error::ApiResult;
use trade::figures::{self, Money};

/// A delivery with all that its proof says.
pub struct ProofPaper<'a> {
    pub details: &'a DeliveryDetails,
    pub sheet: RecordPaper<'a>,
}

/// The files of all records.
pub fn list_files(details: &DeliveryDetails) -> impl Iterator<Item = TimedFile<'_>> {
    details.records.iter().flat_map(|record| record.files.iter().map(move |file| (record.at, file)))
}

/// Whether there is something to prove: a handover, or a failed attempt.
pub fn has_proof(details: &DeliveryDetails) -> bool {
    details.delivery.delivered_at.is_some() || !list_failures(details).is_empty()
}

/// The failed stops that still count, the newest first.
fn list_failures(details: &DeliveryDetails) -> Vec<FailedAttempt<'_>> {
    let mut failures = Vec::new();
    for stop in details.stops.iter().filter(|stop| stop.outcome == Some(StopResult::Failed)) {
        let Some(at) = stop.done_at else { continue };
        let is_it = |record: &&DeliveryRecord| record.stop_id == stop.id && record.at == at;
        let note = details.records.iter().find(is_it).and_then(|record| record.note.as_deref());
        let reason = stop.reason.as_deref().unwrap_or_default();
        failures.push(FailedAttempt { at, reason, driver: stop.driver_name.as_deref(), note });
    }
    failures
}

impl ProofPaper<'_> {
    pub async fn draw(self) -> ApiResult<Vec<u8>> {
        let data = self.data();
        self.sheet.print(data).await
    }

    fn data(&self) -> Data {
        let (delivery, sheet) = (&self.details.delivery, &self.sheet);
        let is_delivered = delivery.delivered_at.is_some();
        let title = if is_delivered { captions::TITLE } else { captions::ATTEMPTS_TITLE };
        let mut data = sheet.begin(title, &delivery.number);
        data.set("recipient.name", delivery.recipient_name.clone());
        data.set("recipient.address", write_address(&delivery.address));
        data.set("delivered", delivery.delivered_at.map(|at| sheet.moment(at)).unwrap_or_default());
        data.set("receiver", self.receiver());
        let record = self.handover();
        let text = |text: Option<&String>| text.cloned().unwrap_or_default();
        data.set("document", text(record.and_then(|record| record.document_number.as_ref())));
        let notes =
            [record.and_then(|one| one.note.as_ref()), record.and_then(|one| one.proof_impossible.as_ref())];
        data.set("note", notes.into_iter().flatten().cloned().collect::<Vec<_>>().join("\n"));
        let place = record.map(|one| write_place(one.latitude, one.longitude, one.accuracy_m));
        data.set("place", place.unwrap_or_default());
        data.set("driver", self.driver());
        data.set("attempts", delivery.attempts.to_string());
        data.set("cash", self.cash());
        data.set_rows("shipments", self.details.shipments.iter().map(to_row).collect());
        let failures = list_failures(self.details);
        data.set_rows("failures", sheet.list_failures(&failures, captions::DELIVERY_REASONS));
        data.set_rows("files", sheet.list_files(list_files(self.details)));
        data
    }

    /// The record that handed the parcels over.
    fn handover(&self) -> Option<&DeliveryRecord> {
        let at = self.details.delivery.delivered_at?;
        let is_it = |record: &&DeliveryRecord| record.at == at && record.kind == RecordKind::Deliver;
        self.details.records.iter().find(is_it)
    }

    /// The amount that was to be collected, and the one that was, once it is counted.
    fn cash(&self) -> String {
        let delivery = &self.details.delivery;
        let Some(currency) = delivery.cod_currency.as_deref() else { return String::new() };
        let amount = |amount: Decimal| {
            let money = Money { amount, currency: currency.to_owned() };
            figures::money(&money, self.sheet.stationery.language)
        };
        let due = delivery.cod_due.map(amount);
        let taken = delivery.cod_taken.map(amount);
        match (due, taken) {
            (Some(due), Some(taken)) => {
                format!("{due} · {}: {taken}", self.sheet.choose(captions::COLLECTED))
            }
            (due, taken) => due.or(taken).unwrap_or_default(),
        }
    }

    /// Who drove on the stop of that record.
    fn driver(&self) -> String {
        let stop_id = self.handover().map(|record| record.stop_id);
        let stop = self.details.stops.iter().find(|stop| Some(stop.id) == stop_id);
        stop.and_then(|stop| stop.driver_name.clone()).unwrap_or_default()
    }

    fn receiver(&self) -> String {
        let delivery = &self.details.delivery;
        let kind = delivery.relationship.map(|kind| self.sheet.choose(words_of_receiver(kind)));
        match (&delivery.received_by, kind) {
            (Some(name), Some(kind)) => format!("{name} ({kind})"),
            (name, kind) => name.as_deref().or(kind).unwrap_or_default().to_owned(),
        }
    }
}

/// Who took the parcels.
const fn words_of_receiver(kind: ReceiverKind) -> Words {
    match kind {
        ReceiverKind::Recipient => captions::BY_RECIPIENT,
        ReceiverKind::Family => captions::BY_FAMILY,
        ReceiverKind::Neighbour => captions::BY_NEIGHBOUR,
        ReceiverKind::Reception => captions::BY_RECEPTION,
        ReceiverKind::Other => captions::BY_OTHER,
    }
}

fn to_row(shipment: &DeliveryShipment) -> Row {
    Row::from([
        ("code", shipment.tracking_code.clone()),
        ("client", shipment.client_name.clone().unwrap_or_default()),
        ("parcels", format!("{} / {}", shipment.done.len(), shipment.parcel_count)),
    ])
}
