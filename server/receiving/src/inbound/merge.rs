//! Merge of clients: parcels of a duplicate.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

pub const COUNT: &str = "select count(*) from inbound_parcels where client_id = $1";

// $1 stays, $2 is the duplicate.
/// A parcel that both have announced is expected once.
pub const DROP_REPEATED: &str = "
    delete from inbound_parcels d
    where d.client_id = $2 and d.status = 10 and exists (
        select from inbound_parcels s where s.client_id = $1 and s.external_code = d.external_code and s.status not in (0, 50)
    )";
/// Both have announced a parcel that has arrived for the duplicate: the announcement of the other one ends.
pub const DROP_ARRIVED: &str = "
    delete from inbound_parcels s
    where s.client_id = $1 and s.status = 10 and exists (
        select from inbound_parcels d where d.client_id = $2 and d.external_code = s.external_code and d.status not in (0, 50)
    )";
pub const MOVE_PARCELS: &str = "update inbound_parcels set client_id = $1 where client_id = $2";
pub const MOVE_RECEIVED: &str = "update received_parcels set client_id = $1 where client_id = $2";

pub async fn count_client_parcels(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT).bind(client_id).fetch_one(&mut **tx).await?)
}

/// Moves the parcels of a duplicate to the client that stays.
pub async fn move_client_parcels(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    for step in [DROP_REPEATED, DROP_ARRIVED, MOVE_PARCELS, MOVE_RECEIVED] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    Ok(())
}
