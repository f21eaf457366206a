//! Waybills as their events need them.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use trade::identifiers::Awb;
use uuid::Uuid;

use super::code::CargoStage;
use super::fold::WaybillProgress;
use crate::parcel_moves::LooseParcel;
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

macro_rules! columns {
    () => {
        "select w.id, w.number, w.status, w.origin_airport as origin, w.destination_airport as destination,
                coalesce(w.pieces, (
                    select sum(case when c.bag_id is null then greatest(c.parcel_count, 1) else 1 end)
                    from mawb_contents c where c.mawb_id = w.id
                ), 1)::integer as pieces
         from mawbs w where w.id = $1"
    };
}

/// $2 are the branches of a user who is bound to some.
pub const FIND: &str = concat!(columns!(), " and ($2::uuid[] is null or w.subsidiary_id = any($2))");
pub const LOAD: &str = columns!();
pub const LOCK: &str = "select id from mawbs where id = $1 for no key update";
pub const BY_NUMBER: &str =
    "select id from mawbs where number = $1 and ($2::uuid[] is null or subsidiary_id = any($2))";
pub const BAG_IDS: &str =
    "select bag_id from mawb_contents where mawb_id = $1 and bag_id is not null order by bag_id";
pub const LOOSE: &str = "
    select c.shipment_id, n.seq::smallint as seq, greatest(c.parcel_count, 1)::smallint as parcel_count
    from mawb_contents c cross join lateral generate_series(1, greatest(c.parcel_count, 1)) n(seq)
    where c.mawb_id = $1 and c.shipment_id is not null order by c.shipment_id, n.seq";
pub const SET_STATUS: &str = "
    update mawbs set status = $2, moved_at = $3, version = version + 1, updated_at = $4 where id = $1";

const VOID: i16 = 0;

/// A waybill with what its events need.
#[derive(Clone, Debug)]
pub struct EventWaybill {
    pub id: Uuid,
    pub awb: Awb,
    pub status: i16,
    pub origin: String,
    pub destination: String,
    /// As typed, or counted: bags, and parcels without a bag.
    pub pieces: i32,
}

#[derive(sqlx::FromRow)]
struct WaybillRow {
    id: Uuid,
    number: String,
    status: i16,
    origin: String,
    destination: String,
    pieces: i32,
}

impl WaybillRow {
    fn into_waybill(self) -> ApiResult<EventWaybill> {
        let awb = Awb::parse(&self.number).map_err(|_| ApiError::refused(MessageCode::Invalid))?;
        let Self { id, status, origin, destination, pieces, .. } = self;
        Ok(EventWaybill { id, awb, status, origin, destination, pieces })
    }
}

impl EventWaybill {
    pub const fn is_void(&self) -> bool {
        self.status == VOID
    }
}

/// A waybill that the user reaches.
pub async fn find(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<EventWaybill> {
    let (_, branches, _) = scope.parts();
    let row: Option<WaybillRow> =
        sqlx::query_as(FIND).bind(id).bind(branches).fetch_optional(&mut **tx).await?;
    row.ok_or_else(ApiError::not_found)?.into_waybill()
}

/// A waybill, locked until the transaction ends. Its bags are locked before it.
pub async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<EventWaybill> {
    sqlx::query(LOCK).bind(id).execute(&mut **tx).await?;
    let row: WaybillRow = sqlx::query_as(LOAD).bind(id).fetch_one(&mut **tx).await?;
    row.into_waybill()
}

/// The waybill of a number, of these branches or of all.
pub async fn find_by_number(
    tx: &mut TenantTx,
    awb: &Awb,
    branches: Option<&[Uuid]>,
) -> ApiResult<Option<Uuid>> {
    let number = awb.to_formatted();
    Ok(sqlx::query_scalar(BY_NUMBER).bind(number).bind(branches).fetch_optional(&mut **tx).await?)
}

pub async fn list_bag_ids(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(BAG_IDS).bind(id).fetch_all(&mut **tx).await?)
}

/// The parcels that are in no bag.
pub async fn list_loose(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<LooseParcel>> {
    Ok(sqlx::query_as(LOOSE).bind(id).fetch_all(&mut **tx).await?)
}

/// Writes how far a waybill is.
pub async fn set_stage(
    tx: &mut TenantTx,
    waybill: &EventWaybill,
    stage: CargoStage,
    progress: &WaybillProgress,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let moved_at = progress.of_stage(stage).map_or(at, |progress| progress.began_at);
    let status = to_status(stage);
    sqlx::query(SET_STATUS).bind(waybill.id).bind(status).bind(moved_at).bind(at).execute(&mut **tx).await?;
    Ok(())
}

const fn to_status(stage: CargoStage) -> i16 {
    match stage {
        CargoStage::Accepted => 40,
        CargoStage::Departed => 50,
        CargoStage::Arrived => 60,
        CargoStage::Received => 65,
        CargoStage::Customs => 70,
        CargoStage::Delivered => 80,
    }
}
