//! Bags that a manifest gives up: they can be opened again, unless another manifest has them by now. And the manifests that have one.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::contents::list_bag_ids;
use super::model::Manifest;
use super::store::{self, VersionKey};
use crate::bags::state::BagStep;
use crate::bags::transport::{self, TransportedBag};
use server_core::http::error::ApiResult;

/// Parcels of a bag by which its manifests are found.
const MOST_ASKED: usize = 10;

/// The manifests that have a bag: itself, on their waybill, or in their closed version though the waybill has given it up.
pub const OF_BAG: &str = "
    select id from manifests where bag_ids && array[$1::uuid] and status <> 0
    union
    select m.id from mawb_contents c join manifests m on m.mawb_id = c.mawb_id and m.status <> 0 where c.bag_id = $1
    union
    select m.id from manifest_lines l join manifests m on m.id = l.manifest_id and m.revision = l.revision and m.status <> 0
    where l.shipment_id = any($2) and l.line -> 'bags' @> to_jsonb($3::text)
    limit 100";
/// Those among the bags that another manifest has, which is closed or whose readers know it.
pub const ON_OTHERS: &str = "
    select b.id from manifests m cross join lateral unnest(m.bag_ids) b(id)
    where m.bag_ids && $1 and b.id = any($1) and m.id <> $2 and m.purpose <> 'deletion'
      and (m.status >= 20 or m.status <> 0 and m.is_known)
    union
    select c.bag_id from mawb_contents c join manifests m on m.mawb_id = c.mawb_id
    where c.bag_id = any($1) and c.released_at is null and m.id <> $2 and m.purpose <> 'deletion'
      and (m.status >= 20 or m.status <> 0 and m.is_known)";

/// The manifests that have a bag: at most 100.
pub async fn list_of_bag(tx: &mut TenantTx, bag_id: Uuid) -> ApiResult<Vec<Uuid>> {
    let number = transport::find_bags(tx, &[bag_id]).await?.pop().map(|bag| bag.number);
    // They came onto a manifest together: some of them tell it.
    let parcels = transport::list_contents(tx, &[bag_id]).await?;
    let shipments: Vec<Uuid> = parcels.iter().take(MOST_ASKED).map(|parcel| parcel.shipment_id).collect();
    let query = sqlx::query_scalar(OF_BAG).bind(bag_id).bind(shipments).bind(number);
    Ok(query.fetch_all(&mut **tx).await?)
}

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
    let kept: Vec<Uuid> =
        sqlx::query_scalar(ON_OTHERS).bind(&ids).bind(manifest_id).fetch_all(&mut **tx).await?;
    let free: Vec<TransportedBag> = bags
        .into_iter()
        .filter(|bag| !kept.contains(&bag.id) && bag.verdict(BagStep::Unmanifest).is_yes())
        .collect();
    transport::unmark_manifested(tx, &free, at).await
}
