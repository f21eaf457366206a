//! Merge of clients: re-weighings of a duplicate.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

pub const MOVE_REWEIGHS: &str = "update reweighs set client_id = $1 where client_id = $2";

/// Moves the records of a duplicate to the client that stays.
pub async fn move_client_records(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    sqlx::query(MOVE_REWEIGHS).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    Ok(())
}
