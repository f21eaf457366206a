//! Whose webhooks a user reaches: those of the company with all of its records, or those of the own client.

use policy::{Action, Resource};
use uuid::Uuid;

use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::settings::CLIENT_WEBHOOKS;

/// The webhooks within a user's reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookOwner {
    Company,
    Client(Uuid),
}

impl WebhookOwner {
    /// Returns 404 for a client whose company does not want it to have webhooks. One of the company hears of all records, so
    /// that the policy gives no rights to staff bound to branches and to users of partners (`is_of_whole_company`).
    pub fn of(ctx: &Ctx, action: Action) -> ApiResult<Self> {
        match ctx.scope(Resource::Webhook, action)? {
            RowScope::All => Ok(Self::Company),
            RowScope::Client(id) if ctx.settings().flag(CLIENT_WEBHOOKS) => Ok(Self::Client(id)),
            RowScope::Client(_) => Err(ApiError::not_found()),
            RowScope::Subsidiaries(_) | RowScope::Partner(_) => Err(ApiError::forbidden()),
        }
    }

    /// The client, if only its webhooks are within reach.
    pub const fn client_id(self) -> Option<Uuid> {
        match self {
            Self::Company => None,
            Self::Client(id) => Some(id),
        }
    }
}
