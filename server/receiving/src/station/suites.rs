//! Parcels with nothing but the suite of a client on their labels, and unknown ones that turn out to be of a client.

use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{ParcelScan, ReceivedParcel, ScanOutcome, ScannedParcel};
use super::scan::{self, arrival, receive_unknown};
use super::store::{self, Receiver};
use crate::inbound::arrivals::{self, ArrivalFacts};
use crate::inbound::identification;
use crate::inbound::model::{InboundParcel, verdict};
use crate::inbound::store::{INBOUND_PARCELS, WarehouseColumns};
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::clients::parcel_owner::{ParcelOwner, find_suite_owner, lock_parcel_owner};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::record::Where;
use trade::steps::Actor;

/// Opens a parcel of the client whose suite was scanned. Where the client gets none, or the station says no warehouse, it is an
/// unknown one.
pub async fn receive_by_suite(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    scan: &ParcelScan,
    client_id: Uuid,
) -> ApiResult<ScannedParcel> {
    let owner = match lock_owner(tx, client_id).await? {
        Ok(owner) => owner,
        Err(reason) => return receive_unknown(tx, ctx, scope, scan, Some(reason)).await,
    };
    if scan.warehouse_id.is_none() {
        return receive_unknown(tx, ctx, scope, scan, Some(MessageCode::SuiteNeedsWarehouse)).await;
    }
    if store::insert(tx, scan, None, &Receiver::of(ctx, scope)).await? {
        let code = name_parcel(&owner.suite_code, scan.key);
        let id = arrivals::keep_unidentified(tx, ctx, &code, arrival(ctx, scope, scan)).await?;
        let kept: InboundParcel = INBOUND_PARCELS.find(tx, &Where::all(), id).await?;
        let warehouse = (kept.warehouse_id, WarehouseColumns::of_parcel(&kept));
        identification::identify(tx, ctx, &kept, owner, warehouse).await?;
        scan::tell(tx, ctx, Action::Scan, scan.key, json!({ "code": scan.code.trim() })).await?;
    }
    let parcel = scan::find(tx, ctx, scan.key).await?;
    scan::refuse_reused(scan, &parcel)?;
    let Some(id) = parcel.inbound_parcel_id else {
        return Ok(ScannedParcel::with_parcel(ScanOutcome::Received, parcel, None));
    };
    let inbound: InboundParcel = INBOUND_PARCELS.find(tx, &Where::all(), id).await?;
    let inbound = inbound.seen_by(&ctx.grants, ctx.is_outside(), ctx.now());
    Ok(ScannedParcel::with_client_parcel(ScanOutcome::Received, Some(parcel), Some(inbound)))
}

/// An unknown parcel is one that a client announced under this code, or else one of the client with this suite. 422 at `code` for a
/// code that is neither.
pub async fn identify(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    parcel: &ReceivedParcel,
    code: &str,
) -> ApiResult<()> {
    let refuse = |reason| ApiError::invalid_field("code", reason);
    let kept_id = parcel.inbound_parcel_id.ok_or_else(|| refuse(MessageCode::NotFound))?;
    INBOUND_PARCELS.lock(tx, kept_id).await?;
    let kept: InboundParcel = INBOUND_PARCELS.find(tx, &Where::all(), kept_id).await?;
    verdict(kept.state(ctx.now()), Action::Identify, Actor::Staff).guard()?;
    let found = arrivals::lock_scanned(tx, scope, code, None).await?;
    let announced = found.filter(|one| one.id != kept_id && one.client_id.is_some());
    let client_id = if let Some(announced) = announced {
        take_announced(tx, ctx, kept, &announced, parcel).await?;
        announced.client_id
    } else {
        let client_id = find_suite_owner(tx, code).await?;
        let client_id = client_id.ok_or_else(|| refuse(MessageCode::NotFound))?;
        let owner = lock_owner(tx, client_id).await?.map_err(refuse)?;
        if kept.warehouse_id.is_none() {
            return Err(refuse(MessageCode::SuiteNeedsWarehouse));
        }
        let warehouse = (kept.warehouse_id, WarehouseColumns::of_parcel(&kept));
        identification::identify(tx, ctx, &kept, owner, warehouse).await?;
        Some(client_id)
    };
    let facts = json!({ "client_id": [null, client_id], "code": code.trim() });
    scan::tell(tx, ctx, Action::Identify, parcel.id, facts).await
}

/// The announced parcel has arrived as the unknown one, which ends.
async fn take_announced(
    tx: &mut TenantTx,
    ctx: &Ctx,
    kept: InboundParcel,
    announced: &InboundParcel,
    parcel: &ReceivedParcel,
) -> ApiResult<()> {
    arrivals::forget_unidentified(tx, kept.id).await?;
    let facts = ArrivalFacts {
        received_parcel_id: parcel.id,
        warehouse_id: kept.warehouse_id,
        subsidiary_id: kept.subsidiary_id,
        place: kept.place,
        at: parcel.received_at,
    };
    arrivals::arrive(tx, ctx, announced, facts).await
}

/// The client of a parcel, locked, or why it gets none.
async fn lock_owner(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<Result<ParcelOwner, MessageCode>> {
    match lock_parcel_owner(tx, Some(client_id)).await {
        Ok(owner) => Ok(Ok(owner)),
        Err(error) => {
            let reasons = [MessageCode::ClientBlocked, MessageCode::UnknownClient];
            let reason = reasons.into_iter().find(|reason| error.has(*reason));
            reason.map_or(Err(error), |reason| Ok(Err(reason)))
        }
    }
}

/// The code of a parcel without one of its own: each of a suite is another one. Its end is chance, whatever kind of id the key is.
pub fn name_parcel(suite_code: &str, key: Uuid) -> String {
    let chance = key.simple().to_string();
    format!("{suite_code}-{}", &chance[chance.len() - 8..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_parcel_of_a_suite_has_a_code_of_its_own() {
        let first = name_parcel("1004", Uuid::from_u128(0x1234_5678));
        assert_eq!(first, "1004-12345678");
        assert_ne!(name_parcel("1004", Uuid::now_v7()), name_parcel("1004", Uuid::now_v7()));
    }
}
