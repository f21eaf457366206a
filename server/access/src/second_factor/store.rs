//! SQL of the second factor: codes of an app (TOTP), recovery codes, and sign-ins that wait for one of them.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

/// The factor of a user.
#[derive(sqlx::FromRow)]
pub struct FactorRow {
    /// Sealed for the tenant.
    pub secret: Vec<u8>,
    /// None while the user sets it up.
    pub enabled_at: Option<DateTime<Utc>>,
    /// The interval of the last code that was taken: no code is taken twice.
    pub last_step: i64,
    /// Wrong codes since the last correct one.
    pub failures: i32,
    /// No code is checked before this time.
    pub refused_until: Option<DateTime<Utc>>,
}

/// A sign-in that waits for the second factor.
#[derive(sqlx::FromRow)]
pub struct PendingRow {
    pub user_id: Uuid,
    pub remember: bool,
    /// The provider that authenticated the user; none for a password.
    pub provider: Option<String>,
}

pub const IS_ON: &str =
    "select exists (select from second_factors where user_id = $1 and enabled_at is not null)";

pub const SHOW: &str = "
    select (select enabled_at from second_factors where user_id = $1),
           (select count(*) from recovery_codes where user_id = $1)";

/// Locks the row, so that simultaneous codes are checked one after the other.
pub const LOCK: &str = "
    select secret, enabled_at, last_step, failures, refused_until from second_factors where user_id = $1 for update";

/// Does not replace a factor that is enabled.
pub const BEGIN: &str = "
    insert into second_factors (user_id, secret, created_at) values ($1, $2, $3)
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
    where second_factors.enabled_at is null
    returning user_id";

pub const ENABLE: &str = "update second_factors set enabled_at = $2 where user_id = $1";

pub const TAKE_STEP: &str = "
    update second_factors set last_step = $2, failures = 0, refused_until = null where user_id = $1";

pub const FORGIVE: &str = "update second_factors set failures = 0, refused_until = null where user_id = $1";

pub const FAIL: &str = "update second_factors set failures = $2, refused_until = $3 where user_id = $1";

pub const DELETE: &str = "delete from second_factors where user_id = $1 and enabled_at is not null";
pub const DELETE_EVERY: &str = "delete from second_factors";

pub const TAKE_RECOVERY_CODE: &str =
    "delete from recovery_codes where code_hash = $1 and user_id = $2 returning user_id";
pub const DELETE_RECOVERY_CODES: &str = "delete from recovery_codes where user_id = $1";
pub const DELETE_EVERY_RECOVERY_CODE: &str = "delete from recovery_codes";
pub const INSERT_RECOVERY_CODES: &str =
    "insert into recovery_codes (code_hash, user_id) select unnest($1::bytea[]), $2";

pub const INSERT_PENDING: &str = "
    with who as materialized (select id, epoch from users where id = $2)
    insert into pending_sign_ins (token_hash, user_id, user_epoch, remember, provider, expires_at)
    select $1, id, epoch, $3, $4, $5 from who";

/// A new password (which raises the epoch) or the deactivation of the account ends pending sign-ins.
pub const FIND_PENDING: &str = "
    select p.user_id, p.remember, p.provider
    from pending_sign_ins p join users u on u.id = p.user_id and u.epoch = p.user_epoch and u.active
    where p.token_hash = $1 and p.expires_at > $2
    for update of p";

pub const DELETE_PENDING: &str = "delete from pending_sign_ins where token_hash = $1";
pub const DELETE_PENDING_OF: &str = "delete from pending_sign_ins where user_id = $1";
pub const DELETE_LATE: &str = "delete from pending_sign_ins where expires_at <= $1";
pub const DELETE_EVERY_PENDING: &str = "delete from pending_sign_ins";

pub async fn is_on(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar(IS_ON).bind(user_id).fetch_one(&mut **tx).await
}

