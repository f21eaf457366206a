//! SQL of the contents of waybills.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::cargo_events::following::ParcelMove;
use crate::loose_parcel::LooseParcel;
use server_core::http::error::ApiResult;
use server_core::record::Listing;

/// Most bags and loose shipments of one waybill.
pub const MAX_CONTENTS: usize = 1_000;

/// The bags and loose shipments of one waybill.
pub const CONTENTS: Listing = Listing {
    columns: "c.id, c.bag_id, c.shipment_id, c.code, coalesce(b.parcel_count, c.parcel_count) as parcel_count,
              coalesce(b.gross_g, b.tare_g + b.parcel_weight_g, c.weight_g) as weight_g, b.status as bag_status, b.seal, c.added_at",
    from: "mawb_contents c left join bags b on b.id = c.bag_id",
    order: "c.code, c.id",
};

pub const BAG_OF_CODE: &str = "
    select id from bags where status <> 0 and (number = $1 or upper(seal) = $1 or s9_code = $1 or unit_code = $1)
    order by created_at desc limit 1";
/// Where bags and shipments are now.
pub const PLACES: &str = "
    select c.id, c.bag_id, c.shipment_id, c.mawb_id, m.number, m.subsidiary_id
    from mawb_contents c join mawbs m on m.id = c.mawb_id
    where c.released_at is null and (c.bag_id = any($1) or c.shipment_id = any($2))";
/// What a scan has put onto a waybill.
pub const OF_SCAN: &str = "
    select c.mawb_id, c.bag_id, c.shipment_id, c.code, coalesce(b.parcel_count, c.parcel_count) as parcel_count
    from mawb_contents c left join bags b on b.id = c.bag_id where c.id = $1";
/// The bags in which parcels of these shipments are, and that have not left.
pub const PACKED: &str = "
    select distinct on (p.shipment_id) p.shipment_id, p.tracking_code, b.number, b.subsidiary_id
    from bag_parcels p join bags b on b.id = p.bag_id
    where p.shipment_id = any($1) and p.left_at is null and p.unpacked_at is null and b.status < 50
    order by p.shipment_id, b.number";
/// Those of these shipments whose loose parcels have made a move with their waybill.
pub const FLOWN: &str = "
    select distinct c.shipment_id from mawb_contents c join mawbs m on m.id = c.mawb_id
    where c.shipment_id = any($1) and m.told_moves && $2";
pub const INSERT: &str = "
    insert into mawb_contents (id, mawb_id, bag_id, shipment_id, code, parcel_count, weight_g, parcel_numbers, shipment_parcels,
                               added_at, added_by)
    select id, $1, bag_id, shipment_id, code, parcel_count, weight_g, parcel_numbers::smallint[], shipment_parcels, $8, $9
    from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::int[], $7::int[], $10::text[], $11::smallint[])
        new(id, bag_id, shipment_id, code, parcel_count, weight_g, parcel_numbers, shipment_parcels)";
pub const COUNT: &str = "select count(*) from mawb_contents where mawb_id = $1";
pub const REMOVE: &str = "
    delete from mawb_contents where mawb_id = $1 and id = any($2) returning bag_id, shipment_id, code, parcel_count,
        weight_g, parcel_numbers, shipment_parcels";
pub const RELEASE: &str =
    "update mawb_contents set released_at = $2 where mawb_id = $1 and released_at is null";
pub const MEMBERS: &str = "
    select bag_id, shipment_id, code, parcel_count, weight_g, parcel_numbers, shipment_parcels from mawb_contents where mawb_id = $1 order by code limit 1000";

/// A bag or a shipment that is on a waybill.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ContentPlace {
    /// The key of the scan that has put it there, or another id.
    pub id: Uuid,
    pub bag_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
    pub mawb_id: Uuid,
    /// Number of the waybill.
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
}

/// A bag or a shipment that a scan has put onto a waybill.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ScannedContent {
    pub mawb_id: Uuid,
    pub bag_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
    pub code: String,
    pub parcel_count: i32,
}

/// A shipment some of whose parcels are in a bag.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PackedShipment {
    pub shipment_id: Uuid,
    pub tracking_code: String,
    /// Number of one of its bags.
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
}

/// A bag or a loose shipment of a waybill.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ContentMember {
    pub bag_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
    pub code: String,
    /// Parcels of a loose shipment.
    pub parcel_count: i32,
    /// Grams of a loose shipment, as declared.
    pub weight_g: i32,
    /// Numbers of the loose parcels.
    pub parcel_numbers: Vec<i16>,
    /// Parcels of the shipment, also those that are in bags.
    pub shipment_parcels: i16,
}

