//! The work of every hour: pickups that are asked for again, re-weighings and failed deliveries of which clients have not decided in
//! time, deliveries of what customs have cleared, reminders of the storage of parcels and their departure, of tokens and of documents that expire, goods that are held too
//! long, reports that are due, rewards of clients that sent others, invitations to rate deliveries, events of webhooks without a worker,
//! calls of orders that are old, parcels that carriers have, messages of carriers that are fetched, and deletion of expired records: unverified hosts, unconfirmed registrations and subscriptions, sessions, links, quotes, live
//! events, exports of own data, files of scheduled reports, documents whose types say so, shared files that were deleted or never arrived whole, accounts at the request of their users, drafts and files that were never
//! sent, and personal data of drivers' records, of messages of airlines and of manifests.

use std::time::Duration;

use tenancy::{TenancyError, Tenant, TenantState, TenantTx};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::personal_data;
use ::live::{chat, notifications};
use access::api_tokens::expiry_notices;
use field::deliveries;
use field::drivers;
use field::pickups;
use field::recipient_choice;
use freight::tracking_updates;
use integrations::webhooks;
use money::indications;
use parties::owned::documents::{reminders, retention};
use parties::registration;
use pricing::quotes;
use receiving::inbound::notices;
use receiving::repacks::departures;
use receiving::reweighs;
use regulatory::document_list;
use reports::schedules;
use server_core::files::FileKey;
use server_core::http::error::{ApiError, ApiResult};
use server_core::live;
use server_core::settings::{self, REVIEWS};
use server_core::state::AppState;
use site::domains;
use support::{incoming, reviews, tickets, uploads};

const PAUSE: Duration = Duration::from_secs(3600);

/// Sweeps now and every hour until `stop`. Several servers may do this at the same time.
pub async fn keep_sweeping(state: AppState, stop: CancellationToken) {
    loop {
        sweep(&state).await;
        if tokio::time::timeout(PAUSE, stop.cancelled()).await.is_ok() {
            return;
        }
    }
}

/// Sweeps every tenant; a failure in one does not stop the others.
pub async fn sweep(state: &AppState) {
    for tenant in state.tenancy.tenants() {
        if tenant.state != TenantState::Active {
            continue;
        }
        if let Err(error) = sweep_tenant(state, &tenant).await {
            tracing::warn!(tenant = %tenant.id, %error, "what has lapsed could not be swept");
        }
    }
}

async fn sweep_tenant(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let mut tx = match state.tenancy.begin(tenant).await {
        Err(TenancyError::Suspended) => return Ok(()),
        begun => begun?,
    };
    access::expiry::delete_expired(&mut tx, state).await?;
    expiry_notices::send_due(&mut tx, state).await?;
    domains::delete_expired(&mut tx, state).await?;
    registration::delete_expired(&mut tx, state).await?;
    tracking_updates::lapse(&mut tx, state).await?;
    quotes::delete_expired(&mut tx, state).await?;
    ask_for_reviews(&mut tx, state).await?;
    webhooks::expiry::sweep(&mut tx, state).await?;
    orders::sweep(&mut tx, state).await?;
    carriers::sweep(&mut tx, state).await?;
    manifests::message_sources::sweep(&mut tx, state).await?;
    notices::send_due(&mut tx, state).await?;
    reminders::send_due(&mut tx, state).await?;
    document_list::reminders::send_due(&mut tx, state).await?;
    departures::note_departures(&mut tx, state).await?;
    live::store::delete_expired(&mut tx, state.clock.now()).await?;
    notifications::delete_expired(&mut tx, state).await?;
    let mut files = tickets::delete_expired(&mut tx, state).await?;
    files.extend(uploads::delete_expired(&mut tx, state).await?);
    files.extend(chat::delete_expired(&mut tx, state).await?);
    files.extend(incoming::delete_expired(&mut tx, state).await?);
    files.extend(drivers::personal_data::delete_expired(&mut tx, state).await?);
    files.extend(customs::retention::delete_expired(&mut tx, state).await?);
    files.extend(manifests::retention::delete_expired(&mut tx, state).await?);
    files.extend(personal_data::delete_expired(&mut tx, state).await?);
    files.extend(retention::sweep(&mut tx, state).await?);
    files.extend(schedules::sweep(&mut tx, state).await?);
    let has_due_accounts = personal_data::end_tokens(&mut tx, state).await?;
    tx.commit().await?;
    delete_files(state, tenant, &files).await?;
    if has_due_accounts {
        let files = personal_data::erase_due(state, tenant).await?;
        delete_files(state, tenant, &files).await?;
    }
    state.files.count(&tenant.id).await?;
    pickups::repeat_due(state, tenant).await?;
    reweighs::lapse(state, tenant).await?;
    stock::sweep(state, tenant).await?;
    indications::settle(state, tenant).await?;
    recipient_choice::decide_due(state, tenant).await?;
    deliveries::plan_cleared(state, tenant).await?;
    departures::charge_departed(state, tenant).await?;
    domains::proof_again::check(state, tenant).await
}

async fn delete_files(state: &AppState, tenant: &Tenant, names: &[String]) -> ApiResult<()> {
    for key in names.iter().filter_map(|name| FileKey::of(&tenant.id, name)) {
        state.files.delete(&key).await.map_err(ApiError::internal)?;
    }
    Ok(())
}

/// Asks clients about what was delivered to them, but not about what a ticket is open for.
async fn ask_for_reviews(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    if !settings::load(tx).await?.flag(REVIEWS) {
        return Ok(());
    }
    reviews::hide_undelivered(tx, state).await?;
    let mut shipments = reviews::list_candidates(tx, state).await?;
    let mut unanswered = reviews::list_unanswered(tx, state).await?;
    let asked: Vec<Uuid> =
        shipments.iter().copied().chain(unanswered.iter().map(|one| one.shipment_id)).collect();
    let disputed = tickets::list_disputed(tx, &asked).await?;
    shipments.retain(|id| !disputed.contains(id));
    unanswered.retain(|one| !disputed.contains(&one.shipment_id));
    reviews::invite(tx, state, &shipments).await?;
    reviews::remind(tx, state, &unanswered).await
}
