//! Sign-in and sign-out (AUTH-1, AUTH-5).

use poem::Request;
use poem_openapi::payload::{Json, Response};
use poem_openapi::{Object, OpenApi};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::attempt::Attempt;
use super::known_device::remember;
use super::second_factor::store::PendingRow;
use super::{rotation, second_factor, sessions, social};
use crate::ctx::Ctx;
use crate::password::Passwords;
use server_core::audit::{self, Actor};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::read_email;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::session::SessionToken;
use server_core::http::visit::Visit;
use server_core::tags::Tag;

pub struct AccessApi;

/// The CSRF token that every change requires.
#[derive(Object)]
pub struct SessionCookie {
    /// Send it as `X-CSRF-Token` with every change, until the next sign-in or sign-out.
    csrf_token: String,
    /// Only in the answer to a sign-in: true when the user must also send a code to `login_second_factor`.
    second_factor: bool,
}

/// Sign-in with a password.
#[derive(Object)]
pub struct Login {
    /// The user's e-mail address; case does not matter.
    #[oai(validator(max_length = 254))]
    email: String,
    /// The password.
    #[oai(validator(max_length = 1024))]
    password: String,
    /// Keep this device signed in for 30 days. Otherwise the session ends after 12 idle hours, and after 7 days at the
    /// latest. The company can change the 30 days and the 12 hours.
    #[oai(default)]
    remember_me: bool,
    /// Links the pending provider identity of this browser to the user. Returns 409 `social_not_completed` when there
    /// is none.
    #[oai(default)]
    link: bool,
}

#[derive(sqlx::FromRow)]
struct Credentials {
    id: Uuid,
    password_hash: Option<String>,
    is_validated: bool,
}

pub const FIND_CREDENTIALS: &str = "
    select id, password_hash, email_verified_at is not null as is_validated
    from users where email = $1 and active";
/// The user, locked, while the password is the one that was compared: another one ends all sign-ins with it.
pub const LOCK_COMPARED: &str = "
    select id from users where id = $1 and password_hash = $2 and active for no key update";
pub const ORGANIZATION_IS_OFF: &str = "
    select exists (
        select from users u left join partners p on p.id = u.partner_id left join clients c on c.id = u.client_id
        where u.id = $1 and (not p.active or not c.active)
    )";
pub const NOTE_LOGIN: &str = "update users set last_login_at = $2 where id = $1";

pub(super) type WithCookie = Response<Json<Item<SessionCookie>>>;

#[OpenApi(tag = "Tag::Access")]
impl AccessApi {
    /// Get the session cookie and its CSRF token
    ///
    /// Sets an anonymous session cookie if the browser has none. Does not sign anybody in. The cookie of a remembered
    /// session is replaced once a day. The token is also in the cookie `XSRF-TOKEN`, which scripts can read.
    #[oai(path = "/session-cookie", method = "get", operation_id = "session_cookie")]
    async fn session_cookie(&self, visit: Visit, request: &Request) -> ApiResult<WithCookie> {
        let Some(token) = &visit.token else {
            let token = SessionToken::generate();
            return Ok(cookie_answer(&visit, &token).header("set-cookie", token.set_cookie(request, false)));
        };
        match rotation::rotate(&visit, token).await? {
            Some(next) => {
                Ok(cookie_answer(&visit, &next).header("set-cookie", next.set_cookie(request, true)))
            }
            None => {
                let csrf = token.set_csrf_cookie(request, &visit.state.config.secret, &visit.tenant.id);
                Ok(cookie_answer(&visit, token).header("set-cookie", csrf))
            }
        }
    }

