//! SQL of profiles, their rules and their users.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use policy::{ProfileUser, Rule, UserType};
use sqlx::QueryBuilder;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{AssignedProfile, Draft, ProfileKind, ProfileOption};
use crate::{is_bound, is_inside};
use server_core::http::error::{ApiResult, OnConstraint};
use server_core::http::messages::MessageCode;
use server_core::record::{ListQuery, Sorts, Where};

pub const SELECT: &str =
    "select id, name, kind, active from profiles where active order by search_text(name)";
pub const OF_USER: &str = "
    select p.id, p.name, p.kind, p.active from user_profiles b join profiles p on p.id = b.profile_id
    where b.user_id = $1 order by search_text(p.name)";
pub const OF_USERS: &str = "
    select b.user_id, p.id, p.name, p.kind, p.active from user_profiles b join profiles p on p.id = b.profile_id
    where b.user_id = any($1) order by search_text(p.name)";
/// Locked, so that no profile is deleted before it is assigned.
pub const NAMED: &str = "
    select id, name, kind, active from profiles where id = any($1) order by search_text(name) for share";
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

/// A rule of an active profile; resource, action and scope are null for a profile without rules.
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

pub async fn load_named(tx: &mut TenantTx, ids: &[Uuid]) -> sqlx::Result<Vec<ProfileOption>> {
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

/// A user whose permissions are explained.
pub struct Subject {
    pub user_type: UserType,
    pub active: bool,
    pub client_id: Option<Uuid>,
    /// The user's subsidiaries, by title, when a profile binds the user to them.
    pub subsidiaries: Option<Vec<BorneSubsidiary>>,
    /// The partner the user works for.
    pub partner: Option<OwnPartner>,
    /// The user's client is inactive, and its users cannot sign in.
    pub is_client_off: bool,
    is_inside: bool,
}

impl Subject {
    /// Active, as the client or the partner is.
    pub fn can_sign_in(&self) -> bool {
        self.active && !self.is_client_off && self.partner.as_ref().is_none_or(|partner| partner.active)
    }

    /// True when the user works for a client, a partner or a carrier, not for the company.
    pub fn is_outside(&self) -> bool {
        !self.is_inside
    }

    /// The properties that limit the rights of the profiles.
    pub fn to_profile_user(&self) -> ProfileUser {
        let (has_partner, is_bound) = (self.partner.is_some(), self.subsidiaries.is_some());
        ProfileUser { user_type: self.user_type, has_partner, is_bound }
    }
}

/// The user's partner.
#[derive(serde::Deserialize)]
pub struct OwnPartner {
    pub id: Uuid,
    pub name: String,
    pub active: bool,
}

/// A subsidiary of the user.
#[derive(serde::Deserialize)]
pub struct BorneSubsidiary {
    pub id: Uuid,
    pub title: String,
}

pub const SUBJECTS: &str = concat!(
    "select u.id, u.user_type, u.active, u.client_id,
           case when ",
    is_bound!("u."),
    " then (
                select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title) order by search_text(s.title)), '[]')
                from user_subsidiaries b join subsidiaries s on s.id = b.subsidiary_id where b.user_id = u.id
           ) end as subsidiaries,
           (select jsonb_build_object('id', r.id, 'name', r.name, 'active', r.active)
            from partners r where r.id = u.partner_id) as partner,
           exists (select from clients c where c.id = u.client_id and not c.active) as is_client_off, ",
    is_inside!("u."),
    " as is_inside
    from users u where u.id = any($1)"
);

#[derive(sqlx::FromRow)]
struct SubjectRow {
    id: Uuid,
    user_type: i16,
    active: bool,
    client_id: Option<Uuid>,
    subsidiaries: Option<Json<Vec<BorneSubsidiary>>>,
    partner: Option<Json<OwnPartner>>,
    is_client_off: bool,
    is_inside: bool,
}

impl SubjectRow {
    /// None for a type that this release does not know.
    fn into_subject(self) -> Option<(Uuid, Subject)> {
        let subject = Subject {
            user_type: UserType::from_code(self.user_type)?,
            active: self.active,
            client_id: self.client_id,
            subsidiaries: self.subsidiaries.map(|Json(list)| list),
            partner: self.partner.map(|Json(one)| one),
            is_client_off: self.is_client_off,
            is_inside: self.is_inside,
        };
        Some((self.id, subject))
    }
}

