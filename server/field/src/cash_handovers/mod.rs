//! Cash on delivery: what drivers took at doors, and how it comes to the office. Who counts it is not the driver, and sees
//! what is expected only afterwards.

mod api;
pub mod cash_ledger;
pub mod cash_store;
mod count;
pub mod merge;
pub mod model;
pub mod store;
pub mod taking_back;

pub use api::CashHandoverApi;
pub use store::CASH_HANDOVERS;

use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::{CashHandover, verdict};
use crate::steps::cash_handover::CashHandoverStatus;
use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};
use server_core::record::Where;
use server_core::settings::CASH_ON_DELIVERY;

/// Whether the state of a handover allows an action of this user.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    user_id: Uuid,
) -> ApiResult<RecordState> {
    let handover: CashHandover = CASH_HANDOVERS.find(tx, &Where::all(), id).await?;
    let subsidiary_id = handover.subsidiary_id;
    let owner = RecordOwner::ByParties { client_id: None, subsidiary_id, partner_id: None };
    let verdict = if action == Action::Decide { verdict(&handover, user_id) } else { Verdict::Yes };
    Ok(RecordState { owner, status: Some(handover.status.code()), verdict })
}

/// Number of differences that the user can decide about, up to one above `cap`; none without the right.
pub async fn count_differences(tx: &mut TenantTx, ctx: &Ctx, cap: i64) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::CashHandover, Action::Decide) else { return Ok(None) };
    let filter = Where::all().and("h.status = ", Some(CashHandoverStatus::Difference));
    let filter = store::build_filter(&scope, store::narrow_to_others(filter, ctx.user.id));
    Ok(Some(CASH_HANDOVERS.count(tx, &filter, cap).await?))
}

/// Returns 409 for the flag of cash on delivery while drivers collect, or have, cash or a difference waits: nobody could count it.
pub async fn refuse_switch_off(tx: &mut TenantTx, flag: &str) -> ApiResult<()> {
    if flag == CASH_ON_DELIVERY && cash_store::is_under_way(tx).await? {
        return Err(ApiError::refused(MessageCode::CashNotSettled));
    }
    Ok(())
}

/// Returns 409 for a driver with a difference that nobody has decided: such a driver takes no new cash.
pub async fn refuse_difference(tx: &mut TenantTx, driver_id: Uuid) -> ApiResult<()> {
    if cash_store::has_difference(tx, driver_id).await? {
        return Err(ApiError::refused(MessageCode::DriverHasDifference));
    }
    Ok(())
}
