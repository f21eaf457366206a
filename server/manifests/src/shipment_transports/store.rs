//! SQL of the manifests that have a shipment.

use tenancy::TenantTx;
use uuid::Uuid;

use crate::other_manifests::has_contents;
use access::scope::RowScope;
use customs::shipment_transports::TransportRecord;
use server_core::http::error::ApiResult;

/// $1 are branches, $2 waybills, $3 bags, $4 is the shipment. Only a manifest without a waybill names its bags. One that was
/// cancelled or withdrawn carries nothing.
pub const MANIFESTS: &str = concat!(
    "select m.id, m.number from (
        select m.id, m.number, m.status, m.purpose, m.subsidiary_id from manifests m where m.mawb_id = any($2)
        union
        select m.id, m.number, m.status, m.purpose, m.subsidiary_id from manifests m
        where m.mawb_id is null and m.bag_ids && $3
        union
        select m.id, m.number, m.status, m.purpose, m.subsidiary_id
        from manifest_lines l join manifests m on m.id = l.manifest_id where l.shipment_id = $4
    ) m
    where ",
    has_contents!(),
    " and ($1::uuid[] is null or m.subsidiary_id = any($1)) order by m.number limit 50"
);

/// A shipment, and what carries it.
#[derive(Debug)]
pub struct Carriers {
    pub shipment_id: Uuid,
    pub bag_ids: Vec<Uuid>,
    pub waybill_ids: Vec<Uuid>,
}

/// The manifests of a user's branches that have a waybill, a bag or the shipment.
pub async fn list_manifests(
    tx: &mut TenantTx,
    scope: &RowScope,
    carriers: &Carriers,
) -> ApiResult<Vec<TransportRecord>> {
    let (_, branches, _) = scope.parts();
    let query = sqlx::query_as(MANIFESTS).bind(branches).bind(&carriers.waybill_ids);
    let query = query.bind(&carriers.bag_ids).bind(carriers.shipment_id);
    Ok(query.fetch_all(&mut **tx).await?)
}
