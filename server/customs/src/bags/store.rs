//! SQL of bags.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use policy::Resource;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::dispatch::DispatchCounter;
use super::model::BagTotals;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::record::{Listing, Records, Where};

pub const BAGS: Records = Records {
    table: "bags",
    resource: Resource::Bag,
    id: "b.id = ",
    listing: Listing {
        columns: "b.id, b.number, b.kind, b.status, b.warehouse_id, b.warehouse_code, b.subsidiary_id, b.origin_airport,
              b.destination_airport, b.destination_country_id, b.provider_id, b.provider_name, b.service_id,
              b.service_title_locale, b.tax_modality, b.triage_group, b.max_parcels, b.max_weight_g, b.parcel_count,
              b.parcel_weight_g, b.tare_g, b.gross_g, b.seal, b.difference_reason, b.closed_at, b.origin_office,
              b.destination_office, b.category, b.subclass, b.is_insured, b.dispatch_year, b.dispatch_no, b.receptacle_no, b.is_last, b.s9_code,
              b.unit_code, b.note, b.reason, b.created_at, b.updated_at, b.version,
              (
                  select o.label from postal_operators o where o.enabled and o.country_code = left(b.destination_office, 2)
                  order by o.position limit 1
              ) as postal_operator,
              coalesce((
                  select m.status >= 30 from mawb_contents c join mawbs m on m.id = c.mawb_id
                  where c.bag_id = b.id and c.released_at is null
              ), false) as is_on_issued_waybill",
        from: "bags b",
        order: "b.id desc",
    },
};

pub const NEXT_NUMBER: &str = "select nextval('bag_numbers')";
/// In one order for all, so that nobody waits for somebody who waits.
pub const LOCK: &str = "select id from bags where id = any($1) order by id for no key update";
/// With a new version: whoever closes the bag has seen all its parcels.
pub const COUNT: &str = "
    update bags set parcel_count = parcel_count + $2, parcel_weight_g = parcel_weight_g + $3, version = version + 1,
           updated_at = $4
    where id = $1";
pub const INSERT_SEAL: &str =
    "insert into bag_seals (seal, bag_id, sealed_at, sealed_by) values ($1, $2, $3, $4)";
pub const START_DISPATCH: &str = "
    insert into bag_dispatches (origin_office, destination_office, category, subclass, year) values ($1, $2, $3, $4, $5)
    on conflict do nothing";
pub const LOCK_DISPATCH: &str = "
    select dispatch_no, receptacle_no from bag_dispatches
    where origin_office = $1 and destination_office = $2 and category = $3 and subclass = $4 and year = $5 for update";
pub const SET_DISPATCH: &str = "
    update bag_dispatches set dispatch_no = $6, receptacle_no = $7
    where origin_office = $1 and destination_office = $2 and category = $3 and subclass = $4 and year = $5";
pub const OF_SHIPMENT: &str = "b.id in (select bag_id from bag_parcels where left_at is null and unpacked_at is null and shipment_id = ";

/// The way of a bag between two posts, in a year.
#[derive(Clone, Copy, Debug)]
pub struct PostalRoute<'a> {
    pub origin: &'a str,
    pub destination: &'a str,
    pub category: &'a str,
    pub subclass: &'a str,
    pub year: i16,
}

/// The next number of a warehouse.
pub async fn take_number(tx: &mut TenantTx, warehouse: &str, on: NaiveDate) -> ApiResult<String> {
    let next: i64 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    Ok(format!("{warehouse}-B-{:02}-{next:06}", on.year().rem_euclid(100)))
}

/// Locks bags until the transaction ends. The shipments of their parcels are locked before them.
pub async fn lock(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<()> {
    sqlx::query(LOCK).bind(ids).execute(&mut **tx).await?;
    Ok(())
}

/// Counts parcels into a bag, which is locked, or out of it.
pub async fn count(
    tx: &mut TenantTx,
    id: Uuid,
    parcels: i32,
    weight_g: i32,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(COUNT).bind(id).bind(parcels).bind(weight_g).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Uses a seal up. Returns 422 at its field when it was used before.
pub async fn use_seal(
    tx: &mut TenantTx,
    seal: &str,
    bag_id: Uuid,
    by: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let used = sqlx::query(INSERT_SEAL).bind(seal).bind(bag_id).bind(at).bind(by).execute(&mut **tx).await;
    used.map_err(|error| match tenancy::breaks_constraint(&error, "bag_seals_pkey") {
        true => ApiError::invalid_field("seal", MessageCode::SealUsed),
        false => error.into(),
    })?;
    Ok(())
}

/// The newest numbers of a route, locked until the transaction ends.
pub async fn lock_dispatch(tx: &mut TenantTx, route: &PostalRoute<'_>) -> ApiResult<DispatchCounter> {
    let PostalRoute { origin, destination, category, subclass, year } = *route;
    let start = sqlx::query(START_DISPATCH).bind(origin).bind(destination).bind(category).bind(subclass);
    start.bind(year).execute(&mut **tx).await?;
    let lock = sqlx::query_as(LOCK_DISPATCH).bind(origin).bind(destination).bind(category).bind(subclass);
    Ok(lock.bind(year).fetch_one(&mut **tx).await?)
}

pub async fn set_dispatch(
    tx: &mut TenantTx,
    route: &PostalRoute<'_>,
    counter: DispatchCounter,
) -> ApiResult<()> {
    let PostalRoute { origin, destination, category, subclass, year } = *route;
    let set = sqlx::query(SET_DISPATCH).bind(origin).bind(destination).bind(category).bind(subclass);
    set.bind(year).bind(counter.dispatch_no).bind(counter.receptacle_no).execute(&mut **tx).await?;
    Ok(())
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn count_by_status(tx: &mut TenantTx, filter: &Where) -> ApiResult<BagTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where b.status = 10) as open, count(*) filter (where b.status in (20, 25, 30)) as closed,
                count(*) filter (where b.status = 40) as manifested, count(*) filter (where b.status = 50) as departed,
                count(*) filter (where b.status in (60, 70, 80)) as arrived, count(*) filter (where b.status = 0) as cancelled
         from bags b",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}
