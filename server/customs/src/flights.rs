//! The air waybills of one flight, the delivery bills of the post that go with it, and the bags of both.

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
/// Delivery bills of the post that go with this flight.
pub const MASTERS: &str = "
    select id, number from masters
    where kind = 'cn38' and status <> 0 and departs_on = $2 and upper(replace(vehicle, ' ', '')) = $1
      and ($3::uuid[] is null or subsidiary_id = any($3))
    order by number limit 200";
/// The bags of these waybills ($1) and masters ($2), each with the number of its transport.
pub const BAGS: &str = "
    with carried as materialized (
        select c.bag_id, w.number from mawb_contents c join mawbs w on w.id = c.mawb_id
        where c.mawb_id = any($1) and c.bag_id is not null
        union
        select l.bag_id, m.number from master_bags l join masters m on m.id = l.master_id where l.master_id = any($2)
    )
    select b.id, c.number as transport from carried c join bags b on b.id = c.bag_id
    where $3::uuid[] is null or b.subsidiary_id = any($3)
    order by c.number, b.number limit 2000";

/// A waybill of a flight.
#[derive(Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct FlightWaybill {
    pub id: Uuid,
    pub number: String,
}

/// A delivery bill of the post.
#[derive(Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct FlightMaster {
    pub id: Uuid,
    pub number: String,
}

/// A bag whose label belongs to a flight.
#[derive(Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct FlightBag {
    pub id: Uuid,
    /// Number of its waybill or master.
    pub transport: String,
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

/// The delivery bills of a flight that a user reaches: at most 200.
pub async fn list_masters(
    tx: &mut TenantTx,
    scope: &RowScope,
    flight: &str,
    on: NaiveDate,
) -> ApiResult<Vec<FlightMaster>> {
    let (_, branches, _) = scope.parts();
    Ok(sqlx::query_as(MASTERS).bind(flight).bind(on).bind(branches).fetch_all(&mut **tx).await?)
}

/// The bags of waybills and masters that a user reaches: at most 2,000.
pub async fn list_bags(
    tx: &mut TenantTx,
    scope: &RowScope,
    waybill_ids: &[Uuid],
    master_ids: &[Uuid],
) -> ApiResult<Vec<FlightBag>> {
    let (_, branches, _) = scope.parts();
    let query = sqlx::query_as(BAGS).bind(waybill_ids).bind(master_ids).bind(branches);
    Ok(query.fetch_all(&mut **tx).await?)
}
