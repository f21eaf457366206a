//! SQL of re-weighings.

use chrono::{DateTime, NaiveDate, Utc};
use policy::Resource;
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Reweigh, ReweighOutcome, ReweighTotals, ReweighedParcel};
use super::notices::ReweighSubject;
use crate::rules::reweigh::{ReweighStatus, ReweighVerdict};
use server_core::http::error::{ApiError, ApiResult};
use server_core::live::Audience;
use server_core::record::{Listing, Records, Where};

pub const REWEIGHS: Records = Records {
    table: "reweighs",
    resource: Resource::Reweigh,
    id: "r.id = ",
    listing: Listing {
        columns: "r.id, r.shipment_id, r.tracking_code, r.client_id, r.client_name, r.subsidiary_id, r.partner_id, r.seq, r.status,
              r.verdict, r.outcome, r.parcels, r.declared_weight_g, r.measured_weight_g, r.chargeable_before_g,
              r.chargeable_after_g, r.total_before, r.total_after, r.difference, r.currency, r.deadline_on, r.reminded_on,
              r.dispute, r.disputed_at, r.reason, r.decided_at, r.measured_by, r.offer is not null as has_price,
              r.charge_revision is not null as is_charged,
              array(select p.seq from received_parcels p where p.shipment_id = r.shipment_id and p.withdrawn_at is null
                    and p.photo_key is not null order by p.seq) as photo_seqs, r.created_at, r.version",
        from: "reweighs r",
        order: "r.id desc",
    },
};

/// Weighings of a shipment that are read at most.
const MOST_WEIGHINGS: i64 = 100;

pub const MEASURED: &str = "
    select seq, weight_g, length_mm, width_mm, height_mm, measured_by, measured_at from received_parcels
    where shipment_id = $1 and withdrawn_at is null and weight_g is not null order by seq";
pub const OFFER: &str = "select offer, priced_on from reweighs where id = $1 and offer is not null";
pub const SUPERSEDE: &str = "
    update reweighs set status = 40, outcome = 'superseded', decided_at = $2, updated_at = $2, version = version + 1
    where shipment_id = $1 and status in (20, 30)
    returning id";
pub const RELEASE: &str = "
    update reweighs set status = 40, outcome = 'released', decided_at = $2, updated_at = $2, version = version + 1
    where id = any($1) and status in (20, 30)
    returning id";
/// Whose pages show them.
pub const PARTIES: &str = "
    select distinct party.id
    from reweighs r cross join lateral (values (r.client_id), (r.partner_id)) party(id)
    where r.id = any($1) and party.id is not null limit 51";
/// Those that wait, behind one of them.
pub const OPEN: &str = "
    select id, shipment_id, status, deadline_on from reweighs
    where status in (20, 30) and ($1::uuid is null or id > $1) order by id limit 1000";
pub const PARCEL_PHOTO: &str = "
    select photo_key, photo_type from received_parcels
    where shipment_id = $1 and seq = $2 and withdrawn_at is null and photo_key is not null";
pub const DISPUTE_PHOTO: &str =
    "select dispute_key, dispute_type from reweighs where id = $1 and dispute_key is not null";
pub const REMIND: &str = "update reweighs set reminded_on = $2 where id = $1";

/// The newest measures of a received parcel.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct MeasuredParcel {
    pub seq: i16,
    pub weight_g: i32,
    pub length_mm: Option<f64>,
    pub width_mm: Option<f64>,
    pub height_mm: Option<f64>,
    pub measured_by: Uuid,
    pub measured_at: DateTime<Utc>,
}

/// A re-weighing that waits.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct OpenReweigh {
    pub id: Uuid,
    pub shipment_id: Uuid,
    pub status: ReweighStatus,
    pub deadline_on: Option<NaiveDate>,
}

/// The columns of a new re-weighing.
#[derive(Debug, Serialize)]
pub struct NewReweigh {
    pub shipment_id: Uuid,
    pub tracking_code: String,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub subsidiary_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub seq: i16,
    pub status: ReweighStatus,
    pub verdict: ReweighVerdict,
    pub parcels: Vec<ReweighedParcel>,
    pub declared_weight_g: Option<i32>,
    pub measured_weight_g: i32,
    pub chargeable_before_g: Option<i32>,
    pub chargeable_after_g: Option<i32>,
    pub total_before: Option<Decimal>,
    pub total_after: Option<Decimal>,
    pub difference: Option<Decimal>,
    pub currency: Option<String>,
    pub offer: Option<Value>,
    pub priced_on: Option<NaiveDate>,
    pub charge_revision: Option<i16>,
    pub deadline_on: Option<NaiveDate>,
    pub measured_by: Uuid,
}

