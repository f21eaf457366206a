//! Re-weighings whose time is up: the silence of a client accepts the difference, if the funds suffice.

use chrono::{NaiveDate, TimeDelta};
use policy::Resource;
use serde_json::json;
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use super::events::EventAuthor;
use super::model::{Reweigh, ReweighOutcome, verdict};
use super::notices::{self, ReweighNews};
use super::settle::{ReweighEnd, SettledReweigh, is_payable};
use super::store::{self, OpenReweigh, REWEIGHS};
use super::webhook_events;
use crate::rules::reweigh::ReweighStatus;
use crate::steps::reweigh::ReweighStep;
use freight::shipments::in_hand;
use freight::status::ShipmentStatus;
use freight::tracking_events::Source;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::live;
use server_core::record::{Change, Where};
use server_core::settings::{self, Settings};
use server_core::state::AppState;
use trade::steps::Actor;

/// Days before the end at which a client is reminded, and between reminders while its funds are short.
const REMINDED_BEFORE: TimeDelta = TimeDelta::days(2);
const REMINDED_EVERY: TimeDelta = TimeDelta::days(7);

/// Ends what waits of shipments that have gone on, accepts what is due, and reminds clients. Each in a transaction of its own, so
/// that money is locked for as short as by a person, and the failure of one does not stop the others.
pub async fn lapse(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let mut tx = state.tenancy.begin(tenant).await?;
    let settings = settings::load(&mut tx).await?;
    let open = store::list_open(&mut tx).await?;
    let shipments: Vec<Uuid> = open.iter().map(|one| one.shipment_id).collect();
    let statuses = in_hand::load_statuses(&mut tx, &shipments).await?;
    let waits = |one: &&OpenReweigh| statuses.get(&one.shipment_id) == Some(&ShipmentStatus::ReweighHold);
    let (waiting, gone) = open.iter().partition::<Vec<&OpenReweigh>, _>(waits);
    let gone: Vec<Uuid> = gone.into_iter().map(|one| one.id).collect();
    release(&mut tx, state, &gone).await?;
    tx.commit().await?;
    let today = settings.today(state.clock.now());
    // The deadline of a dispute has stopped.
    let is_due = |one: &&OpenReweigh| one.status == ReweighStatus::Held && is_near(one.deadline_on, today);
    for one in waiting.into_iter().filter(is_due) {
        if let Err(error) = settle_or_remind(state, tenant, &settings, one.id).await {
            tracing::warn!(reweigh = %one.id, %error, "a re-weighing could not be settled");
        }
    }
    Ok(())
}

/// Ends those whose shipments have gone on in another way.
async fn release(tx: &mut TenantTx, state: &AppState, ids: &[Uuid]) -> ApiResult<()> {
    let actor = sweeper(state);
    let released = store::release(tx, ids, actor.at).await?;
    if released.is_empty() {
        return Ok(());
    }
    webhook_events::announce_ended(tx, actor.at, &released).await?;
    let facts = json!({ "outcome": [null, ReweighOutcome::Released] });
    let entries = released.iter().map(|id| (*id, facts.clone())).collect();
    audit::record_many(tx, actor, "reweigh.release", entries).await?;
    live::parties_changed(tx, store::PARTIES, Resource::Reweigh, &released).await
}

fn sweeper(state: &AppState) -> audit::Actor {
    audit::Actor::server(state, "sweep".to_owned())
}

fn is_near(deadline_on: Option<NaiveDate>, today: NaiveDate) -> bool {
    deadline_on.is_some_and(|last| last - REMINDED_BEFORE <= today)
}

/// Accepts a re-weighing whose time is up, or reminds its client.
async fn settle_or_remind(state: &AppState, tenant: &Tenant, settings: &Settings, id: Uuid) -> ApiResult<()> {
    let actor = sweeper(state);
    let today = settings.today(actor.at);
    let mut tx = state.tenancy.begin(tenant).await?;
    let found: Reweigh = REWEIGHS.find(&mut tx, &Where::all(), id).await?;
    let shipment = in_hand::lock_shipment(&mut tx, found.shipment_id).await?;
    let mut change: Change<Reweigh> = Change::begin(tx, actor.clone(), &REWEIGHS, Where::all(), id).await?;
    let now = change.before.state(Some(shipment.status), None, today);
    let is_due = verdict(ReweighStep::Lapse, Actor::System, &now).is_yes() && now.is_late;
    if is_due && is_payable(&mut change.tx, &change.before).await? {
        let author = EventAuthor { actor, time_zone: &settings.time_zone, source: Source::System };
        let lapsed = ReweighEnd { outcome: ReweighOutcome::Lapsed, reason: None };
        let open = SettledReweigh { change, shipment };
        let settled = open.charge(settings, &author, "lapse", &lapsed).await?;
        settled.change.tx.commit().await?;
        return Ok(());
    }
    if is_reminded(&change.before, today) {
        store::mark_reminded(&mut change.tx, id, today).await?;
        let subject = change.before.subject(None);
        notices::notify_client(&mut change.tx, actor.at, ReweighNews::Lapsing, &subject).await?;
    }
    change.tx.commit().await?;
    Ok(())
}

/// Once before the last day, and then again and again while nothing can be charged.
fn is_reminded(reweigh: &Reweigh, today: NaiveDate) -> bool {
    let is_waiting = reweigh.status == ReweighStatus::Held;
    is_waiting && reweigh.reminded_on.is_none_or(|last| today - last >= REMINDED_EVERY)
}
