//! Whose a parcel is: what one becomes of which nobody knew it, and what its client is told.

use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::arrivals;
use super::input::list_label_codes;
use super::model::InboundParcel;
use super::store::{self, INBOUND_PARCELS, IdentifiedParcel, WarehouseColumns};
use super::{notices, storage, webhook_events};
use crate::station::store::{self as station, ClientParcel};
use access::ctx::Ctx;
use integrations::webhooks::WebhookEventType;
use parties::clients::parcel_owner::ParcelOwner;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// Gives a parcel, which is locked, to its client. An announcement of the client with the same code, or with the number
/// in its long bar code, becomes part of it.
pub async fn identify(
    tx: &mut TenantTx,
    ctx: &Ctx,
    parcel: &InboundParcel,
    owner: ParcelOwner,
    warehouse: (Option<Uuid>, WarehouseColumns),
) -> ApiResult<()> {
    let ParcelOwner { id: client_id, name, suite_code, group_id: client_group_id, .. } = owner;
    let (warehouse_id, at) = warehouse;
    let code = &parcel.external_code;
    let codes = list_label_codes(code);
    let announcement = store::take_announcement(tx, client_id, &codes, parcel.id).await?;
    let link = ClientParcel {
        inbound_parcel_id: parcel.id,
        client_id: Some(client_id),
        subsidiary_id: at.subsidiary_id,
    };
    if let Some(received_parcel_id) = parcel.received_parcel_id {
        station::link(tx, received_parcel_id, &link).await?;
    }
    let notice = storage::plan_notice(&at, parcel.arrived_at, ctx.now());
    let row = IdentifiedParcel {
        client_id,
        client_name: name,
        suite_code,
        client_group_id,
        told_at: ctx.now(),
        warehouse_id,
        at,
        announcement,
        notice,
    };
    let written = INBOUND_PARCELS.write(tx, ctx.now(), parcel.id, &row).await;
    written.map_err(|error| match tenancy::breaks_constraint(&error, "inbound_parcels_code_key") {
        true => ApiError::refused(MessageCode::ParcelAnnounced),
        false => error.into(),
    })?;
    let facts = json!({ "client_id": [null, client_id] });
    arrivals::tell(tx, ctx, Action::Identify, parcel.id, Some(client_id), facts).await?;
    notices::notify_arrival(tx, ctx, parcel.id, client_id, code).await?;
    let kind = WebhookEventType::InboundParcelArrived;
    webhook_events::announce(tx, ctx.now(), kind, parcel, Some(client_id)).await
}
