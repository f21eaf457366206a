//! Deposits: money that a client says to have paid. Staff find it on the bank account and confirm it once.

mod api;
pub mod model;
mod notifications;
mod store;

pub use api::DepositApi;
pub use store::DEPOSITS;

use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::{Deposit, DepositStatus, TRANSITIONS};
use crate::scope::MoneyScope;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::Where;

/// Whether the state of a deposit allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let Deposit { client_id, status, .. } = DEPOSITS.find(tx, &Where::all(), id).await?;
    let owner = RecordOwner::ByParties { client_id: Some(client_id), subsidiary_id: None, partner_id: None };
    Ok(RecordState { owner, status: Some(status.code()), verdict: TRANSITIONS.verdict(action, status, &()) })
}

/// Number of deposits that wait for the user to confirm them, up to one above `cap`; none if the user cannot.
pub async fn waiting(tx: &mut TenantTx, ctx: &Ctx, cap: i64) -> ApiResult<Option<i64>> {
    let Ok(scope) = MoneyScope::of(ctx, Resource::Deposit, Action::List) else { return Ok(None) };
    if !ctx.grants.allow(Resource::Deposit, Action::Confirm) {
        return Ok(None);
    }
    let filter = Where::all().and("d.status = ", Some(DepositStatus::Waiting));
    Ok(Some(DEPOSITS.count(tx, &scope.narrow(filter, "d.client_id = ", None), cap).await?))
}
