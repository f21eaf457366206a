//! SQL of ranges of numbers. Whoever calls it to write has the lock of the airline.

use chrono::{DateTime, Utc};
use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use super::number::WaybillNumber;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::record::{Listing, Records};

pub const RANGES: Records = Records {
    table: "mawb_ranges",
    resource: Resource::MawbRange,
    id: "r.id = ",
    listing: Listing {
        columns: "r.id, r.provider_id, r.provider_name, r.prefix, r.first_serial, r.last_serial, r.next_serial,
              r.last_serial - r.next_serial + 1 as \"left\", l.airline_left, r.alert_below,
              r.status = 10 and l.airline_left <= r.alert_below as is_low, r.received_on, r.status, r.note, r.reason, r.closed_at,
              r.created_at, r.updated_at, r.version",
        from: "mawb_ranges r left join lateral (
                  select coalesce(sum(o.last_serial - o.next_serial + 1), 0)::int8 as airline_left from mawb_ranges o
                  where o.prefix = r.prefix and o.status = 10
              ) l on true",
        order: "r.prefix, r.received_on desc, r.id desc",
    },
};

pub const OVERLAPS: &str = "
    select exists (select from mawb_ranges where prefix = $1 and first_serial <= $3 and last_serial >= $2)";
/// Numbers of a prefix from one to another, without their check digits.
pub const NUMBERS_USED: &str = "select exists (select from mawbs where number >= $1 and number < $2)";
pub const OPEN: &str = "
    select id, next_serial, last_serial, alert_below from mawb_ranges where prefix = $1 and status = 10
    order by received_on, id";
pub const TAKE: &str = "
    update mawb_ranges set next_serial = next_serial + 1, version = version + 1, updated_at = $2 where id = $1";

/// A number that was given out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenNumber {
    pub range_id: Uuid,
    pub number: String,
    /// Numbers left in all open ranges of the airline, if that is few.
    pub few_left: Option<i64>,
}

#[derive(sqlx::FromRow)]
struct OpenRange {
    id: Uuid,
    next_serial: i32,
    last_serial: i32,
    alert_below: i32,
}

impl OpenRange {
    fn count_left(&self) -> i64 {
        i64::from(self.last_serial - self.next_serial) + 1
    }
}

/// Whether a range of the prefix has one of these serials.
pub async fn overlaps(tx: &mut TenantTx, prefix: &str, first: i32, last: i32) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(OVERLAPS).bind(prefix).bind(first).bind(last).fetch_one(&mut **tx).await?)
}

/// Whether a waybill has a number with one of these serials.
pub async fn is_used(tx: &mut TenantTx, prefix: &str, first: i32, last: i32) -> ApiResult<bool> {
    // The character after the digits: greater than every number with the last serial.
    let (from, to) = (format!("{prefix}-{first:07}"), format!("{prefix}-{last:07}:"));
    Ok(sqlx::query_scalar(NUMBERS_USED).bind(from).bind(to).fetch_one(&mut **tx).await?)
}

/// The next number of the oldest open range. Returns 409 `no_range` or `range_exhausted`.
pub async fn take_next(tx: &mut TenantTx, prefix: &str, at: DateTime<Utc>) -> ApiResult<TakenNumber> {
    let open: Vec<OpenRange> = sqlx::query_as(OPEN).bind(prefix).fetch_all(&mut **tx).await?;
    let params = Params::from([("prefix", prefix.into())]);
    if open.is_empty() {
        return Err(ApiError::refused_field("provider_id", MessageCode::NoRange, params));
    }
    let Some(range) = open.iter().find(|range| range.count_left() > 0) else {
        return Err(ApiError::refused_field("provider_id", MessageCode::RangeExhausted, params));
    };
    sqlx::query(TAKE).bind(range.id).bind(at).execute(&mut **tx).await?;
    let number = WaybillNumber { prefix: prefix.to_owned(), serial: range.next_serial };
    let number =
        number.format().ok_or_else(|| ApiError::internal(anyhow::anyhow!("a serial of eight digits")))?;
    let left = open.iter().map(OpenRange::count_left).sum::<i64>() - 1;
    let few_left = (left <= range.alert_below.into()).then_some(left);
    Ok(TakenNumber { range_id: range.id, number, few_left })
}
