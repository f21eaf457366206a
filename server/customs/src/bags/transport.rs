//! Functions for waybills, manifests and the break of bags. Whoever locks shipments, too, locks them before the bags.

use chrono::{DateTime, Utc};
use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::BagKind;
use super::state::{BagFacts, BagStatus, BagStep, TRANSITIONS};
use freight::shipments::to_bag::{self, DutyPayer};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::live::{self, Audience};

/// Most parcels of the bags of one waybill.
pub const MAX_CONTENTS: i64 = 100_000;

macro_rules! columns {
    () => {
        "select id, number, kind, status, subsidiary_id, origin_airport, destination_airport, destination_country_id,
                provider_id, service_id, tax_modality, subclass, parcel_count, parcel_weight_g, tare_g, gross_g, seal, s9_code,
                unit_code from bags where id = any($1) order by id"
    };
}

/// SQL of whether one of the bags has departed whose ids are in a column.
#[macro_export]
macro_rules! has_departed_bag {
    ($ids:literal) => {
        concat!("exists (select from bags b where b.id = any(", $ids, ") and b.status >= 50)")
    };
}

pub const BY_IDS: &str = columns!();
pub const LOCKED: &str = concat!(columns!(), " for no key update");
pub const CONTENTS: &str = "
    select bag_id, shipment_id, seq, parcel_count, tracking_code, weight_g from bag_parcels
    where bag_id = any($1) and left_at is null order by bag_id, scanned_at, id limit 100000";
/// Closed bags for a post that is connected, without its code.
pub const UNREGISTERED: &str = "
    select b.number from bags b
    where b.id = any($1) and b.status = 20 and b.s9_code is not null and exists (
        select from postal_operators o where o.enabled and o.country_code = left(b.destination_office, 2)
    ) order by b.number";
pub const ADVANCE: &str = "
    update bags b set status = new.status, version = b.version + 1, updated_at = $3
    from unnest($1::uuid[], $2::smallint[]) new(id, status) where b.id = new.id";
pub const UNPACK: &str = "
    update bag_parcels set unpacked_at = $2 where bag_id = any($1) and left_at is null and unpacked_at is null";
/// A parcel that was found where it arrived, in its expected bag ($3) or in any that has left.
pub const UNPACK_PARCEL: &str = "
    update bag_parcels p set unpacked_at = $4 from bags b
    where b.id = p.bag_id and p.shipment_id = $1 and p.seq = $2 and (b.status >= 50 or b.id = $3)
      and p.left_at is null and p.unpacked_at is null";

/// A bag as transport needs it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct TransportedBag {
    pub id: Uuid,
    pub number: String,
    pub kind: BagKind,
    pub status: BagStatus,
    pub subsidiary_id: Option<Uuid>,
    pub origin_airport: String,
    pub destination_airport: String,
    pub destination_country_id: i16,
    pub provider_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    pub tax_modality: Option<DutyPayer>,
    pub subclass: Option<String>,
    pub parcel_count: i32,
    /// Grams, of the parcels as they were declared.
    pub parcel_weight_g: i32,
    pub tare_g: i32,
    /// Grams on the scale; none while the bag is open.
    pub gross_g: Option<i32>,
    pub seal: Option<String>,
    pub s9_code: Option<String>,
    pub unit_code: Option<String>,
}

impl TransportedBag {
    /// Grams on the scale, or those of the parcels and the bag itself.
    pub fn weight_g(&self) -> i32 {
        self.gross_g.unwrap_or_else(|| self.tare_g.saturating_add(self.parcel_weight_g))
    }

    /// Whether its state allows a step.
    pub fn verdict(&self, step: BagStep) -> Verdict {
        // Only steps of people ask for the waybill and the post.
        let facts = BagFacts {
            parcel_count: self.parcel_count,
            is_on_issued_waybill: false,
            is_postal: self.s9_code.is_some(),
            has_operator: false,
        };
        TRANSITIONS.verdict(step, self.status, &facts)
    }

    /// Whether somebody may send it off: it is closed, and nobody is asked about it.
    pub fn can_be_sent(&self) -> bool {
        self.status != BagStatus::Registering && self.verdict(BagStep::Depart).is_yes()
    }

    fn after(&self, step: BagStep) -> BagStatus {
        match TRANSITIONS.after(step, self.status) {
            Some(BagStatus::Closed) if step == BagStep::Unmanifest && self.unit_code.is_some() => {
                BagStatus::Registered
            }
            after => after.unwrap_or(self.status),
        }
    }
}

/// A parcel in a bag.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct TransportedParcel {
    pub bag_id: Uuid,
    pub shipment_id: Uuid,
    pub seq: i16,
    /// Parcels of the shipment.
    pub parcel_count: i16,
    pub tracking_code: String,
    /// Grams, as declared.
    pub weight_g: i32,
}

