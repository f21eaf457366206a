//! `/shipments/{id}/deliveries`: the deliveries of a shipment, and what its client wants after the last attempt.

use std::collections::HashMap;

use chrono::NaiveDate;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::client_choice::{ChoiceFacts, check, find_max_attempts, verdict};
use super::days::list_days;
use super::store::{ClientWishColumns, RecipientWish};
use crate::deliveries::model::{Delivery, RecipientChoice};
use crate::deliveries::office::{self, OfficeEntry};
use crate::deliveries::shipment_proof;
use crate::deliveries::store::{self as delivery_store, CargoRow, DELIVERIES};
use crate::deliveries::webhook_events;
use crate::drivers::record_row::RecordRow;
use crate::drivers::stop_fold::FieldTask;
use crate::journey::{DeliveryRow, ShipmentDelivery, ShipmentDeliveryCan, list_of_shipment};
use crate::steps::delivery::DeliveryStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::to_deliver::{self, ShipmentToDeliver};
use freight::tracking_events::{self, NewEvent, Source};
use integrations::webhooks::WebhookEventType;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::optional;
use server_core::http::list::Items;
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::live::{self, Audience};
use server_core::record::{Change, Where};
use server_core::settings::{DELIVERY, Settings};
use server_core::tags::Tag;

const RETURNING: &str = "RETURNING";

/// The wish of a client after the last attempt.
#[derive(Object)]
pub struct ClientDeliveryChoice {
    pub choice: RecipientChoice,
    /// For another day, and the last one to fetch it: one of `days`.
    pub on: Option<NaiveDate>,
    /// For another address: that address. Else what the driver or the office should know.
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
    /// Version that was read.
    pub version: i32,
}

pub struct ShipmentDeliveryApi;

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Deliveries")]
impl ShipmentDeliveryApi {
    /// List the deliveries of a shipment
    ///
    /// The newest first, at most 10, for everybody who can open the shipment. Cancelled ones are left out.
    #[oai(path = "/:id/deliveries", method = "get", operation_id = "shipment_delivery_list")]
    async fn shipment_delivery_list(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Items<ShipmentDelivery>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Show)?;
        to_answer(&ctx, &scope, *id).await
    }

    /// Choose what happens after the last attempt
    ///
    /// Once, while no attempt is left: another day, another address, at the counter, or the way back. Staff decide
    /// with it, and another day or address allows one more attempt; `return` sends the delivery back at once. Returns 409
    /// `delivery_of_several` when others' shipments are in the delivery.
    #[oai(
        path = "/:id/deliveries/:delivery_id/choose",
        method = "post",
        operation_id = "shipment_delivery_choose"
    )]
    async fn shipment_delivery_choose(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        delivery_id: Path<Uuid>,
        body: Body<ClientDeliveryChoice>,
    ) -> ApiResult<Json<Items<ShipmentDelivery>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Update)?;
        let settings = ctx.settings();
        let days = list_days(settings.today(ctx.now()));
        let mut tx = ctx.begin().await?;
        let rows = delivery_store::list_cargo(&mut tx, &[*delivery_id]).await?;
        let ids: Vec<Uuid> = rows.iter().map(|row| row.shipment_id).collect();
        let own = to_deliver::load_in_scope(&mut tx, &scope, &ids).await?;
        if own.iter().all(|one| one.id != *id) {
            return Err(ApiError::not_found());
        }
        let mut change: Change<Delivery> =
            Change::begin(tx, &ctx, &DELIVERIES, Where::all(), *delivery_id).await?;
        let facts = ChoiceFacts {
            is_whole: own.len() == ids.len(),
            is_client: is_client(&scope, &settings),
            ..to_facts(&change.before)
        };
        change.allow(verdict(facts), Some(body.version))?;
        let chosen = check(body.choice, body.on, optional(body.note.as_ref()), &days)?;
        if chosen.choice == RecipientChoice::Return {
            let open = rows.iter().filter(|row| row.is_open);
            let open: Vec<Uuid> = open.map(|row| row.shipment_id).collect();
            send_back(&ctx, &mut change, &open, chosen.note.clone()).await?;
        }
        write(&ctx, &mut change, facts, chosen).await?;
        tell_parties(&mut change.tx, &own);
        change.finish().await?;
        to_answer(&ctx, &scope, *id).await
    }
}

/// Whether a client asks, of a company that delivers.
fn is_client(scope: &RowScope, settings: &Settings) -> bool {
    matches!(scope, RowScope::Client(_)) && settings.flag(DELIVERY)
}

fn to_facts(delivery: &Delivery) -> ChoiceFacts {
    ChoiceFacts {
        status: delivery.status,
        attempts: delivery.attempts,
        max_attempts: delivery.max_attempts,
        choice_attempts: delivery.choice_attempts,
        is_whole: false,
        is_client: false,
    }
}

/// The open shipments of a delivery go back, and it ends for them.
async fn send_back(
    ctx: &Ctx,
    change: &mut Change<Delivery>,
    open: &[Uuid],
    note: Option<String>,
) -> ApiResult<()> {
    let shipments = tracking_events::lock_many(&mut change.tx, &RowScope::All, open).await?;
    let event = NewEvent { note, ..NewEvent::now(RETURNING, Source::User, ctx) };
    tracking_events::record_for_many(&mut change.tx, &shipments, &event).await?;
    let returned = WebhookEventType::DeliveryReturned;
    webhook_events::announce(&mut change.tx, ctx.now(), returned, &[change.id]).await?;
    office::add(&mut change.tx, change.id, OfficeEntry::Returned { at: ctx.now() }).await?;
    delivery_store::set_open(&mut change.tx, change.id, false).await
}

