//! Another password, by somebody who knows the present one (ACC-3).

use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::access::account_link::{self, Purpose};
use crate::access::password_letter::TellPasswordChanged;
use crate::access::sessions;
use crate::audit;
use crate::http::body::Body;
use crate::http::ctx::Ctx;
use crate::http::error::{ApiError, ApiResult, FieldErrors};
use crate::http::limit::PASSWORD_CHECKS;
use crate::http::messages::MessageCode;
use crate::process::{self, Owner};
use crate::tags::Tag;

pub const FIND_HASH: &str = "select password_hash from users where id = $1";
/// The epoch ends whatever session was being opened with the old password.
pub const SET_PASSWORD: &str = "
    update users set password_hash = $2, epoch = epoch + 1, version = version + 1, updated_at = $3 where id = $1";

pub struct PasswordApi;

/// A new password.
#[derive(Object)]
pub struct PasswordChange {
    /// The present one.
    #[oai(validator(max_length = 1024))]
    current_password: String,
    /// The new password, as `password_rule` of the configuration asks.
    #[oai(validator(max_length = 1024))]
    password: String,
    /// The new password once more.
    #[oai(validator(max_length = 1024))]
    password_confirmation: String,
}

#[OpenApi(tag = "Tag::MyAccount")]
impl PasswordApi {
    /// Change the password
    ///
    /// Ends every other session of the user, who is told by a letter. Too many tries are 429.
    #[oai(path = "/account-password", method = "post", operation_id = "account_password")]
    async fn account_password(&self, ctx: Ctx, body: Body<PasswordChange>) -> ApiResult<()> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        let settings = ctx.state().settings.get(ctx.state(), ctx.tenant()).await?;
        let mut errors = FieldErrors::default();
        settings.password_rule().check(&body.password, &body.password_confirmation, &mut errors);
        check_current(&ctx, &body.current_password, &mut errors).await?;
        errors.into_result()?;
        let hash = ctx.state().passwords.hash(body.password.clone()).await?;

        let mut tx = ctx.begin().await?;
        sqlx::query(SET_PASSWORD).bind(ctx.user.id).bind(hash).bind(ctx.now()).execute(&mut *tx).await?;
        let ended = sessions::keep_only(&mut tx, ctx.user.id, ctx.user.session_id).await?;
        account_link::withdraw(&mut tx, ctx.user.id, Purpose::ResetPassword, ctx.now()).await?;
        let changes = json!({ "ended_sessions": ended.len() });
        audit::record(&mut tx, &ctx, "account.change_password", Some(ctx.user.id), changes).await?;
        process::enqueue(&mut tx, Owner::NOBODY, TellPasswordChanged { user_id: ctx.user.id }).await?;
        tx.commit().await?;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
        Ok(())
    }
}

/// Whoever sits at an unlocked screen does not know the password. What is wrong is told at `current_password`.
pub async fn check_current(ctx: &Ctx, sent: &str, errors: &mut FieldErrors) -> ApiResult<()> {
    if sent.is_empty() {
        errors.push("current_password", MessageCode::Required);
        return Ok(());
    }
    ctx.state().limits.check(&ctx.tenant().id, PASSWORD_CHECKS, &ctx.user.id.to_string()).await?;
    let mut tx = ctx.begin().await?;
    let stored = stored_hash(&mut tx, ctx.user.id).await?;
    tx.commit().await?;
    // No connection is held while the hash is computed.
    if !ctx.state().passwords.verify(sent.to_owned(), stored).await? {
        errors.push("current_password", MessageCode::WrongPassword);
    }
    Ok(())
}

async fn stored_hash(tx: &mut TenantTx, user_id: Uuid) -> ApiResult<Option<String>> {
    let found: Option<Option<String>> =
        sqlx::query_scalar(FIND_HASH).bind(user_id).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::unauthenticated)
}
