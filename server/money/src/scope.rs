//! Whose money a user may see.

use policy::{Action, Resource};
use uuid::Uuid;

use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::record::Where;

/// The clients and branches whose records a user reaches. A partner's user reaches none: money is between the company and
/// its clients.
#[derive(Clone, Debug)]
pub struct MoneyScope {
    client: Option<Uuid>,
    subsidiaries: Option<Vec<Uuid>>,
}

impl MoneyScope {
    /// Returns 403 when the user has no such right.
    pub fn of(ctx: &Ctx, resource: Resource, action: Action) -> ApiResult<Self> {
        let scope = |client, subsidiaries| Self { client, subsidiaries };
        Ok(match ctx.scope(resource, action)? {
            RowScope::All => scope(None, None),
            RowScope::Client(id) => scope(Some(id), None),
            RowScope::Subsidiaries(ids) => scope(None, Some(ids)),
            RowScope::Partner(_) => scope(Some(Uuid::nil()), None),
        })
    }

    /// Within the scope. The conditions name the column of the client, and that of the branch if the records have one.
    pub fn narrow(&self, filter: Where, client: &'static str, subsidiary: Option<&'static str>) -> Where {
        let filter = filter.and(client, self.client);
        match subsidiary {
            Some(column) => filter.among(column, self.subsidiaries.clone()),
            None => filter,
        }
    }

    /// 404 for another client's money.
    pub fn check(&self, client: Uuid) -> ApiResult<()> {
        match self.client {
            Some(own) if own != client => Err(ApiError::not_found()),
            _ => Ok(()),
        }
    }

    /// The client of a new record: the own one, whatever is asked. None without one.
    pub fn client_of(&self, asked: Option<Uuid>) -> Option<Uuid> {
        self.client.or(asked)
    }

    /// The branches of a user who is bound to some.
    pub fn subsidiaries(&self) -> Option<Vec<Uuid>> {
        self.subsidiaries.clone()
    }

    /// Whether a branch can be that of a new record.
    pub fn has_branch(&self, subsidiary: Option<Uuid>) -> bool {
        match &self.subsidiaries {
            None => true,
            Some(own) => subsidiary.is_some_and(|id| own.contains(&id)),
        }
    }
}
