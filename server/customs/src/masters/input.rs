//! The form of a master, and its checks.

use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Master, MasterInput};
use super::store;
use access::ctx::Ctx;
use access::references;
use access::scope::RowScope;
use parties::providers;
use parties::transport_places;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;
use server_core::http::moments::check_near_day;

/// The columns of the form.
#[derive(Debug, Serialize)]
pub struct MasterColumns {
    #[serde(flatten)]
    pub input: MasterInput,
    provider_name: Option<String>,
}

/// The columns of a new master.
#[derive(Debug, Serialize)]
pub struct NewMaster {
    #[serde(flatten)]
    pub fields: MasterColumns,
    pub number: String,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    pub created_by: Uuid,
}

/// Checks a new master; returns all errors at once.
pub async fn check_new(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    sent: MasterInput,
) -> ApiResult<NewMaster> {
    let (_, branches, _) = scope.parts();
    let mut errors = FieldErrors::default();
    let origin = transport_places::find_origin(tx, sent.warehouse_id, branches).await?;
    if origin.is_none() {
        errors.push("warehouse_id", MessageCode::UnknownOption);
    }
    let fields = check(tx, ctx, None, sent, errors).await?;
    let origin = origin.ok_or_else(ApiError::not_found)?;
    let today = ctx.settings().today(ctx.now());
    let number = store::take_number(tx, &origin.code, today).await?;
    Ok(NewMaster {
        fields,
        number,
        warehouse_code: origin.code,
        subsidiary_id: origin.subsidiary_id,
        created_by: ctx.user.id,
    })
}

/// Checks the change of a master; returns all errors at once. With bags in it, its kind and country stay.
pub async fn check_change(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: &Master,
    sent: MasterInput,
) -> ApiResult<MasterColumns> {
    let mut errors = FieldErrors::default();
    if sent.warehouse_id != before.warehouse_id {
        errors.push("warehouse_id", MessageCode::Invalid);
    }
    if before.bag_count > 0 && sent.to_country_id != before.to_country_id {
        errors.push("to_country_id", MessageCode::MasterNotEmpty);
    }
    check(tx, ctx, Some(before), sent, errors).await
}

/// Checks that do not depend on whether the master is new.
async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: Option<&Master>,
    sent: MasterInput,
    mut errors: FieldErrors,
) -> ApiResult<MasterColumns> {
    let input = clean(&sent, &mut errors);
    let today = ctx.settings().today(ctx.now());
    for (field, day) in [("departs_on", input.departs_on), ("arrives_on", input.arrives_on)] {
        if let Some(day) = day {
            check_near_day(field, day, today, &mut errors);
        }
    }
    if !transport_places::has_country(tx, input.to_country_id).await? {
        errors.push("to_country_id", MessageCode::UnknownOption);
    }
    let known = before.and_then(|before| before.provider_id);
    if !references::provider_is_open(tx, ctx, input.provider_id, known).await? {
        errors.push("provider_id", MessageCode::UnknownOption);
    }
    errors.into_result()?;
    let provider_name = match input.provider_id {
        Some(id) => providers::find_name(tx, id, ctx.language()).await?,
        None => None,
    };
    Ok(MasterColumns { input, provider_name })
}

fn clean(sent: &MasterInput, errors: &mut FieldErrors) -> MasterInput {
    let input = MasterInput {
        reference: optional(sent.reference.as_ref()),
        from_place: sent.from_place.trim().to_owned(),
        to_place: sent.to_place.trim().to_owned(),
        vehicle: optional(sent.vehicle.as_ref()),
        note: optional(sent.note.as_ref()),
        ..*sent
    };
    for (field, text) in [("from_place", &input.from_place), ("to_place", &input.to_place)] {
        if text.is_empty() {
            errors.push(field, MessageCode::Required);
        }
    }
    let is_backwards = input.departs_on.zip(input.arrives_on).is_some_and(|(from, to)| to < from);
    if is_backwards {
        errors.push("arrives_on", MessageCode::MasterDates);
    }
    input
}

impl MasterInput {
    pub fn of(master: &Master) -> Self {
        Self {
            kind: master.kind,
            warehouse_id: master.warehouse_id,
            reference: master.reference.clone(),
            provider_id: master.provider_id,
            from_place: master.from_place.clone(),
            to_place: master.to_place.clone(),
            to_country_id: master.to_country_id,
            vehicle: master.vehicle.clone(),
            departs_on: master.departs_on,
            arrives_on: master.arrives_on,
            note: master.note.clone(),
        }
    }
}
