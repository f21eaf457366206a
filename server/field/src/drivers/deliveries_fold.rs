//! Brings deliveries up to date with all their records: columns, stops, parcels, and the events of their shipments.

use std::collections::{BTreeSet, HashMap};

use policy::Resource;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::delivery_outcome::{
    CashColumns, DeliveryColumns, DeliveryOutcome, DeliveryRecords, StopColumns, WantedEvent,
};
use super::record_row::RecordRow;
use super::record_store::{self as store, FoldedDelivery, FoldedStopRow};
use super::stop_fold::FieldTask;
use crate::cash_handovers::{cash_ledger, cash_store};
use crate::deliveries::store::{self as delivery_store, CargoEvent, CargoRow};
use crate::recipient_choice::AskRecipient;
use crate::steps::delivery::DeliveryStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::to_deliver;
use freight::tracking_events::{self, NewEvent, Source};
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::process::{self, Owner};

/// All that the folds of some deliveries read.
struct DeliveryFacts {
    deliveries: Vec<FoldedDelivery>,
    cargo: Vec<CargoRow>,
    stops: Vec<FoldedStopRow>,
    records: Vec<RecordRow>,
    counts: HashMap<Uuid, i16>,
    /// Clients of the shipments.
    clients: HashMap<Uuid, Uuid>,
}

/// Folds the records of deliveries, and writes what follows. Returns the deliveries with an event that cannot be undone any
/// more.
pub async fn refold(tx: &mut TenantTx, ctx: &Ctx, ids: &[Uuid]) -> ApiResult<Vec<Uuid>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let loaded = load(tx, ids).await?;
    let mut outcomes: Vec<DeliveryOutcome> =
        loaded.deliveries.iter().map(|delivery| loaded.of(delivery).fold()).collect();
    let mut stuck = Vec::new();
    // Each event has a time and a reason of its own; a batch has few.
    for (delivery, outcome) in loaded.deliveries.iter().zip(&mut outcomes) {
        let rows = loaded.list_cargo(delivery.id);
        let turned = write_events(tx, ctx, delivery, &rows, outcome).await?;
        if turned.has_stuck {
            stuck.push(delivery.id);
            add_task(delivery, &mut outcome.columns, FieldTask::UndoTooLate);
        }
        delivery_store::set_cargo(tx, delivery.id, &turned.rows).await?;
    }
    add_counted_cash(tx, &loaded, &mut outcomes).await?;
    let columns: Vec<&DeliveryColumns> = outcomes.iter().map(|outcome| &outcome.columns).collect();
    store::set_deliveries(tx, &columns, ctx.now()).await?;
    let stops: Vec<&StopColumns> = outcomes.iter().flat_map(|outcome| &outcome.stops).collect();
    store::set_stops(tx, &stops).await?;
    let cash: Vec<&CashColumns> = outcomes.iter().flat_map(|outcome| &outcome.cash).collect();
    let gone = cash_store::set_cash(tx, ids, &cash).await?;
    post_cash(tx, ctx, &loaded, &cash, &gone).await?;
    ask_recipients(tx, &loaded, &columns).await?;
    tell(tx, ctx, &loaded, &columns).await?;
    Ok(stuck)
}

