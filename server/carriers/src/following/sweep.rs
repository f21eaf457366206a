//! The hourly work: parcels are followed, and labels, pickups and manifests without an answer are asked for again.

use chrono::TimeDelta;
use tenancy::TenantTx;
use uuid::Uuid;

use super::process::FollowLabels;
use crate::handovers::{self, AskHandover};
use crate::labels::AskCarrier;
use crate::labels::store;
use crate::links::CarrierLink;
use access::scope::RowScope;
use parties::carrier_links;
use server_core::http::error::ApiResult;
use server_core::process::{self, Owner};
use server_core::state::AppState;

/// Attempts of a task take a quarter of an hour. Labels without an answer after that have no task either.
const STUCK_AFTER: TimeDelta = TimeDelta::minutes(45);

/// Starts the work of all connected providers. Without one, nothing is read any further.
pub async fn sweep(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let links: Vec<(Uuid, CarrierLink)> = carrier_links::list(tx).await?;
    if links.is_empty() {
        return Ok(());
    }
    let followed =
        links.iter().map(|(provider_id, _)| FollowLabels { provider_id: *provider_id, is_probe: false });
    process::enqueue_all(tx, Owner::NOBODY, followed.collect()).await?;
    let before = state.clock.now() - STUCK_AFTER;
    let connected: Vec<Uuid> = links.iter().map(|(provider_id, _)| *provider_id).collect();
    let stuck = store::list_stuck(tx, before, &connected).await?;
    let tasks = stuck.into_iter().map(|label| AskCarrier {
        label_id: label.id,
        shipment_id: label.shipment_id,
        tracking_code: String::new(),
        scope: RowScope::All,
    });
    process::enqueue_all(tx, Owner::NOBODY, tasks.collect()).await?;
    let stuck = handovers::store::list_stuck(tx, before, &connected).await?;
    let tasks = stuck.into_iter().map(|row| AskHandover { handover_id: row.id, scope: RowScope::All });
    process::enqueue_all(tx, Owner::NOBODY, tasks.collect()).await?;
    Ok(())
}
