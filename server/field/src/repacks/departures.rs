//! Packed parcels that have left with their shipments.

use policy::Resource;
use tenancy::TenantTx;

use crate::inbound::packing;
use freight::shipments::packed::list_departed;
use server_core::http::error::ApiResult;
use server_core::live;
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
