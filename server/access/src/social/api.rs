//! `/login-social`, `/register-social` and `/user`: sign-in through identity providers.

use poem::Request;
use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::payload::{Json, Response};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::client::{Provider, ProviderError};
use super::model::{
    CurrentPerson, Decision, Identity, SocialBegin, SocialFinish, SocialRedirect, SocialSession, SocialStep,
    decide,
};
use super::store::{self, Pending};
use crate::login::enter;
use crate::second_factor::store::PendingRow;
use crate::social::Providers;
use crate::{second_factor, sessions};
use server_core::audit::{self, Actor};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::SOCIAL_PER_ADDRESS;
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::session::SessionToken;
use server_core::http::tenant;
use server_core::http::token;
use server_core::http::visit::Visit;
use server_core::tags::Tag;

/// The page that providers redirect to. It is registered with them and must not change.
const REDIRECT_PATH: &str = "/login-social";
/// Seconds after which a failed call to a provider may be retried.
const RETRY_AFTER_S: u64 = 10;

pub struct SocialApi;

pub type WithCookie = Response<Json<Item<SocialSession>>>;

#[OpenApi(tag = "Tag::Social")]
impl SocialApi {
    /// Start a sign-in with a provider
    ///
    /// Returns the URL to open. The attempt works once, within ten minutes, in this browser on this host. Returns 503
    /// `social_unavailable` when the provider does not respond, and 429 after too many attempts.
    #[oai(path = "/login-social/begin", method = "post", operation_id = "login_social_begin")]
    async fn login_social_begin(
        &self,
        visit: Visit,
        request: &Request,
        body: Body<SocialBegin>,
    ) -> ApiResult<Json<Item<SocialRedirect>>> {
        visit.limit_visitors(SOCIAL_PER_ADDRESS).await?;
        let browser = visit.token.as_ref().ok_or_else(ApiError::unauthenticated)?;
        let mut tx = visit.begin().await?;
        let provider = store::provider(&mut tx, &body.provider).await?.ok_or_else(ApiError::not_found)?;
        tx.commit().await?;
        let redirect_url = redirect_url(&visit, request)?;
        let attempt = visit
            .state
            .slot::<Providers>()
            .begin(&visit.state, &visit.tenant.id, &provider, redirect_url, visit.language)
            .await;
        let attempt = attempt.map_err(|error| report_failure(&visit, &provider, &error))?;
        let mut tx = visit.begin().await?;
        store::insert_attempt(&mut tx, &attempt, browser, visit.now()).await?;
        tx.commit().await?;
        Ok(Json(Item { data: SocialRedirect { url: attempt.url.into() } }))
    }

    /// Finish a sign-in with a provider
    ///
    /// Signs the user in, or returns the next step. Returns 409 `social_not_completed` when the state was used, is
    /// older than ten minutes or belongs to another browser, or when the code or token is not valid. Users who cannot
    /// sign in with a password cannot sign in here: 422 `login_failed` at `email`, 409 `email_not_validated`. Returns
    /// 503 `social_unavailable` when the provider does not respond.
    #[oai(path = "/login-social/finish", method = "post", operation_id = "login_social_finish")]
    async fn login_social_finish(
        &self,
        visit: Visit,
        request: &Request,
        body: Body<SocialFinish>,
    ) -> ApiResult<WithCookie> {
        visit.limit_visitors(SOCIAL_PER_ADDRESS).await?;
        let (provider, identity) = load_identity(&visit, request, body.0).await?;
        let mut tx = visit.begin().await?;
        let (linked, same_email) = store::find_users(&mut tx, &identity).await?;
        let (step, token) = match decide(&identity, linked, same_email) {
            Decision::Refuse(MessageCode::LoginFailed) => {
                return Err(ApiError::invalid_field("email", MessageCode::LoginFailed));
            }
            Decision::Refuse(code) => return Err(ApiError::refused(code)),
            Decision::SignIn(user_id) => {
                store::note_use(&mut tx, &identity, visit.now()).await?;
                let_in(&mut tx, &visit, &provider, user_id, None).await?
            }
            Decision::LinkAndSignIn(user_id) => {
                let_in(&mut tx, &visit, &provider, user_id, Some(&identity)).await?
            }
            Decision::AskPassword => (SocialStep::Link, hold(&mut tx, &visit, &provider, &identity).await?),
            Decision::CompleteAccount => {
                (SocialStep::CompleteAccount, hold(&mut tx, &visit, &provider, &identity).await?)
            }
        };
        tx.commit().await?;
        sessions::forget(&visit).await;
        Ok(answer(&visit, step, &token).header("set-cookie", token.set_cookie(request, false)))
    }

