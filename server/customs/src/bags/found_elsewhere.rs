//! A parcel that somebody has in hand where a transport is unpacked, while a bag that has not left still has it.

use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::guards::BagRefusal;
use super::model::Bag;
use super::parcel_store::{self, PackedParcel};
use super::scan::tell;
use super::state::BagStep;
use super::store::{self, BAGS};
use super::take_out::leave;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::messages::{MessageCode, Params};
use server_core::record::Where;

/// The parcels of a shipment, which is locked, in bags that have not left. Their bags are locked.
pub async fn lock(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Vec<PackedParcel>> {
    let found = parcel_store::list_unsent(tx, shipment_id).await?;
    if found.is_empty() {
        return Ok(found);
    }
    let bags: Vec<Uuid> = found.iter().map(|parcel| parcel.bag_id).collect();
    store::lock(tx, &bags).await?;
    parcel_store::list_unsent(tx, shipment_id).await
}

/// Takes such a parcel out of its open bag. Returns what the user is told; a closed bag must be opened first. `place` is the number
/// of the transport that is unpacked.
pub async fn free(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    packed: &PackedParcel,
    place: &str,
) -> ApiResult<Option<BagRefusal>> {
    let (_, branches, _) = scope.parts();
    if !packed.is_within(branches) {
        return Ok(Some(BagRefusal::of(MessageCode::ParcelInOtherBranch)));
    }
    let bag: Bag = BAGS.find(tx, &Where::all(), packed.bag_id).await?;
    let params = Params::from([("number", bag.number.clone().into())]);
    if !bag.verdict(BagStep::Remove).is_yes() {
        return Ok(Some(BagRefusal { code: MessageCode::ParcelInClosedBag, params }));
    }
    let Some(parcel) = parcel_store::find(tx, packed.id).await? else { return Ok(None) };
    let found_at = Params::from([("number", place.into())]);
    let reason = MessageCode::ParcelFoundElsewhere.text(ctx.language(), &found_at);
    leave(tx, ctx, &parcel, Some(&reason)).await?;
    let facts = json!({
        "tracking_code": parcel.tracking_code, "parcel_number": parcel.seq, "reason": reason,
    });
    tell(tx, ctx, Action::Remove, bag.id, facts).await?;
    Ok(Some(BagRefusal { code: MessageCode::ParcelLeftBag, params }))
}
