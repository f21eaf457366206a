//! The form of a run, and its checks.

use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::drivers;
use super::model::{DeliveryRoute, RouteInput};
use super::state::find_planned_status;
use super::store;
use crate::steps::run::RunStatus;
use access::ctx::Ctx;
use access::references;
use access::scope::RowScope;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;
use server_core::http::moments::check_planned_day;

/// The columns of the form.
#[derive(Debug, Serialize)]
pub struct RouteColumns {
    #[serde(flatten)]
    pub input: RouteInput,
    pub driver_name: Option<String>,
}

/// The columns of a new run.
#[derive(Debug, Serialize)]
pub struct NewRoute {
    #[serde(flatten)]
    pub fields: RouteColumns,
    pub number: String,
    pub created_by: Uuid,
}

/// The columns of a changed run.
#[derive(Debug, Serialize)]
pub struct ChangedRoute {
    #[serde(flatten)]
    pub fields: RouteColumns,
    pub status: RunStatus,
}

/// Checks a new run; returns all errors at once.
pub async fn check_new(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    sent: RouteInput,
) -> ApiResult<NewRoute> {
    let mut errors = FieldErrors::default();
    check_planned_day("on_date", sent.on_date, ctx.settings().today(ctx.now()), &mut errors);
    let sent = RouteInput { subsidiary_id: sent.subsidiary_id.or_else(|| find_only_branch(scope)), ..sent };
    let fields = check(tx, ctx, scope, None, sent, errors).await?;
    let number = store::take_number(tx, fields.input.on_date).await?;
    Ok(NewRoute { fields, number, created_by: ctx.user.id })
}

/// Checks the change of a run; returns all errors at once.
pub async fn check_change(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    before: &DeliveryRoute,
    sent: RouteInput,
) -> ApiResult<ChangedRoute> {
    let mut errors = FieldErrors::default();
    if sent.on_date != before.on_date {
        check_planned_day("on_date", sent.on_date, ctx.settings().today(ctx.now()), &mut errors);
    }
    let is_planned = matches!(before.status, RunStatus::Draft | RunStatus::Ready);
    if !is_planned && sent.driver_id != before.driver_id {
        errors.push("driver_id", MessageCode::RouteState);
    }
    let fields = check(tx, ctx, scope, Some(before), sent, errors).await?;
    let has_driver = fields.input.driver_id.is_some();
    let planned = find_planned_status(has_driver, before.stop_count > 0);
    Ok(ChangedRoute { fields, status: if is_planned { planned } else { before.status } })
}

/// What does not depend on whether the run is new.
async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    before: Option<&DeliveryRoute>,
    sent: RouteInput,
    mut errors: FieldErrors,
) -> ApiResult<RouteColumns> {
    let stood = before.and_then(|before| before.subsidiary_id);
    let is_open = references::subsidiary_is_open(tx, ctx, sent.subsidiary_id, stood).await?;
    let (_, own, _) = scope.parts();
    let is_own = own.is_none_or(|own| sent.subsidiary_id.is_some_and(|id| own.contains(&id)));
    if !is_open || !is_own {
        errors.push("subsidiary_id", MessageCode::UnknownOption);
    }
    let driver_name = find_driver(tx, ctx, before, sent.driver_id, &mut errors).await?;
    if sent.start_latitude.is_some() != sent.start_longitude.is_some() {
        let missing = if sent.start_latitude.is_none() { "start_latitude" } else { "start_longitude" };
        errors.push(missing, MessageCode::Required);
    }
    errors.into_result()?;
    let input =
        RouteInput { vehicle: optional(sent.vehicle.as_ref()), note: optional(sent.note.as_ref()), ..sent };
    Ok(RouteColumns { input, driver_name })
}

/// The name of the driver. One who drove before can stay.
async fn find_driver(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: Option<&DeliveryRoute>,
    driver_id: Option<Uuid>,
    errors: &mut FieldErrors,
) -> ApiResult<Option<String>> {
    let Some(id) = driver_id else { return Ok(None) };
    if let Some(before) = before.filter(|before| before.driver_id == Some(id)) {
        return Ok(before.driver_name.clone());
    }
    let name = drivers::find_driver_name(tx, ctx, id).await?;
    if name.is_none() {
        errors.push("driver_id", MessageCode::UnknownOption);
    }
    Ok(name)
}

/// A user of one branch need not choose it.
fn find_only_branch(scope: &RowScope) -> Option<Uuid> {
    match scope {
        RowScope::Subsidiaries(own) if own.len() == 1 => own.first().copied(),
        _ => None,
    }
}

impl RouteInput {
    pub fn of(route: &DeliveryRoute) -> Self {
        Self {
            on_date: route.on_date,
            subsidiary_id: route.subsidiary_id,
            driver_id: route.driver_id,
            vehicle: route.vehicle.clone(),
            note: route.note.clone(),
            start_latitude: route.start_latitude,
            start_longitude: route.start_longitude,
        }
    }
}
