//! A token stays valid while its call writes.

use tenancy::TenantTx;
use uuid::Uuid;

use crate::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};

/// Until the end of the transaction, nobody is told that it has ended. The notes of its use wait for nobody.
pub const HOLD: &str = "
    select id from api_tokens where id = $1 and revoked_at is null and expires_at > $2 for key share";
pub const WAIT: &str = "select id from api_tokens where id = any($1) order by id for update";

/// Keeps the token of a program's call valid until the transaction ends, so that the call has no effect after the answer to its
/// revocation. Returns 401 when the token was revoked since the call began.
pub async fn hold_valid(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<()> {
    let Some(id) = ctx.user.token_id() else { return Ok(()) };
    let query = sqlx::query_scalar(HOLD).bind(id).bind(ctx.now());
    let held: Option<Uuid> = query.fetch_optional(&mut **tx).await?;
    held.map(|_| ()).ok_or_else(ApiError::unauthenticated)
}

/// Waits for what calls of ended tokens are writing. Their end is committed before, so that no others come meanwhile, however
/// many there are; and nothing else is locked, because the calls may wait for it.
pub async fn wait_for_calls(ctx: &Ctx, ids: &[Uuid]) -> ApiResult<()> {
    if ids.is_empty() {
        return Ok(());
    }
    // The call itself may be of a token that has just ended.
    let mut tx = ctx.begin_to_note().await?;
    sqlx::query(WAIT).bind(ids).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}
