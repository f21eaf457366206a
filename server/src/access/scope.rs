//! The rows a user may reach: the only place that says what a scope means.

use policy::{Action, Grants, Owner, Resource, Scope};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::profiles;
use super::sessions::{self, CurrentUser};
use crate::http::error::ApiResult;
use crate::http::visit::Visit;

/// The records a user may see of a resource. Part of the query, never a filter afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RowScope {
    All,
    Client(Uuid),
    /// Of staff who are bound to these: with none of them, to nothing.
    Subsidiaries(Vec<Uuid>),
    Partner(Uuid),
}

impl RowScope {
    /// What policy lets this user reach; a client's user without a client reaches nothing, and a partner's user nothing of
    /// others, whatever policy says.
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

    /// The client to bind in a query: none means every client's records, and nobody's.
    pub fn client_id(&self) -> Option<Uuid> {
        match self {
            Self::Client(id) => Some(*id),
            _ => None,
        }
    }

    /// The subsidiaries to bind in a query: none means every subsidiary's records, and nobody's.
    pub fn subsidiary_ids(&self) -> Option<&[Uuid]> {
        match self {
            Self::Subsidiaries(ids) => Some(ids),
            _ => None,
        }
    }

    /// The partner to bind in a query: none means every partner's records, and nobody's.
    pub fn partner_id(&self) -> Option<Uuid> {
        match self {
            Self::Partner(id) => Some(*id),
            _ => None,
        }
    }

    /// The client a record comes to be of when `asked` was said: a client's user makes its client's own, and a partner's
    /// user leaves it where it stood.
    pub fn client_of(&self, asked: Option<Uuid>, stood: Option<Uuid>) -> Option<Uuid> {
        match self {
            Self::All | Self::Subsidiaries(_) => asked,
            Self::Client(own) => Some(*own),
            Self::Partner(_) => stood,
        }
    }
}

/// The records of a resource that this visit reaches with an action; none for a visitor who is not signed in.
pub async fn of_visit(visit: &Visit, resource: Resource, action: Action) -> ApiResult<Option<RowScope>> {
    let Some(user) = sessions::current_user(visit).await? else {
        return Ok(None);
    };
    let grants = profiles::grants(visit, &user).await?;
    Ok(RowScope::granted(&grants, &user, resource, action))
}
