//! The confirmation of a shipment, with its price.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{self, Shipment};
use super::payment::ShipmentPayment;
use super::price::{AcceptedPrice, PriceRequest, charges, price_to_charge, to_postings};
use super::status_event::new_status_event;
use super::store;
use crate::tracking_events::{self, CONFIRMED, NewEvent, Source};
use access::ctx::Ctx;
use access::scope::RowScope;
use pricing::prices::priced::PriceMoney;
use pricing::quotes::PriceAsker;
use server_core::audit::{self, Actor};
use server_core::follower::follow;
use server_core::http::body::Body;
use server_core::http::conflict::retry_conflict;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::settings::Settings;
use server_core::tags::Tag;

pub struct ShipmentConfirmApi;

/// The shipment to confirm, and the price that was accepted.
#[derive(Object)]
pub struct ShipmentConfirm {
    /// Version that was read; 409 `stale_version` if the shipment has changed since.
    version: i32,
    /// The quote whose price is accepted; null for the present price.
    quote_id: Option<Uuid>,
    /// Idempotency key, made by the caller. A repeated call changes nothing and returns the confirmed shipment.
    key: Option<Uuid>,
    /// How the client pays; null for any money and credit that it has.
    payment: Option<ShipmentPayment>,
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentConfirmApi {
    /// Confirm a shipment
    ///
    /// Its status becomes confirmed (30), the event CONFIRMED is recorded, and its price is frozen and charged to the
    /// client's wallet. A shipment that was received before it was confirmed keeps its later status.
    ///
    /// Returns 409 with all reasons at their fields: `shipment_without_items`, `shipment_without_price`,
    /// `shipment_above_value_limit`, `shipment_without_weight`, `shipment_above_weight_limit`,
    /// `last_mile_unavailable`, `country_not_served`; `shipment_incomplete` with the `missing` fields in `params` if
    /// it lacks something else for shipping. Returns 409 `price_changed`, with the `old` and the `new` offer in
    /// `params`, if the quote has expired or the shipment has changed since, and its price differs. Returns 409
    /// `insufficient_funds` if wallet and credit, or the wallet that shall pay, do not cover the price, 409 `no_credit` at
    /// `payment` if the client has no credit for an invoice, 409 `shipment_awaits_payment` if a payment is
    /// pending, and 409 `shipment_not_confirmable` if it is already confirmed or cancelled.
    #[oai(path = "/:id/confirm", method = "post", operation_id = "shipment_confirm")]
    async fn shipment_confirm(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ShipmentConfirm>,
    ) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Confirm)?;
        let data = retry_conflict(|| confirm_alone(&ctx, &scope, *id, &body)).await?;
        Ok(Json(Item { data }))
    }
}

/// Confirms a shipment in a transaction of its own.
async fn confirm_alone(ctx: &Ctx, scope: &RowScope, id: Uuid, form: &ShipmentConfirm) -> ApiResult<Shipment> {
    let settings = ctx.settings();
    let mut tx = ctx.begin().await?;
    let shipment = store::lock_and_find(&mut tx, scope, id, &ctx.grants).await?;
    if store::was_confirmed_with(&mut tx, id, form.key).await? {
        tx.commit().await?;
        return Ok(shipment);
    }
    let ShipmentConfirm { version, quote_id, key, payment } = *form;
    let accepted = Acceptance { settings: &settings, version, quote_id, shown: None, key, payment };
    confirm(&mut tx, ctx, &shipment, accepted).await?;
    let confirmed = store::find_again(&mut tx, scope, shipment, &ctx.grants).await?;
    tx.commit().await?;
    Ok(confirmed)
}

/// What the caller of a confirmation has seen and accepted.
pub struct Acceptance<'a> {
    pub settings: &'a Settings,
    pub version: i32,
    pub quote_id: Option<Uuid>,
    /// The total that was shown without a quote: none other is charged. None accepts the price of now.
    pub shown: Option<PriceMoney>,
    pub key: Option<Uuid>,
    /// How the client pays; none for any money and credit that it has.
    pub payment: Option<ShipmentPayment>,
}

