//! SQL of requests for shipments.

use chrono::{DateTime, Utc};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{MissingParcel, Repack, RepackOption, RepackTotals, verdict};
use super::packed_storage::PackedTerms;
use crate::steps::repack::RepackStatus;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::{Listing, Records, Where};
use trade::steps::Actor;

pub const REPACKS: Records = Records {
    table: "repacks",
    resource: Resource::Repack,
    id: "r.id = ",
    listing: Listing {
        columns: "r.id, r.client_id, r.client_name, r.suite_code, r.warehouse_id, r.warehouse_name, r.subsidiary_id, r.status,
              r.parcel_count,
              (select count(*) from inbound_parcels i where i.repack_id = r.id and i.scanned_at is not null) as scanned_count,
              to_jsonb(r.options) as options, r.note, r.fee, r.currency::text as currency, r.weight_g, r.length_mm, r.width_mm,
              r.height_mm, r.missing, r.shipment_id, r.tracking_code, r.reason, r.packed_at,
              r.storage as terms, r.time_zone, r.client_group_id, r.departed_at, r.storage_charged, r.created_at, r.version",
        from: "repacks r",
        order: "r.id desc",
    },
};

pub const PACKED: &str = "
    select id as repack_id, shipment_id from repacks
    where storage is not null and departed_at is null and shipment_id is not null
    order by packed_at desc limit 5000";

pub const END_STORAGE: &str = "
    update repacks set storage = null, time_zone = null, version = version + 1, updated_at = $2
    where shipment_id = $1 and departed_at is null";

/// The columns of a new request.
#[derive(Debug, Serialize)]
pub struct NewRepack {
    pub client_id: Uuid,
    pub client_name: Option<String>,
    pub suite_code: Option<String>,
    pub warehouse_id: Uuid,
    pub warehouse_name: Option<String>,
    pub subsidiary_id: Option<Uuid>,
    pub parcel_count: usize,
    pub options: Vec<RepackOption>,
    pub note: Option<String>,
    pub fee: Decimal,
    pub currency: String,
    pub created_by: Uuid,
}

/// The columns of a finished request.
#[derive(Debug, Serialize)]
pub struct FinishedRepack {
    pub status: RepackStatus,
    pub weight_g: i32,
    pub length_mm: Option<f64>,
    pub width_mm: Option<f64>,
    pub height_mm: Option<f64>,
    pub missing: Vec<MissingParcel>,
    pub shipment_id: Uuid,
    pub tracking_code: String,
    pub packed_by: Uuid,
    pub packed_at: DateTime<Utc>,
    #[serde(flatten)]
    pub terms: PackedTerms,
}

/// The columns of a packed parcel that has left.
#[derive(Debug, Serialize)]
pub struct DepartedColumns {
    pub departed_at: DateTime<Utc>,
    pub storage_charged: Option<Decimal>,
}

/// A packed parcel that lies in its warehouse, as far as it is noted.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct PackedParcel {
    pub repack_id: Uuid,
    pub shipment_id: Uuid,
}

/// The packed parcels, the newest first.
pub async fn list_packed(tx: &mut TenantTx) -> ApiResult<Vec<PackedParcel>> {
    Ok(sqlx::query_as(PACKED).fetch_all(&mut **tx).await?)
}

/// The packed parcel of a shipment, which is locked, is none any more: its storage costs nothing.
pub async fn end_storage(tx: &mut TenantTx, shipment_id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(END_STORAGE).bind(shipment_id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// The requests that the user reaches.
pub fn build_filter(scope: &RowScope) -> Where {
    narrow(Where::all(), scope)
}

/// Within what the user reaches. A partner's user reaches nothing: parcels are between the company and its clients.
pub fn narrow(filter: Where, scope: &RowScope) -> Where {
    let (client, subsidiaries, partner) = scope.parts();
    filter
        .by("r.client_id", client.or(partner.map(|_| Uuid::nil())))
        .among("r.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn count_by_status(tx: &mut TenantTx, filter: &Where) -> ApiResult<RepackTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where r.status = 10) as requested, count(*) filter (where r.status = 20) as packing,
                count(*) filter (where r.status = 40) as finished, count(*) filter (where r.status = 0) as cancelled
         from repacks r",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}

/// Whether the state of a request allows an action of staff.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let Repack { client_id, subsidiary_id, status, .. } = REPACKS.find(tx, &Where::all(), id).await?;
    let owner = RecordOwner::ByParties { client_id: Some(client_id), subsidiary_id, partner_id: None };
    Ok(RecordState { owner, status: Some(status.code()), verdict: verdict(status, action, Actor::Staff) })
}
