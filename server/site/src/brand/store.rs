//! The rows of `brand_assets`.

use sha2::{Digest, Sha256};
use tenancy::TenantTx;

#[derive(sqlx::FromRow)]
pub struct BrandAsset {
    pub content_type: String,
    pub body: Vec<u8>,
    pub sha256: String,
}

pub const FIND: &str = "
    select content_type, body, sha256 from brand_assets
    where name in ($1, 'logo') order by name = $1 desc limit 1";
pub const PUT: &str = "
    insert into brand_assets (name, content_type, body, sha256) values ($1, $2, $3, $4)
    on conflict (name) do update
    set content_type = excluded.content_type, body = excluded.body, sha256 = excluded.sha256,
        updated_at = excluded.updated_at
    where brand_assets.sha256 <> excluded.sha256";
pub const DELETE: &str = "delete from brand_assets where name = $1";

pub fn hash(body: &[u8]) -> String {
    Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The picture, or the logo when it is missing.
pub async fn find(tx: &mut TenantTx, name: &str) -> sqlx::Result<Option<BrandAsset>> {
    sqlx::query_as(FIND).bind(name).fetch_optional(&mut **tx).await
}

/// True when it changed.
pub async fn save(tx: &mut TenantTx, name: &str, content_type: &str, body: &[u8]) -> sqlx::Result<bool> {
    let put = sqlx::query(PUT).bind(name).bind(content_type).bind(body).bind(hash(body));
    Ok(put.execute(&mut **tx).await?.rows_affected() > 0)
}

/// True when it existed.
pub async fn delete(tx: &mut TenantTx, name: &str) -> sqlx::Result<bool> {
    Ok(sqlx::query(DELETE).bind(name).execute(&mut **tx).await?.rows_affected() > 0)
}
