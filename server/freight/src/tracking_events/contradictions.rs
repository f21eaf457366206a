//! Shipments whose events contradict the end of their way: a task for staff, who find out what is true.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::status_fold::fold_status;
use super::store::{self, LockedShipment};
use server_core::http::error::ApiResult;

/// Nothing happens to one that is settled.
pub const SETTLE: &str = "
    update shipments set contradicted_at = null, version = version + 1, updated_at = $2, updated_by = $3
    where id = $1 and contradicted_at is not null";
pub const CLEAR: &str =
    "update shipments set contradicted_at = null where id = $1 and contradicted_at is not null";

/// Marks the contradiction of a shipment as settled. False if there is none.
pub async fn settle(tx: &mut TenantTx, id: Uuid, by: Uuid, at: DateTime<Utc>) -> ApiResult<bool> {
    let settled = sqlx::query(SETTLE).bind(id).bind(at).bind(by).execute(&mut **tx).await?;
    Ok(settled.rows_affected() > 0)
}

/// Without the event that was undone, the others can agree again.
pub async fn clear_after_undo(tx: &mut TenantTx, shipment: LockedShipment) -> ApiResult<()> {
    let id = shipment.id;
    let movements = store::list_movements(tx, &[shipment]).await?;
    let folded = movements.get(&id).and_then(|movements| fold_status(movements));
    if folded.is_none_or(|folded| !folded.is_contradicted) {
        sqlx::query(CLEAR).bind(id).execute(&mut **tx).await?;
    }
    Ok(())
}
