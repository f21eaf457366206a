//! The users of clients, for areas that tell them something.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

pub const OF_CLIENTS: &str = "
    select client_id, id from users where client_id = any($1) and user_type = 30 and active order by id limit 5000";

/// The active users of these clients, each with its client.
pub async fn list_of_clients(tx: &mut TenantTx, client_ids: &[Uuid]) -> ApiResult<Vec<(Uuid, Uuid)>> {
    Ok(sqlx::query_as(OF_CLIENTS).bind(client_ids).fetch_all(&mut **tx).await?)
}
