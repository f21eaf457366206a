//! What a collection makes of a pickup: which shipments were handed over, which are missing, which came besides.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::cargo;
use super::model::{Pickup, PickupOutcome, RefusedParcel};
use super::store::{self, TakenRow};
use super::webhook_events;
use crate::steps::pickup::PickupStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::at_sender::{self, ShipmentAtSender};
use freight::shipments::in_hand;
use freight::tracking_events::{self, LockedShipment, NewEvent, Source};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use trade::parcel_code::read_parcel_code;

const COLLECTED: &str = "COLLECTED";

/// A scanned code: that of the shipment, and the number of the parcel if the code has one.
struct ScannedCode<'a> {
    text: &'a str,
    tracking_code: String,
    number: Option<i16>,
}

/// The columns of a collection.
#[derive(Debug, Serialize)]
pub struct CollectedColumns {
    pub status: PickupStatus,
    pub parcels_collected: i32,
    pub collected_at: DateTime<Utc>,
}

/// What was scanned at a pickup.
pub struct CollectedScan<'a> {
    pub codes: &'a [String],
    /// Number of parcels without a label.
    pub unlabelled: i32,
    pub at: DateTime<Utc>,
    /// They are with the driver, whatever their codes say: those that are not collected count as parcels without a label.
    pub counts_refused: bool,
    /// More parcels without a label than were announced are meant.
    pub accepts_more: bool,
}

/// A code that is not collected.
struct RefusedCode<'a> {
    /// Its place among the codes.
    at: usize,
    text: &'a str,
    why: MessageCode,
    params: Params,
}

/// What a collection has led to.
pub struct Collection {
    pub columns: CollectedColumns,
    pub refused: Vec<RefusedParcel>,
    /// Tracking codes, for the audit entry.
    pub codes: Vec<String>,
    pub missing: usize,
}

/// What is known of the shipments that were scanned.
struct ScannedShipments {
    locked: Vec<LockedShipment>,
    facts: HashMap<Uuid, ShipmentAtSender>,
    taken: HashMap<Uuid, TakenRow>,
    client_id: Uuid,
}

impl ScannedShipments {
    async fn load(tx: &mut TenantTx, pickup: &Pickup, codes: &[ScannedCode<'_>]) -> ApiResult<Self> {
        let texts: Vec<String> = codes.iter().map(|code| code.tracking_code.clone()).collect();
        let locked = tracking_events::lock_by_codes(tx, &RowScope::All, &texts).await?;
        let ids: Vec<Uuid> = locked.iter().map(|one| one.id).collect();
        let facts = at_sender::load_shipments(tx, &ids).await?;
        Ok(Self {
            facts: facts.into_iter().map(|one| (one.id, one)).collect(),
            taken: store::list_taken(tx, &ids, Some(pickup.id)).await?,
            locked,
            client_id: pickup.client_id,
        })
    }

    /// The shipment of a code that is collected, or why it is not.
    fn find(&self, code: &ScannedCode<'_>) -> Result<&ShipmentAtSender, (MessageCode, Params)> {
        let plain = |code| (code, Params::new());
        let found = self.locked.iter().find(|one| one.tracking_code == code.tracking_code);
        let known = found.and_then(|one| Some((one, self.facts.get(&one.id)?)));
        let Some((shipment, facts)) = known else { return Err(plain(MessageCode::NotFound)) };
        if facts.client_id != Some(self.client_id) {
            return Err(plain(MessageCode::OtherClient));
        }
        if code.number.is_some_and(|number| !(1..=facts.parcel_count).contains(&number)) {
            let params = Params::from([("count", facts.parcel_count.into())]);
            return Err((MessageCode::ParcelNumberUnknown, params));
        }
        if let Some(refusal) = in_hand::find_refusal(shipment) {
            return Err(plain(refusal));
        }
        if shipment.status.is_movement() {
            return Err(plain(MessageCode::ShipmentNotCollectable));
        }
        match self.taken.get(&shipment.id) {
            // Another pickup that only expects it gives it up.
            Some(other) if other.outcome != PickupOutcome::Expected => {
                let params = Params::from([("number", other.number.as_str().into())]);
                Err((MessageCode::ShipmentInPickup, params))
            }
            _ => Ok(facts),
        }
    }
}

/// The parcels of each collected shipment, by their numbers.
type CollectedParcels = BTreeMap<Uuid, BTreeSet<i16>>;

/// Records what was scanned. Codes that are not collected are named; 422 when nothing is, 409 when more parcels without a label
/// than were announced are not meant.
pub async fn collect(
    tx: &mut TenantTx,
    ctx: &Ctx,
    pickup: &Pickup,
    scan: &CollectedScan<'_>,
) -> ApiResult<Collection> {
    let codes: Vec<ScannedCode<'_>> = scan.codes.iter().map(|text| read_code(text)).collect();
    let scanned = ScannedShipments::load(tx, pickup, &codes).await?;
    let (parcels, refused) = sort_out(&scanned, &codes);
    let uncounted = if scan.counts_refused { refused.len() } else { 0 };
    let unlabelled = scan.unlabelled.saturating_add(i32::try_from(uncounted).unwrap_or(i32::MAX));
    if parcels.is_empty() && unlabelled == 0 {
        list_problems(&refused).into_result()?;
    }
    let count = parcels.values().map(BTreeSet::len).sum::<usize>();
    let count = i32::try_from(count).unwrap_or(i32::MAX).saturating_add(unlabelled);
    if scan.unlabelled > 0 && count > pickup.parcels && !scan.accepts_more {
        let params = Params::from([("count", count.into()), ("announced", pickup.parcels.into())]);
        return Err(ApiError::refused(MessageCode::PickupMoreParcels).with_params(params));
    }
    cargo::end_cancelled(tx, pickup.id, ctx.now()).await?;
    let expected = cargo::list_expected(tx, pickup.id).await?;
    let missing = expected.iter().filter(|id| !parcels.contains_key(id)).count();
    write(tx, ctx, pickup, &expected, &parcels).await?;
    let is_whole = |(id, numbers): (&Uuid, &BTreeSet<i16>)| {
        let facts = scanned.facts.get(id);
        facts.is_some_and(|one| numbers.len() >= usize::from(one.parcel_count.unsigned_abs()))
    };
    // Without shipments, only the number of parcels says whether all were there.
    let is_enough = !expected.is_empty() || count >= pickup.parcels;
    let is_all = is_enough && missing == 0 && parcels.iter().all(is_whole);
    let status = if is_all { PickupStatus::Collected } else { PickupStatus::Partial };
    let collected: Vec<LockedShipment> =
        scanned.locked.into_iter().filter(|one| parcels.contains_key(&one.id)).collect();
    record_events(tx, ctx, pickup, &collected, scan.at).await?;
    webhook_events::announce_collected(tx, ctx.now(), pickup).await?;
    Ok(Collection {
        columns: CollectedColumns { status, parcels_collected: count, collected_at: scan.at },
        refused: refused.into_iter().map(|one| one.to_answer(ctx)).collect(),
        codes: collected.into_iter().map(|one| one.tracking_code).collect(),
        missing,
    })
}

fn read_code(text: &str) -> ScannedCode<'_> {
    let (tracking_code, number) = read_parcel_code(text);
    ScannedCode { text, tracking_code, number }
}

