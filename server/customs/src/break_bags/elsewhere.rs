//! Parcels that turned up in another break-bag while theirs was being unpacked.

use tenancy::TenantTx;
use uuid::Uuid;

use super::store::Doer;
use server_core::http::error::ApiResult;

/// They are over there. Only what somebody scanned since this unpacking has begun counts: a parcel may have been there before.
pub const FIND_ELSEWHERE: &str = "
    update break_bag_lines l
    set scanned_at = o.scanned_at, scanned_by = o.scanned_by, resolution = 'found_later', resolved_at = $2, resolved_by = $3
    from break_bags k
    join break_bags other on other.id <> k.id and other.status <> 0 and other.updated_at >= k.created_at
    join break_bag_lines o on o.break_bag_id = other.id and not o.is_expected and o.scanned_at >= k.created_at
    where k.id = $1 and l.break_bag_id = k.id and l.is_expected and l.scanned_at is null and not l.is_damaged
      and o.shipment_id = l.shipment_id and o.seq = l.seq";

/// Marks those as found that would be short now, and are not.
pub async fn find_elsewhere(tx: &mut TenantTx, id: Uuid, doer: Doer) -> ApiResult<()> {
    sqlx::query(FIND_ELSEWHERE).bind(id).bind(doer.at).bind(doer.by).execute(&mut **tx).await?;
    Ok(())
}
