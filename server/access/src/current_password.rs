//! Check of the current password before a sensitive change.

use tenancy::TenantTx;
use uuid::Uuid;

use super::ctx::Ctx;
use crate::password::Passwords;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::limit::PASSWORD_CHECKS;
use server_core::http::messages::MessageCode;

pub const FIND_HASH: &str = "select password_hash from users where id = $1";

/// Verifies the current password; errors are reported at `current_password`. An unlocked screen is not enough for these
/// changes.
pub async fn check_current(ctx: &Ctx, sent: &str, errors: &mut FieldErrors) -> ApiResult<()> {
    if sent.is_empty() {
        errors.push("current_password", MessageCode::Required);
        return Ok(());
    }
    let (tenant, who) = (&ctx.tenant().id, ctx.user.id.to_string());
    ctx.state().limits.check(tenant, PASSWORD_CHECKS, &who).await?;
    let mut tx = ctx.begin().await?;
    let stored = stored_hash(&mut tx, ctx.user.id).await?;
    tx.commit().await?;
    // The hash is computed without a database connection.
    if ctx.state().slot::<Passwords>().verify(tenant, sent.to_owned(), stored).await? {
        ctx.state().limits.give_back(tenant, PASSWORD_CHECKS, &who).await;
    } else {
        errors.push("current_password", MessageCode::WrongPassword);
    }
    Ok(())
}

async fn stored_hash(tx: &mut TenantTx, user_id: Uuid) -> ApiResult<Option<String>> {
    let found: Option<Option<String>> =
        sqlx::query_scalar(FIND_HASH).bind(user_id).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::unauthenticated)
}