    /// Sign in
    ///
    /// Returns 422 `login_failed` at `email` for wrong credentials; the answer does not reveal whether the address is
    /// known. Returns 409 `email_not_validated` when the password is right but the address was never confirmed, and 409
    /// `organization_not_active` when the user's client or partner is deactivated. When the answer has `second_factor`,
    /// the user is not signed in yet: call `login_second_factor` next. Returns 429 after too many wrong passwords;
    /// wrong passwords from other browsers do not lock out a browser that has signed in to this account before.
    #[oai(path = "/login", method = "post", operation_id = "login")]
    async fn login(&self, visit: Visit, request: &Request, body: Body<Login>) -> ApiResult<WithCookie> {
        let email = checked_email(&body)?;
        let attempt = Attempt::begin(&visit, request, &email).await?;
        let mut tx = visit.begin().await?;
        let found: Option<Credentials> =
            sqlx::query_as(FIND_CREDENTIALS).bind(&email).fetch_optional(&mut *tx).await?;
        tx.commit().await?;
        // The hash is computed without a database connection.
        let stored = found.as_ref().and_then(|user| user.password_hash.clone());
        let passwords = visit.state.slot::<Passwords>();
        let verified = passwords.verify(&visit.tenant.id, body.password.clone(), stored).await;
        if !matches!(verified, Ok(false)) {
            attempt.give_back().await;
        }
        let fits = verified?;
        let failed = || ApiError::invalid_field("email", MessageCode::LoginFailed).about_account(&email);
        let user = found.filter(|_| fits).ok_or_else(failed)?;
        if !user.is_validated {
            return Err(ApiError::refused(MessageCode::EmailNotValidated));
        }

        let mut tx = visit.begin().await?;
        let compared = sqlx::query_scalar::<_, Uuid>(LOCK_COMPARED).bind(user.id).bind(&user.password_hash);
        compared.fetch_optional(&mut *tx).await?.ok_or_else(failed)?;
        let asks = second_factor::store::is_on(&mut tx, user.id).await?;
        let token = if asks {
            let pending = PendingRow { user_id: user.id, remember: body.remember_me, provider: None };
            second_factor::ask(&mut tx, &visit, &pending).await?
        } else {
            enter(&mut tx, &visit, user.id, body.remember_me, json!({})).await?
        };
        let device = if asks { None } else { Some(remember(&mut tx, &visit, request, user.id).await?) };
        match body.link {
            true if asks => social::let_wait(&mut tx, &visit, &token).await?,
            true => social::link_pending(&mut tx, &visit, user.id).await?,
            false => {}
        }
        tx.commit().await?;
        sessions::forget(&visit).await;
        let keep = body.remember_me && !asks;
        let answer = answer_with(&visit, &token, asks).header("set-cookie", token.set_cookie(request, keep));
        Ok(device.into_iter().fold(answer, |answer, device| answer.header("set-cookie", device)))
    }

    /// Sign out of this device
    #[oai(path = "/logout", method = "post", operation_id = "logout")]
    async fn logout(&self, ctx: Ctx, request: &Request) -> ApiResult<WithCookie> {
        ctx.refuse_programs()?;
        let mut tx = ctx.begin().await?;
        let mut ended = Vec::new();
        if let Some(token) = &ctx.visit.token {
            ended = sessions::close(&mut tx, token).await?;
        }
        audit::record(&mut tx, &ctx, "session.close", Some(ctx.user.id), json!({})).await?;
        tx.commit().await?;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
        let token = SessionToken::generate();
        Ok(cookie_answer(&ctx.visit, &token).header("set-cookie", token.set_cookie(request, false)))
    }
}

/// Opens a session for an authenticated user and replaces the session of this browser. `how` is written to the audit
/// log. Returns 409 when the user's client or partner is deactivated.
pub async fn enter(
    tx: &mut TenantTx,
    visit: &Visit,
    user_id: Uuid,
    remember: bool,
    how: Value,
) -> ApiResult<SessionToken> {
    if sqlx::query_scalar(ORGANIZATION_IS_OFF).bind(user_id).fetch_one(&mut **tx).await? {
        return Err(ApiError::refused(MessageCode::OrganizationNotActive));
    }
    if let Some(old) = &visit.token {
        sessions::close(tx, old).await?;
    }
    let token = sessions::open(tx, visit, user_id, remember).await?;
    sqlx::query(NOTE_LOGIN).bind(user_id).bind(visit.now()).execute(&mut **tx).await?;
    audit::record(tx, Actor::visitor(visit, user_id), "session.open", Some(user_id), how).await?;
    Ok(token)
}

fn checked_email(login: &Login) -> ApiResult<String> {
    let mut errors = FieldErrors::default();
    let email = read_email(&login.email, &mut errors);
    if login.password.is_empty() {
        errors.push("password", MessageCode::Required);
    }
    errors.into_result()?;
    Ok(email)
}

pub(super) fn cookie_answer(visit: &Visit, token: &SessionToken) -> WithCookie {
    answer_with(visit, token, false)
}

fn answer_with(visit: &Visit, token: &SessionToken, second_factor: bool) -> WithCookie {
    let csrf_token = token.csrf(&visit.state.config.secret, &visit.tenant.id);
    Response::new(Json(Item { data: SessionCookie { csrf_token, second_factor } }))
}
