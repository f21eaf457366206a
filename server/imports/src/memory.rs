//! The mappings last used for files with the same columns.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::mapping::Mapping;
use super::store::Owners;

pub const REMEMBERED: &str = "
    select mapping from shipment_import_mappings
    where shape = $1 and client_id is not distinct from $2 and partner_id is not distinct from $3";
pub const REMEMBER: &str = "
    insert into shipment_import_mappings (shape, client_id, partner_id, mapping, updated_by, updated_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict on constraint shipment_import_mappings_key
    do update set mapping = excluded.mapping, updated_by = excluded.updated_by, updated_at = excluded.updated_at";

pub async fn load(tx: &mut TenantTx, shape: &str, owners: Owners) -> sqlx::Result<Option<Mapping>> {
    let found = sqlx::query_scalar(REMEMBERED).bind(shape).bind(owners.client_id).bind(owners.partner_id);
    let found: Option<Value> = found.fetch_optional(&mut **tx).await?;
    // A stored mapping that this version cannot read is ignored.
    Ok(found.and_then(|mapping| serde_json::from_value(mapping).ok()))
}

pub async fn save(
    tx: &mut TenantTx,
    shape: &str,
    owners: Owners,
    mapping: &Mapping,
    by: Uuid,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    let insert = sqlx::query(REMEMBER).bind(shape).bind(owners.client_id).bind(owners.partner_id);
    let insert = insert.bind(Json(mapping)).bind(by).bind(at);
    insert.execute(&mut **tx).await?;
    Ok(())
}
