//! The draft of an order that its shop has cancelled.

use tenancy::TenantTx;
use uuid::Uuid;

use super::{cancel, store};
use crate::status::ShipmentStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::messages::{MessageCode, Params};

pub const IS_UNTOUCHED: &str = "select updated_by is null from shipments where id = $1";

/// Cancels the draft of an order that its shop has cancelled. False for a shipment that somebody has changed, held or confirmed
/// since: people decide on it. The right to create it is enough to take back what nobody has seen to.
pub async fn cancel_untouched(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<bool> {
    let shipment = store::lock_and_find(tx, &RowScope::All, id, &ctx.grants).await?;
    let is_open = matches!(shipment.status, ShipmentStatus::Draft | ShipmentStatus::NeedsAttention);
    let is_untouched: bool = sqlx::query_scalar(IS_UNTOUCHED).bind(id).fetch_one(&mut **tx).await?;
    if !is_open || !is_untouched || shipment.hold.is_some() {
        return Ok(false);
    }
    let language = ctx.settings().default_language;
    let reason = MessageCode::OrderCancelled.text(language, &Params::new());
    cancel::cancel(tx, ctx, &shipment, &reason).await?;
    Ok(true)
}
