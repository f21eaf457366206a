//! Merge of clients: cash that was taken for a duplicate, and what was paid out to it. In the ledger, its money follows with the accounts.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

/// $1 stays, $2 is the duplicate.
pub const MOVE: &str = "update delivery_cash set client_id = $1 where client_id = $2";

pub const MOVE_PAYOUTS: &str = "update cod_payouts set client_id = $1 where client_id = $2";

/// Moves the cash of a duplicate, and its payouts, to the client that stays.
pub async fn move_client_cash(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    for step in [MOVE, MOVE_PAYOUTS] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    Ok(())
}
