//! The form of an inventory, and its checks.

use chrono::TimeDelta;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::InventoryInput;
use super::store::{self, NewInventory, WantedPlaces};
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::clients;
use parties::transport_places;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::{MessageCode, Params};

/// Most places of an inventory.
pub const MOST_PLACES: i64 = 500;
/// Most lines of an inventory: a phone has all of them.
pub const MOST_LINES: i64 = 2000;

/// A new inventory and its places.
pub struct CheckedInventory {
    pub columns: NewInventory,
    pub place_ids: Vec<Uuid>,
}

/// Checks a new inventory; returns all problems at once.
pub async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    sent: &InventoryInput,
) -> ApiResult<CheckedInventory> {
    let (_, branches, _) = scope.parts();
    let mut errors = FieldErrors::default();
    let warehouse = transport_places::find_origin(tx, sent.warehouse_id, branches).await?;
    if warehouse.is_none() {
        errors.push("warehouse_id", MessageCode::UnknownOption);
    }
    let client_name = match sent.client_id {
        Some(id) => clients::lock_active(tx, id).await?,
        None => None,
    };
    if sent.client_id.is_some() && client_name.is_none() {
        errors.push("client_id", MessageCode::UnknownOption);
    }
    errors.into_result()?;
    let warehouse = warehouse.ok_or_else(ApiError::not_found)?;
    let place_ids = check_places(tx, ctx, sent, warehouse.id).await?;
    let today = ctx.settings().today(ctx.now());
    let columns = NewInventory {
        number: store::take_number(tx, &warehouse.code, today).await?,
        warehouse_id: warehouse.id,
        warehouse_code: warehouse.code,
        subsidiary_id: warehouse.subsidiary_id,
        client_id: sent.client_id,
        client_name,
        blind: sent.blind,
        other_counter: sent.other_counter,
        tolerance: sent.tolerance,
        note: optional(sent.note.as_ref()),
        created_by: ctx.user.id,
    };
    Ok(CheckedInventory { columns, place_ids })
}

/// The places to count: at least one, at most 500, and none that is counted already.
async fn check_places(
    tx: &mut TenantTx,
    ctx: &Ctx,
    sent: &InventoryInput,
    warehouse_id: Uuid,
) -> ApiResult<Vec<Uuid>> {
    let zone = optional(sent.zone.as_ref()).map(|zone| zone.to_uppercase());
    let wanted = WantedPlaces {
        ids: &sent.place_ids,
        zone: zone.as_deref(),
        not_counted_since: sent.not_counted_days.map(|days| ctx.now() - TimeDelta::days(days.into())),
    };
    let places = store::lock_places(tx, warehouse_id, &wanted, MOST_PLACES + 1).await?;
    let ids: Vec<Uuid> = places.iter().map(|place| place.id).collect();
    if ids.len() < sent.place_ids.len() {
        return Err(ApiError::invalid_field("place_ids", MessageCode::UnknownOption));
    }
    if ids.is_empty() {
        return Err(refuse_without_places(sent));
    }
    let mut errors = FieldErrors::default();
    if i64::try_from(ids.len()).is_ok_and(|count| count > MOST_PLACES) {
        let params = Params::from([("max", MOST_PLACES.into())]);
        errors.push_with("zone", MessageCode::InventoryTooLarge, params);
    }
    if let Some(other) = store::find_counted_place(tx, &ids).await? {
        let params = Params::from([("place", other.code.into()), ("number", other.number.into())]);
        errors.push_with("place_ids", MessageCode::InventoryPlaceOpen, params);
    }
    errors.into_result()?;
    Ok(ids)
}

/// No place is left to count: at the narrower of the two fields.
fn refuse_without_places(sent: &InventoryInput) -> ApiError {
    if sent.not_counted_days.is_some() {
        return ApiError::invalid_field("not_counted_days", MessageCode::InventoryPlacesCounted);
    }
    ApiError::invalid_field("zone", MessageCode::InventoryWithoutPlaces)
}
