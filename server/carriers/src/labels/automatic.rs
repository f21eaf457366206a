//! Labels that are bought without anybody asking: at the confirmation, or when a warehouse receives the shipment.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::process::AskCarrier;
use super::purchase::{CarrierOfShipment, LabelRequest};
use crate::links::CarrierBuying;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::process;

/// Orders a label if the carrier of the shipment is set to this moment and takes it. The shipment is locked.
pub async fn buy_at(
    tx: &mut TenantTx,
    moment: CarrierBuying,
    shipment_id: Uuid,
    by: Option<Uuid>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let carrier = CarrierOfShipment::load(tx, &RowScope::All, shipment_id).await?;
    let is_due = carrier.link.as_ref().is_some_and(|link| link.buying == moment);
    if !is_due || carrier.find_current().is_some() || carrier.find_refusal().is_some() {
        return Ok(());
    }
    let Some(service) = carrier.find_service().map(str::to_owned) else { return Ok(()) };
    let request = LabelRequest { service, expected: None, by, at };
    let label_id = carrier.order(tx, request).await?;
    let task = AskCarrier {
        label_id,
        shipment_id,
        tracking_code: carrier.shipment.tracking_code,
        scope: RowScope::All,
    };
    process::enqueue_quietly(tx, task).await?;
    Ok(())
}
