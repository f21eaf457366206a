//! Merge of clients: the pickups of a duplicate.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

pub const COUNT: &str = "select count(*) from pickups where client_id = $1";
/// $1 stays, $2 is the duplicate.
pub const MOVE: &str = "update pickups set client_id = $1 where client_id = $2";

pub async fn count_client_pickups(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT).bind(client_id).fetch_one(&mut **tx).await?)
}

/// Moves the pickups of a duplicate to the client that stays.
pub async fn move_client_pickups(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    sqlx::query(MOVE).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    Ok(())
}
