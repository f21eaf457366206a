//! Purchases: goods that are ordered from suppliers and come in by receipts, all at once or little by little. Each receipt is a
//! movement of the ledger, and one that goes back to the supplier is its reversal.

mod action_api;
mod api;
mod details;
mod input;
pub mod model;
mod receive_api;
mod receiving;
pub mod state;
pub mod store;

pub use action_api::PurchaseActionApi;
pub use api::PurchaseApi;
pub use receive_api::PurchaseReceiveApi;
pub use store::PURCHASES;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::Purchase;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::Where;

/// Whether the state of a purchase allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let purchase: Purchase = PURCHASES.find(tx, &Where::all(), id).await?;
    let owner =
        RecordOwner::ByParties { client_id: None, subsidiary_id: purchase.subsidiary_id, partner_id: None };
    Ok(RecordState { owner, status: Some(purchase.status.code()), verdict: purchase.verdict(action) })
}
