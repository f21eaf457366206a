//! A break-bag of an air waybill whose manifest is closed expects its houses alone.

use tenancy::TenantTx;
use uuid::Uuid;

use super::other_manifests::has_contents;
use customs::break_bags::{FrozenManifest, WaybillUnpacking, expect_manifest};
use server_core::http::error::ApiResult;

/// The newest closed version of the manifest of a waybill, unless it was withdrawn.
pub const NEWEST_CLOSED: &str = concat!(
    "select v.manifest_id, v.revision from manifests m join manifest_versions v on v.manifest_id = m.id
    where m.mawb_id = $1 and v.voided_at is null and ",
    has_contents!(),
    " order by m.id desc, v.revision desc limit 1"
);
pub const SHIPMENTS: &str = "select shipment_id from manifest_lines where manifest_id = $1 and revision = $2";

pub async fn expect_houses(tx: &mut TenantTx, unpacking: WaybillUnpacking) -> ApiResult<()> {
    let find = sqlx::query_as(NEWEST_CLOSED).bind(unpacking.mawb_id);
    let closed: Option<FrozenManifest> = find.fetch_optional(&mut **tx).await?;
    let Some(manifest) = closed else { return Ok(()) };
    let list = sqlx::query_scalar(SHIPMENTS).bind(manifest.manifest_id).bind(manifest.revision);
    let shipment_ids: Vec<Uuid> = list.fetch_all(&mut **tx).await?;
    expect_manifest(tx, unpacking.break_bag_id, manifest, &shipment_ids).await
}
