//! Pick lists: goods to pick for somebody. Goods are held for them, picked by scan, and
//! packed into a shipment.

mod action_api;
mod allocating;
mod api;
mod details;
mod input;
pub mod model;
mod other_lot;
mod pack_api;
pub mod packing;
mod parcels;
mod rest_api;
mod same_order;
mod scan;
mod scan_refusal;
mod shipment_end;
pub mod state;
pub mod store;

pub use action_api::PickListActionApi;
pub use api::PickListApi;
pub use pack_api::PickListPackApi;
pub use rest_api::PickListRestApi;
pub use shipment_end::end_with_shipment;
pub use store::PICK_LISTS;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::PickList;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::Where;

/// Whether the state of a pick list allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let list: PickList = PICK_LISTS.find(tx, &Where::all(), id).await?;
    let owner = RecordOwner::ByParties {
        client_id: list.client_id,
        subsidiary_id: list.subsidiary_id,
        partner_id: None,
    };
    Ok(RecordState { owner, status: Some(list.status.code()), verdict: list.verdict(action) })
}
