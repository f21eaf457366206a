//! SQL of the parcels of bags.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::parcel_model::{BagParcel, BagReference, BagScan};
use server_core::http::error::ApiResult;
use server_core::record::Listing;

macro_rules! columns {
    () => {
        "p.id, p.bag_id, p.shipment_id, p.tracking_code, p.seq, p.parcel_count, p.weight_g, p.station, p.scanned_at, \
         p.scanned_by, p.left_at, p.left_reason"
    };
}

/// The parcels of one bag, the newest first.
pub const BAG_PARCELS: Listing =
    Listing { columns: columns!(), from: "bag_parcels p", order: "p.scanned_at desc, p.id desc" };

pub const FIND: &str = concat!("select ", columns!(), " from bag_parcels p where p.id = $1");
/// The parcels of a shipment that are in bags.
pub const OF_SHIPMENT: &str = "
    select p.id, p.seq, p.bag_id, b.number, b.subsidiary_id, p.event_id from bag_parcels p join bags b on b.id = p.bag_id
    where p.shipment_id = $1 and p.left_at is null and p.unpacked_at is null order by p.seq";
/// Those in bags that have not left.
pub const UNSENT: &str = "
    select p.id, p.seq, p.bag_id, b.number, b.subsidiary_id, p.event_id from bag_parcels p join bags b on b.id = p.bag_id
    where p.shipment_id = $1 and p.left_at is null and p.unpacked_at is null and b.status < 50 order by p.seq";
pub const INSERT: &str = concat!(
    "
    insert into bag_parcels as p (id, bag_id, shipment_id, seq, parcel_count, tracking_code, weight_g, station, scanned_at,
                                  scanned_by, event_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict do nothing
    returning ",
    columns!()
);
pub const LEAVE: &str = "
    update bag_parcels set left_at = $2, left_by = $3, left_reason = $4 where id = $1 and left_at is null";
pub const EVENT: &str = "select event_id from bag_parcels where id = $1";
pub const SHIPMENTS: &str = "
    select distinct shipment_id from bag_parcels where bag_id = any($1) and left_at is null";
/// Shipments with a parcel in this bag, or in one of the same way that is closed or has left, and others that are in none. When
/// all parcels of a shipment were in bags before, those that are in one now count.
pub const INCOMPLETE: &str = "
    select shipment_id, tracking_code, parcel_count, packed_count from (
        select p.shipment_id, p.tracking_code, max(p.parcel_count) as parcel_count,
               case when count(distinct p.seq) < max(p.parcel_count) then count(distinct p.seq)
                    else count(*) filter (where p.unpacked_at is null) end as packed_count
        from bag_parcels p
        where p.left_at is null and p.parcel_count > 1 and p.shipment_id in (
            select o.shipment_id from bag_parcels o where o.bag_id = $1 and o.left_at is null and o.parcel_count > 1
            union
            select o.shipment_id from bags own
            join bags b on b.status between 20 and 50 and b.destination_country_id = own.destination_country_id
                and b.subsidiary_id is not distinct from own.subsidiary_id
                and b.service_id is not distinct from own.service_id
                and b.tax_modality is not distinct from own.tax_modality
                and b.triage_group is not distinct from own.triage_group
            join bag_parcels o on o.bag_id = b.id and o.left_at is null and o.parcel_count > 1
            where own.id = $1
        )
        group by p.shipment_id, p.tracking_code
    ) packed
    where packed_count < parcel_count order by tracking_code limit 500";
/// How far the parcels of these shipments have come with their bags. A parcel that went on in another bag counts once.
pub const WAYS: &str = "
    select shipment_id, seq, max(weight_g) as weight_g,
           bool_or(unpacked_at is null) as is_packed, max(departed_at) as departed_at, max(arrived_at) as arrived_at
    from bag_parcels where shipment_id = any($1) and left_at is null group by shipment_id, seq order by shipment_id, seq";
pub const MARK_DEPARTED: &str = "
    update bag_parcels set departed_at = $3
    where bag_id = any($1) and shipment_id = any($2) and left_at is null and departed_at is null";
pub const MARK_ARRIVED: &str = "
    update bag_parcels set arrived_at = $3
    where bag_id = any($1) and shipment_id = any($2) and left_at is null and arrived_at is null";
/// Parcels that did not arrive after all ($1 shipments, $2 numbers).
pub const MARK_MISSING: &str = "
    update bag_parcels p set arrived_at = null from unnest($1::uuid[], $2::smallint[]) gone(shipment_id, seq)
    where p.shipment_id = gone.shipment_id and p.seq = gone.seq and p.left_at is null and p.arrived_at is not null";
/// Parcels that have arrived although their bag did not bring them.
pub const MARK_FOUND: &str = "
    update bag_parcels p set arrived_at = $3 from unnest($1::uuid[], $2::smallint[]) here(shipment_id, seq)
    where p.shipment_id = here.shipment_id and p.seq = here.seq and p.left_at is null and p.departed_at is not null
      and p.arrived_at is null";
/// The carrier has left them behind.
pub const MARK_LEFT_BEHIND: &str = "
    update bag_parcels set departed_at = null, arrived_at = null
    where bag_id = any($1) and shipment_id = any($2) and (departed_at is not null or arrived_at is not null)";

/// A parcel of a shipment that is in a bag.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PackedParcel {
    pub id: Uuid,
    pub seq: i16,
    pub bag_id: Uuid,
    /// Number of the bag.
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
    pub event_id: Option<Uuid>,
}

impl PackedParcel {
    /// Whether its bag is one of these branches, or of any if the user is bound to none.
    pub fn is_within(&self, branches: Option<&[Uuid]>) -> bool {
        branches.is_none_or(|branches| self.subsidiary_id.is_some_and(|id| branches.contains(&id)))
    }

