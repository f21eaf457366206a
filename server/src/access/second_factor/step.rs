//! The second step itself, after the right password or the word of a provider.

use chrono::TimeDelta;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde_json::json;
use tenancy::TenantTx;

use super::check::Check;
use super::store::{self, PendingRow};
use crate::access::login::{self, WithCookie};
use crate::access::{sessions, social};
use crate::http::body::Body;
use crate::http::error::{ApiError, ApiResult};
use crate::http::limit::LOGIN_PER_ADDRESS;
use crate::http::messages::MessageCode;
use crate::http::session::SessionToken;
use crate::http::visit::Visit;
use crate::tags::Tag;

/// To find the phone, or the paper with the codes.
const LIFETIME: TimeDelta = TimeDelta::minutes(10);

pub struct SecondStepApi;

/// The second step of a sign-in.
#[derive(Object)]
pub struct SecondStep {
    /// The six digits of the app, or one of the recovery codes.
    #[oai(validator(max_length = 40))]
    code: String,
}

#[OpenApi(tag = "Tag::SecondFactor")]
impl SecondStepApi {
    /// Sign in: the second step
    ///
    /// Within ten minutes after the password, or the way back from a provider, with the cookie that came in answer to
    /// it; otherwise 409 `sign_in_expired`. An identity that waits for this becomes the user's. A code that is wrong, or
    /// was taken before, is 422 `wrong_code` at `code`. After five of them it is 429 for a quarter of an hour.
    #[oai(path = "/login/second_factor", method = "post", operation_id = "login_second_factor")]
    async fn login_second_factor(
        &self,
        visit: Visit,
        request: &Request,
        body: Body<SecondStep>,
    ) -> ApiResult<WithCookie> {
        visit.limit_visitors(LOGIN_PER_ADDRESS).await?;
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
        tx.commit().await?;
        sessions::forget(&visit).await;
        Ok(login::cookie_answer(&visit, &token).header("set-cookie", token.set_cookie(request, remember)))
    }
}

/// Lets the browser of somebody whose first step is done take the second. Its session, if it has one, is over. Nobody
/// is signed in by the cookie that is returned.
pub async fn ask(tx: &mut TenantTx, visit: &Visit, pending: &PendingRow) -> ApiResult<SessionToken> {
    if let Some(old) = &visit.token {
        sessions::close(tx, old).await?;
    }
    let token = SessionToken::generate();
    let times = (visit.now(), visit.now() + LIFETIME);
    store::put_pending(tx, &token.hash(), pending, times).await?;
    Ok(token)
}
