//! SQL of deposits.

use policy::Resource;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::DepositTotals;
use server_core::http::error::{ApiError, ApiResult};
use server_core::record::{Listing, Records, Where};

pub const DEPOSITS: Records = Records {
    table: "deposits",
    resource: Resource::Deposit,
    id: "d.id = ",
    listing: Listing {
        columns: "d.id, d.client_id, c.name as client_name, d.bank_account_id, d.bank_label, d.method, d.reference, d.reference_given,
              d.currency::text as currency, d.amount, d.paid_on, d.note, d.file_name, d.file_size, d.content_type, d.status,
              d.reason, m.name as created_by_name, d.created_at, u.name as decided_by_name, d.decided_at, d.version",
        from: "deposits d join clients c on c.id = d.client_id left join users m on m.id = d.created_by
           left join users u on u.id = d.decided_by",
        order: "d.id desc",
    },
};

pub const RECEIPT: &str = "
    select client_id, file_key, coalesce(file_name, '') as file_name, coalesce(content_type, '') as content_type
    from deposits where id = $1 and file_key is not null";

/// A payment that is on a wallet already.
pub const IS_CONFIRMED: &str = "
    select exists (select from deposits where bank_account_id = $1 and lower(reference) = lower($2) and status = 20)";

pub async fn is_confirmed(tx: &mut TenantTx, bank_account_id: Uuid, reference: &str) -> ApiResult<bool> {
    let query = sqlx::query_scalar(IS_CONFIRMED).bind(bank_account_id).bind(reference);
    Ok(query.fetch_one(&mut **tx).await?)
}

/// The receipt of a deposit.
#[derive(sqlx::FromRow)]
pub struct ReceiptRow {
    pub client_id: Uuid,
    pub file_key: String,
    pub file_name: String,
    pub content_type: String,
}

/// Returns 404 for a deposit without a receipt.
pub async fn receipt(tx: &mut TenantTx, id: Uuid) -> ApiResult<ReceiptRow> {
    let found = sqlx::query_as(RECEIPT).bind(id).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn totals(tx: &mut TenantTx, filter: &Where) -> ApiResult<DepositTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where d.status = 10) as waiting, count(*) filter (where d.status = 20) as confirmed,
                count(*) filter (where d.status = 80) as withdrawn, count(*) filter (where d.status = 90) as refused
         from deposits d",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}
