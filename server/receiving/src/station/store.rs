//! SQL of received parcels.

use chrono::{DateTime, Utc};
use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{ParcelMeasurement, ParcelScan};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::files::document::SavedDocument;
use server_core::http::error::{ApiError, ApiResult, OnConstraint};
use server_core::http::messages::MessageCode;
use server_core::record::{Listing, Records};

pub const RECEIVED_PARCELS: Records = Records {
    table: "received_parcels",
    resource: Resource::Receiving,
    id: "p.id = ",
    listing: Listing {
        columns: "p.id, p.shipment_id, p.seq, p.code, p.tracking_code, p.inbound_parcel_id, p.client_id, p.warehouse_id, p.station, p.received_at, p.weight_g,
              p.weight_source, p.length_mm, p.width_mm, p.height_mm, p.measured_at, p.photo_key is not null as has_photo,
              p.withdrawn_at, p.version,
              coalesce((select i.status > 20 from inbound_parcels i where i.id = p.inbound_parcel_id), false) as is_put_away",
        from: "received_parcels p",
        order: "p.received_at desc, p.id desc",
    },
};

pub const INSERT: &str = "
    insert into received_parcels (id, shipment_id, seq, code, tracking_code, subsidiary_id, warehouse_id, station, received_at,
                                  received_by, event_id, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
    on conflict (id) do nothing";
/// The parcels of a shipment that are there.
pub const NUMBERS: &str =
    "select seq, id from received_parcels where shipment_id = $1 and withdrawn_at is null order by seq";
pub const IDENTIFY: &str = "
    update received_parcels
    set shipment_id = $2, seq = $3, tracking_code = $4, subsidiary_id = $5, event_id = $6, inbound_parcel_id = null,
        version = version + 1, updated_at = $7
    where id = $1";
/// A parcel that is in hand without a station.
pub const INSERT_BY_HAND: &str = "
    insert into received_parcels (id, code, subsidiary_id, warehouse_id, received_at, received_by, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $5, $5)";
pub const LINK: &str = "
    update received_parcels
    set inbound_parcel_id = $2, client_id = $3, subsidiary_id = coalesce($4, subsidiary_id), version = version + 1
    where id = $1";
pub const INSERT_MEASUREMENT: &str = "
    insert into parcel_measurements (id, received_parcel_id, weight_g, weight_text, weight_source, length_mm, width_mm, height_mm,
                                     measured_at, measured_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (id) do nothing";
/// Whether the measurement of this key says the same of the same parcel.
pub const IS_SAME_MEASUREMENT: &str = "
    select exists (
        select from parcel_measurements
        where id = $1 and received_parcel_id = $2 and weight_g = $3 and length_mm is not distinct from $4
          and width_mm is not distinct from $5 and height_mm is not distinct from $6
    )";
pub const SET_MEASUREMENT: &str = "
    update received_parcels
    set weight_g = $2, weight_source = $3, length_mm = $4, width_mm = $5, height_mm = $6, measured_at = $7, measured_by = $8,
        version = version + 1, updated_at = $9
    where id = $1 and (measured_at is null or measured_at <= $7)";
pub const MISSING: &str = "select seq from missing_parcels where shipment_id = $1 order by seq";
pub const CLOSE: &str = "
    insert into missing_parcels (shipment_id, seq, reason, closed_by, closed_at)
    select $1, seq, $3, $4, $5 from unnest($2::smallint[]) gone(seq)
    on conflict (shipment_id, seq) do nothing";
pub const COME_AFTER_ALL: &str = "delete from missing_parcels where shipment_id = $1 and seq = $2";
pub const SET_PHOTO: &str = "
    update received_parcels set photo_key = $2, photo_type = $3, version = version + 1, updated_at = $4 where id = $1";
pub const PHOTO: &str =
    "select photo_key, photo_type from received_parcels where id = $1 and photo_key is not null";
/// Old photos, at most 200. Those of re-weighings that are not settled are looked at still, and so are those of clients' parcels that
/// lie in a warehouse: their days begin when they leave it.
pub const FORGET_PHOTOS: &str = "
    update received_parcels p set photo_key = null, photo_type = null, version = p.version + 1
    from (
        select id, photo_key from received_parcels old
        where photo_key is not null and received_at < $1
          and not exists (select from reweighs r where r.shipment_id = old.shipment_id and r.status in (20, 30))
          and not exists (select from inbound_parcels i
                          where i.id = old.inbound_parcel_id and (i.status in (20, 30) or i.released_at >= $1))
        order by received_at limit 200
    ) old
    where p.id = old.id
    returning old.photo_key";
pub const EVENT: &str = "select event_id from received_parcels where id = $1";
pub const GIVE_EVENT: &str = "
    update received_parcels set event_id = $2
    where id = (
        select id from received_parcels where shipment_id = $1 and withdrawn_at is null and id <> $3 order by seq limit 1
    )";
pub const WITHDRAW: &str = "
    update received_parcels
    set withdrawn_at = $2, withdrawn_by = $3, event_id = null, inbound_parcel_id = null, client_id = null, version = version + 1,
        updated_at = $2
    where id = $1";

/// The shipment and the number of a parcel that is known.
pub struct KnownParcel<'a> {
    pub shipment_id: Uuid,
    pub seq: i16,
    pub tracking_code: &'a str,
    pub subsidiary_id: Option<Uuid>,
    /// The event that its scan has recorded.
    pub event_id: Option<Uuid>,
}

/// Who scans, and when.
pub struct Receiver {
    pub user_id: Uuid,
    /// The branch that the user is bound to.
    pub subsidiary_id: Option<Uuid>,
    pub at: DateTime<Utc>,
}

/// The parcel of a client that a received one is.
pub struct ClientParcel {
    pub inbound_parcel_id: Uuid,
    /// None while nobody knows whose it is.
    pub client_id: Option<Uuid>,
    /// Branch of its warehouse.
    pub subsidiary_id: Option<Uuid>,
}

impl Receiver {
    pub fn of(ctx: &Ctx, scope: &RowScope) -> Self {
        let (_, subsidiaries, _) = scope.parts();
        let subsidiary_id = subsidiaries.and_then(|own| own.first().copied());
        Self { user_id: ctx.user.id, subsidiary_id, at: ctx.now() }
    }
}

/// Writes a received parcel. False for one that is known: nothing changes.
pub async fn insert(
    tx: &mut TenantTx,
    scan: &ParcelScan,
    known: Option<&KnownParcel<'_>>,
    receiver: &Receiver,
) -> ApiResult<bool> {
    let written = sqlx::query(INSERT)
        .bind(scan.key)
        .bind(known.map(|known| known.shipment_id))
        .bind(known.map(|known| known.seq))
        .bind(scan.code.trim())
        .bind(known.map(|known| known.tracking_code))
        .bind(known.map_or(receiver.subsidiary_id, |known| known.subsidiary_id))
        .bind(scan.warehouse_id)
        .bind(scan.station.trim())
        .bind(scan.read_time(receiver.at))
        .bind(receiver.user_id)
        .bind(known.and_then(|known| known.event_id))
        .bind(receiver.at)
        .execute(&mut **tx)
        .await
        .on_constraint("received_parcels_warehouse_id_fkey", "warehouse_id", MessageCode::UnknownOption)?;
    Ok(written.rows_affected() > 0)
}

/// Writes a parcel that is in hand without a station.
pub async fn insert_by_hand(
    tx: &mut TenantTx,
    id: Uuid,
    code: &str,
    warehouse_id: Option<Uuid>,
    receiver: &Receiver,
) -> ApiResult<()> {
    sqlx::query(INSERT_BY_HAND)
        .bind(id)
        .bind(code)
        .bind(receiver.subsidiary_id)
        .bind(warehouse_id)
        .bind(receiver.at)
        .bind(receiver.user_id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Says which parcel of a client a received one is.
pub async fn link(tx: &mut TenantTx, id: Uuid, parcel: &ClientParcel) -> ApiResult<()> {
    let ClientParcel { inbound_parcel_id, client_id, subsidiary_id } = parcel;
    let linked = sqlx::query(LINK).bind(id).bind(inbound_parcel_id).bind(client_id).bind(subsidiary_id);
    linked.execute(&mut **tx).await?;
    Ok(())
}

/// The numbers of the parcels of a shipment that are there, with their ids.
pub async fn list_numbers(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Vec<(i16, Uuid)>> {
    Ok(sqlx::query_as(NUMBERS).bind(shipment_id).fetch_all(&mut **tx).await?)
}

pub async fn identify(
    tx: &mut TenantTx,
    id: Uuid,
    known: &KnownParcel<'_>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(IDENTIFY)
        .bind(id)
        .bind(known.shipment_id)
        .bind(known.seq)
        .bind(known.tracking_code)
        .bind(known.subsidiary_id)
        .bind(known.event_id)
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The place of a sent measurement among those of its parcel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasurementRank {
    /// It was sent before; nothing changes.
    Known,
    /// It waited, and the parcel was measured again meanwhile.
    Outdated,
    /// It counts now.
    Newest,
}

/// Writes a measurement. Returns 409 `record_id_reused` when its key is that of another one.
pub async fn measure(
    tx: &mut TenantTx,
    id: Uuid,
    measurement: &ParcelMeasurement,
    by: Uuid,
    now: DateTime<Utc>,
) -> ApiResult<MeasurementRank> {
    let at = measurement.read_time(now);
    let ParcelMeasurement {
        key, weight_g, weight_text, weight_source, length_mm, width_mm, height_mm, ..
    } = measurement;
    let written = sqlx::query(INSERT_MEASUREMENT)
        .bind(key)
        .bind(id)
        .bind(weight_g)
        .bind(weight_text.trim())
        .bind(weight_source.as_str())
        .bind(length_mm)
        .bind(width_mm)
        .bind(height_mm)
        .bind(at)
        .bind(by)
        .execute(&mut **tx)
        .await?;
    if written.rows_affected() == 0 {
        let same = sqlx::query_scalar(IS_SAME_MEASUREMENT).bind(key).bind(id).bind(weight_g);
        let same = same.bind(length_mm).bind(width_mm).bind(height_mm);
        let is_same: bool = same.fetch_one(&mut **tx).await?;
        let refused = ApiError::refused(MessageCode::RecordIdReused);
        return if is_same { Ok(MeasurementRank::Known) } else { Err(refused) };
    }
    let changed = sqlx::query(SET_MEASUREMENT)
        .bind(id)
        .bind(weight_g)
        .bind(weight_source.as_str())
        .bind(length_mm)
        .bind(width_mm)
        .bind(height_mm)
        .bind(at)
        .bind(by)
        .bind(now)
        .execute(&mut **tx)
        .await?;
    let is_newest = changed.rows_affected() == 1;
    Ok(if is_newest { MeasurementRank::Newest } else { MeasurementRank::Outdated })
}

/// The numbers of the parcels of a shipment that do not come.
pub async fn list_missing(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Vec<i16>> {
    Ok(sqlx::query_scalar(MISSING).bind(shipment_id).fetch_all(&mut **tx).await?)
}

/// Notes that these parcels of a shipment do not come.
pub async fn close(
    tx: &mut TenantTx,
    shipment_id: Uuid,
    numbers: &[i16],
    reason: &str,
    by: &Receiver,
) -> ApiResult<()> {
    let written = sqlx::query(CLOSE).bind(shipment_id).bind(numbers).bind(reason).bind(by.user_id);
    written.bind(by.at).execute(&mut **tx).await?;
    Ok(())
}

/// A parcel that was missing is there.
pub async fn come_after_all(tx: &mut TenantTx, shipment_id: Uuid, seq: i16) -> ApiResult<()> {
    sqlx::query(COME_AFTER_ALL).bind(shipment_id).bind(seq).execute(&mut **tx).await?;
    Ok(())
}

/// Sets the photo of a parcel, which is locked, and returns the key of the one before.
pub async fn set_photo(
    tx: &mut TenantTx,
    id: Uuid,
    photo: &SavedDocument,
    at: DateTime<Utc>,
) -> ApiResult<Option<String>> {
    let before = find_photo(tx, id).await?;
    let set = sqlx::query(SET_PHOTO).bind(id).bind(&photo.file_key).bind(photo.content_type).bind(at);
    set.execute(&mut **tx).await?;
    Ok(before.map(|(key, _)| key))
}

/// The key and the type of the photo of a parcel.
pub async fn find_photo(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<(String, String)>> {
    Ok(sqlx::query_as(PHOTO).bind(id).fetch_optional(&mut **tx).await?)
}

/// Deletes the photos of parcels that were received before, and returns their keys.
pub async fn forget_photos(tx: &mut TenantTx, before: DateTime<Utc>) -> ApiResult<Vec<String>> {
    Ok(sqlx::query_scalar(FORGET_PHOTOS).bind(before).fetch_all(&mut **tx).await?)
}

pub async fn find_event(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<Uuid>> {
    Ok(sqlx::query_scalar(EVENT).bind(id).fetch_one(&mut **tx).await?)
}

/// Gives the event of a parcel to another one of its shipment that is there. False if there is none.
pub async fn give_event(tx: &mut TenantTx, shipment_id: Uuid, event_id: Uuid, from: Uuid) -> ApiResult<bool> {
    let given =
        sqlx::query(GIVE_EVENT).bind(shipment_id).bind(event_id).bind(from).execute(&mut **tx).await?;
    Ok(given.rows_affected() > 0)
}

pub async fn withdraw(tx: &mut TenantTx, id: Uuid, by: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(WITHDRAW).bind(id).bind(at).bind(by).execute(&mut **tx).await?;
    Ok(())
}
