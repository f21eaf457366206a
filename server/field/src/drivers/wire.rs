//! A driver's record on the wire and in its row.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::clock::DeviceTime;
use super::record::{DriverRecord, FileHash, RecordFile, RecordKind, RecordPayload, RecordVerdict};
use crate::deliveries::model::{FieldFileRef, ReceiverKind};
use crate::runs::model::ParcelOfShipment;

/// Record of a driver at a stop. The phone makes its id before the first try, and sends the same record until it has an
/// answer.
#[derive(Object, Clone, Debug, Serialize, Deserialize)]
pub struct FieldRecord {
    pub id: Uuid,
    pub route_stop_id: Uuid,
    /// Id of the phone, made by it.
    pub device: Option<Uuid>,
    /// Counts the records of the phone.
    #[oai(validator(minimum(value = "0")))]
    pub seq: i32,
    pub kind: RecordKind,
    /// By the clock of the phone.
    pub at: DateTime<Utc>,
    /// Seconds that the server's clock was ahead at their last contact; null if they never had one.
    pub offset_s: Option<i32>,
    #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
    pub latitude: Option<f64>,
    #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
    pub longitude: Option<f64>,
    #[oai(validator(minimum(value = "0"), maximum(value = "100000")))]
    pub accuracy_m: Option<f64>,
    #[oai(default)]
    #[serde(default)]
    pub payload: FieldPayload,
    /// Photos, signatures and documents, sent by `field_file_put` before or after it.
    #[oai(default, validator(max_items = 10))]
    #[serde(default)]
    pub files: Vec<FieldFileRef>,
}

/// Fields that depend on the kind of a record.
#[derive(Object, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FieldPayload {
    /// Who took the parcels.
    #[oai(validator(max_length = 200))]
    pub name: Option<String>,
    pub relationship: Option<ReceiverKind>,
    #[oai(validator(max_length = 60))]
    pub document_number: Option<String>,
    /// The PIN that the recipient said, where the delivery asks for one. It is compared when the record arrives, and not stored.
    #[oai(skip_serializing_if_is_none, validator(max_length = 12))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pin: Option<String>,
    /// Whether it was the right one. Only in stored records.
    #[oai(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_pin_right: Option<bool>,
    /// The parcels that were handed over; null for all that were loaded.
    #[oai(validator(max_items = 500))]
    pub parcels: Option<Vec<ParcelOfShipment>>,
    /// Left out except at a delivery with an amount to collect: the cash that was taken, in its currency; 0 for none.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cash: Option<Decimal>,
    /// Left out without `cash`: its currency as the phone showed it, ISO 4217. The office can have changed it since.
    #[oai(skip_serializing_if_is_none, validator(max_length = 3))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cash_currency: Option<String>,
    /// Left out except at a pickup: the codes that were scanned. Without codes and a number, all that was expected was collected.
    #[oai(skip_serializing_if_is_none, validator(max_items = 500))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub codes: Option<Vec<String>>,
    /// Left out except at a pickup: the number of collected parcels that have no label.
    #[oai(skip_serializing_if_is_none, validator(minimum(value = "0"), maximum(value = "10000")))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlabelled: Option<i32>,
    /// Code of the reason of a failure.
    #[oai(validator(max_length = 40))]
    pub reason: Option<String>,
    /// The record that was a mistake.
    pub undoes: Option<Uuid>,
    /// Why a proof that is asked for could not be had.
    #[oai(validator(max_length = 500))]
    pub proof_impossible: Option<String>,
    #[oai(validator(max_length = 1000))]
    pub note: Option<String>,
}

/// Records of a phone.
#[derive(Object)]
pub struct FieldRecordBatch {
    /// Up to 64 kB.
    #[oai(validator(min_items = 1, max_items = 50))]
    pub records: Vec<FieldRecord>,
}

/// The answer to a record.
#[derive(Object, Clone, Debug)]
pub struct FieldRecordAnswer {
    pub id: Uuid,
    pub verdict: RecordVerdict,
    /// Why it was not taken; null if it was.
    pub message_code: Option<String>,
    /// The reason in the language of the request.
    pub message: Option<String>,
}

impl FieldPayload {
    /// As it is stored: with what became of the PIN instead of the PIN itself.
    pub fn without_pin(&self, is_pin_right: Option<bool>) -> Self {
        Self { pin: None, is_pin_right, ..self.clone() }
    }
}

impl FieldRecord {
    /// As the rules read it. The parcels have ids within their delivery.
    pub fn to_driver_record(&self, parcel_ids: Option<Vec<Uuid>>) -> DriverRecord {
        let payload = &self.payload;
        DriverRecord {
            id: self.id,
            stop_id: self.route_stop_id,
            seq: self.seq,
            kind: self.kind,
            time: DeviceTime { at: self.at, offset_s: self.offset_s },
            payload: RecordPayload {
                name: payload.name.clone(),
                document_number: payload.document_number.clone(),
                has_pin: payload.pin.as_ref().is_some_and(|pin| !pin.trim().is_empty()),
                is_pin_right: payload.is_pin_right,
                parcel_ids,
                cash: payload.cash,
                has_foreign_parcels: false,
                has_other_cash: false,
                reason: payload.reason.clone(),
                undoes: payload.undoes,
                proof_impossible: payload.proof_impossible.clone(),
                note: payload.note.clone(),
            },
            files: self.files.iter().filter_map(to_file).collect(),
        }
    }
}

fn to_file(file: &FieldFileRef) -> Option<RecordFile> {
    Some(RecordFile { sha256: read_hash(&file.sha256)?, kind: file.kind })
}

/// The bytes of 64 hexadecimal digits in lower case.
pub fn read_hash(text: &str) -> Option<FileHash> {
    let is_plain = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if !is_plain {
        return None;
    }
    let mut hash = [0; 32];
    for (at, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(hash)
}

pub fn write_hash(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_64_digits_in_lower_case() {
        let text = "00ff".repeat(16);
        let hash = read_hash(&text).unwrap();
        assert_eq!((hash[0], hash[1], write_hash(&hash)), (0, 255, text.clone()));
        for wrong in [text.to_uppercase(), text[1..].to_owned(), "zz".repeat(32), String::new()] {
            assert_eq!(read_hash(&wrong), None, "{wrong}");
        }
    }
}
