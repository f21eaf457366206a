//! Cash on delivery is paid out to the clients whose money it is, once it has been counted: to the wallet, or by a bank.

mod api;
mod input;
pub mod model;
pub mod open_cash;
mod payment;
mod statement;
pub mod store;

pub use api::CodPayoutApi;
pub use store::COD_PAYOUTS;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::{CodPayout, verdict};
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};
use server_core::record::Where;

/// Whether the state of a payout allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let payout: CodPayout = COD_PAYOUTS.find(tx, &Where::all(), id).await?;
    let CodPayout { client_id, subsidiary_id, status, .. } = payout;
    let owner = RecordOwner::ByParties { client_id: Some(client_id), subsidiary_id, partner_id: None };
    let verdict = if action == Action::Reverse { verdict(status) } else { Verdict::Yes };
    Ok(RecordState { owner, status: Some(status.code()), verdict })
}
