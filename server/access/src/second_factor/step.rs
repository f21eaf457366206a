//! The second factor after the password or the provider sign-in.

use chrono::TimeDelta;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde_json::json;
use tenancy::TenantTx;

use super::check::Check;
use super::store::{self, PendingRow};
use crate::login::{self, WithCookie};
use crate::{known_device, sessions, social};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::http::security_log::SecurityEvent;
use server_core::http::session::SessionToken;
use server_core::http::visit::Visit;
use server_core::tags::Tag;

/// Time the user has to enter the code.
const LIFETIME: TimeDelta = TimeDelta::minutes(10);

pub struct SecondStepApi;

/// The second factor of a sign-in.
#[derive(Object)]
pub struct SecondStep {
    /// The six digits from the app, or a recovery code.
    #[oai(validator(max_length = 40))]
    code: String,
}

#[OpenApi(tag = "Tag::SecondFactor")]
impl SecondStepApi {
    /// Complete a sign-in with the second factor
    ///
    /// Call it within ten minutes after the password or the provider sign-in, with the cookie from that answer. Returns
    /// 409 `sign_in_expired` otherwise. A pending provider identity is then linked to the user. Returns 422
    /// `wrong_code` at `code` when the code is wrong or was used before, and 429 for 15 minutes after five wrong codes.
    #[oai(path = "/login/second_factor", method = "post", operation_id = "login_second_factor")]
    async fn login_second_factor(
        &self,
        visit: Visit,
        request: &Request,
        body: Body<SecondStep>,
    ) -> ApiResult<WithCookie> {
        let expired = || ApiError::refused(MessageCode::SignInExpired);
        let token = visit.token.as_ref().ok_or_else(expired)?.hash();
        let mut tx = visit.begin().await?;
        let PendingRow { user_id, remember, provider } =
            store::pending(&mut tx, &token, visit.now()).await?.ok_or_else(expired)?;
        let check = Check { state: &visit.state, user_id, is_setup: false, now: visit.now() };
        let (mut tx, proof) = check.prove(tx, &body.code).await?;
        store::delete_pending(&mut tx, &token).await?;
        social::link_waiting(&mut tx, &visit, user_id).await?;
        let mut how = json!({ "second_factor": proof.name() });
        if let Some(provider) = provider {
            how["provider"] = provider.into();
        }
        let token = login::enter(&mut tx, &visit, user_id, remember, how).await?;
        let device = known_device::remember(&mut tx, &visit, request, user_id).await?;
        tx.commit().await?;
        sessions::forget(&visit).await;
        SecurityEvent::SecondFactorPassed.write(&visit.tenant.id, &visit.request_id);
        let answer = login::cookie_answer(&visit, &token);
        Ok(answer.header("set-cookie", token.set_cookie(request, remember)).header("set-cookie", device))
    }
}

/// Ends the session of this browser and returns a cookie that allows it to send the second factor. The cookie does not
/// sign anybody in.
pub async fn ask(tx: &mut TenantTx, visit: &Visit, pending: &PendingRow) -> ApiResult<SessionToken> {
    if let Some(old) = &visit.token {
        sessions::close(tx, old).await?;
    }
    let token = SessionToken::generate();
    let now = visit.now();
    store::put_pending(tx, &token.hash(), pending, now, now + LIFETIME).await?;
    Ok(token)
}
