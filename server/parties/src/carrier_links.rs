//! How providers are connected to servers of carriers: a column that no page reads, because its key is sealed and its state
//! changes with the calls. `carriers` gives it its meaning.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::{ApiError, ApiResult};

pub const FIND_CARRIER_LINK: &str = "select carrier from providers where id = $1";
pub const LOCK_CARRIER_LINK: &str = "select carrier from providers where id = $1 for no key update";
pub const HAS_CARRIER_LINK: &str =
    "select exists (select from providers where id = $1 and carrier is not null)";
pub const CARRIER_LINKS: &str =
    "select id, carrier from providers where carrier is not null order by id limit 500";
pub const SAVE_CARRIER_LINK: &str =
    "update providers set carrier = $2, carrier_is_failing = $3 where id = $1";
pub const DELETE_CARRIER_LINKS: &str =
    "update providers set carrier = null, carrier_is_failing = false where carrier is not null";

/// The connection of a provider; none without one. Returns 404 for an unknown provider.
pub async fn find<T: DeserializeOwned>(tx: &mut TenantTx, provider_id: Uuid) -> ApiResult<Option<T>> {
    read_link(tx, FIND_CARRIER_LINK, provider_id).await
}

/// The same, locked until the transaction ends.
pub async fn lock<T: DeserializeOwned>(tx: &mut TenantTx, provider_id: Uuid) -> ApiResult<Option<T>> {
    read_link(tx, LOCK_CARRIER_LINK, provider_id).await
}

/// Whether a provider has one.
pub async fn exists(tx: &mut TenantTx, provider_id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(HAS_CARRIER_LINK).bind(provider_id).fetch_one(&mut **tx).await?)
}

async fn read_link<T: DeserializeOwned>(
    tx: &mut TenantTx,
    sql: &'static str,
    provider_id: Uuid,
) -> ApiResult<Option<T>> {
    let found: Option<Option<Value>> =
        sqlx::query_scalar(sql).bind(provider_id).fetch_optional(&mut **tx).await?;
    let value = found.ok_or_else(ApiError::not_found)?;
    value.map(serde_json::from_value).transpose().map_err(ApiError::internal)
}

/// All connections, by their providers.
pub async fn list<T: DeserializeOwned>(tx: &mut TenantTx) -> ApiResult<Vec<(Uuid, T)>> {
    let rows: Vec<(Uuid, Value)> = sqlx::query_as(CARRIER_LINKS).fetch_all(&mut **tx).await?;
    let links = rows.into_iter().map(|(id, value)| serde_json::from_value(value).map(|link| (id, link)));
    links.collect::<Result<_, _>>().map_err(ApiError::internal)
}

/// Writes the connection of a provider; none disconnects it. Services whose last mile a failing one carries take no shipments.
pub async fn save(
    tx: &mut TenantTx,
    provider_id: Uuid,
    link: Option<&impl Serialize>,
    is_failing: bool,
) -> ApiResult<()> {
    let value = link.map(serde_json::to_value).transpose().map_err(ApiError::internal)?;
    let save = sqlx::query(SAVE_CARRIER_LINK).bind(provider_id).bind(value.map(Json)).bind(is_failing);
    save.execute(&mut **tx).await?;
    Ok(())
}

/// After an import from an archive: the keys are those of another company.
pub async fn delete_all(tx: &mut TenantTx) -> sqlx::Result<()> {
    sqlx::query(DELETE_CARRIER_LINKS).execute(&mut **tx).await?;
    Ok(())
}
