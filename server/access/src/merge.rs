//! Merge of clients: users of a duplicate.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

pub const COUNT_USERS: &str = "select count(*) from users where client_id = $1";
/// $1 stays, $2 is the duplicate.
pub const MOVE_USERS: &str = "update users set client_id = $1 where client_id = $2";

/// Number of a client's users.
pub async fn count_client_users(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT_USERS).bind(client_id).fetch_one(&mut **tx).await?)
}

/// Moves the users of a duplicate to the client that stays. The caller ends their sessions.
pub async fn move_client_users(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    sqlx::query(MOVE_USERS).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    Ok(())
}
