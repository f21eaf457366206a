//! Inventories: what lies in places is counted, without a look at what should be there, and the differences become movements.
//! Nothing stands still meanwhile: each count is compared with the ledger as it was at that moment.

mod action_api;
mod api;
mod approve_api;
mod compare;
mod count_api;
mod counting;
mod decide_api;
mod details;
mod find_api;
pub mod input;
pub mod lines;
pub mod model;
pub mod state;
pub mod store;

pub use action_api::InventoryActionApi;
pub use api::InventoryApi;
pub use approve_api::InventoryApproveApi;
pub use count_api::InventoryCountApi;
pub use decide_api::InventoryDecideApi;
pub use find_api::InventoryFindApi;
pub use store::INVENTORIES;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::Inventory;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::Where;

/// 409 with the inventory that counts a place, which is locked.
pub async fn refuse_counted(tx: &mut TenantTx, place_id: Uuid) -> ApiResult<()> {
    let Some(counted) = store::find_counted_place(tx, &[place_id]).await? else { return Ok(()) };
    let params = Params::from([("place", counted.code.into()), ("number", counted.number.into())]);
    Err(ApiError::refused(MessageCode::InventoryPlaceOpen).with_params(params))
}

/// Whether the state of an inventory allows an action, for a user on whose counts no difference stands.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let inventory: Inventory = INVENTORIES.find(tx, &Where::all(), id).await?;
    let owner =
        RecordOwner::ByParties { client_id: None, subsidiary_id: inventory.subsidiary_id, partner_id: None };
    let verdict = inventory.verdict(action, None);
    Ok(RecordState { owner, status: Some(inventory.status.code()), verdict })
}
