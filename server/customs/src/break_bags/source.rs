//! The transport that brought the parcels of a break-bag: an air waybill, or a master.

use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::BreakBagInput;
use crate::bags::transport::{self, TransportedBag};
use crate::cargo_events::apply::{self, LockedWaybill};
use crate::masters::model::Master;
use crate::masters::state::MasterStatus;
use crate::masters::{self, MASTERS};
use crate::waybills::state::WaybillStatus;
use crate::waybills::transport as waybills;
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::transport_places;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::record::Where;

/// The columns of a new break-bag.
#[derive(Debug, Serialize)]
pub struct NewBreakBag {
    pub mawb_id: Option<Uuid>,
    pub master_id: Option<Uuid>,
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
    pub place: String,
    pub time_zone: String,
    pub created_by: Uuid,
    pub blind: bool,
}

/// The transport that arrived, with its locked bags.
pub struct ArrivedTransport {
    pub new: NewBreakBag,
    pub bags: Vec<TransportedBag>,
}

/// Finds what arrived, among what the user reaches. Returns 409 `break_bag_not_arrived` while it is on its way.
pub async fn lock(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    input: &BreakBagInput,
) -> ApiResult<ArrivedTransport> {
    let arrived = match (input.mawb_id, input.master_id) {
        (Some(id), None) => lock_waybill(tx, ctx, scope, id).await,
        (None, Some(id)) => lock_master(tx, ctx, scope, id).await,
        (None, None) => Err(ApiError::invalid_field("mawb_id", MessageCode::Required)),
        (Some(_), Some(_)) => Err(ApiError::invalid_field("master_id", MessageCode::Invalid)),
    }?;
    Ok(ArrivedTransport { new: NewBreakBag { blind: input.blind, ..arrived.new }, ..arrived })
}

/// Also one of which only a part has arrived: the rest is awaited until somebody says that all is unpacked.
async fn lock_waybill(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
) -> ApiResult<ArrivedTransport> {
    waybills::find_waybill(tx, scope, id).await?;
    let LockedWaybill { waybill, bags } = apply::lock(tx, id).await?;
    if waybill.status.code() < WaybillStatus::Arrived.code() {
        return Err(ApiError::refused(MessageCode::BreakBagNotArrived));
    }
    let airport = &waybill.input.destination_airport;
    let found = transport_places::list_airports(tx, std::slice::from_ref(airport)).await?.pop();
    let new = NewBreakBag {
        mawb_id: Some(id),
        master_id: None,
        number: waybill.number,
        subsidiary_id: waybill.subsidiary_id,
        time_zone: found.as_ref().map_or_else(|| ctx.user.time_zone.clone(), |it| it.time_zone.clone()),
        place: found.and_then(|it| it.city).unwrap_or_else(|| airport.clone()),
        created_by: ctx.user.id,
        blind: false,
    };
    Ok(ArrivedTransport { new, bags })
}

async fn lock_master(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
) -> ApiResult<ArrivedTransport> {
    let filter = masters::build_filter(scope, Where::all());
    let _: Master = MASTERS.find(tx, &filter, id).await?;
    let bag_ids = masters::store::list_bag_ids(tx, id).await?;
    let bags = transport::lock_bags(tx, &bag_ids).await?;
    MASTERS.lock(tx, id).await?;
    let master: Master = MASTERS.find(tx, &filter, id).await?;
    if !matches!(master.status, MasterStatus::Arrived | MasterStatus::Delivered) {
        return Err(ApiError::refused(MessageCode::BreakBagNotArrived));
    }
    let new = NewBreakBag {
        mawb_id: None,
        master_id: Some(id),
        number: master.number,
        subsidiary_id: master.subsidiary_id,
        place: master.to_place,
        time_zone: ctx.user.time_zone.clone(),
        created_by: ctx.user.id,
        blind: false,
    };
    Ok(ArrivedTransport { new, bags })
}
