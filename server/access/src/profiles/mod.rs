//! Profiles: permissions that administrators assign to users, in addition to their user type.
//!
//! Callers that assign profiles use [`of_user`], [`set_for_user`] and [`select`], and call
//! [`AppState::settings`]`.forget(..)` after the commit, as after any change of a setting. Other nodes are notified by
//! the database.
//!
//! [`AppState::settings`]: server_core::state::Shared::settings

mod api;
mod compiled;
mod model;
pub mod names;
mod store;

use policy::{Action, Grants, Policy, ProfileUser};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

pub use api::ProfilesApi;
pub(crate) use compiled::load_within;
pub use compiled::{ProfileCache, grants, names};
pub use model::{AssignedProfile, ProfileKind, ProfileOption, ProfileRule};
pub use store::{Subject, load_assigned, subject};
pub(crate) use store::{load_assigned_to, load_subjects};

use crate::ctx::Ctx;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::RecordState;
use server_core::live;
use server_core::settings;

impl AssignedProfile {
    /// The rights that the profile gives while it is active.
    pub fn grants(&self, policy: &Policy) -> Grants {
        policy.compile_profile(self.kind.of_policy(), self.rules.iter().copied())
    }
}

/// The grants of a user, calculated as in every request of this user.
pub fn compute_grants(policy: &Policy, profile_user: ProfileUser, profiles: &[AssignedProfile]) -> Grants {
    if profiles.is_empty() && !profile_user.has_partner {
        return policy.grants(profile_user.user_type);
    }
    let active = profiles.iter().filter(|one| one.active).map(|one| one.grants(policy));
    policy.grants_with_profiles(profile_user, active)
}

/// The state of a profile towards an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let profile = store::find(tx, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(RecordState::of_company(model::verdict(profile.row.bearer_count, action)))
}

/// Active profiles, by name.
pub async fn select(tx: &mut TenantTx) -> ApiResult<Vec<ProfileOption>> {
    Ok(store::select(tx).await?)
}

/// The profiles of a user, by name, active or not.
pub async fn of_user(tx: &mut TenantTx, user_id: Uuid) -> ApiResult<Vec<ProfileOption>> {
    Ok(store::of_user(tx, user_id).await?)
}

/// The active profiles for users of clients that a user with these grants may give, by name: nobody gives more than they
/// have.
pub async fn load_assignable(
    tx: &mut TenantTx,
    policy: &Policy,
    grants: &Grants,
) -> ApiResult<Vec<ProfileOption>> {
    let rows = store::rules(tx).await?;
    let mut profiles: Vec<ProfileOption> = rows
        .chunk_by(|one, next| one.id == next.id)
        .filter(|rows| rows[0].kind == ProfileKind::Client)
        .filter(|rows| {
            let rules = rows.iter().filter_map(store::RuleRow::rule);
            grants.covers(&policy.compile_profile(ProfileKind::Client.of_policy(), rules))
        })
        .map(|rows| ProfileOption {
            id: rows[0].id,
            name: rows[0].name.clone(),
            kind: rows[0].kind,
            active: true,
        })
        .collect();
    profiles.sort_by_cached_key(|profile| profile.name.to_lowercase());
    Ok(profiles)
}

/// Loads the kinds of those of these profiles that exist.
pub async fn load_kinds(tx: &mut TenantTx, profile_ids: &[Uuid]) -> ApiResult<Vec<ProfileKind>> {
    let profiles = store::load_named(tx, profile_ids).await?;
    Ok(profiles.into_iter().map(|profile| profile.kind).collect())
}

/// Reports at `profile_ids` profiles that do not exist and are not `stored` already. Inactive ones and those of another kind
/// are no errors here.
pub async fn check_new(
    tx: &mut TenantTx,
    asked: &[Uuid],
    stored: &[Uuid],
    errors: &mut FieldErrors,
) -> ApiResult<()> {
    let added: Vec<Uuid> = asked.iter().copied().filter(|id| !stored.contains(id)).collect();
    if !added.is_empty() && store::load_named(tx, &added).await?.len() != added.len() {
        errors.push("profile_ids", MessageCode::UnknownOption);
    }
    Ok(())
}

/// Replaces the profiles of a user and writes the audit entry. Without profiles, the user has the grants of the user
/// type. Returns 422 at `profile_ids` when a profile does not exist, is newly assigned but inactive, or is of another
/// kind.
pub async fn set_for_user(
    tx: &mut TenantTx,
    ctx: &Ctx,
    user_id: Uuid,
    profile_ids: &[Uuid],
) -> ApiResult<()> {
    let user_type = store::lock_user(tx, user_id).await?.ok_or_else(ApiError::not_found)?;
    let before = store::of_user(tx, user_id).await?;
    let mut chosen = store::load_named(tx, profile_ids).await?;
    chosen.retain(|one| one.suits(user_type) && (one.active || before.iter().any(|it| it.id == one.id)));
    let mut asked = profile_ids.to_vec();
    asked.sort_unstable();
    asked.dedup();
    if chosen.len() != asked.len() {
        return Err(ApiError::invalid_field("profile_ids", MessageCode::UnknownOption));
    }
    let names = |list: &[ProfileOption]| list.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    let (before, after) = (names(&before), names(&chosen));
    if before != after {
        store::replace(tx, user_id, &asked).await?;
        announce_rights_change(tx, Some(user_id)).await?;
        let changes = json!({ "profiles": [before, after] });
        audit::record(tx, ctx, "user.assign_profiles", Some(user_id), changes).await?;
    }
    Ok(())
}

/// Tells every node, after the commit, to reload the permissions, and open pages that those of a user changed; without a user,
/// those of several.
pub async fn announce_rights_change(tx: &mut TenantTx, user_id: Option<Uuid>) -> ApiResult<()> {
    store::raise_version(tx).await?;
    live::rights_changed(tx, user_id);
    settings::tell_nodes(tx).await
}
