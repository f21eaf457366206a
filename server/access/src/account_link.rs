//! Links in e-mails to a user. A link proves that its holder reads the user's mail. It works once and expires.

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::token;
use server_core::settings::Settings;

/// The purpose of a link.
#[derive(Clone, Copy)]
pub enum Purpose {
    ResetPassword,
    ValidateEmail,
    AcceptInvitation,
}

impl Purpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::ResetPassword => "reset_password",
            Self::ValidateEmail => "validate_email",
            Self::AcceptInvitation => "accept_invitation",
        }
    }

    /// Time until the link expires. The company sets it for invitations.
    fn lifetime(self, settings: &Settings) -> TimeDelta {
        match self {
            Self::ResetPassword => TimeDelta::hours(1),
            Self::ValidateEmail => TimeDelta::hours(24),
            Self::AcceptInvitation => TimeDelta::days(settings.invitation_days.into()),
        }
    }
}

pub const INSERT: &str = "
    with who as materialized (select id, email from users where id = $2)
    insert into account_links (token_hash, user_id, purpose, created_at, expires_at, email)
    select $1, who.id, $3, $4, $5, who.email from who";

/// Only for the address that the link went to. Locks the link, so that it cannot be used twice at the same moment.
pub const FIND: &str = "
    select u.id
    from account_links l
    join users u on u.id = l.user_id and u.active
    where l.token_hash = $1 and l.purpose = $2 and l.expires_at > $3 and ($4::text is null or u.email = $4)
      and (l.email is null or l.email = u.email)
    for update of l";

/// Deletes the links of a user, and the expired links of all users.
pub const DELETE: &str =
    "delete from account_links where (user_id = $1 and purpose = $2) or expires_at <= $3";

pub const DELETE_ALL: &str = "delete from account_links where user_id = $1";
pub const DELETE_EVERY: &str = "delete from account_links";
pub const DELETE_EXPIRED: &str = "delete from account_links where expires_at <= $1";

/// Returns the secret that goes into the link.
pub async fn create(
    tx: &mut TenantTx,
    user_id: Uuid,
    purpose: Purpose,
    settings: &Settings,
    now: DateTime<Utc>,
) -> sqlx::Result<String> {
    let secret = token::generate();
    sqlx::query(INSERT)
        .bind(token::hash(&secret))
        .bind(user_id)
        .bind(purpose.as_str())
        .bind(now)
        .bind(now + purpose.lifetime(settings))
        .execute(&mut **tx)
        .await?;
    Ok(secret)
}

/// True when the link is valid. Asked before a password is hashed, which is expensive.
pub async fn is_valid(
    tx: &mut TenantTx,
    sent: &str,
    email: Option<&str>,
    purpose: Purpose,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    Ok(find(tx, sent, email, purpose, now).await?.is_some())
}

async fn find(
    tx: &mut TenantTx,
    sent: &str,
    email: Option<&str>,
    purpose: Purpose,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Uuid>> {
    let query = sqlx::query_scalar(FIND).bind(token::hash(sent)).bind(purpose.as_str());
    query.bind(now).bind(email).fetch_optional(&mut **tx).await
}

/// Deletes the user's links of this purpose.
pub async fn withdraw(
    tx: &mut TenantTx,
    user_id: Uuid,
    purpose: Purpose,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(DELETE).bind(user_id).bind(purpose.as_str()).bind(now).execute(&mut **tx).await?;
    Ok(())
}

/// Deletes the link and its siblings in `tx` and returns its user, if the link is valid and the user has the address
/// `email`, when one is given.
pub async fn redeem(
    tx: &mut TenantTx,
    sent: &str,
    email: Option<&str>,
    purpose: Purpose,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Uuid>> {
    let found = find(tx, sent, email, purpose, now).await?;
    if let Some(user_id) = found {
        withdraw(tx, user_id, purpose, now).await?;
    }
    Ok(found)
}

/// Deletes all links of the user.
pub async fn revoke_all(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<()> {
    sqlx::query(DELETE_ALL).bind(user_id).execute(&mut **tx).await?;
    Ok(())
}
