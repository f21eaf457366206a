//! Whether a place of a warehouse takes one more parcel.

use tenancy::TenantTx;

use super::model::InboundParcel;
use super::store;
use parties::storage_places::find_storage_place;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};

/// Refuses a place that is closed or full. Most places have no rules.
pub async fn check_room(tx: &mut TenantTx, parcel: &InboundParcel, place: &str) -> ApiResult<()> {
    let Some(warehouse_id) = parcel.warehouse_id else { return Ok(()) };
    let intake = find_storage_place(tx, warehouse_id).await?.and_then(|warehouse| warehouse.intake);
    let Some(rule) = intake.as_ref().and_then(|intake| intake.find_place(place)) else { return Ok(()) };
    if rule.is_closed {
        return Err(ApiError::invalid_field("place", MessageCode::PlaceClosed));
    }
    let Some(max) = rule.max_parcels else { return Ok(()) };
    if store::count_lying(tx, warehouse_id, place, parcel.id).await? < i64::from(max) {
        return Ok(());
    }
    let mut errors = FieldErrors::default();
    errors.push_with("place", MessageCode::PlaceFull, Params::from([("max", max.into())]));
    errors.into_result()
}
