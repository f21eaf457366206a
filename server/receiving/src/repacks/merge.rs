//! Merge of clients: requests of a duplicate.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

// $1 stays, $2 is the duplicate.
pub const MOVE_REPACKS: &str = "update repacks set client_id = $1 where client_id = $2";

/// Moves the requests of a duplicate to the client that stays. They are counted with their parcels.
pub async fn move_client_repacks(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    sqlx::query(MOVE_REPACKS).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    Ok(())
}
