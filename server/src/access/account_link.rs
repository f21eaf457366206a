//! Links in letters to a user. Whoever holds one has read that user's mail; it works once and not for long.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use tenancy::TenantTx;
use uuid::Uuid;

const TOKEN_BYTES: usize = 32;

/// The secret in a link. Only its hash is stored.
pub struct LinkToken(String);

impl LinkToken {
    fn generate() -> Self {
        Self(URL_SAFE_NO_PAD.encode(rand::random::<[u8; TOKEN_BYTES]>()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a link lets its holder do.
#[derive(Clone, Copy)]
pub enum Purpose {
    ResetPassword,
}

impl Purpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::ResetPassword => "reset_password",
        }
    }

    const fn lifetime(self) -> TimeDelta {
        match self {
            Self::ResetPassword => TimeDelta::hours(1),
        }
    }
}

pub const INSERT: &str = "
    insert into account_links (token_hash, user_id, purpose, created_at, expires_at) values ($1, $2, $3, $4, $5)";

/// Locks the link, so that of two uses at the same moment one finds it gone.
pub const FIND: &str = "
    select u.id
    from account_links l
    join users u on u.id = l.user_id and u.active
    where l.token_hash = $1 and l.purpose = $2 and l.expires_at > $3 and u.email = $4
    for update of l";

/// Those of a user, and on the way everybody's that nobody can use any more.
pub const DELETE: &str =
    "delete from account_links where (user_id = $1 and purpose = $2) or expires_at <= $3";

pub async fn create(
    tx: &mut TenantTx,
    user_id: Uuid,
    purpose: Purpose,
    now: DateTime<Utc>,
) -> sqlx::Result<LinkToken> {
    let token = LinkToken::generate();
    sqlx::query(INSERT)
        .bind(hash(&token.0))
        .bind(user_id)
        .bind(purpose.as_str())
        .bind(now)
        .bind(now + purpose.lifetime())
        .execute(&mut **tx)
        .await?;
    Ok(token)
}

/// Whose link this is, if it still works and that user has this address. It and its like are gone once `tx` commits.
pub async fn redeem(
    tx: &mut TenantTx,
    token: &str,
    email: &str,
    purpose: Purpose,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Uuid>> {
    let found: Option<Uuid> = sqlx::query_scalar(FIND)
        .bind(hash(token))
        .bind(purpose.as_str())
        .bind(now)
        .bind(email)
        .fetch_optional(&mut **tx)
        .await?;
    if let Some(user_id) = found {
        sqlx::query(DELETE).bind(user_id).bind(purpose.as_str()).bind(now).execute(&mut **tx).await?;
    }
    Ok(found)
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