/// What is collected, and the codes that are not.
fn sort_out<'a>(
    scanned: &ScannedShipments,
    codes: &[ScannedCode<'a>],
) -> (CollectedParcels, Vec<RefusedCode<'a>>) {
    let (mut parcels, mut refused) = (CollectedParcels::new(), Vec::new());
    for (at, code) in codes.iter().enumerate() {
        match scanned.find(code) {
            // A code without a number stands for all parcels of its shipment.
            Ok(one) => {
                let numbers = code.number.map_or(1..=one.parcel_count, |number| number..=number);
                parcels.entry(one.id).or_default().extend(numbers);
            }
            Err((why, params)) => refused.push(RefusedCode { at, text: code.text, why, params }),
        }
    }
    (parcels, refused)
}

/// Why nothing is collected: in general, and each code for itself.
fn list_problems(refused: &[RefusedCode<'_>]) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.push("codes", MessageCode::NothingCollected);
    for one in refused {
        errors.push_with(format!("codes.{}", one.at), one.why, one.params.clone());
    }
    errors
}

impl RefusedCode<'_> {
    fn to_answer(&self, ctx: &Ctx) -> RefusedParcel {
        RefusedParcel {
            code: self.text.to_owned(),
            message_code: self.why.as_str().to_owned(),
            message: self.why.text(ctx.language(), &self.params),
        }
    }
}

/// Writes what became of each shipment.
async fn write(
    tx: &mut TenantTx,
    ctx: &Ctx,
    pickup: &Pickup,
    expected: &[Uuid],
    parcels: &CollectedParcels,
) -> ApiResult<()> {
    let count = |numbers: &BTreeSet<i16>| i16::try_from(numbers.len()).unwrap_or(i16::MAX);
    let counted = parcels.iter().map(|(id, numbers)| (*id, count(numbers)));
    let (asked, added) = counted.partition::<Vec<_>, _>(|(id, _)| expected.contains(id));
    let ids: Vec<Uuid> = parcels.keys().copied().collect();
    store::free_elsewhere(tx, pickup.id, &ids, ctx.now()).await?;
    store::add_cargo(tx, pickup.id, &asked, PickupOutcome::Collected, ctx.now()).await?;
    store::add_cargo(tx, pickup.id, &added, PickupOutcome::Added, ctx.now()).await?;
    store::end_expected(tx, pickup.id, PickupOutcome::Missing, ctx.now()).await
}

/// Each collected shipment has its event, at the place of the pickup.
async fn record_events(
    tx: &mut TenantTx,
    ctx: &Ctx,
    pickup: &Pickup,
    collected: &[LockedShipment],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let event = NewEvent {
        occurred_at: at,
        time_zone: pickup.time_zone.clone(),
        location: pickup.address.city.clone(),
        ..NewEvent::now(COLLECTED, Source::Scan, ctx)
    };
    tracking_events::record_for_many(tx, collected, &event).await?;
    Ok(())
}
