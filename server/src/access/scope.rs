//! The rows a user may reach. Only this file defines the meaning of a scope.

use policy::{Action, Grants, Owner, Resource, Scope};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::profiles;
use super::sessions::{self, CurrentUser};
use crate::http::error::ApiResult;
use crate::http::visit::Visit;

/// The records of a resource that a user may see. Applied in the query, never afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RowScope {
    All,
    Client(Uuid),
    /// For staff bound to these subsidiaries. An empty list matches nothing.
    Subsidiaries(Vec<Uuid>),
    Partner(Uuid),
}

impl RowScope {
    /// The scope of the user's grants. A client's user without a client reaches nothing, and a partner's user reaches
    /// only the partner's records, whatever the policy grants.
    pub(super) fn granted(
        grants: &Grants,
        user: &CurrentUser,
        resource: Resource,
        action: Action,
    ) -> Option<Self> {
        let of_clients = resource.owner() == Owner::Client;
        let scope = grants.scope(resource, action);
        if let Some(partner_id) = user.partner_id.filter(|_| of_clients) {
            return (scope != Scope::None).then_some(Self::Partner(partner_id));
        }
        match (scope, user.client_id, &user.subsidiary_ids) {
            (Scope::Any, _, Some(own)) if of_clients => Some(Self::Subsidiaries(own.clone())),
            (Scope::Any, ..) => Some(Self::All),
            (Scope::Own, Some(client_id), _) => Some(Self::Client(client_id)),
            _ => None,
        }
    }

    /// The client to bind in a query; none means no restriction by client.
    pub fn client_id(&self) -> Option<Uuid> {
        match self {
            Self::Client(id) => Some(*id),
            _ => None,
        }
    }

    /// The subsidiaries to bind in a query; none means no restriction by subsidiary.
    pub fn subsidiary_ids(&self) -> Option<&[Uuid]> {
        match self {
            Self::Subsidiaries(ids) => Some(ids),
            _ => None,
        }
    }

    /// The partner to bind in a query; none means no restriction by partner.
    pub fn partner_id(&self) -> Option<Uuid> {
        match self {
            Self::Partner(id) => Some(*id),
            _ => None,
        }
    }

    /// The client of a record when the form says `asked` and the record had `stood`. A client's user always uses its
    /// own client, and a partner's user cannot change it.
    pub fn client_of(&self, asked: Option<Uuid>, stood: Option<Uuid>) -> Option<Uuid> {
        match self {
            Self::All | Self::Subsidiaries(_) => asked,
            Self::Client(own) => Some(*own),
            Self::Partner(_) => stood,
        }
    }
}

/// The records of a resource that the current user reaches with an action; none without a signed-in user.
pub async fn of_visit(visit: &Visit, resource: Resource, action: Action) -> ApiResult<Option<RowScope>> {
    let Some(user) = sessions::current_user(visit).await? else {
        return Ok(None);
    };
    let grants = profiles::grants(visit, &user).await?;
    Ok(RowScope::granted(&grants, &user, resource, action))
}
