//! The input of a draft: checked, completed and stored.

use tenancy::TenantTx;
use uuid::Uuid;

use super::fields::{self, ShipmentFields, ShipmentInput};
use super::live_events;
use super::missing_fields;
use super::model;
use super::references::{self, ShipmentRules};
use super::store::{self, DerivedColumns};
use crate::status::ShipmentStatus;
use crate::tracking_events::{self, NewEvent, Source};
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::{partners, subsidiaries};
use policy::Action;
use pricing::services::limits::Reader;
use server_core::audit;
use server_core::http::error::{ApiResult, FieldErrors};

/// Creates a draft. `like` is the shipment that was duplicated.
pub async fn create(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    input: ShipmentInput,
    like: Option<&ShipmentFields>,
) -> ApiResult<Uuid> {
    let (input, derived) = prepare(tx, ctx, scope, input, Before::New { like }).await?;
    let id = Uuid::now_v7();
    let codes = store::take_codes(tx, 1).await?;
    store::insert(tx, id, &codes[0], &input, &derived).await?;
    tracking_events::record(tx, scope, &codes, &NewEvent::now(tracking_events::CREATED, Source::System, ctx))
        .await?;
    Ok(id)
}

/// Gives a draft another service, as its form would.
pub async fn set_service(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    service_id: Uuid,
) -> ApiResult<()> {
    let before = store::lock_and_find(tx, scope, id, &ctx.grants).await?;
    model::verdict(before.state(), Action::Update).guard()?;
    let current = before.input();
    let mut input = current.clone();
    input.fields.service_id = Some(service_id);
    let stood = Before::Changed(&current, before.status);
    let (input, derived) = prepare(tx, ctx, scope, input, stood).await?;
    write(tx, ctx, id, &current, &input, &derived).await
}

/// Writes a draft, which is locked, and its audit entry. Nothing if it stays as it is.
pub async fn write(
    tx: &mut TenantTx,
    ctx: &Ctx,
    id: Uuid,
    current: &ShipmentInput,
    input: &ShipmentInput,
    derived: &DerivedColumns,
) -> ApiResult<()> {
    if !audit::record_change(tx, ctx, "shipment.update", id, current, input).await? {
        return Ok(());
    }
    store::update(tx, id, input, derived).await?;
    live_events::announce(tx, &[id]).await
}

/// The shipment before the change.
#[derive(Clone, Copy)]
pub enum Before<'a> {
    New { like: Option<&'a ShipmentFields> },
    Changed(&'a ShipmentInput, ShipmentStatus),
}

/// Normalizes the input, checks all rules at once, and calculates the derived values.
pub async fn prepare(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    mut input: ShipmentInput,
    before: Before<'_>,
) -> ApiResult<(ShipmentInput, DerivedColumns)> {
    let (fields, status, stood) = match before {
        Before::New { like } => (None, ShipmentStatus::Draft, like),
        Before::Changed(current, status) => (Some(&current.fields), status, Some(&current.fields)),
    };
    if let Before::Changed(current, _) = before {
        model::follow_parcels(&mut input, current);
    }
    if ctx.is_outside() {
        input.fields.source = stood.map_or_else(fields::default_source, |it| it.source.clone());
    }
    model::normalize(&mut input);
    let mut errors = model::validate(&input);
    set_owners(tx, ctx, scope, &mut input.fields, stood, &mut errors).await?;
    let ShipmentRules { rules, needs } = references::check(tx, ctx, &input, fields, &mut errors).await?;
    rules.limits.check(&input.limited_goods(), reader(ctx), &mut errors);
    errors.into_result()?;
    let (declared, volumetric, chargeable) =
        model::weigh(&input, rules.volumetric_divisor, rules.rounding_step_g);
    input.fields.declared_weight_g = declared;
    let missing = missing_fields::list_for_confirmation(&input, needs);
    let is_open = matches!(status, ShipmentStatus::Draft | ShipmentStatus::NeedsAttention);
    let derived = DerivedColumns {
        status: if is_open { model::open_status(&missing) } else { status },
        missing,
        volumetric_weight_g: volumetric,
        chargeable_weight_g: chargeable,
        by: ctx.user.id,
        at: ctx.now(),
    };
    Ok((input, derived))
}

/// The user's language and units, for messages about limits.
pub fn reader(ctx: &Ctx) -> Reader {
    Reader::new(ctx.language(), ctx.user.weight_unit, ctx.user.size_unit)
}

/// Sets the owners that the scope allows; `stood` has the stored ones.
async fn set_owners(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    fields: &mut ShipmentFields,
    stood: Option<&ShipmentFields>,
    errors: &mut FieldErrors,
) -> ApiResult<()> {
    fields.client_id = scope.client_of(fields.client_id, stood.and_then(|it| it.client_id));
    let stood_at = stood.and_then(|it| it.subsidiary_id);
    match subsidiaries::choose(tx, ctx, scope, fields.subsidiary_id, stood_at).await? {
        Ok(chosen) => fields.subsidiary_id = chosen,
        Err(code) => errors.push("subsidiary_id", code),
    }
    match partners::choose(tx, scope, fields.partner_id, stood.and_then(|it| it.partner_id)).await? {
        Ok(chosen) => fields.partner_id = chosen,
        Err(code) => errors.push("partner_id", code),
    }
    Ok(())
}
