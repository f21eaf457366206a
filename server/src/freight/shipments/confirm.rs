//! The confirmation of a shipment, with its price.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::decisive::decisive;
use super::draft::reader;
use super::model::{self, Shipment};
use super::money;
use super::store;
use crate::access::ctx::Ctx;
use crate::audit;
use crate::freight::quotes::charges;
use crate::freight::quotes::confirm::{self, Accepted, Order};
use crate::freight::quotes::input::QuoteOptions;
use crate::freight::quotes::problems::Problems;
use crate::freight::tracking_events::{self, CONFIRMED, NewEvent, Source};
use crate::http::body::Body;
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::Item;
use crate::http::messages::{MessageCode, Params};
use crate::ledger;
use crate::settings::Settings;
use crate::tags::Tag;

pub const KEY: &str = "select confirmation_key from shipments where id = $1";
pub const CONFIRM: &str = "update shipments set confirmation_key = $2, confirmed_at = $3 where id = $1";
/// False when the carrier that a service names for the last mile is inactive.
pub const LAST_MILE: &str = "
    select coalesce(p.active, true)
    from services v left join providers p on p.id = v.last_mile_provider_id where v.id = $1";

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
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentConfirmApi {
    /// Confirm a shipment
    ///
    /// Its status becomes confirmed (30), the event CONFIRMED is recorded, and its price is frozen and charged to the
    /// client's wallet. A shipment that was received before it was confirmed keeps its later status. Returns 409 with all reasons at their fields: `shipment_without_items`,
    /// `shipment_without_price`, `shipment_above_value_limit`, `shipment_without_weight`,
    /// `shipment_above_weight_limit`, `last_mile_unavailable`; `shipment_incomplete` with the `missing` fields in
    /// `params` if it lacks something else for shipping. Returns 409 `price_changed`, with the `old` and the `new`
    /// offer in `params`, if the quote has expired or the shipment has changed since, and its price differs. Returns
    /// 409 `insufficient_funds` if wallet and credit do not cover the price, 409 `shipment_awaits_payment` if a payment
    /// is pending, and 409 `shipment_not_confirmable` if it is already confirmed or cancelled.
    #[oai(path = "/:id/confirm", method = "post", operation_id = "shipment_confirm")]
    async fn shipment_confirm(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ShipmentConfirm>,
    ) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Confirm)?;
        let settings = ctx.settings().await?;
        let mut tx = ctx.begin().await?;
        store::lock(&mut tx, &scope, *id).await?;
        let before = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        if is_repeated(&mut tx, *id, body.key).await? {
            tx.commit().await?;
            return Ok(Json(Item { data: before }));
        }
        model::verdict(model::State { missing: &[], ..before.state() }, Action::Confirm).guard()?;
        if before.missing.is_empty() && before.version != body.version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let price = priced(&mut tx, &ctx, &settings, (&before, body.quote_id, None)).await?;
        if let Some(price) = &price {
            let revision = charges::next_revision(&mut tx, *id).await?;
            charges::freeze(&mut tx, (*id, revision), price, (ctx.user.id, ctx.now())).await?;
            if let Some(charges) = money::charges(&before, &price.offer, settings.country_id) {
                ledger::charge_confirmation(&mut tx, &ctx, &charges, &revision.to_string()).await?;
            }
        }
        sqlx::query(CONFIRM).bind(*id).bind(body.key).bind(ctx.now()).execute(&mut *tx).await?;
        let event = event(&before, &ctx);
        tracking_events::record(&mut tx, &scope, &[before.tracking_code], &event).await?;
        audit::record(&mut tx, &ctx, "shipment.confirm", Some(*id), told(price.as_ref())).await?;
        let data = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

/// The event of the confirmation, at its own time. It decides the status of a shipment that has not moved yet.
fn event(before: &Shipment, ctx: &Ctx) -> NewEvent {
    if before.status.can_edit() {
        decisive(CONFIRMED, before, ctx)
    } else {
        NewEvent::now(CONFIRMED, Source::User, ctx)
    }
}

/// Whether this key has confirmed the shipment already.
async fn is_repeated(tx: &mut TenantTx, id: Uuid, key: Option<Uuid>) -> ApiResult<bool> {
    let Some(key) = key else { return Ok(false) };
    let known: Option<Option<Uuid>> = sqlx::query_scalar(KEY).bind(id).fetch_optional(&mut **tx).await?;
    Ok(known.flatten() == Some(key))
}

/// The price of the confirmation; none for a company without price tables. Returns 409 with all reasons against it.
pub async fn priced(
    tx: &mut TenantTx,
    ctx: &Ctx,
    settings: &Settings,
    (shipment, quote_id, options): (&Shipment, Option<Uuid>, Option<QuoteOptions>),
) -> ApiResult<Option<Accepted>> {
    let mut problems = Problems::of(&shipment.missing);
    let service = shipment.fields.service_id.filter(|_| problems.leave_a_price());
    let mut accepted = None;
    if let Some(service_id) = service {
        let order = Order { settings, quote_id, options, reader: reader(ctx) };
        accepted = confirm::accepted(tx, ctx, (shipment, service_id), order, &mut problems).await?;
        let has_carrier: Option<bool> =
            sqlx::query_scalar(LAST_MILE).bind(service_id).fetch_optional(&mut **tx).await?;
        if has_carrier == Some(false) {
            problems.push("service_id", MessageCode::LastMileUnavailable, Params::new());
        }
    }
    problems.into_result()?;
    Ok(accepted)
}

/// The frozen price for the audit log.
fn told(price: Option<&Accepted>) -> serde_json::Value {
    let total = price.and_then(|price| price.offer.total.as_ref());
    let Some(total) = total else { return json!({}) };
    json!({ "total": total.amount, "currency": total.currency })
}
