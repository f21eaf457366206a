//! Merge of clients: deposits and invoices of a duplicate. Its wallet is moved by `ledger::merge_clients`.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

/// Numbers of a client's records.
#[derive(sqlx::FromRow)]
pub struct ClientRecordCounts {
    pub deposits: i64,
    pub invoices: i64,
}

pub const COUNT: &str = "
    select (select count(*) from deposits where client_id = $1) as deposits,
           (select count(*) from invoices where client_id = $1) as invoices";

// $1 stays, $2 is the duplicate.
pub const MOVE_DEPOSITS: &str = "update deposits set client_id = $1 where client_id = $2";
pub const MOVE_INVOICES: &str = "update invoices set client_id = $1 where client_id = $2";

pub async fn count_client_records(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<ClientRecordCounts> {
    Ok(sqlx::query_as(COUNT).bind(client_id).fetch_one(&mut **tx).await?)
}

/// Moves the records of a duplicate to the client that stays.
pub async fn move_client_records(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    for step in [MOVE_DEPOSITS, MOVE_INVOICES] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    Ok(())
}
