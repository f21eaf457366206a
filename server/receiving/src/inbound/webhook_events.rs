//! Webhooks are told of parcels that arrive, and of those that are abandoned.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::InboundParcel;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;

/// A parcel, which is of this client as far as is known.
pub async fn announce(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    kind: WebhookEventType,
    parcel: &InboundParcel,
    client_id: Option<Uuid>,
) -> ApiResult<()> {
    let told = WebhookEvent::of(kind, parcel.id).with("external_code", &parcel.external_code);
    webhooks::announce(tx, at, told.of_clients(client_id)).await
}
