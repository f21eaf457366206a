//! SQL of providers, attempts and identities.

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::client::{Provider, SignInAttempt};
use super::model::{CurrentPerson, Identity, KnownUser};
use server_core::http::error::ApiResult;
use server_core::http::session::SessionToken;
use server_core::http::visit::Visit;

/// Time a person may spend at the provider.
const ATTEMPT: TimeDelta = TimeDelta::minutes(10);
/// Time a person may spend on the form that completes an account.
const PENDING: TimeDelta = TimeDelta::minutes(30);

pub const FIND_PROVIDER: &str = "
    select name, label, issuer, client_id, client_secret from sign_in_providers where name = $1 and enabled";

pub const FORGET_ATTEMPTS: &str = "delete from social_attempts where expires_at <= $1";
pub const INSERT_ATTEMPT: &str = "
    insert into social_attempts (state_hash, browser_hash, provider, redirect_uri, nonce, code_verifier, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7)";
/// Found only by the same browser, and only once.
pub const TAKE_ATTEMPT: &str = "
    delete from social_attempts where state_hash = $1 and browser_hash = $2 and expires_at > $3
    returning provider, redirect_uri, nonce, code_verifier";

pub const FIND_LINKED: &str = "
    select u.id, u.active, u.email_verified_at is not null as is_validated
    from user_identities i join users u on u.id = i.user_id where i.issuer = $1 and i.subject = $2";
pub const FIND_SAME_EMAIL: &str = "
    select id, active, email_verified_at is not null as is_validated from users where email = $1";
pub const LINK: &str = "
    insert into user_identities (issuer, subject, user_id, created_at, last_used_at) values ($1, $2, $3, $4, $4)
    on conflict (issuer, subject) do nothing";
pub const NOTE_USE: &str = "update user_identities set last_used_at = $3 where issuer = $1 and subject = $2";
pub const UNLINK: &str = "delete from user_identities where user_id = $1";

pub const FORGET_PENDING: &str = "delete from pending_identities where expires_at <= $1";
pub const INSERT_PENDING: &str = "
    insert into pending_identities (token_hash, provider, issuer, subject, name, email, email_verified, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)";
pub const FIND_PERSON: &str = "
    select i.name, i.email, i.email_verified, p.label as provider
    from pending_identities i join sign_in_providers p on p.name = i.provider
    where i.token_hash = $1 and i.expires_at > $2";
pub const TAKE_PENDING: &str = "
    delete from pending_identities where token_hash = $1 and expires_at > $2
    returning provider, issuer, subject, email, email_verified";

/// Moves the pending identity to another cookie and restarts its lifetime.
pub const MOVE_PENDING: &str = "
    update pending_identities set token_hash = $2, expires_at = $4 where token_hash = $1 and expires_at > $3";

pub const DELETE_ATTEMPTS: &str = "delete from social_attempts";
pub const DELETE_PENDING: &str = "delete from pending_identities";
pub const DISABLE_PROVIDERS: &str = "update sign_in_providers set enabled = false where enabled";

/// A person who comes from a provider.
#[derive(sqlx::FromRow)]
pub struct Attempt {
    pub provider: String,
    pub redirect_uri: String,
    pub nonce: String,
    pub code_verifier: String,
}

/// An identity that is not linked yet.
#[derive(sqlx::FromRow)]
pub struct Pending {
    pub provider: String,
    pub issuer: String,
    pub subject: String,
    pub email: Option<String>,
    pub email_verified: bool,
}

impl Pending {
    pub fn of(provider: &str, identity: Identity) -> Self {
        let Identity { issuer, subject, email, email_verified, .. } = identity;
        Self { provider: provider.to_owned(), issuer, subject, email, email_verified }
    }
}

pub async fn provider(tx: &mut TenantTx, name: &str) -> sqlx::Result<Option<Provider>> {
    sqlx::query_as(FIND_PROVIDER).bind(name).fetch_optional(&mut **tx).await
}

