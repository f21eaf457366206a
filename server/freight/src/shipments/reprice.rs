//! Changes of a confirmed shipment, whose price is calculated again.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::ShipmentUpdate;
use super::completion;
use super::draft::{Before, prepare};
use super::live_events;
use super::model::{self, Shipment};
use super::price::{PriceRequest, charges, price_to_charge, to_postings};
use super::store;
use crate::webhook_events;
use access::ctx::Ctx;
use integrations::webhooks::WebhookEventType;
use ledger::{PriceChange, TransactionKind};
use server_core::audit;
use server_core::http::body::Patch;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::settings::Settings;
use server_core::tags::Tag;

pub struct ShipmentRepriceApi;

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentRepriceApi {
    /// Change a confirmed shipment
    ///
    /// Omitted fields are unchanged; `parcels` and `items` are replaced as a whole. The price is calculated again: new
    /// lines are added to the frozen ones, and the difference is charged or returned. No more is returned than was charged,
    /// less what credit notes gave back, and nothing while a claim for it is open, approved or paid; `shipment_charges` has
    /// these figures. The price stands when only what documents show has changed, also where it would be another one
    /// today. Returns 409 with the reasons of a
    /// confirmation if the service does not take the changed shipment, and 409 `shipment_not_editable` unless it is
    /// confirmed and not labelled yet. A shipment that has gone on without a confirmation is changed without a price; its
    /// confirmation charges it.
    #[oai(path = "/:id/reprice", method = "patch", operation_id = "shipment_reprice")]
    async fn shipment_reprice(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ShipmentUpdate>,
    ) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Reprice)?;
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let before = store::lock_and_find(&mut tx, &scope, *id, &ctx.grants).await?;
        model::verdict(before.state(), Action::Reprice).guard()?;
        let is_confirmed = before.confirmed_at.is_some();
        let current = before.input();
        let input = body.change(&current, before.version)?;
        let keeps_price = is_confirmed && completion::keeps_price(&mut tx, &before, &input).await?;
        let (input, derived) = if keeps_price {
            completion::prepare(&mut tx, &ctx, &before, input).await?
        } else {
            let stood = Before::Changed(&current, before.status);
            prepare(&mut tx, &ctx, &scope, input, stood).await?
        };
        // Its money is in the wallet of this client.
        if is_confirmed && input.fields.client_id != current.fields.client_id {
            let code = MessageCode::ShipmentNotEditable;
            return Err(ApiError::refused_field("client_id", code, Params::new()));
        }
        live_events::announce(&mut tx, &[*id]).await?;
        store::update(&mut tx, *id, &input, &derived).await?;
        live_events::announce(&mut tx, &[*id]).await?;
        let data = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        if !audit::record_change(&mut tx, &ctx, "shipment.reprice", *id, &current, &data.input()).await? {
            tx.rollback().await;
            return Ok(Json(Item { data: before }));
        }
        if is_confirmed && !keeps_price {
            reprice(&mut tx, &ctx, &settings, &data).await?;
            let kind = WebhookEventType::ShipmentRepriced;
            webhook_events::announce_shipments(&mut tx, ctx.now(), kind, &[*id]).await?;
        }
        let data = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

/// Freezes the new price, and posts its difference. A shipment that was confirmed without a price stays without one.
async fn reprice(tx: &mut TenantTx, ctx: &Ctx, settings: &Settings, shipment: &Shipment) -> ApiResult<()> {
    let id = shipment.id;
    let Some(options) = charges::frozen_options(tx, id).await? else { return Ok(()) };
    let request = PriceRequest { settings, quote_id: None, options: Some(options) };
    let Some(price) = price_to_charge(tx, ctx, shipment, request).await? else {
        return Ok(());
    };
    let revision = charges::freeze(tx, Some(ctx.user.id), ctx.now(), id, &price).await?;
    if let Some(postings) = to_postings(shipment, &price.offer, settings.country_id) {
        let change = PriceChange {
            kind: TransactionKind::ShipmentRepriced,
            charges: &postings,
            is_claimed: shipment.is_claimed,
            idempotency_key: &revision.to_string(),
        };
        ledger::charge_difference(tx, ctx, change).await?;
    }
    Ok(())
}
