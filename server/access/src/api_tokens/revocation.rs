//! The end of all tokens of a user.

use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::store;
use crate::ctx::Ctx;
use policy::Resource;
use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};

/// Revokes the tokens of an account that goes to another person, or whose user works for somebody else from now on: who has
/// the secrets would see what is no longer theirs. Returns those that ended, for `wait_for_calls` after the commit.
pub async fn revoke_all(tx: &mut TenantTx, ctx: &Ctx, user_id: Uuid) -> ApiResult<Vec<Uuid>> {
    let query = sqlx::query_scalar(store::REVOKE_ALL).bind(user_id).bind(ctx.now());
    let ids: Vec<Uuid> = query.fetch_all(&mut **tx).await?;
    if ids.is_empty() {
        return Ok(ids);
    }
    let audience = Audience::Users(vec![user_id, ctx.user.id]);
    live::records_changed(tx, &audience, Resource::ApiToken.name(), &ids);
    let entries = ids.iter().map(|id| (*id, json!({ "revoked_at": [null, ctx.now()] })));
    audit::record_many(tx, Actor::from(ctx), "api_token.revoke", entries.collect()).await?;
    Ok(ids)
}
