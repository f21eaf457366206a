//! Whether the loss of a shipment is claimed: its price does not go back then. The area of money tells it with each claim.

use tenancy::TenantTx;
use uuid::Uuid;

use super::live_events;
use server_core::http::error::ApiResult;

pub const MARK: &str = "update shipments set is_claimed = $2 where id = $1 and is_claimed <> $2 returning id";

/// Notes whether a claim for a shipment is open, approved or paid. Open pages hear of it, because other actions are allowed then.
pub async fn mark_claimed(tx: &mut TenantTx, shipment_id: Uuid, is_claimed: bool) -> ApiResult<()> {
    let changed: Option<Uuid> =
        sqlx::query_scalar(MARK).bind(shipment_id).bind(is_claimed).fetch_optional(&mut **tx).await?;
    if changed.is_some() {
        live_events::announce(tx, &[shipment_id]).await?;
    }
    Ok(())
}
