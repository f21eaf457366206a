//! `/inbound-parcels`: the steps of a parcel in the warehouse.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::is_within;
use super::arrivals::{self, ArrivalFacts, audience};
use super::identification::identify;
use super::input::{
    InboundParcelEnd, InboundParcelIdentification, InboundParcelPlace, InboundParcelReception,
};
use super::model::{InboundParcel, verdict};
use super::room::check_room;
use super::store::{self, INBOUND_PARCELS, WarehouseColumns};
use super::webhook_events;
use crate::station::store as station;
use crate::steps::inbound_parcel::InboundParcelStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use integrations::webhooks::WebhookEventType;
use ledger::{HandlingCharge, HandlingSubject, charge_handling};
use parties::clients::parcel_owner::lock_parcel_owner;
use parties::storage_places::find_storage_place;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::record::Change;
use server_core::tags::Tag;
use trade::steps::Actor;

pub struct InboundParcelStepApi;

#[OpenApi(prefix_path = "/inbound-parcels", tag = "Tag::Receiving")]
impl InboundParcelStepApi {
    /// Receive an announced parcel
    ///
    /// For a parcel that is in hand without a station; a station receives it by its code, in `receiving_scan`. Returns 409
    /// `parcel_received` when it has arrived before.
    #[oai(path = "/:id/receive", method = "post", operation_id = "inbound_parcel_receive")]
    async fn inbound_parcel_receive(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InboundParcelReception>,
    ) -> ApiResult<Json<Item<InboundParcel>>> {
        let (scope, mut change) = begin(&ctx, *id, Action::Receive, body.version).await?;
        let place = optional(body.place.as_ref());
        if let Some(place) = &place {
            check_room(&mut change.tx, &change.before, place).await?;
        }
        let InboundParcel { warehouse_id, subsidiary_id, ref external_code, .. } = change.before;
        let received_parcel_id = Uuid::now_v7();
        let receiver = station::Receiver::of(&ctx, &scope);
        station::insert_by_hand(&mut change.tx, received_parcel_id, external_code, warehouse_id, &receiver)
            .await?;
        let facts = ArrivalFacts { received_parcel_id, warehouse_id, subsidiary_id, place, at: ctx.now() };
        arrivals::arrive(&mut change.tx, &ctx, &change.before, facts).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Say whose a parcel is
    ///
    /// An announcement of the client with the same code becomes part of it.
    #[oai(path = "/:id/identify", method = "post", operation_id = "inbound_parcel_identify")]
    async fn inbound_parcel_identify(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InboundParcelIdentification>,
    ) -> ApiResult<Json<Item<InboundParcel>>> {
        let (scope, mut change) = begin(&ctx, *id, Action::Identify, body.version).await?;
        let owner = lock_parcel_owner(&mut change.tx, Some(body.client_id)).await?;
        let warehouse = find_warehouse(&mut change.tx, &scope, &change.before, body.warehouse_id).await?;
        identify(&mut change.tx, &ctx, &change.before, owner, warehouse).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Put a parcel away
    ///
    /// Also from one place to another. Returns 409 `parcel_unidentified` while nobody knows whose it is, and 422 `place_closed` or
    /// `place_full` at `place` by the rules of its warehouse.
    #[oai(path = "/:id/put_away", method = "post", operation_id = "inbound_parcel_put_away")]
    async fn inbound_parcel_put_away(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InboundParcelPlace>,
    ) -> ApiResult<Json<Item<InboundParcel>>> {
        let (_, mut change) = begin(&ctx, *id, Action::PutAway, body.version).await?;
        let place = require("place", &body.place)?;
        check_room(&mut change.tx, &change.before, &place).await?;
        let row = json!({ "status": InboundParcelStatus::Stored, "place": place });
        change.write(&row).await?;
        let facts = json!({ "place": [change.before.place, place] });
        change.record(Action::PutAway, facts, &audience(change.before.client_id)).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Abandon a parcel
    ///
    /// For a parcel that its client never asked for. What its storage costs stays as it is now, and is charged if its warehouse does
    /// so: what the wallet lacks becomes a debt. Its photo is kept. Returns 409
    /// `parcel_not_abandoned_yet` until 30 days after the client was last reminded, with the `day` in `params`.
    #[oai(path = "/:id/abandon", method = "post", operation_id = "inbound_parcel_abandon")]
    async fn inbound_parcel_abandon(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InboundParcelEnd>,
    ) -> ApiResult<Json<Item<InboundParcel>>> {
        let (_, mut change) = begin(&ctx, *id, Action::Abandon, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let charged = charge_storage(&mut change.tx, &ctx, &change.before).await?;
        let row = json!({
            "status": InboundParcelStatus::Abandoned, "reason": reason, "released_at": ctx.now(), "notice_at": null,
            "storage_charged": charged,
        });
        change.write(&row).await?;
        let facts = json!({ "reason": reason, "amount": charged });
        change.record(Action::Abandon, facts, &audience(change.before.client_id)).await?;
        let (kind, client_id) = (WebhookEventType::InboundParcelAbandoned, change.before.client_id);
        webhook_events::announce(&mut change.tx, ctx.now(), kind, &change.before, client_id).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Cancel the announcement of a parcel
    ///
    /// For a parcel that will not come. Its code can be announced again.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "inbound_parcel_cancel")]
    async fn inbound_parcel_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InboundParcelEnd>,
    ) -> ApiResult<Json<Item<InboundParcel>>> {
        let (_, mut change) = begin(&ctx, *id, Action::Cancel, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let row = json!({ "status": InboundParcelStatus::Cancelled, "reason": reason });
        change.write(&row).await?;
        let facts = json!({ "reason": reason });
        change.record(Action::Cancel, facts, &audience(change.before.client_id)).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }
}

/// The change of a parcel by staff, if its state and version allow the action.
async fn begin(
    ctx: &Ctx,
    id: Uuid,
    action: Action,
    version: i32,
) -> ApiResult<(RowScope, Change<InboundParcel>)> {
    let scope = ctx.scope(Resource::InboundParcel, action)?;
    let filter = store::build_filter(&scope);
    let change: Change<InboundParcel> =
        Change::begin(ctx.begin().await?, ctx, &INBOUND_PARCELS, filter, id).await?;
    change.allow(verdict(change.before.state(ctx.now()), action, Actor::Staff), Some(version))?;
    Ok((scope, change))
}

/// Charges what the storage of an abandoned parcel has cost, where the warehouse does so. None for nothing.
async fn charge_storage(tx: &mut TenantTx, ctx: &Ctx, parcel: &InboundParcel) -> ApiResult<Option<Decimal>> {
    let storage = parcel.calculate_storage(ctx.now()).filter(|storage| storage.is_charged_when_abandoned);
    let Some((client_id, storage)) = parcel.client_id.zip(storage) else { return Ok(None) };
    let charge = HandlingCharge {
        subject: HandlingSubject::InboundParcel(parcel.id),
        client_id,
        subsidiary_id: parcel.subsidiary_id,
        shipment: None,
        label: parcel.external_code.clone(),
        currency: storage.currency,
        amount: storage.amount,
    };
    charge_handling(tx, ctx, &charge).await?;
    Ok(Some(storage.amount))
}

/// The warehouse of an identified parcel: where it came in, or else the one that is asked for.
async fn find_warehouse(
    tx: &mut TenantTx,
    scope: &RowScope,
    parcel: &InboundParcel,
    asked: Option<Uuid>,
) -> ApiResult<(Option<Uuid>, WarehouseColumns)> {
    if parcel.warehouse_id.is_some() {
        return Ok((parcel.warehouse_id, WarehouseColumns::of_parcel(parcel)));
    }
    let refuse = |code| ApiError::invalid_field("warehouse_id", code);
    let id = asked.ok_or_else(|| refuse(MessageCode::Required))?;
    let place = find_storage_place(tx, id).await?.filter(|place| is_within(scope, place));
    let place = place.ok_or_else(|| refuse(MessageCode::UnknownOption))?;
    Ok((Some(place.id), WarehouseColumns::of(&place)))
}

fn to_answer(ctx: &Ctx, parcel: InboundParcel) -> Json<Item<InboundParcel>> {
    Json(Item { data: parcel.seen_by(&ctx.grants, ctx.is_outside(), ctx.now()) })
}