pub async fn insert_attempt(
    tx: &mut TenantTx,
    attempt: &SignInAttempt,
    browser: &SessionToken,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(FORGET_ATTEMPTS).bind(now).execute(&mut **tx).await?;
    sqlx::query(INSERT_ATTEMPT)
        .bind(&attempt.state_hash)
        .bind(browser.hash())
        .bind(&attempt.provider)
        .bind(&attempt.redirect_uri)
        .bind(&attempt.nonce)
        .bind(&attempt.code_verifier)
        .bind(now + ATTEMPT)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn take_attempt(
    tx: &mut TenantTx,
    state_hash: Vec<u8>,
    browser: &SessionToken,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Attempt>> {
    let query = sqlx::query_as(TAKE_ATTEMPT).bind(state_hash).bind(browser.hash()).bind(now);
    query.fetch_optional(&mut **tx).await
}

/// The user linked to the identity, and the user with the same address.
pub async fn find_users(
    tx: &mut TenantTx,
    identity: &Identity,
) -> sqlx::Result<(Option<KnownUser>, Option<KnownUser>)> {
    let linked = sqlx::query_as(FIND_LINKED).bind(&identity.issuer).bind(&identity.subject);
    let linked = linked.fetch_optional(&mut **tx).await?;
    let same_email = sqlx::query_as(FIND_SAME_EMAIL).bind(&identity.email);
    Ok((linked, same_email.fetch_optional(&mut **tx).await?))
}

pub async fn note_use(tx: &mut TenantTx, identity: &Identity, now: DateTime<Utc>) -> sqlx::Result<()> {
    let query = sqlx::query(NOTE_USE).bind(&identity.issuer).bind(&identity.subject).bind(now);
    query.execute(&mut **tx).await?;
    Ok(())
}

/// Links the identity to this user; false when it is already linked to any user.
pub async fn link(
    tx: &mut TenantTx,
    issuer: &str,
    subject: &str,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let query = sqlx::query(LINK).bind(issuer).bind(subject).bind(user_id).bind(now);
    Ok(query.execute(&mut **tx).await?.rows_affected() > 0)
}

/// Unlinks all identities of this user. Identities whose address both sides verified are linked again at the next
/// sign-in.
pub async fn unlink(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<u64> {
    Ok(sqlx::query(UNLINK).bind(user_id).execute(&mut **tx).await?.rows_affected())
}

pub async fn insert_pending(
    tx: &mut TenantTx,
    provider: &str,
    identity: &Identity,
    token: &SessionToken,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(FORGET_PENDING).bind(now).execute(&mut **tx).await?;
    sqlx::query(INSERT_PENDING)
        .bind(token.hash())
        .bind(provider)
        .bind(&identity.issuer)
        .bind(&identity.subject)
        .bind(&identity.name)
        .bind(&identity.email)
        .bind(identity.email_verified)
        .bind(now + PENDING)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The person who completes an account in this browser.
pub async fn person(tx: &mut TenantTx, visit: &Visit) -> ApiResult<Option<CurrentPerson>> {
    let Some(token) = &visit.token else { return Ok(None) };
    let query = sqlx::query_as(FIND_PERSON).bind(token.hash()).bind(visit.now());
    Ok(query.fetch_optional(&mut **tx).await?)
}

/// Deletes and returns the pending identity of this browser.
pub async fn take_pending(tx: &mut TenantTx, visit: &Visit) -> sqlx::Result<Option<Pending>> {
    let Some(token) = &visit.token else { return Ok(None) };
    let query = sqlx::query_as(TAKE_PENDING).bind(token.hash()).bind(visit.now());
    query.fetch_optional(&mut **tx).await
}

/// False when this browser has no pending identity.
pub async fn move_pending(tx: &mut TenantTx, visit: &Visit, to: &SessionToken) -> sqlx::Result<bool> {
    let Some(token) = &visit.token else { return Ok(false) };
    let query = sqlx::query(MOVE_PENDING).bind(token.hash()).bind(to.hash());
    let moved = query.bind(visit.now()).bind(visit.now() + PENDING).execute(&mut **tx).await?;
    Ok(moved.rows_affected() > 0)
}

/// For a tenant imported from an archive. Its providers redirect to the original's hosts, and its secrets were sealed
/// for the original. `tenant apply` enables them again.
pub async fn revoke_access(tx: &mut TenantTx) -> sqlx::Result<()> {
    for statement in [DELETE_ATTEMPTS, DELETE_PENDING, DISABLE_PROVIDERS] {
        sqlx::query(statement).execute(&mut **tx).await?;
    }
    Ok(())
}
