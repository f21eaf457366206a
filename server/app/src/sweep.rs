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

/// Sweeps every tenant. Each job has a transaction of its own: a failure in one does not stop the others.
pub async fn sweep(state: &AppState) {
    for tenant in state.tenancy.tenants() {
        if tenant.state != TenantState::Active {
            continue;
        }
        sweep_tenant(state, &tenant).await;
    }
}

/// Does one job in its own transaction and answers what it returned. When it fails, nothing of it stays.
macro_rules! in_tx {
    ($state:ident, $tenant:ident, $job:path) => {{
        let done = async {
            let mut tx = $state.tenancy.begin($tenant).await?;
            let value = $job(&mut tx, $state).await?;
            tx.commit().await?;
            ApiResult::Ok(value)
        };
        note(stringify!($job), $tenant, done.await)
    }};
}

/// A job that failed stops no other one: it is tried again in an hour.
fn note<T: Default>(job: &str, tenant: &Tenant, done: ApiResult<T>) -> T {
    done.unwrap_or_else(|error| {
        tracing::warn!(tenant = %tenant.id, job, %error, "what has lapsed could not be swept");
        T::default()
    })
}

async fn sweep_tenant(state: &AppState, tenant: &Tenant) {
    if let Err(TenancyError::Suspended) = state.tenancy.begin(tenant).await {
        return;
    }
    in_tx!(state, tenant, access::expiry::delete_expired);
    in_tx!(state, tenant, expiry_notices::send_due);
    in_tx!(state, tenant, domains::delete_expired);
    in_tx!(state, tenant, registration::delete_expired);
    in_tx!(state, tenant, tracking_updates::lapse);
    in_tx!(state, tenant, quotes::delete_expired);
    in_tx!(state, tenant, ask_for_reviews);
    in_tx!(state, tenant, webhooks::expiry::sweep);
    in_tx!(state, tenant, orders::sweep);
    in_tx!(state, tenant, carriers::sweep);
    in_tx!(state, tenant, manifests::message_sources::sweep);
    in_tx!(state, tenant, notices::send_due);
    in_tx!(state, tenant, reminders::send_due);
    in_tx!(state, tenant, document_list::reminders::send_due);
    in_tx!(state, tenant, departures::note_departures);
    in_tx!(state, tenant, delete_live_events);
    in_tx!(state, tenant, notifications::delete_expired);
    sweep_files(state, tenant).await;
    let has_due_accounts = in_tx!(state, tenant, personal_data::end_tokens);
    if has_due_accounts {
        let erased = personal_data::erase_due(state, tenant).await;
        let files = note("personal_data::erase_due", tenant, erased);
        note("delete_files", tenant, delete_files(state, tenant, &files).await);
    }
    note("pickups::repeat_due", tenant, pickups::repeat_due(state, tenant).await);
    note("reweighs::lapse", tenant, reweighs::lapse(state, tenant).await);
    note("stock::sweep", tenant, stock::sweep(state, tenant).await);
    note("indications::settle", tenant, indications::settle(state, tenant).await);
    note("recipient_choice::decide_due", tenant, recipient_choice::decide_due(state, tenant).await);
    note("deliveries::plan_cleared", tenant, deliveries::plan_cleared(state, tenant).await);
    note("departures::charge_departed", tenant, departures::charge_departed(state, tenant).await);
    note("domains::proof_again::check", tenant, domains::proof_again::check(state, tenant).await);
}

/// Records with files: these are deleted once nothing names them any more.
async fn sweep_files(state: &AppState, tenant: &Tenant) {
    let files = [
        in_tx!(state, tenant, tickets::delete_expired),
        in_tx!(state, tenant, uploads::delete_expired),
        in_tx!(state, tenant, chat::delete_expired),
        in_tx!(state, tenant, incoming::delete_expired),
        in_tx!(state, tenant, drivers::personal_data::delete_expired),
        in_tx!(state, tenant, customs::retention::delete_expired),
        in_tx!(state, tenant, manifests::retention::delete_expired),
        in_tx!(state, tenant, personal_data::delete_expired),
        in_tx!(state, tenant, retention::sweep),
        in_tx!(state, tenant, schedules::sweep),
    ];
    note("delete_files", tenant, delete_files(state, tenant, &files.concat()).await);
    let counted = state.files.count(&tenant.id).await.map(drop).map_err(ApiError::internal);
    note("files::count", tenant, counted);
}

async fn delete_live_events(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    Ok(live::store::delete_expired(tx, state.clock.now()).await?)
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