async fn load(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<DeliveryFacts> {
    let deliveries = store::lock_deliveries(tx, ids).await?;
    let cargo = delivery_store::list_cargo(tx, ids).await?;
    let shipment_ids: Vec<Uuid> = cargo.iter().map(|row| row.shipment_id).collect();
    // All at once, in one order: their events are written one delivery after the other.
    tracking_events::lock_many(tx, &RowScope::All, &shipment_ids).await?;
    let shipments = to_deliver::load_shipments(tx, &shipment_ids).await?;
    Ok(DeliveryFacts {
        deliveries,
        cargo,
        stops: store::list_stops(tx, ids).await?,
        records: store::list_records(tx, ids).await?,
        counts: shipments.iter().map(|one| (one.id, one.parcel_count)).collect(),
        clients: shipments.iter().filter_map(|one| Some((one.id, one.client_id?))).collect(),
    })
}

impl DeliveryFacts {
    fn of<'a>(&'a self, delivery: &'a FoldedDelivery) -> DeliveryRecords<'a> {
        DeliveryRecords {
            delivery,
            cargo: self.list_cargo(delivery.id),
            stops: self.stops.iter().filter(|stop| stop.delivery_id == delivery.id).collect(),
            records: self.records.iter().filter(|record| record.subject_id == delivery.id).collect(),
            counts: &self.counts,
            client_id: self
                .list_cargo(delivery.id)
                .iter()
                .find_map(|row| self.clients.get(&row.shipment_id))
                .copied(),
        }
    }

    fn list_cargo(&self, delivery_id: Uuid) -> Vec<&CargoRow> {
        self.cargo.iter().filter(|row| row.delivery_id == delivery_id).collect()
    }
}

/// Brings the ledger up to date with what was taken. Nothing was, as a rule.
async fn post_cash(
    tx: &mut TenantTx,
    ctx: &Ctx,
    loaded: &DeliveryFacts,
    cash: &[&CashColumns],
    gone: &[Uuid],
) -> ApiResult<()> {
    if cash.is_empty() && gone.is_empty() {
        return Ok(());
    }
    let numbers = loaded.deliveries.iter().map(|delivery| (delivery.id, delivery.number.as_str())).collect();
    cash_ledger::post_taken(tx, ctx, cash, &numbers, gone).await
}

/// Adds a task that is not settled.
fn add_task(delivery: &FoldedDelivery, columns: &mut DeliveryColumns, task: FieldTask) {
    if !delivery.settled_tasks.contains(&task) && !columns.tasks.contains(&task) {
        columns.tasks.push(task);
    }
}

/// Cash that was counted before its record was taken back stays taken: nobody collects it again, and staff are told.
async fn add_counted_cash(
    tx: &mut TenantTx,
    loaded: &DeliveryFacts,
    outcomes: &mut [DeliveryOutcome],
) -> ApiResult<()> {
    let ids: Vec<Uuid> = loaded.deliveries.iter().map(|delivery| delivery.id).collect();
    let kept: Vec<Uuid> = outcomes.iter().flat_map(|one| &one.cash).map(|row| row.record_id).collect();
    let counted = cash_store::list_counted_besides(tx, &ids, &kept).await?;
    for (delivery, outcome) in loaded.deliveries.iter().zip(outcomes) {
        for row in counted.iter().filter(|row| row.delivery_id == delivery.id) {
            let columns = &mut outcome.columns;
            if delivery.cod_currency.as_ref() == Some(&row.currency) {
                columns.cod_taken = Some(columns.cod_taken.unwrap_or_default() + row.amount);
            }
            add_task(delivery, columns, FieldTask::CashCounted);
        }
    }
    Ok(())
}

/// The shipments of a delivery after their events.
struct CargoTurn {
    rows: Vec<CargoRow>,
    /// An event that no record stands for any more could not be undone.
    has_stuck: bool,
}

/// Undoes the events of records that no longer count, and records those that are new.
async fn write_events(
    tx: &mut TenantTx,
    ctx: &Ctx,
    delivery: &FoldedDelivery,
    before: &[&CargoRow],
    outcome: &DeliveryOutcome,
) -> ApiResult<CargoTurn> {
    let mut has_stuck = false;
    let mut rows = Vec::with_capacity(before.len());
    for row in before {
        let shipment_id = row.shipment_id;
        let is_wanted = |event: &CargoEvent| is_wanted(&outcome.events, event.record_id, shipment_id);
        let (mut kept, gone): (Vec<CargoEvent>, Vec<CargoEvent>) =
            row.events.iter().copied().partition(is_wanted);
        // The newest first: an event can be undone while it is the last one.
        for event in gone.into_iter().rev() {
            if !undo(tx, ctx, shipment_id, event.event_id).await? {
                has_stuck = true;
                kept.push(event);
            }
        }
        rows.push(CargoRow {
            done: outcome.done.get(&shipment_id).cloned().unwrap_or_default(),
            is_open: outcome.open.contains(&shipment_id),
            events: kept,
            ..(*row).clone()
        });
    }
    for wanted in &outcome.events {
        record_event(tx, ctx, delivery, wanted, &mut rows).await?;
    }
    Ok(CargoTurn { rows, has_stuck })
}

fn is_wanted(wanted: &[WantedEvent], record_id: Uuid, shipment_id: Uuid) -> bool {
    wanted.iter().any(|event| event.record_id == record_id && event.shipment_ids.contains(&shipment_id))
}

/// False when later events need it, or it is too old.
async fn undo(tx: &mut TenantTx, ctx: &Ctx, shipment_id: Uuid, event_id: Uuid) -> ApiResult<bool> {
    match tracking_events::undo_event(tx, ctx, &RowScope::All, shipment_id, event_id).await {
        Ok(()) => Ok(true),
        Err(error)
            if [MessageCode::EventNotUndoable, MessageCode::ShipmentNotTrackable].contains(&error.code()) =>
        {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// Records the event for the shipments that do not have it yet. Those that do not take it stay without.
async fn record_event(
    tx: &mut TenantTx,
    ctx: &Ctx,
    delivery: &FoldedDelivery,
    wanted: &WantedEvent,
    rows: &mut [CargoRow],
) -> ApiResult<()> {
    let lacks = |row: &&CargoRow| {
        let has = row.events.iter().any(|event| event.record_id == wanted.record_id);
        !has && wanted.shipment_ids.contains(&row.shipment_id)
    };
    let ids: Vec<Uuid> = rows.iter().filter(lacks).map(|row| row.shipment_id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let shipments = tracking_events::lock_many(tx, &RowScope::All, &ids).await?;
    let event = NewEvent {
        occurred_at: wanted.at,
        location: delivery.city.clone(),
        reason: wanted.reason.map(|reason| reason.as_str().to_owned()),
        ..NewEvent::now(wanted.code, Source::Scan, ctx)
    };
    let written = tracking_events::record_for_many(tx, &shipments, &event).await?;
    for row in rows.iter_mut() {
        if let Some(event_id) = written.get(&row.shipment_id) {
            row.events.push(CargoEvent { record_id: wanted.record_id, event_id: *event_id });
        }
    }
    Ok(())
}

/// Recipients of new failed attempts are asked what to do next.
async fn ask_recipients(
    tx: &mut TenantTx,
    loaded: &DeliveryFacts,
    columns: &[&DeliveryColumns],
) -> ApiResult<()> {
    let mut asked = Vec::new();
    for (delivery, columns) in loaded.deliveries.iter().zip(columns) {
        if columns.status == DeliveryStatus::Failed && columns.attempts > delivery.attempts {
            asked.push(AskRecipient { delivery_id: delivery.id });
        }
    }
    Ok(process::enqueue_all(tx, Owner::NOBODY, asked).await?)
}

/// Writes audit entries, and tells open pages.
async fn tell(
    tx: &mut TenantTx,
    ctx: &Ctx,
    loaded: &DeliveryFacts,
    columns: &[&DeliveryColumns],
) -> ApiResult<()> {
    let mut entries = Vec::with_capacity(columns.len());
    for (delivery, columns) in loaded.deliveries.iter().zip(columns) {
        let facts = json!({
            "status": [delivery.status, columns.status], "attempts": columns.attempts, "tasks": columns.tasks,
        });
        entries.push((delivery.id, facts));
    }
    audit::record_many(tx, ctx.into(), "delivery.record", entries).await?;
    tell_webhooks(tx, ctx, loaded, columns).await?;
    let ids: Vec<Uuid> = columns.iter().map(|one| one.id).collect();
    live::records_changed(tx, &Audience::Staff, Resource::Delivery.name(), &ids);
    let routes: BTreeSet<Uuid> = loaded.stops.iter().filter_map(|stop| stop.route_id).collect();
    let routes: Vec<Uuid> = routes.into_iter().collect();
    store::touch_routes(tx, &routes, ctx.now()).await?;
    live::records_changed(tx, &Audience::Staff, Resource::Route.name(), &routes);
    Ok(())
}

/// Tells webhooks of deliveries that have arrived or failed, and of further attempts that failed.
async fn tell_webhooks(
    tx: &mut TenantTx,
    ctx: &Ctx,
    loaded: &DeliveryFacts,
    columns: &[&DeliveryColumns],
) -> ApiResult<()> {
    let mut events = Vec::new();
    for (delivery, columns) in loaded.deliveries.iter().zip(columns) {
        let has_turned = columns.status != delivery.status;
        let kind = match columns.status {
            DeliveryStatus::Delivered if has_turned => WebhookEventType::DeliveryDelivered,
            DeliveryStatus::Failed if has_turned || columns.attempts > delivery.attempts => {
                WebhookEventType::DeliveryFailed
            }
            _ => continue,
        };
        let cargo = loaded.list_cargo(delivery.id);
        let mut clients: Vec<Uuid> =
            cargo.iter().filter_map(|row| loaded.clients.get(&row.shipment_id)).copied().collect();
        clients.sort_unstable();
        clients.dedup();
        let told = WebhookEvent::of(kind, delivery.id)
            .with("number", &delivery.number)
            .with("attempts", columns.attempts);
        events.push(told.of_clients(clients));
    }
    webhooks::announce_all(tx, ctx.now(), &events).await
}
