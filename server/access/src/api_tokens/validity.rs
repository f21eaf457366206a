//! A token stays valid while its call writes.

use tenancy::TenantTx;
use uuid::Uuid;

use crate::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};

/// Until the end of the transaction nobody ends it.
pub const HOLD: &str = "
    select id from api_tokens where id = $1 and revoked_at is null and expires_at > $2 for share";

/// Keeps the token of a program's call valid until the transaction ends, so that the call has no effect after the answer to its
/// revocation. Returns 401 when the token was revoked since the call began.
pub async fn hold_valid(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<()> {
    let Some(id) = ctx.user.token_id() else { return Ok(()) };
    let query = sqlx::query_scalar(HOLD).bind(id).bind(ctx.now());
    let held: Option<Uuid> = query.fetch_optional(&mut **tx).await?;
    held.map(|_| ()).ok_or_else(ApiError::unauthenticated)
}
