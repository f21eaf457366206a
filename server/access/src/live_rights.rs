//! The rights of a user outside of a request: a live connection lasts longer than the rights it began with.

use policy::{Action, Grants, Policy, Resource, UserType};
use tenancy::TenantTx;
use uuid::Uuid;

use super::profiles::{self, AssignedProfile, Subject};
use super::scope::{Bounds, RowScope};
use server_core::http::error::ApiResult;

/// A user with the present rights.
pub struct LiveRights {
    pub user_id: Uuid,
    pub client_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    /// Works for a client, a partner or a carrier, not for the company.
    pub is_outside: bool,
    pub is_administrator: bool,
    grants: Grants,
    /// The user's subsidiaries when a profile binds the user to them.
    pub subsidiary_ids: Option<Vec<Uuid>>,
}

impl LiveRights {
    /// None for a user who cannot sign in.
    pub async fn of(policy: &Policy, tx: &mut TenantTx, user_id: Uuid) -> ApiResult<Option<Self>> {
        Ok(Self::of_many(policy, tx, &[user_id]).await?.pop())
    }

    /// The rights of those of these users who can sign in, with a fixed number of statements.
    pub async fn of_many(policy: &Policy, tx: &mut TenantTx, user_ids: &[Uuid]) -> ApiResult<Vec<Self>> {
        let mut subjects = profiles::load_subjects(tx, user_ids).await?;
        subjects.retain(|_, subject| subject.can_sign_in());
        let mut assigned = profiles::load_assigned_to(tx, user_ids).await?;
        let rights = subjects.into_iter().map(|(user_id, subject)| {
            let assigned = assigned.remove(&user_id).unwrap_or_default();
            Self::new(policy, user_id, subject, &assigned)
        });
        Ok(rights.collect())
    }

    fn new(policy: &Policy, user_id: Uuid, subject: Subject, assigned: &[AssignedProfile]) -> Self {
        let profile_user = subject.to_profile_user();
        Self {
            user_id,
            client_id: subject.client_id,
            is_outside: subject.is_outside(),
            is_administrator: subject.user_type == UserType::Admin,
            grants: profiles::compute_grants(policy, profile_user, assigned),
            partner_id: subject.partner.map(|partner| partner.id),
            subsidiary_ids: subject.subsidiaries.map(|all| all.iter().map(|one| one.id).collect()),
        }
    }

    pub fn allows(&self, resource: Resource, action: Action) -> bool {
        self.grants.allow(resource, action)
    }

    /// The records of a resource that the user reaches with an action; none without the right.
    pub fn scope(&self, resource: Resource, action: Action) -> Option<RowScope> {
        let (client_id, partner_id) = (self.client_id, self.partner_id);
        let bounds = Bounds { client_id, partner_id, subsidiary_ids: self.subsidiary_ids.as_deref() };
        RowScope::from_grants(&self.grants, bounds, resource, action)
    }
}
