//! SQL of API tokens.

use chrono::{DateTime, Utc};
use policy::{Resource, Scope};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::format;
use super::model::ApiTokenInput;
use server_core::http::error::{ApiResult, OnConstraint};
use server_core::http::messages::MessageCode;
use server_core::http::token;
use server_core::record::{Listing, Records, Where};

pub const API_TOKENS: Records = Records {
    table: "api_tokens",
    resource: Resource::ApiToken,
    id: "t.id = ",
    listing: Listing {
        columns: "t.id, t.name, t.prefix, t.user_id, u.name as user_name,
              u.active and coalesce(r.active, true) and coalesce(c.active, true) as user_active, t.scopes, t.networks, t.warehouse_id,
              t.created_at, t.expires_at, t.last_used_at, t.last_used_from, t.revoked_at, t.replaced_by_id, t.version",
        from: "api_tokens t join users u on u.id = t.user_id
              left join partners r on r.id = u.partner_id left join clients c on c.id = u.client_id",
        order: "t.created_at desc, t.id desc",
    },
};

pub const COUNT_VALID: &str = "
    select count(*) from api_tokens where user_id = $1 and revoked_at is null and expires_at > $2";
/// Those of a user who is somebody else from now on.
pub const REVOKE_ALL: &str = "
    update api_tokens set revoked_at = $2, notice_at = null, version = version + 1, updated_at = $2
    where user_id = $1 and revoked_at is null and expires_at > $2 returning id";
/// After an import from an archive: the secrets are those of another company.
pub const DELETE_EVERY: &str = "delete from api_tokens";

/// The columns of a new token.
#[derive(Serialize)]
pub struct NewToken<'a> {
    #[serde(flatten)]
    pub input: &'a ApiTokenInput,
    pub user_id: Uuid,
    pub warehouse_id: Option<Uuid>,
    pub expires_at: DateTime<Utc>,
    pub notice_at: Option<DateTime<Utc>>,
}

#[derive(Serialize)]
struct TokenColumns<'a> {
    #[serde(flatten)]
    new: &'a NewToken<'a>,
    prefix: &'a str,
    /// As Postgres reads bytes.
    hash: String,
}

/// The columns of a token that another one replaces.
#[derive(Serialize)]
pub struct Replacement {
    pub replaced_by_id: Uuid,
    pub expires_at: DateTime<Utc>,
    /// None: its end is wanted.
    pub notice_at: Option<DateTime<Utc>>,
}

/// The columns of a token that is ended.
#[derive(Serialize)]
pub struct Revocation {
    pub revoked_at: DateTime<Utc>,
    /// None: it has ended.
    pub notice_at: Option<DateTime<Utc>>,
}

/// Writes a new token and returns its id and its secret, of which only the hash is kept.
pub async fn insert(tx: &mut TenantTx, at: DateTime<Utc>, new: &NewToken<'_>) -> ApiResult<(Uuid, String)> {
    use std::fmt::Write;
    let secret = format::generate();
    let mut hash = String::from("\\x");
    for byte in token::hash(&secret) {
        let _ = write!(hash, "{byte:02x}");
    }
    let columns = TokenColumns { new, prefix: format::prefix(&secret), hash };
    let inserted = API_TOKENS.insert(tx, at, &columns).await;
    let code = MessageCode::UnknownOption;
    let id = inserted.on_constraint("api_tokens_warehouse_id_fkey", "warehouse_id", code)?;
    Ok((id, secret))
}

/// Number of the tokens of a user that are valid.
pub async fn count_valid(tx: &mut TenantTx, user_id: Uuid, now: DateTime<Utc>) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT_VALID).bind(user_id).bind(now).fetch_one(&mut **tx).await?)
}

/// The tokens that a user with this scope reaches. Shops are none, though they are kept here.
pub fn build_filter(filter: Where, scope: Scope, user_id: Uuid) -> Where {
    filter.only("t.shop_kind is null", true).and("t.user_id = ", (scope != Scope::Any).then_some(user_id))
}
