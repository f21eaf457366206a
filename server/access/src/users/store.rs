//! SQL of users.

use chrono::{DateTime, Utc};
use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{UserInput, UserRow};
use server_core::http::error::{ApiError, ApiResult, OnConstraint};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};

/// Reads [`UserRow`].
pub const SELECT: &str = "
    select u.id, u.user_type, u.name, u.email, u.client_id, c.name as client_name, u.partner_id,
           partner.name as partner_name, coalesce(partner.active, c.active) as organization_active, u.language, u.time_zone,
           u.weight_unit, u.size_unit, profiles.profiles, subsidiaries.subsidiaries, u.active,
           u.password_hash is not null or exists (select from user_identities i where i.user_id = u.id) as has_joined,
           exists (select from second_factors f where f.user_id = u.id and f.enabled_at is not null) as has_second_factor,
           u.last_login_at, u.deletion_requested_at, u.erased_at, u.created_at, u.updated_at, u.version
    from users u
    left join clients c on c.id = u.client_id
    left join partners partner on partner.id = u.partner_id
    cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by search_text(p.name)), '[]') as profiles
        from user_profiles up join profiles p on p.id = up.profile_id where up.user_id = u.id
    ) profiles
    cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title) order by search_text(s.title)), '[]')
               as subsidiaries
        from user_subsidiaries us join subsidiaries s on s.id = us.subsidiary_id where us.user_id = u.id
    ) subsidiaries
    where u.id = any($1)";
pub const LOCK: &str = "select id from users where id = $1 for update";
/// Administrators (`user_type` 10) who can sign in, in a fixed order, so that two transactions that lock them do not deadlock.
pub const LOCK_ADMINS: &str = "
    select id from users
    where user_type = 10 and active and email_verified_at is not null order by id for update";

pub const INSERT: &str = "
    insert into users (id, name, email, user_type, client_id, language, time_zone, weight_unit, size_unit,
                       created_at, updated_at, partner_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)";
/// A new e-mail address is unconfirmed. Raising `epoch` ends all sessions of the user.
pub const UPDATE: &str = "
    update users
    set name = $2, email_verified_at = case when email = $3 then email_verified_at end,
        epoch = case when email = $3 then epoch else epoch + 1 end, email = $3, user_type = $4, client_id = $5,
        language = $6, time_zone = $7, weight_unit = $8, size_unit = $9, updated_at = $10, partner_id = $11, version = version + 1
    where id = $1";
pub const SET_ACTIVE: &str = "
    update users set active = $2, epoch = epoch + 1, version = version + 1, updated_at = $3 where id = $1";
pub const DELETE: &str = "delete from users where id = $1";

/// Returns 404 when the user does not exist.
pub async fn find(tx: &mut TenantTx, id: Uuid) -> ApiResult<UserRow> {
    load(tx, &[id]).await?.pop().ok_or_else(ApiError::not_found)
}

/// Loads those of the users that exist, in no order.
pub async fn load(tx: &mut TenantTx, ids: &[Uuid]) -> sqlx::Result<Vec<UserRow>> {
    sqlx::query_as(SELECT).bind(ids).fetch_all(&mut **tx).await
}

/// Locks the administrators and then the user, always in this order, so that simultaneous changes see each other.
pub async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<(UserRow, Admins)> {
    let admins = sqlx::query_scalar(LOCK_ADMINS).fetch_all(&mut **tx).await?;
    sqlx::query(LOCK).bind(id).execute(&mut **tx).await?;
    Ok((find(tx, id).await?, Admins(admins)))
}

/// The administrators who can sign in.
pub struct Admins(Vec<Uuid>);

impl Admins {
    /// Refuses a change that takes away the last administrator: returns 409 when this user is the only one.
    pub fn refuse_last_admin(&self, id: Uuid) -> ApiResult<()> {
        match self.0.as_slice() {
            [only] if *only == id => Err(ApiError::refused(MessageCode::LastAdmin)),
            _ => Ok(()),
        }
    }
}

pub async fn insert(tx: &mut TenantTx, id: Uuid, input: &UserInput, at: DateTime<Utc>) -> ApiResult<()> {
    write(tx, INSERT, id, input, at).await?;
    announce_user(tx, id);
    Ok(())
}

pub async fn update(tx: &mut TenantTx, id: Uuid, input: &UserInput, at: DateTime<Utc>) -> ApiResult<()> {
    write(tx, UPDATE, id, input, at).await?;
    live::user_changed(tx, id);
    announce_user(tx, id);
    Ok(())
}

/// Pages with the list of users show the change.
pub(super) fn announce_user(tx: &mut TenantTx, id: Uuid) {
    live::records_changed(tx, &Audience::Staff, Resource::User.name(), &[id]);
}

async fn write(
    tx: &mut TenantTx,
    sql: &'static str,
    id: Uuid,
    input: &UserInput,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(sql)
        .bind(id)
        .bind(&input.name)
        .bind(&input.email)
        .bind(input.user_type)
        .bind(input.client_id)
        .bind(input.language.as_str())
        .bind(&input.time_zone)
        .bind(input.weight_unit)
        .bind(input.size_unit)
        .bind(at)
        .bind(input.partner_id)
        .execute(&mut **tx)
        .await
        .on_constraint("users_email_key", "email", MessageCode::Taken)?;
    Ok(())
}

pub async fn set_active(tx: &mut TenantTx, id: Uuid, active: bool, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(SET_ACTIVE).bind(id).bind(active).bind(at).execute(&mut **tx).await?;
    live::user_changed(tx, id);
    announce_user(tx, id);
    Ok(())
}

pub async fn delete(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    sqlx::query(DELETE).bind(id).execute(&mut **tx).await?;
    announce_user(tx, id);
    Ok(())
}
