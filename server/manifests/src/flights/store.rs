//! SQL of the manifests of a flight.

use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::other_manifests::has_contents;
use access::scope::RowScope;
use server_core::http::error::ApiResult;

/// The newest closed version of each manifest of these waybills that was not opened again, cancelled or withdrawn.
pub const VERSIONS: &str = concat!(
    "select m.id as manifest_id, m.number, m.mawb_id, max(v.revision) as revision
    from manifests m join manifest_versions v on v.manifest_id = m.id and v.voided_at is null
    where m.mawb_id = any($1) and ",
    has_contents!(),
    " and ($2::uuid[] is null or m.subsidiary_id = any($2)) group by m.id order by m.number limit 200"
);

/// The version of a manifest whose files belong to a flight.
#[derive(Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct FlightManifest {
    pub manifest_id: Uuid,
    pub number: String,
    pub mawb_id: Uuid,
    pub revision: i16,
}

/// The manifests of waybills that a user reaches.
pub async fn list_manifests(
    tx: &mut TenantTx,
    scope: &RowScope,
    waybill_ids: &[Uuid],
) -> ApiResult<Vec<FlightManifest>> {
    let (_, branches, _) = scope.parts();
    Ok(sqlx::query_as(VERSIONS).bind(waybill_ids).bind(branches).fetch_all(&mut **tx).await?)
}