pub async fn subject(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<Subject>> {
    Ok(load_subjects(tx, &[id]).await?.remove(&id))
}

/// Those of these users that exist.
pub async fn load_subjects(tx: &mut TenantTx, ids: &[Uuid]) -> sqlx::Result<HashMap<Uuid, Subject>> {
    let rows: Vec<SubjectRow> = sqlx::query_as(SUBJECTS).bind(ids).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().filter_map(SubjectRow::into_subject).collect())
}

/// The profiles of a user with their rules, by name, active or not.
pub async fn load_assigned(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<Vec<AssignedProfile>> {
    Ok(load_assigned_to(tx, &[user_id]).await?.remove(&user_id).unwrap_or_default())
}

#[derive(sqlx::FromRow)]
struct UserProfileRow {
    user_id: Uuid,
    #[sqlx(flatten)]
    profile: ProfileOption,
}

/// The same for many users; nothing for those without profiles.
pub async fn load_assigned_to(
    tx: &mut TenantTx,
    user_ids: &[Uuid],
) -> sqlx::Result<HashMap<Uuid, Vec<AssignedProfile>>> {
    let profiles: Vec<UserProfileRow> = sqlx::query_as(OF_USERS).bind(user_ids).fetch_all(&mut **tx).await?;
    let ids: Vec<Uuid> = profiles.iter().map(|row| row.profile.id).collect();
    let rows: Vec<RuleRow> = sqlx::query_as(RULES_OF).bind(ids).fetch_all(&mut **tx).await?;
    let mut assigned: HashMap<Uuid, Vec<AssignedProfile>> = HashMap::new();
    for UserProfileRow { user_id, profile: ProfileOption { id, name, kind, active } } in profiles {
        let rules = rows.iter().filter(|row| row.id == id).filter_map(RuleRow::rule).collect();
        assigned.entry(user_id).or_default().push(AssignedProfile { id, name, kind, active, rules });
    }
    Ok(assigned)
}

/// Sort keys of the list.
pub const SORTS: Sorts = &[
    ("name", "search_text(p.name)"),
    ("kind", "p.kind"),
    ("bearer_count", "bearer_count"),
    ("updated_at", "p.updated_at"),
];
pub const SEARCHED: &str = "p.name || ' ' || p.description";

#[derive(sqlx::FromRow)]
pub struct ProfileRow {
    pub id: Uuid,
    pub name: String,
    pub kind: ProfileKind,
    pub description: String,
    pub active: bool,
    pub bound_to_subsidiaries: bool,
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub bearer_count: i64,
}

/// A profile with the rules that this release knows.
pub struct ProfileWithRules {
    pub row: ProfileRow,
    pub rules: Vec<Rule>,
}

const COLUMNS: &str = "
    select p.id, p.name, p.kind, p.description, p.active, p.bound_to_subsidiaries, p.version, p.created_at, p.updated_at,
           (select count(*) from user_profiles b where b.profile_id = p.id) as bearer_count
    from profiles p";
pub const LOCK: &str = "select 1 from profiles where id = $1 for update";
pub const FIND: &str = "
    select p.id, p.name, p.kind, p.description, p.active, p.bound_to_subsidiaries, p.version, p.created_at, p.updated_at,
           (select count(*) from user_profiles b where b.profile_id = p.id) as bearer_count
    from profiles p where p.id = $1";
pub const RULES_OF: &str = "
    select p.id, p.name, p.kind, r.resource, r.action, r.scope
    from profiles p join profile_rules r on r.profile_id = p.id where p.id = any($1)";
pub const INSERT: &str = "
    insert into profiles (id, name, kind, description, active, created_at, updated_at, bound_to_subsidiaries)
    values ($1, $2, $3, $4, $5, $6, $6, $7)";
pub const UPDATE: &str = "
    update profiles set name = $2, description = $3, active = $4, version = version + 1, updated_at = $5,
                        bound_to_subsidiaries = $6
    where id = $1";
pub const CLEAR: &str = "delete from profile_rules where profile_id = $1";
pub const RULE: &str = "
    insert into profile_rules (profile_id, resource, action, scope)
    select $1, resource, action, scope from unnest($2::text[], $3::text[], $4::text[]) as r (resource, action, scope)";
pub const DELETE: &str = "delete from profiles where id = $1";
/// Read after the profile is locked: records lock the profiles that they name.
pub const LIMITED_RECORD: &str = "
    select name from (
        select code as name from services where $1 = any(profile_ids)
        union all
        select code from providers where $1 = any(profile_ids)
        union all
        select title from subsidiaries where $1 = any(profile_ids)
    ) limited order by name limit 1";

/// The name of a service, a provider or a subsidiary that is only for users of some profiles, this one among them.
pub async fn load_limited_record(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(LIMITED_RECORD).bind(id).fetch_optional(&mut **tx).await
}

/// One page, and the number of matches.
pub async fn list(
    tx: &mut TenantTx,
    filter: &Where,
    asked: &ListQuery,
) -> sqlx::Result<(Vec<ProfileRow>, i64)> {
    let mut count = QueryBuilder::new("select count(*) from profiles p");
    filter.push(&mut count);
    let total: i64 = count.build_query_scalar().fetch_one(&mut **tx).await?;
    let mut page = QueryBuilder::new(COLUMNS);
    filter.push(&mut page);
    asked.push(&mut page, "search_text(p.name), p.id");
    Ok((page.build_query_as().fetch_all(&mut **tx).await?, total))
}

pub async fn find(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<ProfileWithRules>> {
    let Some(row) = sqlx::query_as(FIND).bind(id).fetch_optional(&mut **tx).await? else { return Ok(None) };
    let rules: Vec<RuleRow> = sqlx::query_as(RULES_OF).bind([id]).fetch_all(&mut **tx).await?;
    let mut rules: Vec<Rule> = rules.iter().filter_map(RuleRow::rule).collect();
    rules.sort_by_key(|rule| (rule.resource, rule.action));
    Ok(Some(ProfileWithRules { row, rules }))
}

/// Same as `find`, and locks the profile until this transaction ends.
pub async fn lock(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<ProfileWithRules>> {
    sqlx::query(LOCK).bind(id).execute(&mut **tx).await?;
    find(tx, id).await
}

pub async fn insert(
    tx: &mut TenantTx,
    id: Uuid,
    kind: ProfileKind,
    draft: &Draft,
    now: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(INSERT)
        .bind(id)
        .bind(&draft.name)
        .bind(kind)
        .bind(&draft.description)
        .bind(draft.active)
        .bind(now)
        .bind(draft.bound_to_subsidiaries)
        .execute(&mut **tx)
        .await
        .on_constraint("profiles_name_key", "name", MessageCode::Taken)?;
    Ok(put_rules(tx, id, &draft.rules).await?)
}

pub async fn update(tx: &mut TenantTx, id: Uuid, draft: &Draft, now: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(UPDATE)
        .bind(id)
        .bind(&draft.name)
        .bind(&draft.description)
        .bind(draft.active)
        .bind(now)
        .bind(draft.bound_to_subsidiaries)
        .execute(&mut **tx)
        .await
        .on_constraint("profiles_name_key", "name", MessageCode::Taken)?;
    sqlx::query(CLEAR).bind(id).execute(&mut **tx).await?;
    Ok(put_rules(tx, id, &draft.rules).await?)
}

async fn put_rules(tx: &mut TenantTx, id: Uuid, rules: &[Rule]) -> sqlx::Result<()> {
    let names = |name: fn(&Rule) -> &'static str| rules.iter().map(name).collect::<Vec<_>>();
    sqlx::query(RULE)
        .bind(id)
        .bind(names(|rule| rule.resource.name()))
        .bind(names(|rule| rule.action.name()))
        .bind(names(|rule| rule.scope.name()))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn delete(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<()> {
    sqlx::query(DELETE).bind(id).execute(&mut **tx).await?;
    Ok(())
}
