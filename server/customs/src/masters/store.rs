//! SQL of masters.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use policy::Resource;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{MasterBag, MasterTotals};
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::messages::{MessageCode, Params};
use server_core::record::{Listing, Records, Where};

/// Bags of one master.
pub const MAX_BAGS: i64 = 500;

pub const MASTERS: Records = Records {
    table: "masters",
    resource: Resource::Master,
    id: "m.id = ",
    listing: Listing {
        columns: "m.id, m.number, m.kind, m.status, m.warehouse_id, m.warehouse_code, m.subsidiary_id, m.reference, m.provider_id,
              m.provider_name, m.from_place, m.to_place, m.to_country_id, m.vehicle, m.departs_on, m.arrives_on, m.bag_count,
              m.parcel_count, m.gross_g, m.closed_at, m.departed_at, m.arrived_at, m.delivered_at, m.note, m.reason, m.created_at,
              m.updated_at, m.version",
        from: "masters m",
        order: "m.id desc",
    },
};

pub const NEXT_NUMBER: &str = "select nextval('master_numbers')";
pub const BAGS: &str = "
    select b.id, b.number, b.kind, b.status, b.destination_airport, b.seal, b.parcel_count, b.gross_g, b.s9_code
    from master_bags l join bags b on b.id = l.bag_id where l.master_id = $1 order by b.number, b.id limit 500";
/// The one provider that takes all bags of a master over.
pub const TAKER: &str = "
    select max(b.provider_id::text)::uuid from master_bags l join bags b on b.id = l.bag_id where l.master_id = $1
    having count(distinct b.provider_id) = 1 and count(b.provider_id) = count(*)";
pub const BAG_IDS: &str = "select bag_id from master_bags where master_id = $1 order by bag_id";
/// The masters and waybills that have some bags.
pub const OF_BAGS: &str = "
    select l.bag_id, m.number, m.subsidiary_id from master_bags l join masters m on m.id = l.master_id
    where l.bag_id = any($1)
    union all select c.bag_id, w.number, w.subsidiary_id from mawb_contents c join mawbs w on w.id = c.mawb_id
    where c.released_at is null and c.bag_id = any($1)";
pub const IN_MASTERS: &str = "
    select l.bag_id, m.number, m.subsidiary_id from master_bags l join masters m on m.id = l.master_id
    where l.bag_id = any($1)";
pub const ADD_BAGS: &str = "
    insert into master_bags (bag_id, master_id, added_at, added_by) select bag_id, $1, $3, $4 from unnest($2::uuid[]) bag_id";
pub const REMOVE_BAGS: &str = "delete from master_bags where master_id = $1 and bag_id = any($2)";
pub const SUM: &str = "
    update masters m
    set bag_count = s.bag_count, parcel_count = s.parcel_count, gross_g = s.gross_g, version = m.version + 1, updated_at = $2
    from (
        select count(*)::integer as bag_count, coalesce(sum(b.parcel_count), 0)::integer as parcel_count,
               coalesce(sum(coalesce(b.gross_g, b.tare_g + b.parcel_weight_g)), 0)::bigint as gross_g
        from master_bags l join bags b on b.id = l.bag_id where l.master_id = $1
    ) s
    where m.id = $1";

/// A bag that a master or a waybill has.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct TakenBag {
    pub bag_id: Uuid,
    /// Number of the master or the waybill, and its branch.
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
}

impl TakenBag {
    /// Why the bag of this number does not come into another transport. The number of another branch's transport is not said.
    pub fn to_refusal(&self, scope: &RowScope, bag_number: &str) -> (MessageCode, Params) {
        let number = ("number", bag_number.into());
        match scope.has_branch(self.subsidiary_id) {
            true => {
                let transport = ("transport", self.number.clone().into());
                (MessageCode::BagInTransport, Params::from([number, transport]))
            }
            false => (MessageCode::BagInOtherBranch, Params::from([number])),
        }
    }
}

/// The next number of a warehouse.
pub async fn take_number(tx: &mut TenantTx, warehouse: &str, on: NaiveDate) -> ApiResult<String> {
    let next: i64 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    Ok(format!("{warehouse}-T-{:02}-{next:06}", on.year().rem_euclid(100)))
}

/// The bags of a master, by their numbers.
pub async fn list_bags(tx: &mut TenantTx, master_id: Uuid) -> ApiResult<Vec<MasterBag>> {
    Ok(sqlx::query_as(BAGS).bind(master_id).fetch_all(&mut **tx).await?)
}

/// The provider that takes all bags over; none when there are several, or none.
pub async fn find_taker(tx: &mut TenantTx, master_id: Uuid) -> ApiResult<Option<Uuid>> {
    Ok(sqlx::query_scalar(TAKER).bind(master_id).fetch_optional(&mut **tx).await?)
}

pub async fn list_bag_ids(tx: &mut TenantTx, master_id: Uuid) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(BAG_IDS).bind(master_id).fetch_all(&mut **tx).await?)
}

/// Those among the bags that a master or a waybill has.
pub async fn list_taken(tx: &mut TenantTx, bag_ids: &[Uuid]) -> ApiResult<Vec<TakenBag>> {
    Ok(sqlx::query_as(OF_BAGS).bind(bag_ids).fetch_all(&mut **tx).await?)
}

/// Those among the bags that a master has.
pub async fn list_in_masters(tx: &mut TenantTx, bag_ids: &[Uuid]) -> ApiResult<Vec<TakenBag>> {
    Ok(sqlx::query_as(IN_MASTERS).bind(bag_ids).fetch_all(&mut **tx).await?)
}

/// Adds bags, which are locked and in no master, to one that is locked.
pub async fn add_bags(
    tx: &mut TenantTx,
    master_id: Uuid,
    bag_ids: &[Uuid],
    by: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(ADD_BAGS).bind(master_id).bind(bag_ids).bind(at).bind(by).execute(&mut **tx).await?;
    sum(tx, master_id, at).await
}

/// Takes bags out of a master, which is locked.
pub async fn remove_bags(
    tx: &mut TenantTx,
    master_id: Uuid,
    bag_ids: &[Uuid],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(REMOVE_BAGS).bind(master_id).bind(bag_ids).execute(&mut **tx).await?;
    sum(tx, master_id, at).await
}

/// Counts the bags of a master anew: those that were open have other parcels since.
pub async fn sum(tx: &mut TenantTx, master_id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(SUM).bind(master_id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn count_by_status(tx: &mut TenantTx, filter: &Where) -> ApiResult<MasterTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where m.status = 10) as draft, count(*) filter (where m.status = 20) as closed,
                count(*) filter (where m.status = 50) as departed, count(*) filter (where m.status in (60, 80)) as arrived,
                count(*) filter (where m.status = 0) as void
         from masters m",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}
