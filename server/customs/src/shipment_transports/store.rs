//! SQL of what carries a shipment.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::bags::model::BagKind;
use crate::bags::state::BagStatus;
use crate::waybills::parts::WaybillLeg;
use crate::waybills::state::WaybillStatus;
use server_core::http::error::ApiResult;

/// The bags that its parcels are in, or were unpacked from.
pub const BAGS: &str = "
    select b.id, b.number, b.kind, b.status, b.subsidiary_id, b.origin_airport, b.destination_airport, b.closed_at,
           count(*) as parcel_count, min(p.scanned_at) as packed_at
    from bag_parcels p join bags b on b.id = p.bag_id
    where p.shipment_id = $1 and p.left_at is null
    group by b.id order by packed_at, b.id limit 50";
/// The waybills that carry the bags, or the shipment itself; the newest first.
pub const WAYBILLS: &str = "
    select c.bag_id, m.id, m.number, m.status, m.subsidiary_id, m.origin_airport, m.destination_airport, m.legs, m.moved_at,
           c.parcel_count
    from mawb_contents c join mawbs m on m.id = c.mawb_id
    where (c.bag_id = any($1) or c.shipment_id = $2) and m.status <> 0
    order by c.added_at desc, c.id limit 100";
/// Parcels that were not there when their waybill or master was unpacked, and of which nobody has heard since.
pub const SHORT: &str = "
    select l.bag_id, k.mawb_id, count(*) as parcel_count
    from break_bag_lines l join break_bags k on k.id = l.break_bag_id
    where l.shipment_id = $1 and l.is_expected and l.scanned_at is null and k.status = 30
    group by l.bag_id, k.mawb_id";

/// A bag with parcels of the shipment.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct CarryingBag {
    pub id: Uuid,
    pub number: String,
    pub kind: BagKind,
    pub status: BagStatus,
    pub subsidiary_id: Option<Uuid>,
    pub origin_airport: String,
    pub destination_airport: String,
    pub closed_at: Option<DateTime<Utc>>,
    pub parcel_count: i64,
    pub packed_at: DateTime<Utc>,
}

/// A waybill with such a bag, or with the shipment.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct CarryingWaybill {
    pub bag_id: Option<Uuid>,
    pub id: Uuid,
    pub number: String,
    pub status: WaybillStatus,
    pub subsidiary_id: Option<Uuid>,
    pub origin_airport: String,
    pub destination_airport: String,
    pub legs: Json<Vec<WaybillLeg>>,
    pub moved_at: Option<DateTime<Utc>>,
    /// Parcels of a shipment without a bag.
    pub parcel_count: i32,
}

/// Parcels of a shipment that did not arrive in a bag, or on a waybill without a bag.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ShortParcels {
    pub bag_id: Option<Uuid>,
    pub mawb_id: Option<Uuid>,
    pub parcel_count: i64,
}

pub async fn list_bags(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Vec<CarryingBag>> {
    Ok(sqlx::query_as(BAGS).bind(shipment_id).fetch_all(&mut **tx).await?)
}

pub async fn list_waybills(
    tx: &mut TenantTx,
    bag_ids: &[Uuid],
    shipment_id: Uuid,
) -> ApiResult<Vec<CarryingWaybill>> {
    Ok(sqlx::query_as(WAYBILLS).bind(bag_ids).bind(shipment_id).fetch_all(&mut **tx).await?)
}

pub async fn list_short(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Vec<ShortParcels>> {
    Ok(sqlx::query_as(SHORT).bind(shipment_id).fetch_all(&mut **tx).await?)
}
