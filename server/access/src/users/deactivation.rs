//! The end of a user's access.

use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::store;
use crate::account_link;
use crate::ctx::Ctx;
use crate::email;
use crate::sessions;
use server_core::audit;
use server_core::http::error::ApiResult;

/// Deactivates a user and invalidates e-mailed links and a pending address change. Returns the ended sessions, which the
/// caller forgets after the commit.
pub async fn deactivate(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Vec<Vec<u8>>> {
    store::set_active(tx, id, false, ctx.now()).await?;
    account_link::revoke_all(tx, id).await?;
    email::delete(tx, id).await?;
    let ended = sessions::close_all(tx, id).await?;
    audit::record(tx, ctx, "user.deactivate", Some(id), json!({ "active": [true, false] })).await?;
    Ok(ended)
}
