//! Records of a delivery that staff make themselves: a handover at the counter, and proof that comes later.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Delivery, FieldFileRef, ReceiverKind};
use crate::delivery_pin::DeliveryPins;
use crate::drivers::batch;
use crate::drivers::record::{ProofRule, RecordKind, RecordVerdict, check_record};
use crate::drivers::record_store::{self, JudgedRecord, NewRecord};
use crate::drivers::wire::{FieldPayload, FieldRecord, read_hash};
use access::ctx::Ctx;
use server_core::http::amounts::check_amount;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::messages::MessageCode;

/// Who fetches a delivery at the counter.
#[derive(Object)]
pub struct CounterHandover {
    #[oai(validator(max_length = 200))]
    pub name: String,
    pub relationship: Option<ReceiverKind>,
    #[oai(validator(max_length = 60))]
    pub document_number: Option<String>,
    /// The PIN that the recipient says, where the delivery asks for one.
    #[oai(validator(max_length = 12))]
    pub pin: Option<String>,
    /// The cash that was taken, in the currency of what is due; 0 for none. Only where cash is due.
    pub cash: Option<Decimal>,
    #[oai(validator(max_length = 1000))]
    pub note: Option<String>,
    /// Why a proof that is asked for could not be had.
    #[oai(validator(max_length = 500))]
    pub proof_impossible: Option<String>,
    /// Photos, signatures and documents, sent by `delivery_file_put` before.
    #[oai(validator(max_items = 10))]
    pub files: Vec<FieldFileRef>,
    /// Version that was read.
    pub version: i32,
}

/// Proof that comes later.
#[derive(Object)]
pub struct DeliveryAttachment {
    /// Photos, signatures and documents, sent by `delivery_file_put` before.
    #[oai(validator(min_items = 1, max_items = 10))]
    pub files: Vec<FieldFileRef>,
    #[oai(validator(max_length = 1000))]
    pub note: Option<String>,
    /// Version that was read.
    pub version: i32,
}

impl CounterHandover {
    pub fn has_cash(&self) -> bool {
        self.cash.is_some_and(|cash| !cash.is_zero())
    }

    /// The name is there, and cash is an amount of what is due. Returns all errors at once.
    pub fn check(&self, delivery: &Delivery) -> ApiResult<()> {
        let mut errors = FieldErrors::default();
        required("name", &self.name, &mut errors);
        match (self.cash, delivery.cod_currency.as_deref()) {
            (Some(_), None) => errors.push("cash", MessageCode::Invalid),
            (None, Some(_)) => errors.push("cash", MessageCode::Required),
            (cash, currency) => check_amount(&mut errors, "cash", cash, currency),
        }
        errors.into_result()
    }

    pub fn to_record(&self, delivery: &Delivery, stop_id: Uuid, at: DateTime<Utc>) -> FieldRecord {
        let payload = FieldPayload {
            name: optional(Some(&self.name)),
            relationship: self.relationship,
            document_number: optional(self.document_number.as_ref()),
            pin: optional(self.pin.as_ref()),
            cash: self.cash,
            cash_currency: delivery.cod_currency.clone().filter(|_| self.cash.is_some()),
            note: optional(self.note.as_ref()),
            proof_impossible: optional(self.proof_impossible.as_ref()),
            ..FieldPayload::default()
        };
        build_record(RecordKind::Deliver, stop_id, at, payload, &self.files)
    }
}

impl DeliveryAttachment {
    pub fn to_record(&self, stop_id: Uuid, at: DateTime<Utc>) -> FieldRecord {
        let payload = FieldPayload { note: optional(self.note.as_ref()), ..FieldPayload::default() };
        build_record(RecordKind::Attach, stop_id, at, payload, &self.files)
    }
}

/// A record by the clock of the server.
fn build_record(
    kind: RecordKind,
    route_stop_id: Uuid,
    at: DateTime<Utc>,
    payload: FieldPayload,
    files: &[FieldFileRef],
) -> FieldRecord {
    FieldRecord {
        id: Uuid::now_v7(),
        route_stop_id,
        device: None,
        seq: 0,
        kind,
        at,
        offset_s: Some(0),
        latitude: None,
        longitude: None,
        accuracy_m: None,
        payload,
        files: files.to_vec(),
    }
}

/// Stores a record of staff for a delivery, which is locked. 422 when a proof or a file is missing.
pub async fn take(tx: &mut TenantTx, ctx: &Ctx, record: &FieldRecord, delivery: &Delivery) -> ApiResult<()> {
    let hashes: Vec<String> = record.files.iter().map(|file| file.sha256.clone()).collect();
    let arrived = record_store::list_arrived(tx, &hashes).await?;
    let known = arrived.iter().filter_map(|hash| read_hash(hash)).collect();
    let proof = ProofRule { kinds: delivery.proof.clone() };
    let has_all_files = hashes.iter().all(|hash| arrived.contains(hash));
    match check_record(&record.to_driver_record(None), None, &known, &proof) {
        RecordVerdict::ProofMissing => {
            return Err(ApiError::invalid_field("proof_impossible", MessageCode::ProofMissing));
        }
        RecordVerdict::Accepted if has_all_files => {}
        _ => return Err(ApiError::invalid_field("files", MessageCode::UnknownOption)),
    }
    let mut pins = DeliveryPins::load(tx, ctx, std::slice::from_ref(record), &[delivery.id]).await?;
    let is_pin_right = pins.check(record, Some(delivery.id));
    pins.write(tx).await?;
    let hash = batch::hash_record(&ctx.state().config.secret, record)?;
    let judged = JudgedRecord { verdict: RecordVerdict::Accepted, is_pin_right };
    record_store::insert(tx, &[NewRecord::of(record, &hash, ctx.user.id, ctx.now(), judged)]).await
}
