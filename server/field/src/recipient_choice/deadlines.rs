//! Clients have a week to choose what happens after the last attempt. They are asked, reminded, and then the shipments say it: back
//! to the sender, or abandoned.

use chrono::NaiveDate;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::Tenant;
use uuid::Uuid;

use super::deadline_notice::{self, DecisionNews};
use super::deadline_rule::{DecisionTurn, find_instruction};
use super::deadline_store::{self as store, AskedColumns, LapsedColumns, RemindedColumns};
use crate::deliveries::model::Delivery;
use crate::deliveries::office::{self, OfficeEntry};
use crate::deliveries::store::{self as delivery_store, DELIVERIES};
use crate::deliveries::webhook_events;
use crate::steps::delivery::{DELIVERY_STEPS, DeliveryStatus, DeliveryStep};
use access::scope::RowScope;
use freight::shipments::fields::NonDelivery;
use freight::shipments::to_deliver::{self, ShipmentToDeliver};
use freight::tracking_events::{self, NewEvent, Source};
use integrations::webhooks::WebhookEventType;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};
use server_core::record::{Change, Where};
use server_core::settings::{self, DELIVERY, Settings};
use server_core::state::AppState;
use trade::steps::Actor;

const RETURNING: &str = "RETURNING";
const ABANDONED: &str = "ABANDONED";

/// Asks and reminds clients, and ends what they have not decided. Each in a transaction of its own: the failure of one does not stop
/// the others.
pub async fn decide_due(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let mut tx = state.tenancy.begin(tenant).await?;
    let settings = settings::load(&mut tx).await?;
    let open = if settings.flag(DELIVERY) { store::list_undecided(&mut tx).await? } else { Vec::new() };
    tx.commit().await?;
    let today = settings.today(state.clock.now());
    for one in open.into_iter().filter(|one| one.facts.find_turn(today).is_some()) {
        if let Err(error) = decide(state, tenant, &settings, one.id).await {
            tracing::warn!(delivery = %one.id, %error, "what a client has not decided could not be settled");
        }
    }
    Ok(())
}

async fn decide(state: &AppState, tenant: &Tenant, settings: &Settings, id: Uuid) -> ApiResult<()> {
    let tx = state.tenancy.begin(tenant).await?;
    let actor = audit::Actor::server(state, "sweep".to_owned());
    // The delivery is locked before its shipments, as by a fold of its records.
    let mut change: Change<Delivery> = Change::begin(tx, actor, &DELIVERIES, Where::all(), id).await?;
    let cargo = delivery_store::list_cargo(&mut change.tx, &[id]).await?;
    let ids: Vec<Uuid> = cargo.iter().filter(|row| row.is_open).map(|row| row.shipment_id).collect();
    let shipments = to_deliver::load_shipments(&mut change.tx, &ids).await?;
    let today = settings.today(change.actor.at);
    let found = store::find_undecided(&mut change.tx, id).await?;
    let turn = found.and_then(|one| one.facts.find_turn(today));
    // No client decides for the others: staff do.
    let Some((turn, client_id)) = turn.zip(find_only_client(&shipments)) else { return Ok(()) };
    match turn {
        DecisionTurn::Ask(until) => {
            let decide_attempts = change.before.attempts;
            let columns =
                AskedColumns { decide_until: until, decide_attempts, is_reminded: false, choice: None };
            change.write(&columns).await?;
            tell_client(&mut change, &shipments, until, DecisionNews::Asked).await?;
        }
        DecisionTurn::Remind(until) => {
            change.write(&RemindedColumns { is_reminded: true }).await?;
            tell_client(&mut change, &shipments, until, DecisionNews::Reminded).await?;
        }
        DecisionTurn::Lapse => {
            let said = shipments.iter().map(|one| one.non_delivery);
            let Some(instruction) = find_instruction(said) else { return Ok(()) };
            let (code, step, status) = find_end(instruction);
            if DELIVERY_STEPS.find(step, Some(change.before.status), Actor::System).is_none() {
                return Ok(());
            }
            let event = build_event(&change, settings, code);
            let locked = tracking_events::lock_many(&mut change.tx, &RowScope::All, &ids).await?;
            tracking_events::record_for_many(&mut change.tx, &locked, &event).await?;
            end(&mut change, instruction, status).await?;
        }
    }
    live::records_changed(
        &mut change.tx,
        &Audience::Parties(vec![client_id]),
        Resource::Shipment.name(),
        &ids,
    );
    live::records_changed(&mut change.tx, &Audience::Staff, Resource::Delivery.name(), &[id]);
    change.finish().await?;
    Ok(())
}

/// The client of all shipments; none when there are several, or none.
fn find_only_client(shipments: &[ShipmentToDeliver]) -> Option<Uuid> {
    let first = shipments.first()?.client_id?;
    shipments.iter().all(|one| one.client_id == Some(first)).then_some(first)
}

/// The event of the shipments, and what becomes of the delivery.
const fn find_end(instruction: NonDelivery) -> (&'static str, DeliveryStep, DeliveryStatus) {
    match instruction {
        NonDelivery::Abandon => (ABANDONED, DeliveryStep::Cancel, DeliveryStatus::Cancelled),
        NonDelivery::Return | NonDelivery::Redirect => {
            (RETURNING, DeliveryStep::Return, DeliveryStatus::Returned)
        }
    }
}

fn build_event(change: &Change<Delivery>, settings: &Settings, code: &str) -> NewEvent {
    NewEvent {
        code: code.to_owned(),
        occurred_at: change.actor.at,
        received_at: change.actor.at,
        time_zone: settings.time_zone.clone(),
        location: String::new(),
        source: Source::System,
        note: None,
        reason: None,
        hold: None,
        actor_id: None,
        parcels: Vec::new(),
    }
}

/// The delivery ends for its shipments.
async fn end(
    change: &mut Change<Delivery>,
    instruction: NonDelivery,
    status: DeliveryStatus,
) -> ApiResult<()> {
    let (at, id) = (change.actor.at, change.id);
    let is_return = status == DeliveryStatus::Returned;
    let entry = if is_return { OfficeEntry::Returned { at } } else { OfficeEntry::Cancelled { at } };
    office::add(&mut change.tx, id, entry).await?;
    delivery_store::set_open(&mut change.tx, id, false).await?;
    change.write(&LapsedColumns { status }).await?;
    if is_return {
        webhook_events::announce(&mut change.tx, at, WebhookEventType::DeliveryReturned, &[id]).await?;
    }
    let action = if is_return { Action::Return } else { Action::Cancel };
    change.record(action, json!({ "non_delivery": instruction }), &Audience::Staff).await
}

async fn tell_client(
    change: &mut Change<Delivery>,
    shipments: &[ShipmentToDeliver],
    until: NaiveDate,
    news: DecisionNews,
) -> ApiResult<()> {
    let (at, id) = (change.actor.at, change.id);
    let ids: Vec<(Uuid, &str)> = shipments.iter().map(|one| (one.id, one.tracking_code.as_str())).collect();
    deadline_notice::notify_client(&mut change.tx, at, id, &ids, until, news).await
}