    pub fn bag(&self) -> BagReference {
        BagReference { id: self.bag_id, number: self.number.clone() }
    }
}

/// A shipment some of whose parcels were never in a bag.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct IncompleteShipment {
    pub shipment_id: Uuid,
    pub tracking_code: String,
    pub parcel_count: i16,
    pub packed_count: i64,
}

/// How far a parcel has come with its bags.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ParcelWay {
    pub shipment_id: Uuid,
    pub seq: i16,
    pub weight_g: i32,
    /// It is in a bag, and not unpacked.
    pub is_packed: bool,
    /// With its last bag; none while it has not.
    pub departed_at: Option<DateTime<Utc>>,
    pub arrived_at: Option<DateTime<Utc>>,
}

impl ParcelWay {
    /// Whether it has left with a bag. Airlines may report the arrival alone.
    pub const fn has_departed(&self) -> bool {
        self.departed_at.is_some() || self.arrived_at.is_some()
    }
}

/// A move of parcels that they are marked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParcelMark {
    Departed,
    Arrived,
    /// They did not depart after all.
    LeftBehind,
}

/// A parcel that comes into a bag.
pub struct NewBagParcel<'a> {
    pub bag_id: Uuid,
    pub shipment_id: Uuid,
    pub seq: i16,
    pub parcel_count: i16,
    pub tracking_code: &'a str,
    pub weight_g: i32,
    pub event_id: Option<Uuid>,
    pub by: Uuid,
    pub at: DateTime<Utc>,
}

pub async fn find(tx: &mut TenantTx, key: Uuid) -> ApiResult<Option<BagParcel>> {
    Ok(sqlx::query_as(FIND).bind(key).fetch_optional(&mut **tx).await?)
}

/// The parcels of a shipment that are in bags, by their numbers.
pub async fn list_of_shipment(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Vec<PackedParcel>> {
    Ok(sqlx::query_as(OF_SHIPMENT).bind(shipment_id).fetch_all(&mut **tx).await?)
}

/// The same, of those in bags that have not left.
pub async fn list_unsent(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Vec<PackedParcel>> {
    Ok(sqlx::query_as(UNSENT).bind(shipment_id).fetch_all(&mut **tx).await?)
}

/// Writes a parcel. None when it is in a bag already, or the key was used.
pub async fn insert(
    tx: &mut TenantTx,
    scan: &BagScan,
    parcel: &NewBagParcel<'_>,
) -> ApiResult<Option<BagParcel>> {
    let query = sqlx::query_as(INSERT)
        .bind(scan.key)
        .bind(parcel.bag_id)
        .bind(parcel.shipment_id)
        .bind(parcel.seq)
        .bind(parcel.parcel_count)
        .bind(parcel.tracking_code)
        .bind(parcel.weight_g)
        .bind(scan.station.trim())
        .bind(parcel.at)
        .bind(parcel.by)
        .bind(parcel.event_id);
    Ok(query.fetch_optional(&mut **tx).await?)
}

/// Takes a parcel out of its bag.
pub async fn leave(
    tx: &mut TenantTx,
    key: Uuid,
    by: Uuid,
    reason: Option<&str>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(LEAVE).bind(key).bind(at).bind(by).bind(reason).execute(&mut **tx).await?;
    Ok(())
}

/// The event that a scan recorded.
pub async fn find_event(tx: &mut TenantTx, key: Uuid) -> ApiResult<Option<Uuid>> {
    Ok(sqlx::query_scalar(EVENT).bind(key).fetch_one(&mut **tx).await?)
}

/// The shipments that have parcels in these bags.
pub async fn list_shipments(tx: &mut TenantTx, bag_ids: &[Uuid]) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(SHIPMENTS).bind(bag_ids).fetch_all(&mut **tx).await?)
}

/// How far the parcels of these shipments have come with their bags; those that were in none are absent.
pub async fn list_ways(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> ApiResult<Vec<ParcelWay>> {
    Ok(sqlx::query_as(WAYS).bind(shipment_ids).fetch_all(&mut **tx).await?)
}

/// Marks the parcels of locked shipments that moved with these bags.
pub async fn mark(
    tx: &mut TenantTx,
    mark: ParcelMark,
    bag_ids: &[Uuid],
    shipment_ids: &[Uuid],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let query = match mark {
        ParcelMark::Departed => sqlx::query(MARK_DEPARTED).bind(bag_ids).bind(shipment_ids).bind(at),
        ParcelMark::Arrived => sqlx::query(MARK_ARRIVED).bind(bag_ids).bind(shipment_ids).bind(at),
        ParcelMark::LeftBehind => sqlx::query(MARK_LEFT_BEHIND).bind(bag_ids).bind(shipment_ids),
    };
    query.execute(&mut **tx).await?;
    Ok(())
}

/// Marks parcels as found where they should arrive, at this time, or as missing there.
pub async fn mark_arrival(
    tx: &mut TenantTx,
    shipment_ids: &[Uuid],
    seqs: &[i16],
    at: Option<DateTime<Utc>>,
) -> ApiResult<()> {
    let query = match at {
        Some(at) => sqlx::query(MARK_FOUND).bind(shipment_ids).bind(seqs).bind(at),
        None => sqlx::query(MARK_MISSING).bind(shipment_ids).bind(seqs),
    };
    query.execute(&mut **tx).await?;
    Ok(())
}

/// Shipments of the way of this bag some of whose parcels were packed, and others are in no bag: at most 500.
pub async fn list_incomplete(tx: &mut TenantTx, bag_id: Uuid) -> ApiResult<Vec<IncompleteShipment>> {
    Ok(sqlx::query_as(INCOMPLETE).bind(bag_id).fetch_all(&mut **tx).await?)
}
