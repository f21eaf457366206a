//! SQL of address changes.

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::token;
use server_core::live;

const LIFETIME: TimeDelta = TimeDelta::hours(24);

/// A new request replaces the previous one and invalidates its link.
pub const PUT: &str = "
    insert into email_changes (user_id, email, created_at, expires_at) values ($1, $2, $3, $4)
    on conflict (user_id) do update
    set email = excluded.email, token_hash = null, created_at = excluded.created_at, expires_at = excluded.expires_at";

pub const PENDING: &str = "select email from email_changes where user_id = $1 and expires_at > $2";

/// Only for the requested address: a newer request may have replaced it.
pub const GIVE_LINK: &str = "
    update email_changes set token_hash = $3 where user_id = $1 and email = $2";

pub const REDEEM: &str = "
    delete from email_changes where user_id = $1 and token_hash = $2 and expires_at > $3 returning email";

pub const DELETE: &str = "delete from email_changes where user_id = $1 returning email";
pub const DELETE_EVERY: &str = "delete from email_changes";
pub const DELETE_EXPIRED: &str = "delete from email_changes where expires_at <= $1";

pub const IS_TAKEN: &str = "select exists (select from users where email = $1 and id <> $2)";

/// The new epoch ends sessions that are being opened with the old address.
pub const SET_EMAIL: &str = "
    update users
    set email = $2, email_verified_at = $3, epoch = epoch + 1, version = version + 1, updated_at = $3
    where id = $1 and not exists (select from users where email = $2)";

pub async fn save(tx: &mut TenantTx, user_id: Uuid, email: &str, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(PUT).bind(user_id).bind(email).bind(now).bind(now + LIFETIME).execute(&mut **tx).await?;
    Ok(())
}

pub async fn pending(tx: &mut TenantTx, user_id: Uuid, now: DateTime<Utc>) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(PENDING).bind(user_id).bind(now).fetch_optional(&mut **tx).await
}

/// Returns the token for the link.
pub async fn give_link(tx: &mut TenantTx, user_id: Uuid, email: &str) -> sqlx::Result<String> {
    let secret = token::generate();
    sqlx::query(GIVE_LINK).bind(user_id).bind(email).bind(token::hash(&secret)).execute(&mut **tx).await?;
    Ok(secret)
}

/// Deletes the link in `tx` and returns the address it confirms.
pub async fn redeem(
    tx: &mut TenantTx,
    user_id: Uuid,
    sent: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(REDEEM).bind(user_id).bind(token::hash(sent)).bind(now).fetch_optional(&mut **tx).await
}

/// Deletes the request and returns its address.
pub async fn delete(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(DELETE).bind(user_id).fetch_optional(&mut **tx).await
}

pub async fn is_taken(tx: &mut TenantTx, email: &str, user_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar(IS_TAKEN).bind(email).bind(user_id).fetch_one(&mut **tx).await
}

/// False when the address belongs to another user.
pub async fn set_email(
    tx: &mut TenantTx,
    user_id: Uuid,
    email: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let done = sqlx::query(SET_EMAIL).bind(user_id).bind(email).bind(now).execute(&mut **tx).await?;
    live::user_changed(tx, user_id);
    Ok(done.rows_affected() > 0)
}
