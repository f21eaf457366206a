//! Deliveries that come by themselves: customs have cleared the shipments, and own drivers deliver them.

use std::collections::HashSet;

use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use super::input::{DeliveryInput, MOST_SHIPMENTS};
use super::plan::{self, Planner};
use super::store;
use crate::recipient_choice::days::list_days;
use crate::steps::delivery::{DELIVERY_STEPS, DeliveryStep};
use access::scope::RowScope;
use freight::shipments::to_deliver;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::settings::{self, DELIVERY, Settings};
use server_core::state::AppState;
use trade::steps::Actor;

/// Pages of one sweep; the rest waits for the next one.
const MOST_PAGES: usize = 50;

/// Plans cleared shipments that have never been in a delivery, for the next day on which drivers deliver. What is refused, such as for unpaid
/// duties, is tried again with the next sweep.
pub async fn plan_cleared(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let mut tx = state.tenancy.begin(tenant).await?;
    let settings = settings::load(&mut tx).await?;
    let is_on =
        settings.flag(DELIVERY) && DELIVERY_STEPS.find(DeliveryStep::Create, None, Actor::System).is_some();
    let waiting = if is_on { list_waiting(&mut tx).await? } else { Vec::new() };
    tx.commit().await?;
    // Each batch in a transaction of its own: the failure of one does not stop the others.
    for ids in waiting.chunks(MOST_SHIPMENTS) {
        if let Err(error) = plan(state, tenant, &settings, ids).await {
            tracing::warn!(tenant = %tenant.id, %error, "cleared shipments could not be planned");
        }
    }
    Ok(())
}

/// Cleared shipments that own drivers deliver and that nobody has planned yet.
async fn list_waiting(tx: &mut TenantTx) -> ApiResult<Vec<Uuid>> {
    let mut waiting = Vec::new();
    let mut behind = None;
    // Each page is two statements for a hundred shipments.
    for _ in 0..MOST_PAGES {
        let page = to_deliver::list_cleared(tx, behind).await?;
        let known: HashSet<Uuid> = store::list_planned(tx, &page).await?.into_iter().collect();
        behind = page.last().copied();
        waiting.extend(page.iter().filter(|id| !known.contains(id)));
        if page.is_empty() {
            break;
        }
    }
    Ok(waiting)
}

async fn plan(state: &AppState, tenant: &Tenant, settings: &Settings, ids: &[Uuid]) -> ApiResult<()> {
    let actor = audit::Actor::server(state, "sweep".to_owned());
    let today = settings.today(actor.at);
    let Some(on_date) = list_days(today).first().copied() else { return Ok(()) };
    let planner = Planner { actor, today, language: settings.default_language };
    let input = DeliveryInput {
        shipment_ids: ids.to_vec(),
        on_date,
        from_time: None,
        to_time: None,
        instructions: None,
    };
    let mut tx = state.tenancy.begin(tenant).await?;
    plan::create(&mut tx, &planner, &RowScope::All, &input).await?;
    tx.commit().await?;
    Ok(())
}
