//! SQL of waybills.

use chrono::{DateTime, Utc};
use policy::Resource;
use serde_json::Value;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::WaybillStageTotals;
use super::state::WaybillStatus;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

pub const WAYBILLS: Records = Records {
    table: "mawbs",
    resource: Resource::Mawb,
    id: "m.id = ",
    listing: Listing {
        columns: "m.id, m.number, m.status, m.revision, m.range_id, m.range_id is null as is_foreign, m.provider_id, m.provider_name,
              m.airline_code, m.subsidiary_id, m.origin_airport, m.destination_airport, m.legs, m.departs_on, m.flights, m.cutoff_at,
              m.shipper, m.consignee, m.agent, m.pieces, m.gross_g, m.chargeable_g, m.volume_cm3, m.currency, m.payment, m.rate_lines,
              m.other_charges, m.declared_carriage, m.declared_customs, m.goods, m.handling_codes, m.handling_note, m.is_electronic,
              m.customs_reference, m.executed_on, m.executed_at, m.signatory, m.note, m.issued_at, m.moved_at, m.reason,
              m.carrier_note, m.created_at, m.updated_at, m.version,
              (select jsonb_build_object(
                   'bags', count(b.id), 'bag_parcels', coalesce(sum(b.parcel_count), 0), 'loose_shipments', count(c.shipment_id),
                   'loose_parcels', coalesce(sum(c.parcel_count) filter (where b.id is null), 0),
                   'weight_g', coalesce(sum(coalesce(b.gross_g, b.tare_g + b.parcel_weight_g, c.weight_g)), 0)
               ) from mawb_contents c left join bags b on b.id = c.bag_id where c.mawb_id = m.id) as counted",
        from: "mawbs m",
        order: "m.id desc",
    },
};

pub const INSERT_REVISION: &str = "
    insert into mawb_revisions (mawb_id, revision, document, reason, issued_at, issued_by) values ($1, $2, $3, $4, $5, $6)";
pub const REVISIONS: &str = "
    select revision, reason, issued_at, issued_by from mawb_revisions where mawb_id = $1 order by revision desc limit 1000";
pub const DOCUMENT: &str = "select document from mawb_revisions where mawb_id = $1 and revision = $2";
pub const OF_BAG: &str = "m.id in (select mawb_id from mawb_contents where bag_id = ";
pub const OF_MESSAGE: &str = "m.id in (select mawb_id from cargo_events where message_id = ";
/// Loose, or in a bag.
pub const OF_SHIPMENT: &str = "
    m.id in (select c.mawb_id from (
        select mawb_id, shipment_id from mawb_contents where shipment_id is not null
        union all select o.mawb_id, p.shipment_id from bag_parcels p join mawb_contents o on o.bag_id = p.bag_id
        where p.left_at is null and p.unpacked_at is null
    ) c where c.shipment_id = ";
/// Its version also stands for its contents.
pub const TOUCH: &str = "update mawbs set version = version + 1, updated_at = $2 where id = $1";
/// The moves that its parcels have followed.
pub const MOVES: &str = "select told_moves from mawbs where id = $1";
pub const SET_MOVE: &str = "
    update mawbs set status = $2, moved_at = $3, told_moves = $4, version = version + 1, updated_at = $5 where id = $1";
pub const ID_OF_NUMBER: &str =
    "select id from mawbs where number = $1 and ($2::uuid[] is null or subsidiary_id = any($2))";
pub const LOCK: &str = "select id from mawbs where id = any($1) order by id for no key update";

/// A document as it was issued or amended, without what it says.
#[derive(sqlx::FromRow)]
pub struct RevisionRow {
    pub revision: i16,
    pub reason: Option<String>,
    pub issued_at: DateTime<Utc>,
    pub issued_by: Uuid,
}

/// A document to freeze.
pub struct NewRevision<'a> {
    pub waybill_id: Uuid,
    pub revision: i16,
    pub document: &'a Value,
    pub reason: Option<&'a str>,
    pub by: Uuid,
    pub at: DateTime<Utc>,
}

pub async fn insert_revision(tx: &mut TenantTx, new: &NewRevision<'_>) -> ApiResult<()> {
    let query = sqlx::query(INSERT_REVISION)
        .bind(new.waybill_id)
        .bind(new.revision)
        .bind(new.document)
        .bind(new.reason)
        .bind(new.at)
        .bind(new.by);
    query.execute(&mut **tx).await?;
    Ok(())
}

/// The newest one first.
pub async fn list_revisions(tx: &mut TenantTx, waybill_id: Uuid) -> ApiResult<Vec<RevisionRow>> {
    Ok(sqlx::query_as(REVISIONS).bind(waybill_id).fetch_all(&mut **tx).await?)
}

pub async fn find_document(tx: &mut TenantTx, waybill_id: Uuid, revision: i16) -> ApiResult<Option<Value>> {
    let query = sqlx::query_scalar(DOCUMENT).bind(waybill_id).bind(revision);
    Ok(query.fetch_optional(&mut **tx).await?)
}

/// Locks waybills until the transaction ends. Shipments and bags are locked before them.
pub async fn lock(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<()> {
    sqlx::query(LOCK).bind(ids).execute(&mut **tx).await?;
    Ok(())
}

/// How far a waybill is.
pub struct WaybillMove<'a> {
    pub status: WaybillStatus,
    pub moved_at: DateTime<Utc>,
    /// Moves that its parcels have followed.
    pub told_moves: &'a [String],
}

/// The moves that the parcels of a waybill have followed.
pub async fn list_moves(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<String>> {
    Ok(sqlx::query_scalar(MOVES).bind(id).fetch_one(&mut **tx).await?)
}

pub async fn set_move(
    tx: &mut TenantTx,
    id: Uuid,
    moved: &WaybillMove<'_>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let query = sqlx::query(SET_MOVE).bind(id).bind(moved.status.code()).bind(moved.moved_at);
    query.bind(moved.told_moves).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// The waybill of a number, of these branches or of all.
pub async fn find_by_number(
    tx: &mut TenantTx,
    number: &str,
    branches: Option<&[Uuid]>,
) -> ApiResult<Option<Uuid>> {
    Ok(sqlx::query_scalar(ID_OF_NUMBER).bind(number).bind(branches).fetch_optional(&mut **tx).await?)
}

/// A new version, because its contents have changed.
pub async fn touch(tx: &mut TenantTx, id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(TOUCH).bind(id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn count_by_status(tx: &mut TenantTx, filter: &Where) -> ApiResult<WaybillStageTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where m.status = 10) as draft, count(*) filter (where m.status = 20) as booked,
                count(*) filter (where m.status in (30, 40)) as issued, count(*) filter (where m.status = 50) as departed,
                count(*) filter (where m.status in (60, 65, 70)) as arrived, count(*) filter (where m.status = 80) as delivered,
                count(*) filter (where m.status = 0) as void
         from mawbs m",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}
