//! A batch of records from a phone: each is taken once, whatever is repeated, and never lost for the sake of another one.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::TimeDelta;
use poem::http::StatusCode;
use tenancy::TenantTx;
use uuid::Uuid;

use super::record::{FileHash, MAX_BATCH_BYTES, ProofRule, RecordKind, RecordVerdict, check_record};
use super::record_store::{self as store, JudgedRecord, KnownRecord, NewRecord, OwnStop};
use super::wire::{FieldRecord, FieldRecordAnswer, read_hash};
use super::{deliveries_fold, pickups_fold};
use crate::delivery_pin::DeliveryPins;
use crate::runs::pickup_store;
use access::ctx::Ctx;
use access::users::own_user;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::secret::sign;

/// Files that have not arrived by then are lost with their phone.
const WAITING: TimeDelta = TimeDelta::days(30);

/// What is known before the records are looked at.
struct Facts {
    stops: HashMap<Uuid, OwnStop>,
    known: HashMap<Uuid, KnownRecord>,
    arrived: HashSet<FileHash>,
}

/// Takes the records in a transaction of its own.
pub async fn take_alone(ctx: &Ctx, records: &[FieldRecord]) -> ApiResult<Vec<FieldRecordAnswer>> {
    let mut tx = ctx.begin().await?;
    let answers = take(&mut tx, ctx, records).await?;
    tx.commit().await?;
    Ok(answers)
}

/// Takes the records of a driver, and brings their deliveries and pickups up to date.
async fn take(tx: &mut TenantTx, ctx: &Ctx, records: &[FieldRecord]) -> ApiResult<Vec<FieldRecordAnswer>> {
    check_size(records)?;
    // A file and the record that names it never miss each other, and two batches never wait for each other.
    own_user::take_turn(tx, ctx.user.id).await?;
    let stop_ids: Vec<Uuid> = records.iter().map(|record| record.route_stop_id).collect();
    let stops = store::list_own_stops(tx, &stop_ids, ctx.user.id).await?;
    let (mut concerned, mut changed) = (RecordSubjects::default(), RecordSubjects::default());
    stops.iter().for_each(|stop| concerned.add(stop.delivery_id, stop.pickup_id));
    // Two batches for one delivery or pickup come one after the other.
    store::lock_deliveries(tx, &concerned.list_deliveries()).await?;
    pickup_store::lock_pickups(tx, &concerned.list_pickups()).await?;
    let mut facts = load_facts(tx, records, stops).await?;
    let mut pins = DeliveryPins::load(tx, ctx, records, &concerned.list_deliveries()).await?;
    let (mut new, mut answers) = (Vec::new(), Vec::new());
    for record in records {
        let hash = hash_record(&ctx.state().config.secret, record)?;
        let verdict = judge(&facts, record, &hash);
        answers.push(answer(ctx, record.id, verdict));
        if verdict.is_stored() && !facts.known.contains_key(&record.id) {
            let stop = facts.stops.get(&record.route_stop_id);
            let is_pin_right = pins.check(record, stop.and_then(|stop| stop.delivery_id));
            let judged = JudgedRecord { verdict, is_pin_right };
            new.push(NewRecord::of(record, &hash, ctx.user.id, ctx.now(), judged));
            if let Some(stop) = stop {
                changed.add(stop.delivery_id, stop.pickup_id);
            }
            facts.known.insert(record.id, KnownRecord { body_hash: hash, verdict });
        }
    }
    store::insert(tx, &new).await?;
    pins.write(tx).await?;
    fold_with_completed(tx, ctx, changed).await?;
    Ok(answers)
}

/// Brings these up to date, and those whose newer records have all their files now.
pub async fn fold_with_completed(tx: &mut TenantTx, ctx: &Ctx, mut changed: RecordSubjects) -> ApiResult<()> {
    let completed = store::complete(tx, ctx.user.id, ctx.now() - WAITING).await?;
    completed.iter().for_each(|stop| changed.add(stop.delivery_id, stop.pickup_id));
    deliveries_fold::refold(tx, ctx, &changed.list_deliveries()).await?;
    pickups_fold::refold(tx, ctx, &changed.list_pickups()).await
}

