//! Who picks up, and on which day: the check of a schedule.

use chrono::NaiveDate;
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::input::PickupSchedule;
use super::model::Pickup;
use super::plan::{self, PickupPlan, TypedWindow};
use crate::steps::pickup::PickupStatus;
use access::ctx::Ctx;
use access::references;
use access::scope::RowScope;
use access::users::staff_choice;
use parties::providers;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;

/// The columns of another window.
#[derive(Debug, Serialize)]
pub struct MovedWindow {
    on_date: NaiveDate,
    from_time: String,
    to_time: String,
    #[serde(flatten)]
    plan: PickupPlan,
}

/// The columns of a schedule.
#[derive(Debug, Serialize)]
pub struct ScheduledColumns {
    pub status: PickupStatus,
    pub attempt: i16,
    pub driver_id: Option<Uuid>,
    pub provider_id: Option<Uuid>,
    pub carrier_name: Option<String>,
    pub confirmation_no: Option<String>,
    /// The run of the attempt before has nothing to do with it.
    pub stop_id: Option<Uuid>,
    /// Nothing of the failure before it.
    pub fail_reason: Option<String>,
    pub note: Option<String>,
    #[serde(flatten)]
    pub window: Option<MovedWindow>,
}

impl ScheduledColumns {
    /// The new day, if there is one.
    pub fn day(&self) -> Option<NaiveDate> {
        self.window.as_ref().map(|window| window.on_date)
    }
}

/// Checks a schedule; returns all errors at once.
pub async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    pickup: &Pickup,
    asked: &PickupSchedule,
) -> ApiResult<ScheduledColumns> {
    let mut errors = FieldErrors::default();
    let carrier_name = find_carrier(tx, ctx, asked, &mut errors).await?;
    let window = find_window(tx, ctx, scope, pickup, asked, &mut errors).await?;
    errors.into_result()?;
    Ok(ScheduledColumns {
        status: PickupStatus::Scheduled,
        attempt: pickup.attempt.saturating_add(1),
        driver_id: asked.driver_id,
        provider_id: asked.provider_id,
        carrier_name,
        confirmation_no: optional(asked.confirmation_no.as_ref()),
        stop_id: None,
        fail_reason: None,
        note: None,
        window,
    })
}

/// The name of the driver or the provider.
async fn find_carrier(
    tx: &mut TenantTx,
    ctx: &Ctx,
    asked: &PickupSchedule,
    errors: &mut FieldErrors,
) -> ApiResult<Option<String>> {
    let (field, name) = match (asked.driver_id, asked.provider_id) {
        (Some(id), None) => ("driver_id", staff_choice::find_staff_name(tx, id).await?),
        (None, Some(id)) => {
            let is_open = references::provider_is_open(tx, ctx, Some(id), None).await?;
            let name = providers::find_name(tx, id, ctx.language()).await?;
            ("provider_id", name.filter(|_| is_open))
        }
        (Some(_), Some(_)) => {
            errors.push("provider_id", MessageCode::Invalid);
            return Ok(None);
        }
        (None, None) => {
            errors.push("driver_id", MessageCode::Required);
            return Ok(None);
        }
    };
    if name.is_none() {
        errors.push(field, MessageCode::UnknownOption);
    }
    Ok(name)
}

/// Another window, if there is one. A window that is over needs another.
async fn find_window(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    pickup: &Pickup,
    asked: &PickupSchedule,
    errors: &mut FieldErrors,
) -> ApiResult<Option<MovedWindow>> {
    let Some(on_date) = asked.on_date else {
        if pickup.ends_at <= ctx.now() {
            errors.push("on_date", MessageCode::WindowPast);
        }
        return Ok(None);
    };
    let time = |sent: Option<&String>, before: &str| optional(sent).unwrap_or_else(|| before.to_owned());
    let from_time = time(asked.from_time.as_ref(), &pickup.from_time);
    let to_time = time(asked.to_time.as_ref(), &pickup.to_time);
    let Some(place) = plan::find_place(tx, scope, &pickup.address).await? else {
        errors.push("on_date", MessageCode::OutsideArea);
        return Ok(None);
    };
    let typed = TypedWindow { on_date, from_time: &from_time, to_time: &to_time };
    let plan = plan::plan(&place, typed, ctx.now(), errors);
    Ok(plan.map(|plan| MovedWindow { on_date, from_time, to_time, plan }))
}
