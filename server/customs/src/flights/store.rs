//! SQL of flights.

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use access::scope::RowScope;
use server_core::http::error::ApiResult;

/// The first flight of a waybill leaves at most so long before its others.
const LONGEST_DAYS: u64 = 31;

/// Waybills with this flight among their legs, the first of which is between two days. $3 has the flight and its
/// day, $4 the branches.
pub const WAYBILLS: &str = "
    select id, number from mawbs
    where status <> 0 and departs_on between $1 and $2 and legs @> $3 and ($4::uuid[] is null or subsidiary_id = any($4))
    order by number limit 200";
/// The newest closed version of each manifest of these waybills that was not opened again.
pub const VERSIONS: &str = "
    select m.id as manifest_id, m.number, m.mawb_id, max(v.revision) as revision
    from manifests m join manifest_versions v on v.manifest_id = m.id and v.voided_at is null
    where m.mawb_id = any($1) and m.status <> 0 and ($2::uuid[] is null or m.subsidiary_id = any($2))
    group by m.id order by m.number limit 200";

/// A waybill of a flight.
#[derive(Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct FlightWaybill {
    pub id: Uuid,
    pub number: String,
}

/// The version of a manifest whose files belong to a flight.
#[derive(Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct FlightManifest {
    pub manifest_id: Uuid,
    pub number: String,
    pub mawb_id: Uuid,
    pub revision: i16,
}

/// The waybills of a flight that a user reaches: at most 200.
pub async fn list_waybills(
    tx: &mut TenantTx,
    scope: &RowScope,
    flight: &str,
    on: NaiveDate,
) -> ApiResult<Vec<FlightWaybill>> {
    let (_, branches, _) = scope.parts();
    let leg = json!([{ "flight": flight, "departs_on": on }]);
    let first = on.checked_sub_days(Days::new(LONGEST_DAYS)).unwrap_or(on);
    let query = sqlx::query_as(WAYBILLS).bind(first).bind(on).bind(leg).bind(branches);
    Ok(query.fetch_all(&mut **tx).await?)
}

/// The manifests of waybills that a user reaches.
pub async fn list_manifests(
    tx: &mut TenantTx,
    scope: &RowScope,
    waybill_ids: &[Uuid],
) -> ApiResult<Vec<FlightManifest>> {
    let (_, branches, _) = scope.parts();
    Ok(sqlx::query_as(VERSIONS).bind(waybill_ids).bind(branches).fetch_all(&mut **tx).await?)
}