/// What records are about, each once.
#[derive(Debug, Default)]
pub struct RecordSubjects {
    deliveries: BTreeSet<Uuid>,
    pickups: BTreeSet<Uuid>,
}

impl RecordSubjects {
    fn add(&mut self, delivery_id: Option<Uuid>, pickup_id: Option<Uuid>) {
        self.deliveries.extend(delivery_id);
        self.pickups.extend(pickup_id);
    }

    fn list_deliveries(&self) -> Vec<Uuid> {
        self.deliveries.iter().copied().collect()
    }

    fn list_pickups(&self) -> Vec<Uuid> {
        self.pickups.iter().copied().collect()
    }
}

/// Phones send smaller batches, so a larger one is no phone's.
fn check_size(records: &[FieldRecord]) -> ApiResult<()> {
    let size = serde_json::to_vec(records).map_err(ApiError::internal)?.len();
    if size <= MAX_BATCH_BYTES {
        return Ok(());
    }
    let params = Params::from([("max", "64 kB".into())]);
    let refusal = ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, MessageCode::PayloadTooLarge);
    Err(refusal.with_params(params))
}

async fn load_facts(tx: &mut TenantTx, records: &[FieldRecord], stops: Vec<OwnStop>) -> ApiResult<Facts> {
    let ids: Vec<Uuid> = records.iter().map(|record| record.id).collect();
    let known = store::list_known(tx, &ids).await?;
    let hashes: BTreeSet<String> =
        records.iter().flat_map(|record| record.files.iter().map(|file| file.sha256.clone())).collect();
    let hashes: Vec<String> = hashes.into_iter().collect();
    let arrived = store::list_arrived(tx, &hashes).await?;
    Ok(Facts {
        stops: stops.into_iter().map(|stop| (stop.id, stop)).collect(),
        known,
        arrived: arrived.iter().filter_map(|hash| read_hash(hash)).collect(),
    })
}

/// Tells the same record from another one with its id. Keyed, since a PIN in it could be guessed from a plain hash.
pub fn hash_record(server_secret: &str, record: &FieldRecord) -> ApiResult<Vec<u8>> {
    let record = serde_json::to_vec(record).map_err(ApiError::internal)?;
    Ok(sign(server_secret, "record of a driver", &[&record]).to_vec())
}

/// The answer to a record. The same one gets its first answer again.
fn judge(facts: &Facts, record: &FieldRecord, hash: &[u8]) -> RecordVerdict {
    let Some(stop) = facts.stops.get(&record.route_stop_id) else { return RecordVerdict::NotFound };
    if let Some(known) = facts.known.get(&record.id) {
        return if known.body_hash == hash { known.verdict } else { RecordVerdict::IdReused };
    }
    let is_pickup = stop.pickup_id.is_some();
    let other_kind = if is_pickup { RecordKind::Deliver } else { RecordKind::Collect };
    let is_readable = record.files.iter().all(|file| read_hash(&file.sha256).is_some());
    // Somebody took something, or it is no handover.
    let is_empty =
        record.kind == RecordKind::Deliver && record.payload.parcels.as_ref().is_some_and(Vec::is_empty);
    if record.kind == other_kind || !is_readable || is_empty {
        return RecordVerdict::NotFound;
    }
    if is_pickup {
        return pickups_fold::check_record(record, &facts.arrived);
    }
    let proof = ProofRule { kinds: stop.proof.clone() };
    check_record(&record.to_driver_record(None), None, &facts.arrived, &proof)
}

fn answer(ctx: &Ctx, id: Uuid, verdict: RecordVerdict) -> FieldRecordAnswer {
    let code = match verdict {
        RecordVerdict::Accepted | RecordVerdict::WaitingForFiles => None,
        RecordVerdict::IdReused => Some(MessageCode::RecordIdReused),
        RecordVerdict::ProofMissing => Some(MessageCode::ProofMissing),
        RecordVerdict::ReasonUnknown => Some(MessageCode::AttemptReasonUnknown),
        RecordVerdict::NotFound => Some(MessageCode::NotFound),
    };
    FieldRecordAnswer {
        id,
        verdict,
        message_code: code.map(|code| code.as_str().to_owned()),
        message: code.map(|code| code.text(ctx.language(), &Params::new())),
    }
}
