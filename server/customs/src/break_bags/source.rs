//! What brought the parcels of a break-bag.

use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::BreakBagInput;
use crate::bags::transport::{self, TransportedBag};
use crate::masters::model::Master;
use crate::masters::state::MasterStatus;
use crate::masters::{self, MASTERS};
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::record::Where;

/// The columns of a new break-bag.
#[derive(Debug, Serialize)]
pub struct NewBreakBag {
    pub master_id: Uuid,
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
    pub place: String,
    pub created_by: Uuid,
}

/// What arrived, with its locked bags.
pub struct ArrivedTransport {
    pub new: NewBreakBag,
    pub bags: Vec<TransportedBag>,
}

/// Finds what arrived, among what the user reaches. Returns 409 `break_bag_not_arrived` while it is on its way.
pub async fn lock(
    tx: &mut TenantTx,
    scope: &RowScope,
    input: &BreakBagInput,
    by: Uuid,
) -> ApiResult<ArrivedTransport> {
    let id = input.master_id;
    let filter = masters::build_filter(scope, Where::all());
    let bag_ids = masters::store::list_bag_ids(tx, id).await?;
    let bags = transport::lock_bags(tx, &bag_ids).await?;
    MASTERS.lock(tx, id).await?;
    let master: Master = MASTERS.find(tx, &filter, id).await?;
    if !matches!(master.status, MasterStatus::Arrived | MasterStatus::Delivered) {
        return Err(ApiError::refused(MessageCode::BreakBagNotArrived));
    }
    let new = NewBreakBag {
        master_id: id,
        number: master.number,
        subsidiary_id: master.subsidiary_id,
        place: master.to_place,
        created_by: by,
    };
    Ok(ArrivedTransport { new, bags })
}
