//! Acting as another user of the tenant, for at most one hour (AUTH-7).

use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::login::{WithCookie, cookie_answer};
use super::sessions;
use super::users::acting_user::ActingUser;
use super::users::store;
use crate::ctx::Ctx;
use server_core::audit::{self, Actor};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::http::visit::Visit;
use server_core::live;
use server_core::tags::Tag;

/// Found even after the hour, so that the administrator can switch back.
pub const FIND_SWITCHED: &str = "
    select s.user_id, own.user_id as acting_user_id, own.remember
    from sessions s
    join sessions own on own.id = s.acting_session_id and own.expires_at > $2
    join users a on a.id = own.user_id and a.epoch = own.user_epoch and a.active
    where s.token_hash = $1 and s.tenant_epoch = $3 and own.tenant_epoch = $3
    for update of s";

/// A session in which an administrator acts as another user.
#[derive(sqlx::FromRow)]
struct SwitchedSession {
    user_id: Uuid,
    acting_user_id: Uuid,
    remember: bool,
}

/// The session in which this browser acts as another user, even after the hour is over.
async fn find_switched(tx: &mut TenantTx, visit: &Visit) -> ApiResult<Option<SwitchedSession>> {
    let Some(token) = &visit.token else { return Ok(None) };
    let query = sqlx::query_as(FIND_SWITCHED).bind(token.hash()).bind(visit.now());
    Ok(query.bind(visit.tenant.epoch).fetch_optional(&mut **tx).await?)
}

pub struct SwitchApi;

#[OpenApi(prefix_path = "/backoffice", tag = "Tag::Users")]
impl SwitchApi {
    /// Act as another user
    ///
    /// For one hour, with exactly that user's rights. The audit log records both users. The other user must have fewer
    /// rights, so never an administrator: returns 409 `user_not_below` otherwise. Not possible while already acting as
    /// another user. Sets a new cookie.
    #[oai(path = "/users/:id/switch", method = "post", operation_id = "user_switch")]
    async fn user_switch(&self, ctx: Ctx, request: &Request, id: Path<Uuid>) -> ApiResult<WithCookie> {
        ctx.require(Resource::User, Action::Switch)?;
        let mut tx = ctx.begin().await?;
        let (user, _) = store::lock(&mut tx, *id).await?;
        ActingUser::from(&ctx).guard(Action::Switch, &user)?;
        let token = sessions::open_switched(&mut tx, &ctx.visit, ctx.user.session_id, *id).await?;
        // The browser has another user from now on: connections of the former one end.
        live::sessions_ended(&mut tx, vec![ctx.user.session_id]);
        audit::record(&mut tx, &ctx, "user.switch", Some(*id), json!({})).await?;
        tx.commit().await?;
        Ok(cookie_answer(&ctx.visit, &token).header("set-cookie", token.set_cookie(request, false)))
    }

    /// Switch back to the user's own account
    ///
    /// Works after the hour as well, as long as the own session lasts. Sets a new cookie. Returns 409 `not_switched`
    /// when the current user does not act as another user.
    #[oai(path = "/switch-back", method = "post", operation_id = "user_switch_back")]
    async fn user_switch_back(&self, visit: Visit, request: &Request) -> ApiResult<WithCookie> {
        let mut tx = visit.begin().await?;
        let Some(switched) = find_switched(&mut tx, &visit).await? else {
            tx.commit().await?;
            return Err(match sessions::current_user(&visit).await? {
                Some(_) => ApiError::refused(MessageCode::NotSwitched),
                None => ApiError::unauthenticated(),
            });
        };
        let mut ended = Vec::new();
        if let Some(old) = &visit.token {
            ended = sessions::close(&mut tx, old).await?;
        }
        let token = sessions::open(&mut tx, &visit, switched.acting_user_id, switched.remember).await?;
        let (by, of) = (switched.acting_user_id, Some(switched.user_id));
        audit::record(&mut tx, Actor::visitor(&visit, by), "user.switch_back", of, json!({})).await?;
        tx.commit().await?;
        sessions::forget_all(&visit.state, &visit.tenant.id, &ended).await;
        Ok(cookie_answer(&visit, &token).header("set-cookie", token.set_cookie(request, switched.remember)))
    }
}
