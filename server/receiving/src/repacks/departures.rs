//! Packed parcels that have left with their shipments: noted, and charged for what their storage has cost.

use chrono::{DateTime, Utc};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use super::model::Repack;
use super::store::{self, DepartedColumns, PackedParcel, REPACKS};
use crate::inbound::packing;
use freight::shipments::packed::{list_departed, list_departures};
use ledger::{HandledShipment, HandlingCharge, HandlingSubject, charge_handling};
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};
use server_core::record::{Change, Where};
use server_core::state::AppState;

/// Notes the departure of parcels whose shipments have left.
pub async fn note_departures(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let shipments = packing::list_packed_for(tx).await?;
    if shipments.is_empty() {
        return Ok(());
    }
    let departed = list_departed(tx, &shipments).await?;
    let gone = packing::depart(tx, &departed, state.clock.now()).await?;
    live::parties_changed(tx, packing::PARTIES, Resource::InboundParcel, &gone).await
}

/// Charges the storage of packed parcels that have left. Each in a transaction of its own: money is locked for as short as by a
/// person, and the failure of one does not stop the others.
pub async fn charge_departed(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let mut tx = state.tenancy.begin(tenant).await?;
    let packed = store::list_packed(&mut tx).await?;
    let shipments: Vec<Uuid> = packed.iter().map(|one| one.shipment_id).collect();
    let departures = list_departures(&mut tx, &shipments, state.clock.now()).await?;
    tx.commit().await?;
    for PackedParcel { repack_id, shipment_id } in packed {
        let Some(departed_at) = departures.get(&shipment_id) else { continue };
        if let Err(error) = charge_storage(state, tenant, repack_id, *departed_at).await {
            tracing::warn!(repack = %repack_id, %error, "the storage of a packed parcel could not be charged");
        }
    }
    Ok(())
}

async fn charge_storage(
    state: &AppState,
    tenant: &Tenant,
    id: Uuid,
    departed_at: DateTime<Utc>,
) -> ApiResult<()> {
    let tx = state.tenancy.begin(tenant).await?;
    let actor = audit::Actor::server(state, "sweep".to_owned());
    let mut change: Change<Repack> = Change::begin(tx, actor.clone(), &REPACKS, Where::all(), id).await?;
    if change.before.departed_at.is_some() {
        return Ok(());
    }
    let storage = change.before.calculate_storage(departed_at).filter(|storage| !storage.amount.is_zero());
    let charge = storage.map(|storage| to_charge(&change.before, storage.amount, storage.currency));
    if let Some(charge) = &charge {
        charge_handling(&mut change.tx, actor, charge).await?;
    }
    let storage_charged = charge.map(|charge| charge.amount);
    change.write(&DepartedColumns { departed_at, storage_charged }).await?;
    let facts = json!({ "amount": storage_charged });
    let client_id = change.before.client_id;
    change.record(Action::Update, facts, &Audience::Parties(vec![client_id])).await?;
    change.finish().await?;
    Ok(())
}

fn to_charge(repack: &Repack, amount: Decimal, currency: String) -> HandlingCharge {
    let label = repack.tracking_code.clone().unwrap_or_default();
    let to_handled = |id| HandledShipment { id, tracking_code: label.clone() };
    HandlingCharge {
        subject: HandlingSubject::PackedParcel(repack.id),
        client_id: repack.client_id,
        subsidiary_id: repack.subsidiary_id,
        shipment: repack.shipment_id.map(to_handled),
        currency,
        amount,
        label,
    }
}