impl ContentMember {
    /// The loose parcels; none of a bag.
    pub fn list_loose(&self) -> Vec<LooseParcel> {
        let Some(shipment_id) = self.shipment_id else { return Vec::new() };
        let parcel_count = self.shipment_parcels;
        self.parcel_numbers.iter().map(|seq| LooseParcel { shipment_id, seq: *seq, parcel_count }).collect()
    }
}

/// The bag that a scanned code names.
pub async fn find_bag(tx: &mut TenantTx, code: &str) -> ApiResult<Option<Uuid>> {
    Ok(sqlx::query_scalar(BAG_OF_CODE).bind(code).fetch_optional(&mut **tx).await?)
}

/// What the scan with this key has put onto a waybill, unless it was taken off.
pub async fn find_scanned(tx: &mut TenantTx, key: Uuid) -> ApiResult<Option<ScannedContent>> {
    Ok(sqlx::query_as(OF_SCAN).bind(key).fetch_optional(&mut **tx).await?)
}

/// Where bags and shipments are now.
pub async fn list_places(
    tx: &mut TenantTx,
    bag_ids: &[Uuid],
    shipment_ids: &[Uuid],
) -> ApiResult<Vec<ContentPlace>> {
    Ok(sqlx::query_as(PLACES).bind(bag_ids).bind(shipment_ids).fetch_all(&mut **tx).await?)
}

/// Those of these shipments that have a parcel in a bag.
pub async fn list_packed(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> ApiResult<Vec<PackedShipment>> {
    Ok(sqlx::query_as(PACKED).bind(shipment_ids).fetch_all(&mut **tx).await?)
}

/// Those of these shipments whose parcels have made a move without a bag.
pub async fn list_flown(
    tx: &mut TenantTx,
    shipment_ids: &[Uuid],
    parcel_move: ParcelMove,
) -> ApiResult<Vec<Uuid>> {
    let query = sqlx::query_scalar(FLOWN).bind(shipment_ids).bind(parcel_move.list_proofs());
    Ok(query.fetch_all(&mut **tx).await?)
}

/// Puts bags and shipments onto a waybill, which is locked like them. The line of a scan has its `key`; without one, each gets an id.
pub async fn insert(
    tx: &mut TenantTx,
    waybill_id: Uuid,
    new: &[ContentMember],
    key: Option<Uuid>,
    by: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let ids: Vec<Uuid> = new.iter().map(|_| key.unwrap_or_else(Uuid::now_v7)).collect();
    let query = sqlx::query(INSERT)
        .bind(waybill_id)
        .bind(ids)
        .bind(new.iter().map(|one| one.bag_id).collect::<Vec<_>>())
        .bind(new.iter().map(|one| one.shipment_id).collect::<Vec<_>>())
        .bind(new.iter().map(|one| one.code.as_str()).collect::<Vec<_>>())
        .bind(new.iter().map(|one| one.parcel_count).collect::<Vec<_>>())
        .bind(new.iter().map(|one| one.weight_g).collect::<Vec<_>>())
        .bind(at)
        .bind(by)
        .bind(new.iter().map(|one| write_numbers(&one.parcel_numbers)).collect::<Vec<_>>())
        .bind(new.iter().map(|one| one.shipment_parcels).collect::<Vec<_>>());
    query.execute(&mut **tx).await?;
    Ok(())
}

/// An array as Postgres reads it.
fn write_numbers(numbers: &[i16]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i16::to_string).collect();
    format!("{{{}}}", numbers.join(","))
}

pub async fn count(tx: &mut TenantTx, waybill_id: Uuid) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT).bind(waybill_id).fetch_one(&mut **tx).await?)
}

/// Takes bags and shipments off a waybill.
pub async fn remove(tx: &mut TenantTx, waybill_id: Uuid, ids: &[Uuid]) -> ApiResult<Vec<ContentMember>> {
    Ok(sqlx::query_as(REMOVE).bind(waybill_id).bind(ids).fetch_all(&mut **tx).await?)
}

/// Lets bags and shipments fly under another waybill. They still stand on this one.
pub async fn release(tx: &mut TenantTx, waybill_id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(RELEASE).bind(waybill_id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// The bags and loose shipments of a waybill: at most [`MAX_CONTENTS`].
pub async fn list_members(tx: &mut TenantTx, waybill_id: Uuid) -> ApiResult<Vec<ContentMember>> {
    Ok(sqlx::query_as(MEMBERS).bind(waybill_id).fetch_all(&mut **tx).await?)
}