    /// Show the person of this session
    ///
    /// The signed-in user, or a person from a provider who has not completed an account yet.
    #[oai(path = "/user", method = "get", operation_id = "current_person_show")]
    async fn current_person_show(&self, visit: Visit) -> ApiResult<Json<Item<CurrentPerson>>> {
        if let Some(user) = sessions::current_user(&visit).await? {
            let data = CurrentPerson {
                name: user.name,
                email: Some(user.email),
                email_verified: true,
                provider: None,
            };
            return Ok(Json(Item { data }));
        }
        let mut tx = visit.begin().await?;
        let data = store::person(&mut tx, &visit).await?.ok_or_else(ApiError::unauthenticated)?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

/// Links the pending identity of this browser to a user who gave the password. Returns 409 when there is none.
pub async fn link_pending(tx: &mut TenantTx, visit: &Visit, user_id: Uuid) -> ApiResult<()> {
    let pending = store::take_pending(tx, visit).await?.ok_or_else(not_completed)?;
    link(tx, visit, user_id, pending).await
}

/// Moves the pending identity of this browser to the cookie of the second factor. Returns 409 when there is none.
pub async fn let_wait(tx: &mut TenantTx, visit: &Visit, asking: &SessionToken) -> ApiResult<()> {
    if store::move_pending(tx, visit, asking).await? { Ok(()) } else { Err(not_completed()) }
}

/// Links the identity that waited for the second factor, if any.
pub async fn link_waiting(tx: &mut TenantTx, visit: &Visit, user_id: Uuid) -> ApiResult<()> {
    match store::take_pending(tx, visit).await? {
        Some(pending) => link(tx, visit, user_id, pending).await,
        None => Ok(()),
    }
}

pub fn not_completed() -> ApiError {
    ApiError::refused(MessageCode::SocialNotCompleted)
}

async fn link(tx: &mut TenantTx, visit: &Visit, user_id: Uuid, pending: Pending) -> ApiResult<()> {
    if !store::link(tx, &pending.issuer, &pending.subject, user_id, visit.now()).await? {
        return Ok(());
    }
    let changes = json!({ "provider": pending.provider, "email": pending.email });
    audit::record(tx, Actor::visitor(visit, user_id), "user.link_identity", Some(user_id), changes).await
}

/// Opens a session for a user whom the provider authenticated, or requires the second factor. An identity that is `new`
/// is linked after the sign-in.
async fn let_in(
    tx: &mut TenantTx,
    visit: &Visit,
    provider: &Provider,
    user_id: Uuid,
    new: Option<&Identity>,
) -> ApiResult<(SocialStep, SessionToken)> {
    if second_factor::store::is_on(tx, user_id).await? {
        let pending = PendingRow { user_id, remember: false, provider: Some(provider.name.clone()) };
        let token = second_factor::ask(tx, visit, &pending).await?;
        if let Some(identity) = new {
            store::insert_pending(tx, &provider.name, identity, &token, visit.now()).await?;
        }
        return Ok((SocialStep::SecondFactor, token));
    }
    if let Some(identity) = new {
        link(tx, visit, user_id, Pending::of(&provider.name, identity.clone())).await?;
    }
    let token = enter(tx, visit, user_id, false, json!({ "provider": provider.name })).await?;
    Ok((SocialStep::SignedIn, token))
}

/// Deletes the attempt, so that it works only once, and reads the identity from the provider.
async fn load_identity(
    visit: &Visit,
    request: &Request,
    sent: SocialFinish,
) -> ApiResult<(Provider, Identity)> {
    let browser = visit.token.as_ref().ok_or_else(not_completed)?;
    let mut tx = visit.begin().await?;
    let attempt = store::take_attempt(&mut tx, token::hash(&sent.state), browser, visit.now()).await?;
    let provider = match &attempt {
        Some(attempt) => store::provider(&mut tx, &attempt.provider).await?,
        None => None,
    };
    tx.commit().await?;
    let (attempt, provider) = attempt.zip(provider).ok_or_else(not_completed)?;
    let is_from_there = sent.iss.is_none_or(|issuer| issuer == provider.issuer);
    if !is_from_there || attempt.redirect_uri != redirect_url(visit, request)? {
        return Err(not_completed());
    }
    let identity = visit
        .state
        .slot::<Providers>()
        .identify(&visit.state, &visit.tenant.id, &provider, attempt, sent.code, visit.now())
        .await;
    identity.map_err(|error| report_failure(visit, &provider, &error)).map(|identity| (provider, identity))
}

/// The redirect URL on the host of this request, which is one of the tenant's hosts.
fn redirect_url(visit: &Visit, request: &Request) -> ApiResult<String> {
    let host = tenant::host(request, &visit.state.config.trusted_proxies).ok_or_else(ApiError::not_found)?;
    let url =
        visit.state.config.public_origin.on(host.as_str(), REDIRECT_PATH).map_err(ApiError::internal)?;
    Ok(url.to_string())
}

fn report_failure(visit: &Visit, provider: &Provider, error: &ProviderError) -> ApiError {
    tracing::warn!(tenant = %visit.tenant.id, provider = provider.name, %error, "sign-in by a provider");
    match error {
        ProviderError::Refused(_) => ApiError::refused(MessageCode::SocialNotCompleted),
        ProviderError::Unavailable(_) => {
            ApiError::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::SocialUnavailable, RETRY_AFTER_S)
                .with_params(Params::from([("provider", provider.label.as_str().into())]))
        }
    }
}

/// Stores an identity for this browser, under a new cookie.
async fn hold(
    tx: &mut TenantTx,
    visit: &Visit,
    provider: &Provider,
    identity: &Identity,
) -> ApiResult<SessionToken> {
    if let Some(old) = &visit.token {
        sessions::close(tx, old).await?;
    }
    let token = SessionToken::generate();
    store::insert_pending(tx, &provider.name, identity, &token, visit.now()).await?;
    Ok(token)
}

pub fn answer(visit: &Visit, step: SocialStep, token: &SessionToken) -> WithCookie {
    let csrf_token = token.csrf(&visit.state.config.secret, &visit.tenant.id);
    Response::new(Json(Item { data: SocialSession { step, csrf_token } }))
}
