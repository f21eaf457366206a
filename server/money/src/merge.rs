//! Merge of clients: deposits, claims and invoices of a duplicate. Its wallet is moved by `ledger::merge_clients`.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::indications;
use server_core::http::error::ApiResult;

/// Numbers of a client's records.
#[derive(sqlx::FromRow)]
pub struct ClientRecordCounts {
    pub deposits: i64,
    pub claims: i64,
    pub invoices: i64,
}

pub const COUNT: &str = "
    select (select count(*) from deposits where client_id = $1) as deposits,
           (select count(*) from claims where client_id = $1) as claims,
           (select count(*) from invoices where client_id = $1) as invoices";

// $1 stays, $2 is the duplicate.
/// Both clients have announced one payment.
macro_rules! is_repeated {
    () => {
        "d.client_id = $2 and d.status = 10 and exists (
            select from deposits o
            where o.client_id = $1 and o.status = 10 and o.bank_account_id = d.bank_account_id
                and lower(o.reference) = lower(d.reference))"
    };
}

pub const COUNT_REPEATED: &str = concat!("select count(*) from deposits d where ", is_repeated!());
/// Withdraws the duplicate's announcement of such a payment.
pub const WITHDRAW_REPEATED: &str = concat!(
    "update deposits d set status = 80, decided_at = $3, updated_at = $3, version = version + 1 where ",
    is_repeated!()
);
pub const MOVE_DEPOSITS: &str = "update deposits set client_id = $1 where client_id = $2";
pub const MOVE_CLAIMS: &str = "update claims set client_id = $1 where client_id = $2";
pub const MOVE_INVOICES: &str = "update invoices set client_id = $1 where client_id = $2";

pub async fn count_client_records(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<ClientRecordCounts> {
    Ok(sqlx::query_as(COUNT).bind(client_id).fetch_one(&mut **tx).await?)
}

/// Counts the payments that both clients have announced. Those of the duplicate are withdrawn.
pub async fn count_repeated_deposits(tx: &mut TenantTx, stays: Uuid, duplicate: Uuid) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT_REPEATED).bind(stays).bind(duplicate).fetch_one(&mut **tx).await?)
}

/// Moves the records of a duplicate to the client that stays.
pub async fn move_client_records(
    tx: &mut TenantTx,
    duplicate: Uuid,
    stays: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(WITHDRAW_REPEATED).bind(stays).bind(duplicate).bind(at).execute(&mut **tx).await?;
    for step in [MOVE_DEPOSITS, MOVE_CLAIMS, MOVE_INVOICES] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    indications::merge::move_client_records(tx, duplicate, stays, at).await
}
