//! SQL of handovers of cash.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use policy::Resource;
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{CashDecision, CashHandoverTotals};
use crate::steps::cash_handover::CashHandoverStatus;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

pub const CASH_HANDOVERS: Records = Records {
    table: "cash_handovers",
    resource: Resource::CashHandover,
    id: "h.id = ",
    listing: Listing {
        columns: "h.id, h.number, h.subsidiary_id, h.driver_id, h.driver_name, h.currency::text as currency, h.expected, h.counted,
              h.counted - h.expected as difference, h.delivery_count, h.status, h.note, h.counted_by, h.counted_by_name,
              h.decision, h.reason, h.decided_by_name, h.decided_at, h.created_at, h.version",
        from: "cash_handovers h",
        order: "h.id desc",
    },
};

pub const NEXT_NUMBER: &str = "select nextval('cash_handover_numbers')";

/// The columns of a new handover.
#[derive(Debug, Serialize)]
pub struct NewCashHandover {
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
    pub driver_id: Uuid,
    pub driver_name: String,
    pub currency: String,
    pub expected: Decimal,
    pub counted: Decimal,
    pub delivery_count: usize,
    pub status: CashHandoverStatus,
    pub note: Option<String>,
    pub counted_by: Uuid,
    pub counted_by_name: String,
}

/// The columns of a decision about a difference.
#[derive(Debug, Serialize)]
pub struct DecidedColumns {
    pub status: CashHandoverStatus,
    pub decision: CashDecision,
    pub reason: String,
    pub decided_by: Uuid,
    pub decided_by_name: String,
    pub decided_at: DateTime<Utc>,
}

/// The handovers of a scope: those of the user's branches, or all.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (_, subsidiaries, _) = scope.parts();
    filter.among("h.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

/// Those among them that neither a user's cash is in nor the user has counted.
pub fn narrow_to_others(filter: Where, user_id: Uuid) -> Where {
    filter.and("h.driver_id <> ", Some(user_id)).and("h.counted_by <> ", Some(user_id))
}

/// The next number: the year and a counter.
pub async fn take_number(tx: &mut TenantTx, on: NaiveDate) -> ApiResult<String> {
    let next: i64 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    Ok(format!("H-{:02}-{next:06}", on.year().rem_euclid(100)))
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn count_by_status(tx: &mut TenantTx, filter: &Where) -> ApiResult<CashHandoverTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where h.status = 20) as settled, count(*) filter (where h.status = 30) as difference,
                count(*) filter (where h.status = 40) as decided
         from cash_handovers h",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}
