//! A batch of records from a phone: each is taken once, whatever is repeated, and never lost for the sake of another one.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::TimeDelta;
use poem::http::StatusCode;
use sha2::{Digest, Sha256};
use tenancy::TenantTx;
use uuid::Uuid;

use super::deliveries_fold;
use super::record::{FileHash, MAX_BATCH_BYTES, ProofRule, RecordKind, RecordVerdict, check_record};
use super::record_store::{self as store, KnownRecord, NewRecord, OwnStop};
use super::wire::{FieldRecord, FieldRecordAnswer, read_hash};
use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};

/// Files that have not arrived by then are lost with their phone.
const WAITING: TimeDelta = TimeDelta::days(30);

/// What is known before the records are looked at.
struct Facts {
    stops: HashMap<Uuid, OwnStop>,
    known: HashMap<Uuid, KnownRecord>,
    arrived: HashSet<FileHash>,
}

/// Takes the records of a driver, and brings their deliveries up to date.
pub async fn take(
    tx: &mut TenantTx,
    ctx: &Ctx,
    records: &[FieldRecord],
) -> ApiResult<Vec<FieldRecordAnswer>> {
    check_size(records)?;
    let stop_ids: Vec<Uuid> = records.iter().map(|record| record.route_stop_id).collect();
    let stops = store::list_own_stops(tx, &stop_ids, ctx.user.id).await?;
    let deliveries: BTreeSet<Uuid> = stops.iter().map(|stop| stop.delivery_id).collect();
    let deliveries: Vec<Uuid> = deliveries.into_iter().collect();
    // Two batches for one delivery come one after the other.
    store::lock_deliveries(tx, &deliveries).await?;
    let mut facts = load_facts(tx, records, stops).await?;
    let (mut new, mut changed, mut answers) = (Vec::new(), BTreeSet::new(), Vec::new());
    for record in records {
        let hash = hash_of(record)?;
        let verdict = judge(&facts, record, &hash);
        answers.push(answer(ctx, record.id, verdict));
        if verdict.is_stored() && !facts.known.contains_key(&record.id) {
            new.push(NewRecord::of(record, &hash, ctx.user.id, ctx.now(), verdict));
            changed.extend(facts.stops.get(&record.route_stop_id).map(|stop| stop.delivery_id));
            facts.known.insert(record.id, KnownRecord { body_hash: hash, verdict });
        }
    }
    store::insert(tx, &new).await?;
    changed.extend(list_completed(tx, ctx).await?);
    let changed: Vec<Uuid> = changed.into_iter().collect();
    deliveries_fold::refold(tx, ctx, &changed).await?;
    Ok(answers)
}

/// Deliveries of the driver's newer records whose files have all arrived now, each once.
pub async fn list_completed(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<Vec<Uuid>> {
    let ids = store::complete(tx, ctx.user.id, ctx.now() - WAITING).await?;
    Ok(ids.into_iter().collect::<BTreeSet<Uuid>>().into_iter().collect())
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

fn hash_of(record: &FieldRecord) -> ApiResult<Vec<u8>> {
    Ok(Sha256::digest(serde_json::to_vec(record).map_err(ApiError::internal)?).to_vec())
}

/// The answer to a record. The same one gets its first answer again.
fn judge(facts: &Facts, record: &FieldRecord, hash: &[u8]) -> RecordVerdict {
    let Some(stop) = facts.stops.get(&record.route_stop_id) else { return RecordVerdict::NotFound };
    if let Some(known) = facts.known.get(&record.id) {
        return if known.body_hash == hash { known.verdict } else { RecordVerdict::IdReused };
    }
    // Pickups are no stops of these runs.
    let is_readable = record.files.iter().all(|file| read_hash(&file.sha256).is_some());
    if record.kind == RecordKind::Collect || !is_readable {
        return RecordVerdict::NotFound;
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