/// Writes a choice with its audit entry, and tells open pages of staff.
async fn write(
    ctx: &Ctx,
    change: &mut Change<Delivery>,
    facts: ChoiceFacts,
    chosen: RecipientWish,
) -> ApiResult<()> {
    let before = &change.before;
    let is_return = chosen.choice == RecipientChoice::Return;
    let max_attempts = find_max_attempts(chosen.choice, facts);
    // Whether to send it back is decided.
    let tasks: Vec<FieldTask> =
        before.tasks.iter().copied().filter(|task| *task != FieldTask::DecideReturn).collect();
    let settled = delivery_store::load_settled_tasks(&mut change.tx, change.id).await?;
    let entry = json!({
        "choice": [before.choice, chosen.choice], "choice_on": [before.choice_on, chosen.on],
        "choice_note": [before.choice_note, chosen.note], "max_attempts": [before.max_attempts, max_attempts],
    });
    let columns = ClientWishColumns {
        status: if is_return { DeliveryStatus::Returned } else { before.status },
        on_date: chosen.find_day().unwrap_or(before.on_date),
        max_attempts,
        tasks,
        // It does not come back with a late photo.
        settled_tasks: [settled, vec![FieldTask::DecideReturn]].concat(),
        choice: chosen.choice,
        choice_on: chosen.on,
        choice_note: chosen.note,
        choice_at: ctx.now(),
        choice_attempts: before.attempts,
    };
    change.write(&columns).await?;
    let action = if is_return { Action::Return } else { Action::Update };
    change.record(action, entry, &Audience::Staff).await
}

/// The pages of the shipments show what was chosen.
fn tell_parties(tx: &mut TenantTx, shipments: &[ShipmentToDeliver]) {
    let mut clients: Vec<Uuid> = shipments.iter().filter_map(|one| one.client_id).collect();
    clients.sort_unstable();
    clients.dedup();
    let ids: Vec<Uuid> = shipments.iter().map(|one| one.id).collect();
    live::records_changed(tx, &Audience::Parties(clients), Resource::Shipment.name(), &ids);
}

async fn to_answer(ctx: &Ctx, scope: &RowScope, id: Uuid) -> ApiResult<Json<Items<ShipmentDelivery>>> {
    let settings = ctx.settings();
    let can_choose = ctx.grants.allow(Resource::Shipment, Action::Update) && is_client(scope, &settings);
    let days = list_days(settings.today(ctx.now()));
    let mut tx = ctx.begin().await?;
    if to_deliver::load_in_scope(&mut tx, scope, &[id]).await?.is_empty() {
        return Err(ApiError::not_found());
    }
    let rows = list_of_shipment(&mut tx, id).await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let cargo = delivery_store::list_cargo(&mut tx, &ids).await?;
    let shipment_ids: Vec<Uuid> = cargo.iter().map(|row| row.shipment_id).collect();
    let own = to_deliver::load_in_scope(&mut tx, scope, &shipment_ids).await?;
    let mut proofs = list_proofs(&mut tx, ctx, id, &cargo).await?;
    tx.commit().await?;
    let is_foreign = |shipment_id: Uuid| own.iter().all(|one| one.id != shipment_id);
    let to_delivery = |row: DeliveryRow| {
        let is_of_it = |one: &&CargoRow| one.delivery_id == row.id;
        let is_whole = cargo.iter().filter(is_of_it).all(|one| !is_foreign(one.shipment_id));
        let facts = ChoiceFacts {
            status: row.status,
            attempts: row.attempts,
            max_attempts: row.max_attempts,
            choice_attempts: row.choice_attempts,
            is_whole,
            is_client: can_choose,
        };
        let verdict = verdict(facts);
        let days = if verdict.is_yes() { days.clone() } else { Vec::new() };
        let needs_office = verdict == Verdict::no(MessageCode::DeliveryOfSeveral);
        let proof = proofs.remove(&row.id);
        let can = ShipmentDeliveryCan { proof: proof.is_some() };
        let files = proof.into_iter().flatten().flat_map(|record| record.files).collect();
        ShipmentDelivery { needs_office, can, files, ..ShipmentDelivery::of(row, ctx.is_outside(), days) }
    };
    Ok(Json(Items { data: rows.into_iter().map(to_delivery).collect() }))
}

/// The proofs of a shipment by their deliveries; none for users who cannot see them.
async fn list_proofs(
    tx: &mut TenantTx,
    ctx: &Ctx,
    id: Uuid,
    cargo: &[CargoRow],
) -> ApiResult<HashMap<Uuid, Vec<RecordRow>>> {
    if !ctx.grants.allow(Resource::Shipment, Action::Proof) {
        return Ok(HashMap::new());
    }
    let of_it: Vec<&CargoRow> = cargo.iter().filter(|row| row.shipment_id == id).collect();
    let mut proofs = shipment_proof::list_proofs(tx, &of_it).await?;
    shipment_proof::keep_stored(tx, &mut proofs).await?;
    Ok(proofs)
}
