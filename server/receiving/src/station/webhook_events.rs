//! Webhooks are told of parcels of shipments that come in, and of their measures.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{ParcelMeasurement, ReceivedParcel};
use super::store::KnownParcel;
use freight::shipments::in_hand;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;

/// A parcel that is there, and whose shipment is known.
pub async fn announce_received(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    id: Uuid,
    parcel: &KnownParcel<'_>,
    client_id: Option<Uuid>,
) -> ApiResult<()> {
    let told = WebhookEvent::of(WebhookEventType::ParcelReceived, id)
        .with("shipment_id", parcel.shipment_id)
        .with("tracking_code", parcel.tracking_code)
        .with("parcel_number", parcel.seq)
        .of_clients(client_id);
    webhooks::announce(tx, at, told).await
}

/// The measures of a parcel. Those of one that nobody has identified are not told.
pub async fn announce_measured(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    parcel: &ReceivedParcel,
    form: &ParcelMeasurement,
) -> ApiResult<()> {
    let kind = WebhookEventType::ParcelMeasured;
    let Some((shipment_id, seq)) = parcel.shipment_id.zip(parcel.seq) else { return Ok(()) };
    if !webhooks::is_wanted(tx, &[kind]).await? {
        return Ok(());
    }
    let client_id = in_hand::load_facts(tx, shipment_id, seq).await?.client_id;
    let told = WebhookEvent::of(kind, parcel.id)
        .with("shipment_id", shipment_id)
        .with("tracking_code", &parcel.tracking_code)
        .with("parcel_number", seq)
        .with("weight_g", form.weight_g)
        .with("length_mm", form.length_mm)
        .with("width_mm", form.width_mm)
        .with("height_mm", form.height_mm)
        .of_clients(client_id);
    webhooks::announce(tx, at, told).await
}
