//! SQL of parcels of clients that are packed.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

/// In the order of the ids, so that two requests never wait for each other.
pub const LOCK: &str = "select id from inbound_parcels where id = any($1) order by id for no key update";
pub const CLAIM: &str = "
    update inbound_parcels set repack_id = $2, version = version + 1, updated_at = $3 where id = any($1)";
pub const SCAN: &str = "
    update inbound_parcels set scanned_at = coalesce(scanned_at, $3), version = version + 1, updated_at = $3
    where id = (
        select id from inbound_parcels where repack_id = $1 and external_code = any($2) and status in (20, 30)
        order by length(external_code) desc limit 1
    )
    returning id";
/// Parcels of a request that ends without them lie where they are.
pub const RELEASE: &str = "
    update inbound_parcels set repack_id = null, scanned_at = null, version = version + 1, updated_at = $2
    where id = any($1)";
pub const PACK: &str = "
    update inbound_parcels i
    set status = 40, released_at = $5, fee_share = n.fee_share, shipment_id = $3, tracking_code = $4, notice_at = null,
        version = version + 1, updated_at = $5
    from unnest($1::uuid[], $2::numeric[]) n (id, fee_share)
    where i.id = n.id";
/// Their storage until the packing is charged: a new stay begins with it. They keep the names of their places.
pub const UNPACK: &str = "
    update inbound_parcels
    set status = case when place is null then 20 else 30 end, arrived_at = released_at, released_at = null, repack_id = null,
        scanned_at = null, fee_share = null, shipment_id = null, tracking_code = null, version = version + 1, updated_at = $2
    where shipment_id = $1 and status = 40
    returning id";
pub const PACKED_FOR: &str = "select distinct shipment_id from inbound_parcels where status = 40 limit 5000";
pub const DEPART: &str = "
    update inbound_parcels set status = 50, version = version + 1, updated_at = $2
    where shipment_id = any($1) and status = 40
    returning id";
/// Whose pages show them.
pub const PARTIES: &str = "
    select distinct client_id from inbound_parcels where id = any($1) and client_id is not null limit 51";

/// The shipment that takes parcels out.
pub struct TakingShipment<'a> {
    pub id: Uuid,
    pub tracking_code: &'a str,
}

pub async fn lock_many(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<()> {
    sqlx::query(LOCK).bind(ids).execute(&mut **tx).await?;
    Ok(())
}

/// Gives parcels to a request.
pub async fn claim(tx: &mut TenantTx, ids: &[Uuid], repack_id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(CLAIM).bind(ids).bind(repack_id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Notes that the packer has a parcel of a request in hand. None for codes of which none is one of its parcels.
pub async fn scan(
    tx: &mut TenantTx,
    repack_id: Uuid,
    codes: &[String],
    at: DateTime<Utc>,
) -> ApiResult<Option<Uuid>> {
    let query = sqlx::query_scalar(SCAN).bind(repack_id).bind(codes).bind(at);
    Ok(query.fetch_optional(&mut **tx).await?)
}

pub async fn release(tx: &mut TenantTx, ids: &[Uuid], at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(RELEASE).bind(ids).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Packs parcels into a shipment, each with its share of the fee: their storage ends.
pub async fn pack(
    tx: &mut TenantTx,
    shares: &[(Uuid, Decimal)],
    shipment: &TakingShipment<'_>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let ids: Vec<Uuid> = shares.iter().map(|(id, _)| *id).collect();
    let fees: Vec<Decimal> = shares.iter().map(|(_, share)| *share).collect();
    let query =
        sqlx::query(PACK).bind(ids).bind(fees).bind(shipment.id).bind(shipment.tracking_code).bind(at);
    query.execute(&mut **tx).await?;
    Ok(())
}

/// Frees the parcels that are packed into a shipment, which is locked, and returns them.
pub async fn unpack(tx: &mut TenantTx, shipment_id: Uuid, at: DateTime<Utc>) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(UNPACK).bind(shipment_id).bind(at).fetch_all(&mut **tx).await?)
}

/// The shipments that parcels are packed for and that have not left, as far as it is noted.
pub async fn list_packed_for(tx: &mut TenantTx) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(PACKED_FOR).fetch_all(&mut **tx).await?)
}

/// Notes that parcels have left with their shipments, and returns them.
pub async fn depart(tx: &mut TenantTx, shipment_ids: &[Uuid], at: DateTime<Utc>) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(DEPART).bind(shipment_ids).bind(at).fetch_all(&mut **tx).await?)
}
