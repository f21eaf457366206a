//! Webhooks are told of waybills.

use chrono::{DateTime, Utc};
use serde_json::json;
use tenancy::TenantTx;

use super::model::Waybill;
use super::state::WaybillStatus;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;

/// A waybill whose document was frozen.
pub async fn announce_issued(tx: &mut TenantTx, at: DateTime<Utc>, waybill: &Waybill) -> ApiResult<()> {
    let told = WebhookEvent::of(WebhookEventType::MawbIssued, waybill.id)
        .with("number", &waybill.number)
        .with("revision", waybill.revision);
    webhooks::announce(tx, at, told).await
}

/// A waybill that goes from its status to another one. Nothing is told of one that stays.
pub async fn announce_status(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    before: &Waybill,
    after: WaybillStatus,
) -> ApiResult<()> {
    if before.status == after {
        return Ok(());
    }
    let told = WebhookEvent::of(WebhookEventType::MawbStatusChanged, before.id)
        .with("number", &before.number)
        .with("status", after)
        .with("previous", json!({ "status": before.status }));
    webhooks::announce(tx, at, told).await
}
