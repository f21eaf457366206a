//! A tenant's profiles as bit sets: compiled once per policy version, combined per request.

use std::collections::HashMap;
use std::sync::Arc;

use moka::future::Cache;
use policy::{Action, Grants, Policy, ProfileUser, Resource, Rule, Scope};
use tenancy::{TenantId, TenantTx};
use uuid::Uuid;

use super::store::{self, RuleRow};
use crate::api_tokens::scopes;
use crate::sessions::CurrentUser;
use server_core::http::error::ApiResult;
use server_core::http::visit::Visit;
use server_core::state::AppState;

/// The active profiles of a tenant.
#[derive(Default)]
pub struct Profiles(HashMap<Uuid, Profile>);

struct Profile {
    name: String,
    grants: Grants,
}

/// Keyed by tenant and version. An old version is never read and is evicted when space is needed.
#[derive(Clone)]
pub struct ProfileCache(Cache<(TenantId, i64), Arc<Profiles>>);

impl Default for ProfileCache {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(2_000).build())
    }
}

/// The user's grants: those of the user type, or those of the profiles. A partner's user has no grants by type. A program
/// has those of them that its token names.
pub async fn grants(visit: &Visit, user: &CurrentUser) -> ApiResult<Grants> {
    let grants = load_grants(visit, user).await?;
    Ok(match &user.token {
        Some(token) => grants.limited_to(scopes::rights(&token.scopes, token.warehouse_id.is_some())),
        None => grants,
    })
}

async fn load_grants(visit: &Visit, user: &CurrentUser) -> ApiResult<Grants> {
    let policy = &visit.state.policy;
    let has_partner = user.partner_id.is_some();
    if user.profile_ids.is_empty() && !has_partner {
        return Ok(policy.grants(user.user_type));
    }
    let profiles = load_compiled(visit).await?;
    let is_bound = user.subsidiary_ids.is_some();
    let profile_user = ProfileUser { user_type: user.user_type, has_partner, is_bound };
    Ok(profiles.grants(policy, profile_user, &user.profile_ids))
}

/// Names of the user's active profiles.
pub async fn names(visit: &Visit, user: &CurrentUser) -> ApiResult<Vec<String>> {
    if user.profile_ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut names: Vec<String> =
        load_compiled(visit).await?.assigned_to(user).map(|profile| profile.name.clone()).collect();
    names.sort_unstable();
    Ok(names)
}

async fn load_compiled(visit: &Visit) -> ApiResult<Arc<Profiles>> {
    let version = visit.settings().await?.policy_version;
    let key = (visit.tenant.id, version);
    if let Some(profiles) = visit.state.slot::<ProfileCache>().0.get(&key).await {
        return Ok(profiles);
    }
    let mut tx = visit.begin().await?;
    let profiles = load_within(&visit.state, &mut tx).await?;
    tx.commit().await?;
    Ok(profiles)
}

/// The same inside a transaction.
pub(crate) async fn load_within(state: &AppState, tx: &mut TenantTx) -> ApiResult<Arc<Profiles>> {
    let key = (tx.tenant().id, state.settings.get_within(tx).await?.policy_version);
    let cache = &state.slot::<ProfileCache>().0;
    if let Some(profiles) = cache.get(&key).await {
        return Ok(profiles);
    }
    let profiles = Arc::new(Profiles::of(&state.policy, &store::rules(tx).await?));
    cache.insert(key, profiles.clone()).await;
    Ok(profiles)
}

impl Profiles {
    fn of(policy: &Policy, rows: &[RuleRow]) -> Self {
        let of_one = |rows: &[RuleRow]| {
            let first = &rows[0];
            let grants =
                policy.compile_profile(first.kind.of_policy(), rows.iter().filter_map(RuleRow::rule));
            (first.id, Profile { name: first.name.clone(), grants })
        };
        Self(rows.chunk_by(|one, next| one.id == next.id).map(of_one).collect())
    }

    fn assigned_to(&self, user: &CurrentUser) -> impl Iterator<Item = &Profile> {
        user.profile_ids.iter().filter_map(|id| self.0.get(id))
    }

    /// The rights of a user with these profiles; those of the user type without any.
    pub(crate) fn grants(&self, policy: &Policy, profile_user: ProfileUser, profile_ids: &[Uuid]) -> Grants {
        if profile_ids.is_empty() && !profile_user.has_partner {
            return policy.grants(profile_user.user_type);
        }
        let assigned = profile_ids.iter().filter_map(|id| self.0.get(id)).map(|profile| profile.grants);
        policy.grants_with_profiles(profile_user, assigned)
    }
}

impl RuleRow {
    /// None when this release does not know the resource, action or scope.
    pub fn rule(&self) -> Option<Rule> {
        let resource = Resource::from_name(self.resource.as_deref()?)?;
        let action =
            Action::from_name(self.action.as_deref()?).filter(|action| resource.has_action(*action))?;
        Some(Rule { resource, action, scope: Scope::from_name(self.scope.as_deref()?)? })
    }
}
