//! Deposits: money that a client says to have paid. Staff find it on the bank account and confirm it once.

mod api;
pub mod model;
mod receipt;
mod store;
mod told;

pub use api::DepositApi;
pub use receipt::DepositReceiptApi;
pub use store::DEPOSITS;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::http::error::{ApiError, ApiResult};
use crate::http::standing::{Owned, Standing};

/// Whether the state of a deposit allows an action, for any user.
pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<Standing> {
    let (client_id, status) = store::state(tx, id).await?.ok_or_else(ApiError::not_found)?;
    let owned = Owned::ByParties { client_id: Some(client_id), subsidiary_id: None, partner_id: None };
    Ok(Standing { owned, status: Some(status.code()), verdict: model::verdict(status, action) })
}
