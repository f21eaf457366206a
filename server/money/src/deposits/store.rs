//! SQL of deposits.

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Deposit, DepositStatus, DepositTotals, NewDeposit};
use server_core::http::error::{ApiError, ApiResult, OnConstraint};
use server_core::http::messages::MessageCode;
use server_core::record::{Listing, Where};

pub const DEPOSITS: Listing = Listing {
    columns: "d.id, d.client_id, c.name as client_name, d.bank_account_id, d.bank_label, d.method, d.reference, d.reference_given,
              d.currency::text as currency, d.amount, d.paid_on, d.note, d.file_name, d.file_size, d.content_type, d.status,
              d.reason, m.name as created_by_name, d.created_at, u.name as decided_by_name, d.decided_at, d.version",
    from: "deposits d join clients c on c.id = d.client_id left join users m on m.id = d.created_by
           left join users u on u.id = d.decided_by",
    order: "d.created_at desc, d.id desc",
};

pub const INSERT: &str = "
    insert into deposits (id, client_id, client_name, bank_account_id, bank_label, method, reference, currency, amount,
                          paid_on, note, file_key, file_name, file_size, content_type, created_by, created_at, updated_at,
                          reference_given)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18)";
pub const LOCK: &str = "select id from deposits where id = $1 for update";
pub const DECIDE: &str = "
    update deposits
    set status = $2, reason = $3, transaction_id = $4, decided_by = $5, decided_at = $6, updated_at = $6,
        version = version + 1
    where id = $1";
pub const STATE: &str = "select client_id, status from deposits where id = $1";
pub const RECEIPT: &str = "
    select client_id, file_key, coalesce(file_name, '') as file_name, coalesce(content_type, '') as content_type
    from deposits where id = $1 and file_key is not null";

/// Decision about a deposit.
pub struct Decision<'a> {
    pub status: DepositStatus,
    pub reason: Option<&'a str>,
    pub transaction_id: Option<Uuid>,
}

/// The receipt of a deposit.
#[derive(sqlx::FromRow)]
pub struct ReceiptRow {
    pub client_id: Uuid,
    pub file_key: String,
    pub file_name: String,
    pub content_type: String,
}

/// 422 at `reference` when the account has this payment already.
pub async fn insert(tx: &mut TenantTx, new: &NewDeposit, by: Uuid, at: DateTime<Utc>) -> ApiResult<Uuid> {
    let id = Uuid::now_v7();
    let inserted = sqlx::query(INSERT)
        .bind(id)
        .bind(new.client_id)
        .bind(&new.client_name)
        .bind(new.bank_account_id)
        .bind(&new.bank_label)
        .bind(new.method.as_str())
        .bind(&new.reference)
        .bind(&new.currency)
        .bind(new.amount)
        .bind(new.paid_on)
        .bind(&new.note)
        .bind(&new.file_key)
        .bind(&new.file_name)
        .bind(new.file_size)
        .bind(&new.content_type)
        .bind(by)
        .bind(at)
        .bind(new.reference_given)
        .execute(&mut **tx)
        .await;
    inserted.on_constraint("deposits_reference_key", "reference", MessageCode::PaymentKnown)?;
    Ok(id)
}

/// The deposit within the filter. Returns 404 when there is none.
pub async fn find(tx: &mut TenantTx, filter: &Where, id: Uuid) -> ApiResult<Deposit> {
    let filter = filter.clone().and("d.id = ", Some(id));
    DEPOSITS.find(tx, &filter).await?.ok_or_else(ApiError::not_found)
}

/// Same as `find`, and locks the deposit until the transaction ends.
pub async fn lock(tx: &mut TenantTx, filter: &Where, id: Uuid) -> ApiResult<Deposit> {
    sqlx::query(LOCK).bind(id).execute(&mut **tx).await?;
    find(tx, filter, id).await
}

pub async fn decide(
    tx: &mut TenantTx,
    id: Uuid,
    decision: &Decision<'_>,
    by: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let decide = sqlx::query(DECIDE)
        .bind(id)
        .bind(decision.status)
        .bind(decision.reason)
        .bind(decision.transaction_id);
    decide.bind(by).bind(at).execute(&mut **tx).await?;
    Ok(())
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

/// Number of the matches, up to one above `cap`.
pub async fn count(tx: &mut TenantTx, filter: &Where, cap: i64) -> ApiResult<i64> {
    let mut query = QueryBuilder::new("select count(*) from (select from deposits d");
    filter.push(&mut query);
    query.push(format_args!(" limit {}) found", cap + 1));
    Ok(query.build_query_scalar().persistent(false).fetch_one(&mut **tx).await?)
}

pub async fn state(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<(Uuid, DepositStatus)>> {
    Ok(sqlx::query_as(STATE).bind(id).fetch_optional(&mut **tx).await?)
}

pub async fn receipt(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<ReceiptRow>> {
    Ok(sqlx::query_as(RECEIPT).bind(id).fetch_optional(&mut **tx).await?)
}
