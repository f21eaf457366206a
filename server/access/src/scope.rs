//! The rows a user may reach. Only this file defines the meaning of a scope.

use policy::{Action, Grants, Owner, Resource, Scope};
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::{QueryAs, QueryScalar};
use sqlx::{FromRow, Postgres, QueryBuilder};
use uuid::Uuid;

use super::profiles;
use super::sessions::{self, CurrentUser};
use server_core::http::error::ApiResult;
use server_core::http::visit::Visit;

/// The condition of a scope in an SQL constant: `$1` to `$3`, which [`RowScope::query_as`] binds. The argument is the prefix
/// of the columns: `"s."` or `""`.
#[macro_export]
macro_rules! in_scope {
    ($table:literal) => {
        concat!(
            "($1::uuid is null or ",
            $table,
            "client_id = $1) and ($2::uuid[] is null or ",
            $table,
            "subsidiary_id = any($2)) and ($3::uuid is null or ",
            $table,
            "partner_id = $3)"
        )
    };
}

/// The records of a resource that a user may see. Applied in the query, never afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RowScope {
    All,
    Client(Uuid),
    /// For staff bound to these subsidiaries. An empty list matches nothing.
    Subsidiaries(Vec<Uuid>),
    Partner(Uuid),
}

/// The client, partner and subsidiaries that a user is bound to.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub client_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub subsidiary_ids: Option<&'a [Uuid]>,
}

impl<'a> From<&'a CurrentUser> for Bounds<'a> {
    fn from(user: &'a CurrentUser) -> Self {
        let subsidiary_ids = user.subsidiary_ids.as_deref();
        Self { client_id: user.client_id, partner_id: user.partner_id, subsidiary_ids }
    }
}

impl RowScope {
    /// The scope of the user's grants. A client's user without a client reaches nothing, and a partner's user reaches
    /// only the partner's records, whatever the policy grants.
    pub(super) fn from_grants(
        grants: &Grants,
        user: Bounds<'_>,
        resource: Resource,
        action: Action,
    ) -> Option<Self> {
        let of_clients = resource.owner() == Owner::Party;
        let scope = grants.scope(resource, action);
        if let Some(partner_id) = user.partner_id.filter(|_| of_clients) {
            return (scope != Scope::None).then_some(Self::Partner(partner_id));
        }
        match (scope, user.client_id, user.subsidiary_ids) {
            (Scope::Any, _, Some(own)) if resource.is_of_branches() => Some(Self::Subsidiaries(own.to_vec())),
            (Scope::Any, ..) => Some(Self::All),
            (Scope::Own, Some(client_id), _) => Some(Self::Client(client_id)),
            _ => None,
        }
    }

    /// A query of an SQL constant with [`in_scope!`]. Its own parameters are bound next, from `$4`.
    pub fn query_as<'q, T>(&'q self, sql: &'static str) -> QueryAs<'q, Postgres, T, PgArguments>
    where
        T: for<'r> FromRow<'r, PgRow>,
    {
        let (client_id, subsidiary_ids, partner_id) = self.parts();
        sqlx::query_as(sql).bind(client_id).bind(subsidiary_ids).bind(partner_id)
    }

    /// The same for a query of one column.
    pub fn query_scalar<'q, T>(&'q self, sql: &'static str) -> QueryScalar<'q, Postgres, T, PgArguments>
    where
        (T,): for<'r> FromRow<'r, PgRow>,
    {
        let (client_id, subsidiary_ids, partner_id) = self.parts();
        sqlx::query_scalar(sql).bind(client_id).bind(subsidiary_ids).bind(partner_id)
    }

    /// Adds the condition to a query under construction. `table` is the prefix of the columns: `s.` or nothing.
    pub fn push(&self, query: &mut QueryBuilder<Postgres>, table: &str) {
        match self {
            Self::All => {}
            Self::Client(id) => drop(query.push(format_args!(" and {table}client_id = ")).push_bind(*id)),
            Self::Partner(id) => drop(query.push(format_args!(" and {table}partner_id = ")).push_bind(*id)),
            // Along its index, which also gives the order.
            Self::Subsidiaries(own) if own.len() == 1 => {
                query.push(format_args!(" and {table}subsidiary_id = ")).push_bind(own[0]);
            }
            Self::Subsidiaries(own) => {
                query.push(format_args!(" and {table}subsidiary_id = any(")).push_bind(own.clone()).push(")");
            }
        }
    }

    /// The client, the subsidiaries and the partner to bind; at most one of them restricts.
    pub fn parts(&self) -> (Option<Uuid>, Option<&[Uuid]>, Option<Uuid>) {
        match self {
            Self::All => (None, None, None),
            Self::Client(id) => (Some(*id), None, None),
            Self::Subsidiaries(ids) => (None, Some(ids), None),
            Self::Partner(id) => (None, None, Some(*id)),
        }
    }

    /// Whether a record of this branch is the user's own, if the user is bound to branches.
    pub fn has_branch(&self, subsidiary_id: Option<Uuid>) -> bool {
        let (_, branches, _) = self.parts();
        branches.is_none_or(|branches| subsidiary_id.is_some_and(|id| branches.contains(&id)))
    }

    /// The client of a record when the form says `requested` and the record had `stored`. A client's user always uses its
    /// own client, and a partner's user cannot change it.
    pub fn client_of(&self, requested: Option<Uuid>, stored: Option<Uuid>) -> Option<Uuid> {
        match self {
            Self::All | Self::Subsidiaries(_) => requested,
            Self::Client(own) => Some(*own),
            Self::Partner(_) => stored,
        }
    }
}

/// The records of a resource that the current user reaches with an action; none without a signed-in user.
pub async fn of_visit(visit: &Visit, resource: Resource, action: Action) -> ApiResult<Option<RowScope>> {
    let Some(user) = sessions::current_user(visit).await? else {
        return Ok(None);
    };
    let grants = profiles::grants(visit, &user).await?;
    Ok(RowScope::from_grants(&grants, (&user).into(), resource, action))
}
