//! Which pickups a user reaches, and how a change of one begins and is answered.

use poem_openapi::payload::Json;
use policy::{Action, Resource};
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::cargo;
use super::history;
use super::model::{Pickup, PickupDetails};
use super::state::{Doer, step_of, verdict};
use super::store::PICKUPS;
use crate::runs::ROUTES;
use crate::steps::pickup::{PickupStatus, PickupStep};
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::pickup_places;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::record::{Change, Where};
use trade::money::decimals_of;
use trade::steps::Actor;

/// The pickups of a scope. Partners have none: they are between the company and its clients.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    match scope {
        RowScope::All => filter,
        RowScope::Client(id) => filter.and("p.client_id = ", Some(*id)),
        RowScope::Subsidiaries(own) => filter.among("p.subsidiary_id", Some(own.clone())),
        RowScope::Partner(_) => filter.only("false", true),
    }
}

pub fn doer(ctx: &Ctx) -> Doer {
    let actor = if ctx.is_outside() { Actor::Client } else { Actor::Staff };
    Doer { actor, now: ctx.now() }
}

/// The change of a pickup, if its state and version allow the action.
pub async fn begin(ctx: &Ctx, id: Uuid, action: Action, version: Option<i32>) -> ApiResult<Change<Pickup>> {
    let step = step_of(action).unwrap_or(PickupStep::Update);
    begin_step(ctx, id, action, step, version).await
}

/// The same for a step that needs the right of another action.
pub async fn begin_step(
    ctx: &Ctx,
    id: Uuid,
    action: Action,
    step: PickupStep,
    version: Option<i32>,
) -> ApiResult<Change<Pickup>> {
    begin_within(ctx.begin().await?, ctx, id, action, step, version).await
}

/// The same for a cancellation. The run of the pickup is locked before it, as each change of its stops does.
pub async fn begin_cancellation(ctx: &Ctx, id: Uuid, version: i32) -> ApiResult<Change<Pickup>> {
    let scope = ctx.scope(Resource::Pickup, Action::Cancel)?;
    let mut tx = ctx.begin().await?;
    let before: Pickup = PICKUPS.find(&mut tx, &build_filter(&scope, Where::all()), id).await?;
    if let Some(route_id) = before.route_id {
        ROUTES.lock(&mut tx, route_id).await?;
    }
    begin_within(tx, ctx, id, Action::Cancel, PickupStep::Cancel, Some(version)).await
}

async fn begin_within(
    tx: TenantTx,
    ctx: &Ctx,
    id: Uuid,
    action: Action,
    step: PickupStep,
    version: Option<i32>,
) -> ApiResult<Change<Pickup>> {
    let scope = ctx.scope(Resource::Pickup, action)?;
    let filter = build_filter(&scope, Where::all());
    let change: Change<Pickup> = Change::begin(tx, ctx, &PICKUPS, filter, id).await?;
    change.allow(verdict(&change.before, step, doer(ctx)), version)?;
    Ok(change)
}

/// What the cancellation of a pickup costs now.
pub async fn find_fee(tx: &mut TenantTx, pickup: &Pickup, currency: &str) -> ApiResult<Option<Decimal>> {
    if pickup.status != PickupStatus::Scheduled {
        return Ok(None);
    }
    let fee = pickup_places::find_cancel_fee(tx, pickup.warehouse_id).await?;
    Ok(fee.map(|fee| with_decimals(fee, currency)).filter(|fee| *fee > Decimal::ZERO))
}

fn with_decimals(amount: Decimal, currency: &str) -> Decimal {
    let mut amount = amount;
    amount.rescale(decimals_of(currency));
    amount
}

/// The pickup with its shipments and the permissions of the user.
pub async fn load_details(tx: &mut TenantTx, ctx: &Ctx, pickup: Pickup) -> ApiResult<PickupDetails> {
    let currency = ctx.state().settings.get_within(tx).await?.currency.clone();
    let cancel_fee = find_fee(tx, &pickup, &currency).await?;
    let shipments = cargo::load(tx, pickup.id).await?;
    let fee = pickup.fee.zip(pickup.fee_currency.as_deref()).map(|(fee, of)| with_decimals(fee, of));
    let pickup = Pickup { fee, ..pickup }.seen_by(&ctx.grants, doer(ctx));
    let records = if ctx.is_outside() {
        Vec::new()
    } else {
        history::list_records(tx, pickup.id, pickup.can.proof).await?
    };
    Ok(PickupDetails { pickup, shipments, records, cancel_fee, cancel_currency: currency })
}

pub async fn to_answer(ctx: &Ctx, pickup: Pickup) -> ApiResult<Json<Item<PickupDetails>>> {
    let mut tx = ctx.begin().await?;
    let data = load_details(&mut tx, ctx, pickup).await?;
    tx.commit().await?;
    Ok(Json(Item { data }))
}
