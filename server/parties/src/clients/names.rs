//! Clients as other areas name them.

use std::collections::HashMap;

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

/// The name of the client with this id, as a value of a statement of another area: `"s.client_id"`. Null without a client.
#[macro_export]
macro_rules! client_name {
    ($id:literal) => {
        concat!("(select named.name from clients named where named.id = ", $id, ")")
    };
}

pub const NAMES: &str = "select id, name from clients where id = any($1)";
/// Locked, so that it is not merged meanwhile. An inactive client still gets its money.
pub const LOCK_UNMERGED: &str =
    "select name from clients where id = $1 and merged_into is null for no key update";

pub async fn list_names(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashMap<Uuid, String>> {
    let rows: Vec<(Uuid, String)> = sqlx::query_as(NAMES).bind(ids).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().collect())
}

/// Locks a client and returns its name; none for one that does not exist or is a duplicate.
pub async fn lock_unmerged(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<String>> {
    Ok(sqlx::query_scalar(LOCK_UNMERGED).bind(id).fetch_optional(&mut **tx).await?)
}
