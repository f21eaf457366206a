//! SQL of requests for goods.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use policy::Resource;
use rust_decimal::Decimal;
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::state::BuyingRequestStatus;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

pub const BUYING_REQUESTS: Records = Records {
    table: "buying_requests",
    resource: Resource::BuyingRequest,
    id: "q.id = ",
    listing: Listing {
        columns: "q.id, q.number, q.status, q.warehouse_id, q.warehouse_code, q.subsidiary_id, q.client_id, q.client_name,
              q.title, q.url, q.details, q.quantity, q.currency::text as currency, q.goods_amount, q.shipping_amount, q.fee_amount,
              q.goods_amount + q.shipping_amount + q.fee_amount as total, q.quote_until, q.quote_note, q.quoted_at, q.accepted_at,
              q.bought_at, q.order_number, q.tracking_code, q.refunded_at, q.reason, q.created_at, q.updated_at, q.version,
              q.transaction_id",
        from: "buying_requests q",
        order: "q.id desc",
    },
};

pub const NEXT_NUMBER: &str = "select nextval('buying_request_numbers')";

/// The columns of a new request.
#[derive(Debug, Serialize)]
pub struct NewBuyingRequest {
    pub number: String,
    pub warehouse_id: Uuid,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    pub client_id: Uuid,
    pub client_name: String,
    pub title: String,
    pub url: Option<String>,
    pub details: Option<String>,
    pub quantity: i32,
    pub created_by: Uuid,
}

/// The columns of a request that is quoted.
#[derive(Debug, Serialize)]
pub struct QuoteColumns {
    pub status: BuyingRequestStatus,
    pub currency: String,
    pub goods_amount: Decimal,
    pub shipping_amount: Decimal,
    pub fee_amount: Decimal,
    pub quote_until: NaiveDate,
    pub quote_note: Option<String>,
    pub quoted_at: DateTime<Utc>,
}

/// The columns of a request that is accepted.
#[derive(Debug, Serialize)]
pub struct AcceptedColumns {
    pub status: BuyingRequestStatus,
    pub accepted_at: DateTime<Utc>,
    pub accepted_by: Uuid,
    pub transaction_id: Uuid,
}

/// The columns of a request whose goods were bought.
#[derive(Debug, Serialize)]
pub struct BoughtColumns {
    pub status: BuyingRequestStatus,
    pub bought_at: DateTime<Utc>,
    pub order_number: Option<String>,
    pub tracking_code: Option<String>,
}

/// The columns of a request that is given back.
#[derive(Debug, Serialize)]
pub struct RefundedColumns {
    pub status: BuyingRequestStatus,
    pub refunded_at: DateTime<Utc>,
    pub reason: String,
}

/// The columns of a request that is cancelled.
#[derive(Debug, Serialize)]
pub struct CancelledColumns {
    pub status: BuyingRequestStatus,
    pub reason: String,
}

/// The requests that a user reaches. A partner's user reaches nothing: they are between the company and its clients.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (client, subsidiaries, partner) = scope.parts();
    filter
        .and("q.client_id = ", client.or(partner.map(|_| Uuid::nil())))
        .among("q.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

/// The next number of a warehouse.
pub async fn take_number(tx: &mut TenantTx, warehouse: &str, on: NaiveDate) -> ApiResult<String> {
    let next: i64 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    Ok(format!("{warehouse}-A-{:02}-{next:06}", on.year().rem_euclid(100)))
}
