//! A token stays valid while its call writes.

use tenancy::TenantTx;
use uuid::Uuid;

use crate::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};

/// Until the end of the transaction, nobody is told that it has ended. The notes of its use wait for nobody.
pub const HOLD: &str = "
    select id from api_tokens where id = $1 and revoked_at is null and expires_at > $2 for key share";
pub const WAIT: &str = "select id from api_tokens where id = $1 for update";
pub const WAIT_FOR_USER: &str = "
    select id from api_tokens where user_id = $1 and revoked_at is null and expires_at > $2 order by id for update";

/// Keeps the token of a program's call valid until the transaction ends, so that the call has no effect after the answer to its
/// revocation. Returns 401 when the token was revoked since the call began.
pub async fn hold_valid(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<()> {
    let Some(id) = ctx.user.token_id() else { return Ok(()) };
    let query = sqlx::query_scalar(HOLD).bind(id).bind(ctx.now());
    let held: Option<Uuid> = query.fetch_optional(&mut **tx).await?;
    held.map(|_| ()).ok_or_else(ApiError::unauthenticated)
}

/// Waits for what calls of an ended token are writing. Its end is committed before, so that no others come meanwhile,
/// however many there are.
pub async fn wait_for_calls(ctx: &Ctx, id: Uuid) -> ApiResult<()> {
    let mut tx = ctx.begin().await?;
    sqlx::query(WAIT).bind(id).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

/// Waits for what calls of a user's tokens are writing, before all of them end with this transaction.
pub async fn wait_for_user(tx: &mut TenantTx, ctx: &Ctx, user_id: Uuid) -> ApiResult<()> {
    sqlx::query(WAIT_FOR_USER).bind(user_id).bind(ctx.now()).execute(&mut **tx).await?;
    Ok(())
}
