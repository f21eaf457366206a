//! Profiles, their rules and their bearers.

use policy::UserType;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{ProfileKind, ProfileOption};

pub const SELECT: &str = "select id, name, kind, active from profiles where active order by lower(name)";
pub const OF_USER: &str = "
    select p.id, p.name, p.kind, p.active from user_profiles b join profiles p on p.id = b.profile_id
    where b.user_id = $1 order by lower(p.name)";
/// Locked, so that none goes before it is given to somebody.
pub const NAMED: &str = "
    select id, name, kind, active from profiles where id = any($1) order by lower(name) for share";
pub const LOCK_USER: &str = "select user_type from users where id = $1 for update";
pub const TAKE: &str = "delete from user_profiles where user_id = $1";
pub const GIVE: &str = "insert into user_profiles (user_id, profile_id) select $1, unnest($2::uuid[])";
pub const RAISE_VERSION: &str = "
    insert into policy_state (version) values (1)
    on conflict (only_row) do update set version = policy_state.version + 1";
pub const RULES: &str = "
    select p.id, p.name, p.kind, r.resource, r.action, r.scope
    from profiles p left join profile_rules r on r.profile_id = p.id
    where p.active order by p.id";

/// A rule of a profile that is switched on; without resource, action and scope for a profile that has none.
#[derive(sqlx::FromRow)]
pub struct RuleRow {
    pub id: Uuid,
    pub name: String,
    pub kind: ProfileKind,
    pub resource: Option<String>,
    pub action: Option<String>,
    pub scope: Option<String>,
}

pub async fn select(tx: &mut TenantTx) -> sqlx::Result<Vec<ProfileOption>> {
    sqlx::query_as(SELECT).fetch_all(&mut **tx).await
}

pub async fn of_user(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<Vec<ProfileOption>> {
    sqlx::query_as(OF_USER).bind(user_id).fetch_all(&mut **tx).await
}

pub async fn named(tx: &mut TenantTx, ids: &[Uuid]) -> sqlx::Result<Vec<ProfileOption>> {
    sqlx::query_as(NAMED).bind(ids).fetch_all(&mut **tx).await
}

pub async fn lock_user(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<UserType>> {
    let code: Option<i16> = sqlx::query_scalar(LOCK_USER).bind(id).fetch_optional(&mut **tx).await?;
    Ok(code.and_then(UserType::from_code))
}

pub async fn replace(tx: &mut TenantTx, user_id: Uuid, profile_ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query(TAKE).bind(user_id).execute(&mut **tx).await?;
    sqlx::query(GIVE).bind(user_id).bind(profile_ids).execute(&mut **tx).await?;
    Ok(())
}

pub async fn raise_version(tx: &mut TenantTx) -> sqlx::Result<()> {
    sqlx::query(RAISE_VERSION).execute(&mut **tx).await?;
    Ok(())
}

pub async fn rules(tx: &mut TenantTx) -> sqlx::Result<Vec<RuleRow>> {
    sqlx::query_as(RULES).fetch_all(&mut **tx).await
}
