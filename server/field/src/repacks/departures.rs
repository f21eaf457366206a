//! Packed parcels that have left with their shipments.

use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::inbound::packing;
use freight::shipments::packed::list_departed;
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};
use server_core::state::AppState;

/// Notes the departure of parcels whose shipments have left.
pub async fn note_departures(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let shipments = packing::list_packed_for(tx).await?;
    if shipments.is_empty() {
        return Ok(());
    }
    let departed = list_departed(tx, &shipments).await?;
    let gone = packing::depart(tx, &departed, state.clock.now()).await?;
    let mut clients: Vec<Uuid> = gone.iter().filter_map(|(_, client_id)| *client_id).collect();
    clients.sort_unstable();
    clients.dedup();
    if !gone.is_empty() {
        live::records_changed(tx, &Audience::Parties(clients), Resource::InboundParcel.name(), &[]);
    }
    Ok(())
}
