//! Deletion of an account that its user asked for. The row stays without personal data, because other records refer to it.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::sessions;
use server_core::http::error::ApiResult;
use server_core::http::messages::Language;
use server_core::live;

pub const REQUESTED_AT: &str = "select deletion_requested_at from users where id = $1";
/// The first request counts.
pub const REQUEST: &str = "
    update users set deletion_requested_at = $2, version = version + 1, updated_at = $2
    where id = $1 and deletion_requested_at is null";
pub const WITHDRAW: &str = "
    update users set deletion_requested_at = null, version = version + 1, updated_at = $2
    where id = $1 and deletion_requested_at is not null";
pub const DUE: &str = "
    select id, name, email, language, picture_key, thumbnail_key from users where deletion_requested_at <= $1
    order by deletion_requested_at, id limit 100 for update";
pub const HAS_DUE: &str = "select exists (select from users where deletion_requested_at <= $1)";
pub const END_TOKENS: &str = "
    update api_tokens set revoked_at = $2, notice_at = null, version = version + 1, updated_at = $2
    where revoked_at is null and expires_at > $2
      and user_id in (select id from users where deletion_requested_at <= $1)";
pub const WAIT_FOR_TOKENS: &str = "
    select id from api_tokens where user_id in (select id from users where deletion_requested_at <= $1)
    order by id for update";
/// The address is unique and receives no e-mail: the domain does not exist.
pub const ERASE: &str = "
    update users
    set name = $2, email = id::text || '@erased.invalid', password_hash = null, email_verified_at = null,
        company_position = null, document = null, birthday = null, phone_house = null, phone_work = null,
        phone_fax = null, phone_whatsapp = null, picture_key = null, thumbnail_key = null, active = false,
        epoch = epoch + 1, deletion_requested_at = null, erased_at = $3, version = version + 1, updated_at = $3
    where id = any($1)";

pub const DELETE_LINKS: &str = "delete from account_links where user_id = any($1)";
pub const DELETE_EMAIL_CHANGES: &str = "delete from email_changes where user_id = any($1)";
pub const DELETE_IDENTITIES: &str = "delete from user_identities where user_id = any($1)";
pub const DELETE_FACTORS: &str = "delete from second_factors where user_id = any($1)";
pub const DELETE_CODES: &str = "delete from recovery_codes where user_id = any($1)";
pub const DELETE_SIGN_INS: &str = "delete from pending_sign_ins where user_id = any($1)";
pub const DELETE_DEVICES: &str = "delete from known_devices where user_id = any($1)";
pub const DELETE_TOKENS: &str = "delete from api_tokens where user_id = any($1)";

/// Delete everything that somebody could sign in with.
const SIGN_IN_DATA: &[&str] = &[
    DELETE_LINKS,
    DELETE_EMAIL_CHANGES,
    DELETE_IDENTITIES,
    DELETE_FACTORS,
    DELETE_CODES,
    DELETE_SIGN_INS,
    DELETE_DEVICES,
    DELETE_TOKENS,
];

/// An account to erase.
#[derive(sqlx::FromRow)]
pub struct DueAccount {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    /// The tag of the user's language.
    pub language: String,
    pub picture_key: Option<String>,
    pub thumbnail_key: Option<String>,
}

/// When the user asked for the deletion; none without a request.
pub async fn requested_at(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar(REQUESTED_AT).bind(id).fetch_one(&mut **tx).await
}

/// Notes the request. False when there is one already.
pub async fn request(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> sqlx::Result<bool> {
    set(tx, REQUEST, id, now).await
}

/// Withdraws the request. False when there is none.
pub async fn withdraw(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> sqlx::Result<bool> {
    set(tx, WITHDRAW, id, now).await
}

async fn set(tx: &mut TenantTx, sql: &'static str, id: Uuid, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let done = sqlx::query(sql).bind(id).bind(now).execute(&mut **tx).await?;
    super::store::announce_user(tx, id);
    Ok(done.rows_affected() > 0)
}

/// Ends the tokens of the accounts whose deletion was requested before this time, so that no calls begin with them. False when
/// there are no such accounts.
pub async fn end_tokens(tx: &mut TenantTx, before: DateTime<Utc>, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let has_due: bool = sqlx::query_scalar(HAS_DUE).bind(before).fetch_one(&mut **tx).await?;
    if has_due {
        sqlx::query(END_TOKENS).bind(before).bind(now).execute(&mut **tx).await?;
    }
    Ok(has_due)
}

/// Waits for what calls with these tokens are writing. Such a call holds its token and may want its user, whom the erasure has
/// locked before it deletes the token: so nothing else is locked here.
pub async fn wait_for_calls(tx: &mut TenantTx, before: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(WAIT_FOR_TOKENS).bind(before).execute(&mut **tx).await?;
    Ok(())
}

/// The accounts whose deletion was requested before this time, locked; at most 100.
pub async fn lock_due(tx: &mut TenantTx, before: DateTime<Utc>) -> sqlx::Result<Vec<DueAccount>> {
    sqlx::query_as(DUE).bind(before).fetch_all(&mut **tx).await
}

/// Removes the personal data and the sign-in data of these users. Returns the token hashes of their ended sessions.
pub async fn erase(
    tx: &mut TenantTx,
    ids: &[Uuid],
    language: Language,
    now: DateTime<Utc>,
) -> ApiResult<Vec<Vec<u8>>> {
    let ended = sessions::close_all_of(tx, ids).await?;
    for sql in SIGN_IN_DATA {
        sqlx::query(*sql).bind(ids).execute(&mut **tx).await?;
    }
    sqlx::query(ERASE).bind(ids).bind(erased_name(language)).bind(now).execute(&mut **tx).await?;
    for id in ids {
        live::user_changed(tx, *id);
        super::store::announce_user(tx, *id);
    }
    Ok(ended)
}

/// The name in the place of an erased one.
const fn erased_name(language: Language) -> &'static str {
    match language {
        Language::En => "Deleted user",
        Language::PtBr => "Usuário excluído",
        Language::Es => "Usuario eliminado",
        Language::ZhCn => "已注销用户",
    }
}
