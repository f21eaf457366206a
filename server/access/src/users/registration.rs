//! Users of clients who registered by themselves.

use chrono::{DateTime, Utc};
use policy::UserType;
use sqlx::FromRow;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::messages::Language;
use server_core::settings::Settings;

pub const INSERT: &str = "
    insert into users (id, user_type, name, email, password_hash, client_id, language, time_zone, weight_unit,
                       size_unit, email_verified_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (email) do nothing returning id";

pub const VALIDATE_EMAIL: &str = "
    update users set email_verified_at = coalesce(email_verified_at, $2), version = version + 1, updated_at = $2
    where id = $1 returning email";

/// Users who registered before $1 and were never confirmed, signed in or changed. An invited user has no credentials,
/// and the version shows whether anybody changed the record.
pub const DELETE_UNCONFIRMED: &str = "
    delete from users u
    where u.user_type = 30 and u.last_login_at is null and u.email_verified_at is null and u.version = 1
        and u.created_at <= $1
        and (u.password_hash is not null or exists (select from user_identities i where i.user_id = u.id))
    returning u.id, u.name, u.email, u.client_id";

/// A user who never confirmed the address.
#[derive(FromRow)]
pub struct UnconfirmedUser {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    pub client_id: Uuid,
}

/// The user of a registered client.
pub struct RegisteredUser<'a> {
    pub name: &'a str,
    pub email: &'a str,
    pub client_id: Uuid,
    pub password_hash: Option<&'a str>,
    pub email_verified_at: Option<DateTime<Utc>>,
    pub language: Language,
    pub settings: &'a Settings,
}

/// Inserts a client's user; none when the address is taken.
pub async fn insert(tx: &mut TenantTx, user: &RegisteredUser<'_>) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar(INSERT)
        .bind(Uuid::now_v7())
        .bind(UserType::Client.code())
        .bind(user.name)
        .bind(user.email)
        .bind(user.password_hash)
        .bind(user.client_id)
        .bind(user.language.as_str())
        .bind(&user.settings.time_zone)
        .bind(user.settings.weight_unit)
        .bind(user.settings.size_unit)
        .bind(user.email_verified_at)
        .fetch_optional(&mut **tx)
        .await
}

/// Deletes unconfirmed registrations from before this time.
pub async fn delete_unconfirmed(
    tx: &mut TenantTx,
    before: DateTime<Utc>,
) -> sqlx::Result<Vec<UnconfirmedUser>> {
    sqlx::query_as(DELETE_UNCONFIRMED).bind(before).fetch_all(&mut **tx).await
}

/// Marks the address of a user as confirmed, and tells it.
pub async fn validate_email(tx: &mut TenantTx, user_id: Uuid, now: DateTime<Utc>) -> sqlx::Result<String> {
    sqlx::query_scalar(VALIDATE_EMAIL).bind(user_id).bind(now).fetch_one(&mut **tx).await
}