/// The columns of a decision.
#[derive(Debug, Serialize)]
pub struct ReweighSettlement {
    pub status: ReweighStatus,
    pub outcome: Option<ReweighOutcome>,
    pub charge_revision: Option<i16>,
    pub reason: Option<String>,
    pub decided_by: Option<Uuid>,
    pub decided_at: DateTime<Utc>,
}

/// The columns of a dispute that staff refused while the funds were short: the client has to answer again.
#[derive(Debug, Serialize)]
pub struct ReweighReturned {
    pub status: ReweighStatus,
    pub reason: String,
    pub deadline_on: NaiveDate,
    pub reminded_on: Option<NaiveDate>,
}

/// The columns of a dispute.
#[derive(Debug, Serialize)]
pub struct DisputeColumns<'a> {
    pub status: ReweighStatus,
    pub dispute: &'a str,
    pub dispute_key: &'a str,
    pub dispute_type: &'a str,
    pub disputed_at: DateTime<Utc>,
}

impl NewReweigh {
    /// Whose pages show it.
    pub fn readers(&self) -> Audience {
        Audience::Parties([self.client_id, self.partner_id].into_iter().flatten().collect())
    }

    pub fn subject(&self, id: Uuid) -> ReweighSubject<'_> {
        ReweighSubject {
            reweigh_id: id,
            shipment_id: self.shipment_id,
            tracking_code: &self.tracking_code,
            difference: self.difference,
            currency: self.currency.as_deref(),
            reason: None,
        }
    }
}

pub async fn list_measured(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Vec<MeasuredParcel>> {
    Ok(sqlx::query_as(MEASURED).bind(shipment_id).fetch_all(&mut **tx).await?)
}

/// The weighings of a shipment, the newest first.
pub async fn list_of_shipment(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Vec<Reweigh>> {
    let filter = Where::all().and("r.shipment_id = ", Some(shipment_id));
    REWEIGHS.listing.all(tx, &filter, MOST_WEIGHINGS).await
}

/// The price of the measured parcels, and its day. Returns 404 without one.
pub async fn find_offer(tx: &mut TenantTx, id: Uuid) -> ApiResult<(Value, NaiveDate)> {
    let found = sqlx::query_as(OFFER).bind(id).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

/// Ends what waits of a shipment that was weighed again, and returns it.
pub async fn supersede(tx: &mut TenantTx, shipment_id: Uuid, at: DateTime<Utc>) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(SUPERSEDE).bind(shipment_id).bind(at).fetch_all(&mut **tx).await?)
}

/// Ends what waits of shipments that have gone on, and returns it.
pub async fn release(tx: &mut TenantTx, ids: &[Uuid], at: DateTime<Utc>) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(RELEASE).bind(ids).bind(at).fetch_all(&mut **tx).await?)
}

/// All that wait: those that nobody pays for or decides do not keep the others from their end.
pub async fn list_open(tx: &mut TenantTx) -> ApiResult<Vec<OpenReweigh>> {
    let mut open: Vec<OpenReweigh> = Vec::new();
    // Each page is one statement for a thousand.
    loop {
        let behind = open.last().map(|one| one.id);
        let page: Vec<OpenReweigh> = sqlx::query_as(OPEN).bind(behind).fetch_all(&mut **tx).await?;
        if page.is_empty() {
            return Ok(open);
        }
        open.extend(page);
    }
}

/// The key and the type of the photo of a parcel. Returns 404 without one.
pub async fn find_parcel_photo(
    tx: &mut TenantTx,
    shipment_id: Uuid,
    seq: i16,
) -> ApiResult<(String, String)> {
    let found = sqlx::query_as(PARCEL_PHOTO).bind(shipment_id).bind(seq).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

/// The key and the type of the photo of a dispute. Returns 404 without one.
pub async fn find_dispute_photo(tx: &mut TenantTx, id: Uuid) -> ApiResult<(String, String)> {
    let found = sqlx::query_as(DISPUTE_PHOTO).bind(id).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

/// Notes that the client was reminded.
pub async fn mark_reminded(tx: &mut TenantTx, id: Uuid, on: NaiveDate) -> ApiResult<()> {
    sqlx::query(REMIND).bind(id).bind(on).execute(&mut **tx).await?;
    Ok(())
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn count_by_status(tx: &mut TenantTx, filter: &Where) -> ApiResult<ReweighTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where r.status = 20) as held, count(*) filter (where r.status = 30) as disputed,
                count(*) filter (where r.status = 40) as settled
         from reweighs r",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}