/// When it was enabled, and the number of unused recovery codes.
pub async fn show(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<(Option<DateTime<Utc>>, i64)> {
    sqlx::query_as(SHOW).bind(user_id).fetch_one(&mut **tx).await
}

pub async fn lock(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<Option<FactorRow>> {
    sqlx::query_as(LOCK).bind(user_id).fetch_optional(&mut **tx).await
}

/// False when it is already enabled.
pub async fn begin(
    tx: &mut TenantTx,
    user_id: Uuid,
    sealed: &[u8],
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let begun: Option<Uuid> =
        sqlx::query_scalar(BEGIN).bind(user_id).bind(sealed).bind(now).fetch_optional(&mut **tx).await?;
    Ok(begun.is_some())
}

pub async fn enable(tx: &mut TenantTx, user_id: Uuid, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(ENABLE).bind(user_id).bind(now).execute(&mut **tx).await?;
    Ok(())
}

/// Notes that the code of a step was taken: earlier failures are forgiven.
pub async fn take_step(tx: &mut TenantTx, user_id: Uuid, step: i64) -> sqlx::Result<()> {
    sqlx::query(TAKE_STEP).bind(user_id).bind(step).execute(&mut **tx).await?;
    Ok(())
}

/// Stores the number of wrong codes in a row, and until when the user has to wait.
pub async fn fail(
    tx: &mut TenantTx,
    user_id: Uuid,
    failures: i32,
    refused_until: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query(FAIL).bind(user_id).bind(failures).bind(refused_until).execute(&mut **tx).await?;
    Ok(())
}

/// True once for each code.
pub async fn take_recovery_code(tx: &mut TenantTx, user_id: Uuid, hash: &[u8]) -> sqlx::Result<bool> {
    let taken: Option<Uuid> =
        sqlx::query_scalar(TAKE_RECOVERY_CODE).bind(hash).bind(user_id).fetch_optional(&mut **tx).await?;
    if taken.is_some() {
        sqlx::query(FORGIVE).bind(user_id).execute(&mut **tx).await?;
    }
    Ok(taken.is_some())
}

/// Replaces the previous codes.
pub async fn put_recovery_codes(tx: &mut TenantTx, user_id: Uuid, hashes: &[Vec<u8>]) -> sqlx::Result<()> {
    sqlx::query(DELETE_RECOVERY_CODES).bind(user_id).execute(&mut **tx).await?;
    sqlx::query(INSERT_RECOVERY_CODES).bind(hashes).bind(user_id).execute(&mut **tx).await?;
    Ok(())
}

/// Deletes the secret and its codes; false when it was not enabled.
pub async fn delete(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<bool> {
    let deleted = sqlx::query(DELETE).bind(user_id).execute(&mut **tx).await?;
    sqlx::query(DELETE_RECOVERY_CODES).bind(user_id).execute(&mut **tx).await?;
    sqlx::query(DELETE_PENDING_OF).bind(user_id).execute(&mut **tx).await?;
    Ok(deleted.rows_affected() > 0)
}

/// Stores a pending sign-in and deletes the expired ones.
pub async fn put_pending(
    tx: &mut TenantTx,
    token_hash: &[u8],
    pending: &PendingRow,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(DELETE_LATE).bind(now).execute(&mut **tx).await?;
    sqlx::query(INSERT_PENDING)
        .bind(token_hash)
        .bind(pending.user_id)
        .bind(pending.remember)
        .bind(&pending.provider)
        .bind(expires_at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn pending(
    tx: &mut TenantTx,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> sqlx::Result<Option<PendingRow>> {
    sqlx::query_as(FIND_PENDING).bind(token_hash).bind(now).fetch_optional(&mut **tx).await
}

pub async fn delete_pending(tx: &mut TenantTx, token_hash: &[u8]) -> sqlx::Result<()> {
    sqlx::query(DELETE_PENDING).bind(token_hash).execute(&mut **tx).await?;
    Ok(())
}

/// For a tenant imported from an archive: its secrets were sealed for the original tenant and cannot be opened.
pub async fn delete_every(tx: &mut TenantTx) -> sqlx::Result<()> {
    for sql in [DELETE_EVERY, DELETE_EVERY_RECOVERY_CODE, DELETE_EVERY_PENDING] {
        sqlx::query(sql).execute(&mut **tx).await?;
    }
    Ok(())
}
