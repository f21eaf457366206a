//! Bags that a manifest gives up: they can be opened again, unless another manifest has them by now.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::contents::list_bag_ids;
use super::model::Manifest;
use super::store::{self, VersionKey};
use customs::bags::state::BagStep;
use customs::bags::transport::{self, TransportedBag};
use customs::waybills::transport::{self as waybills, BagOnWaybill};
use server_core::http::error::ApiResult;

/// Those among the bags ($1) that another manifest has, itself or on its waybill ($3 are bags, $4 their waybills). It is closed, or
/// its readers know it. A withdrawal has given its bags up once it is closed.
pub const ON_OTHERS: &str = "
    select b.id from manifests m cross join lateral unnest(m.bag_ids) b(id)
    where m.bag_ids && $1 and b.id = any($1) and m.id <> $2 and not (m.purpose = 'deletion' and m.status >= 20)
      and (m.status >= 20 or m.status <> 0 and m.is_known)
    union
    select c.bag_id from unnest($3::uuid[], $4::uuid[]) c(bag_id, mawb_id) join manifests m on m.mawb_id = c.mawb_id
    where m.id <> $2 and not (m.purpose = 'deletion' and m.status >= 20)
      and (m.status >= 20 or m.status <> 0 and m.is_known)";

/// The bags of a manifest, and those of its copy: its waybill may have lost some since.
pub async fn list_marked(tx: &mut TenantTx, manifest: &Manifest) -> ApiResult<Vec<Uuid>> {
    let mut ids = list_bag_ids(tx, manifest).await?;
    let key = VersionKey { manifest_id: manifest.id, revision: manifest.revision };
    if store::find_version(tx, key).await?.is_some() {
        ids.extend(store::load_head(tx, key).await?.bags.iter().map(|bag| bag.id));
    }
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}

/// Frees locked bags that a manifest has no more.
pub async fn set_free(
    tx: &mut TenantTx,
    manifest_id: Uuid,
    bags: Vec<TransportedBag>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let ids: Vec<Uuid> = bags.iter().map(|bag| bag.id).collect();
    let carried = waybills::list_of_bags(tx, &ids).await?;
    let on_waybills: Vec<&BagOnWaybill> = carried.iter().filter(|it| !it.is_released).collect();
    let bag_ids: Vec<Uuid> = on_waybills.iter().map(|it| it.bag_id).collect();
    let mawb_ids: Vec<Uuid> = on_waybills.iter().map(|it| it.mawb_id).collect();
    let kept = sqlx::query_scalar(ON_OTHERS).bind(&ids).bind(manifest_id).bind(bag_ids).bind(mawb_ids);
    let kept: Vec<Uuid> = kept.fetch_all(&mut **tx).await?;
    let free: Vec<TransportedBag> = bags
        .into_iter()
        .filter(|bag| !kept.contains(&bag.id) && bag.verdict(BagStep::Unmanifest).is_yes())
        .collect();
    transport::unmark_manifested(tx, &free, at).await
}
