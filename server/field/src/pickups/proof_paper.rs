//! The PDF that proves a pickup, or the attempts while there is none.

use std::collections::HashSet;

use uuid::Uuid;

use super::model::{PickupDetails, PickupFailReason, PickupRecord, PickupShipment};
use crate::drivers::record::RecordKind;
use crate::drivers::record_paper::{FailedAttempt, RecordPaper, TimedFile, write_address, write_place};
use paper::captions::proof as captions;
use paper::data::{Data, Row};
use server_core::http::error::ApiResult;

/// A pickup with all that its proof says.
pub struct PickupPaper<'a> {
    pub details: &'a PickupDetails,
    pub sheet: RecordPaper<'a>,
}

/// The files of all records.
pub fn list_files(details: &PickupDetails) -> impl Iterator<Item = TimedFile<'_>> {
    details.records.iter().flat_map(|record| record.files.iter().map(move |file| (record.at, file)))
}

/// Whether there is something to prove: a collection, or a failed attempt.
pub fn has_proof(details: &PickupDetails) -> bool {
    details.pickup.collected_at.is_some() || !list_failures(details).is_empty()
}

/// The failures that nobody took back, the newest first.
fn list_failures(details: &PickupDetails) -> Vec<FailedAttempt<'_>> {
    let undone: HashSet<Uuid> = details.records.iter().filter_map(|record| record.undoes).collect();
    let stands = |record: &&PickupRecord| record.kind == RecordKind::Fail && !undone.contains(&record.id);
    let driver = details.pickup.carrier_name.as_deref();
    let mut failures = Vec::new();
    for record in details.records.iter().filter(stands) {
        let reason = record.reason.map_or("", PickupFailReason::as_str);
        failures.push(FailedAttempt { at: record.at, reason, driver, note: record.note.as_deref() });
    }
    failures
}

impl PickupPaper<'_> {
    pub async fn draw(self) -> ApiResult<Vec<u8>> {
        let data = self.data();
        self.sheet.print(data).await
    }

    fn data(&self) -> Data {
        let (pickup, sheet) = (&self.details.pickup, &self.sheet);
        let is_collected = pickup.collected_at.is_some();
        let title = if is_collected { captions::PICKUP_TITLE } else { captions::PICKUP_ATTEMPTS_TITLE };
        let mut data = sheet.begin(title, &pickup.number);
        captions::OF_PICKUP.set(&mut data, sheet.stationery.language);
        data.set("recipient.name", format!("{}\n{}", pickup.client_name, pickup.contact));
        data.set("recipient.address", write_address(&pickup.address));
        data.set("delivered", pickup.collected_at.map(|at| sheet.moment(at)).unwrap_or_default());
        let record = self.collection();
        let text = |text: Option<&String>| text.cloned().unwrap_or_default();
        data.set("receiver", text(record.and_then(|record| record.name.as_ref())));
        data.set("document", text(pickup.route_number.as_ref()));
        data.set("driver", text(pickup.carrier_name.as_ref()));
        data.set("attempts", pickup.attempt.to_string());
        let notes =
            [record.and_then(|one| one.note.as_ref()), record.and_then(|one| one.proof_impossible.as_ref())];
        data.set("note", notes.into_iter().flatten().cloned().collect::<Vec<_>>().join("\n"));
        let place = record.map(|one| write_place(one.latitude, one.longitude, one.accuracy_m));
        data.set("place", place.unwrap_or_default());
        data.set("cash", "");
        data.set_rows("shipments", self.details.shipments.iter().map(to_row).collect());
        let failures = list_failures(self.details);
        data.set_rows("failures", sheet.list_failures(&failures, captions::PICKUP_REASONS));
        data.set_rows("files", sheet.list_files(list_files(self.details)));
        data
    }

    /// The record that collected the parcels; none when the office said so.
    fn collection(&self) -> Option<&PickupRecord> {
        let id = self.details.pickup.record_id?;
        self.details.records.iter().find(|record| record.id == id)
    }
}

fn to_row(shipment: &PickupShipment) -> Row {
    let place = [shipment.to_name.as_deref(), shipment.to_city.as_deref()];
    Row::from([
        ("code", shipment.tracking_code.clone()),
        ("client", place.into_iter().flatten().collect::<Vec<_>>().join(", ")),
        ("parcels", format!("{} / {}", shipment.parcels_collected, shipment.parcel_count)),
    ])
}
