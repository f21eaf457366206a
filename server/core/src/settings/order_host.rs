//! The company's own host for orders: a row of the settings that no page reads, because its key is sealed and its state changes
//! with the calls. `orders` gives it its meaning.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::types::Json;
use tenancy::TenantTx;

use crate::http::error::{ApiError, ApiResult};

pub const FIND_ORDER_HOST: &str = "select value from settings where key = 'order_host'";
pub const LOCK_ORDER_HOST: &str = "select value from settings where key = 'order_host' for no key update";
pub const PUT_ORDER_HOST: &str = "
    insert into settings (key, value) values ('order_host', $1)
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at
    where settings.value is distinct from excluded.value";
pub const DELETE_ORDER_HOST: &str = "delete from settings where key = 'order_host'";

/// None when the company has none.
pub async fn find<T: DeserializeOwned>(tx: &mut TenantTx) -> ApiResult<Option<T>> {
    let value: Option<Value> = sqlx::query_scalar(FIND_ORDER_HOST).fetch_optional(&mut **tx).await?;
    value.map(serde_json::from_value).transpose().map_err(ApiError::internal)
}

/// The same, locked until the transaction ends.
pub async fn lock<T: DeserializeOwned>(tx: &mut TenantTx) -> ApiResult<Option<T>> {
    let value: Option<Value> = sqlx::query_scalar(LOCK_ORDER_HOST).fetch_optional(&mut **tx).await?;
    value.map(serde_json::from_value).transpose().map_err(ApiError::internal)
}

pub async fn save(tx: &mut TenantTx, host: &impl Serialize) -> ApiResult<()> {
    let host = serde_json::to_value(host).map_err(ApiError::internal)?;
    sqlx::query(PUT_ORDER_HOST).bind(Json(host)).execute(&mut **tx).await?;
    Ok(())
}

/// Also after an import from an archive: the key is that of another company.
pub async fn delete(tx: &mut TenantTx) -> sqlx::Result<()> {
    sqlx::query(DELETE_ORDER_HOST).execute(&mut **tx).await?;
    Ok(())
}