/// Bags by their ids; unknown ones are absent.
pub async fn find_bags(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<TransportedBag>> {
    Ok(sqlx::query_as(BY_IDS).bind(ids).fetch_all(&mut **tx).await?)
}

/// The same, locked until the transaction ends.
pub async fn lock_bags(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<TransportedBag>> {
    Ok(sqlx::query_as(LOCKED).bind(ids).fetch_all(&mut **tx).await?)
}

/// Numbers of closed bags that are to be registered with the post of their destination first.
pub async fn list_unregistered(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<String>> {
    Ok(sqlx::query_scalar(UNREGISTERED).bind(ids).fetch_all(&mut **tx).await?)
}

/// The parcels in bags, in the order of their scans: at most [`MAX_CONTENTS`].
pub async fn list_contents(tx: &mut TenantTx, bag_ids: &[Uuid]) -> ApiResult<Vec<TransportedParcel>> {
    Ok(sqlx::query_as(CONTENTS).bind(bag_ids).fetch_all(&mut **tx).await?)
}

/// Shipments that were held, cancelled or stopped by the health authority since their scan do not leave: 409
/// `bag_parcels_stopped` with their codes.
pub async fn refuse_stopped(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> ApiResult<()> {
    let stopped = to_bag::list_stopped(tx, shipment_ids).await?;
    if stopped.is_empty() {
        return Ok(());
    }
    let params = Params::from([("codes", stopped.join(", ").into())]);
    Err(ApiError::refused(MessageCode::BagParcelsStopped).with_params(params))
}

/// Takes locked bags a step further, all or none. Returns 409 `bag_state` with the number of the first one whose state does not
/// allow it.
pub async fn advance(
    tx: &mut TenantTx,
    bags: &[TransportedBag],
    step: BagStep,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    if bags.is_empty() {
        return Ok(());
    }
    for bag in bags {
        if let Verdict::No(code, params) = bag.verdict(step) {
            let params = params.into_iter().chain([("number", bag.number.clone().into())]);
            return Err(ApiError::refused(code).with_params(Params::from_iter(params)));
        }
    }
    let ids: Vec<Uuid> = bags.iter().map(|bag| bag.id).collect();
    let after: Vec<i16> = bags.iter().map(|bag| bag.after(step).code()).collect();
    sqlx::query(ADVANCE).bind(&ids).bind(after).bind(at).execute(&mut **tx).await?;
    live::records_changed(tx, &Audience::Staff, Resource::Bag.name(), &ids);
    Ok(())
}

/// The bags are on a manifest that was closed.
pub async fn mark_manifested(tx: &mut TenantTx, bags: &[TransportedBag], at: DateTime<Utc>) -> ApiResult<()> {
    advance(tx, bags, BagStep::Manifest, at).await
}

/// Their manifest was opened again or cancelled.
pub async fn unmark_manifested(
    tx: &mut TenantTx,
    bags: &[TransportedBag],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    advance(tx, bags, BagStep::Unmanifest, at).await
}

/// The bags have left. The events of their shipments are the caller's.
pub async fn mark_dispatched(tx: &mut TenantTx, bags: &[TransportedBag], at: DateTime<Utc>) -> ApiResult<()> {
    advance(tx, bags, BagStep::Depart, at).await
}

/// The bags have arrived.
pub async fn mark_arrived(tx: &mut TenantTx, bags: &[TransportedBag], at: DateTime<Utc>) -> ApiResult<()> {
    advance(tx, bags, BagStep::Arrive, at).await
}

/// The bags are unpacked: their parcels can come into other bags.
pub async fn unpack(tx: &mut TenantTx, bags: &[TransportedBag], at: DateTime<Utc>) -> ApiResult<()> {
    advance(tx, bags, BagStep::Unpack, at).await?;
    let ids: Vec<Uuid> = bags.iter().map(|bag| bag.id).collect();
    sqlx::query(UNPACK).bind(ids).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// A parcel was found where it arrived, also before all of its transport has: it can come into another bag. `bag_id` is the bag in
/// which the papers have it.
pub async fn unpack_parcel(
    tx: &mut TenantTx,
    shipment_id: Uuid,
    seq: i16,
    bag_id: Option<Uuid>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(UNPACK_PARCEL).bind(shipment_id).bind(seq).bind(bag_id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Each parcel of the bags was found or settled.
pub async fn mark_reconciled(tx: &mut TenantTx, bags: &[TransportedBag], at: DateTime<Utc>) -> ApiResult<()> {
    advance(tx, bags, BagStep::Reconcile, at).await
}
