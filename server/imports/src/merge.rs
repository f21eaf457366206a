//! Merge of clients: imports and remembered mappings of a duplicate.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

pub const COUNT_IMPORTS: &str = "select count(*) from shipment_imports where client_id = $1";

// $1 stays, $2 is the duplicate.
pub const MOVE_IMPORTS: &str = "update shipment_imports set client_id = $1 where client_id = $2";
/// The mapping of the client that stays is kept.
pub const DROP_MAPPINGS: &str = "
    delete from shipment_import_mappings d using shipment_import_mappings s
    where d.client_id = $2 and s.client_id = $1 and s.shape = d.shape and s.partner_id is not distinct from d.partner_id";
pub const MOVE_MAPPINGS: &str = "update shipment_import_mappings set client_id = $1 where client_id = $2";

/// Number of a client's imports.
pub async fn count_client_imports(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT_IMPORTS).bind(client_id).fetch_one(&mut **tx).await?)
}

/// Moves the records of a duplicate to the client that stays.
pub async fn move_client_records(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    for step in [MOVE_IMPORTS, DROP_MAPPINGS, MOVE_MAPPINGS] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    Ok(())
}
