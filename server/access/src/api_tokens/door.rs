//! The door for programs: the user of a token, read from its row on every call, so that a revoked token is worth nothing
//! from the moment of the answer.

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::{format, networks, short_bearer};
use crate::current_user::{Credential, CurrentUser, CurrentUserRow, UserToken};
use crate::current_user_columns;
use server_core::http::bearer::Bearer;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::token;
use server_core::http::visit::Visit;
use server_core::settings::INTEGRATIONS;

/// `last_used_at` is written at most this often, so that most calls only read.
const USED_INTERVAL: TimeDelta = TimeDelta::minutes(5);

/// The index compares hashes: how long that takes says nothing about the secret behind one.
pub const FIND: &str = concat!(
    "
    select t.id as token_id, t.scopes, t.networks, t.warehouse_id, t.expires_at, t.last_used_at, ",
    current_user_columns!(),
    "
    from api_tokens t join users u on u.id = t.user_id and u.active
    left join partners r on r.id = u.partner_id left join clients c on c.id = u.client_id
    where t.hash = $1 and t.revoked_at is null and t.expires_at > $2 and (u.partner_id is null or r.active)
      and (u.client_id is null or c.active)"
);
/// One of the calls at the same time writes.
pub const TOUCH: &str = "
    update api_tokens set last_used_at = $2, last_used_from = $4
    where id = $1 and (last_used_at is null or last_used_at <= $3)";

#[derive(sqlx::FromRow)]
pub(super) struct UsedToken {
    pub token_id: Uuid,
    scopes: Vec<String>,
    networks: Vec<String>,
    warehouse_id: Option<Uuid>,
    pub expires_at: DateTime<Utc>,
    last_used_at: Option<DateTime<Utc>>,
    #[sqlx(flatten)]
    user: CurrentUserRow,
}

/// The user in whose name a program calls. Returns 401, the same for every reason, when the token is not valid here and
/// now.
pub async fn user_of_token(visit: &Visit, bearer: &Bearer) -> ApiResult<CurrentUser> {
    let hash = find_hash(visit, bearer.secret()).ok_or_else(ApiError::unauthenticated)?;
    let used = find_used(visit, &hash).await?.ok_or_else(ApiError::unauthenticated)?;
    let settings = visit.settings().await?;
    let credential = Credential {
        id: used.token_id,
        acting: None,
        token: Some(UserToken { id: used.token_id, scopes: used.scopes, warehouse_id: used.warehouse_id }),
        policy_version: settings.policy_version,
        tenant_epoch: visit.tenant.epoch,
        expires_at: used.expires_at,
    };
    used.user.with(credential).ok_or_else(ApiError::unauthenticated)
}

/// The hash of the token itself, or of the one for which a short bearer was given.
fn find_hash(visit: &Visit, secret: &str) -> Option<Vec<u8>> {
    if format::is_well_formed(secret) {
        return Some(token::hash(secret));
    }
    short_bearer::check(&visit.state.config.secret, visit.tenant.id.as_str(), secret, visit.now())
}

/// The token with this hash, when it is valid here and now; its use is noted.
pub(super) async fn find_used(visit: &Visit, hash: &[u8]) -> ApiResult<Option<UsedToken>> {
    if !visit.settings().await?.flag(INTEGRATIONS) {
        return Ok(None);
    }
    let mut tx = visit.begin().await?;
    let query = sqlx::query_as(FIND).bind(hash).bind(visit.now());
    let found: Option<UsedToken> = query.fetch_optional(&mut *tx).await?;
    let used = found.filter(|used| networks::admit(&used.networks, &visit.address));
    if let Some(used) = &used {
        note_use(&mut tx, visit, used).await?;
    }
    tx.commit().await?;
    Ok(used)
}

async fn note_use(tx: &mut TenantTx, visit: &Visit, used: &UsedToken) -> ApiResult<()> {
    let before = visit.now() - USED_INTERVAL;
    if used.last_used_at.is_none_or(|at| at <= before) {
        let query = sqlx::query(TOUCH).bind(used.token_id).bind(visit.now()).bind(before);
        query.bind(&visit.address).execute(&mut **tx).await?;
    }
    Ok(())
}