/// Confirms a shipment, which is locked, and charges its price. Returns the event of the confirmation.
pub async fn confirm(
    tx: &mut TenantTx,
    ctx: &Ctx,
    shipment: &Shipment,
    accepted: Acceptance<'_>,
) -> ApiResult<Uuid> {
    let Acceptance { settings, version, quote_id, shown, key, payment } = accepted;
    check_confirmable(shipment, version)?;
    let price =
        price_to_charge(tx, ctx, shipment, PriceRequest { settings, quote_id, options: None }).await?;
    let total = price.as_ref().and_then(|price| price.offer.total.as_ref());
    if shown.is_some_and(|shown| total != Some(&shown)) {
        return Err(ApiError::refused(MessageCode::PriceChanged));
    }
    if let Some(price) = &price {
        charge(tx, ctx, settings, shipment, price).await?;
        check_payment(tx, payment, shipment, price).await?;
    }
    store::mark_confirmed(tx, shipment, key, ctx.now()).await?;
    let event = confirmation_event(shipment, ctx);
    let event_id = tracking_events::record_for(tx, shipment.to_locked(true), &event).await?;
    let facts = frozen_total(price.as_ref(), payment);
    audit::record(tx, ctx, "shipment.confirm", Some(shipment.id), facts).await?;
    let confirmed = ShipmentConfirmed {
        shipment_id: shipment.id,
        asker: ctx.into(),
        actor: ctx.into(),
        time_zone: ctx.user.time_zone.clone(),
    };
    follow(tx, ctx.state(), confirmed).await?;
    Ok(event_id)
}

/// A shipment was confirmed. It can be in a warehouse already, and measured.
#[derive(Clone)]
pub struct ShipmentConfirmed {
    pub shipment_id: Uuid,
    pub asker: PriceAsker,
    pub actor: Actor,
    /// IANA name, of who confirmed it.
    pub time_zone: String,
}

/// Missing fields are reported later, together with the other reasons against the price.
fn check_confirmable(shipment: &Shipment, version: i32) -> ApiResult<()> {
    model::verdict(model::State { missing: &[], ..shipment.state() }, Action::Confirm).guard()?;
    if shipment.missing.is_empty() && shipment.version != version {
        return Err(ApiError::refused(MessageCode::StaleVersion));
    }
    Ok(())
}

/// Freezes the price of the confirmation, and charges it to the client's wallet.
async fn charge(
    tx: &mut TenantTx,
    ctx: &Ctx,
    settings: &Settings,
    shipment: &Shipment,
    price: &AcceptedPrice,
) -> ApiResult<()> {
    let revision = charges::freeze(tx, Some(ctx.user.id), ctx.now(), shipment.id, price).await?;
    if let Some(postings) = to_postings(shipment, &price.offer, settings.country_id) {
        ledger::charge_confirmation(tx, ctx, &postings, &revision.to_string()).await?;
    }
    Ok(())
}

/// Refuses what the chosen way of payment does not cover. The posted charge goes with the transaction.
async fn check_payment(
    tx: &mut TenantTx,
    payment: Option<ShipmentPayment>,
    shipment: &Shipment,
    price: &AcceptedPrice,
) -> ApiResult<()> {
    match (payment, shipment.fields.client_id, &price.offer.total) {
        (Some(payment), Some(client_id), Some(total)) => payment.check(tx, client_id, total).await,
        _ => Ok(()),
    }
}

/// The event of the confirmation, at its own time. It decides the status of a shipment that has not moved yet.
fn confirmation_event(shipment: &Shipment, ctx: &Ctx) -> NewEvent {
    if shipment.status.can_edit() {
        new_status_event(CONFIRMED, shipment, ctx)
    } else {
        NewEvent::now(CONFIRMED, Source::User, ctx)
    }
}

/// The frozen price for the audit log.
fn frozen_total(price: Option<&AcceptedPrice>, payment: Option<ShipmentPayment>) -> Value {
    match (price.and_then(|price| price.offer.total.as_ref()), payment) {
        (Some(total), Some(payment)) => {
            json!({ "total": total.amount, "currency": total.currency, "payment": payment })
        }
        (Some(total), None) => json!({ "total": total.amount, "currency": total.currency }),
        (None, _) => json!({}),
    }
}
