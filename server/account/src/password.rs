//! Change of the password by a user who knows the current one (ACC-3).

use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;

use access::account_link::{self, Purpose};
use access::ctx::Ctx;
use access::current_password::check_current;
use access::password::Passwords;
use access::password_email::TellPasswordChanged;
use access::sessions;
use access::users::own_user;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::process::{self, Owner};
use server_core::tags::Tag;

pub struct PasswordApi;

/// A new password.
#[derive(Object)]
pub struct PasswordChange {
    /// The current password.
    #[oai(validator(max_length = 1024))]
    current_password: String,
    /// The new password; it must satisfy `password_rule` of the configuration.
    #[oai(validator(max_length = 1024))]
    password: String,
    /// The new password again.
    #[oai(validator(max_length = 1024))]
    password_confirmation: String,
}

#[OpenApi(tag = "Tag::MyAccount")]
impl PasswordApi {
    /// Change the password
    ///
    /// Ends all other sessions of the user and sends an e-mail about it. Returns 429 after too many attempts.
    #[oai(path = "/account-password", method = "post", operation_id = "account_password")]
    async fn account_password(&self, ctx: Ctx, body: Body<PasswordChange>) -> ApiResult<()> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        let settings = ctx.settings();
        let mut errors = FieldErrors::default();
        settings.password_rule().check(&body.password, &body.password_confirmation, &mut errors);
        check_current(&ctx, &body.current_password, &mut errors).await?;
        errors.into_result()?;
        let hash = ctx.state().slot::<Passwords>().hash(&ctx.tenant().id, body.password.clone()).await?;

        let mut tx = ctx.begin().await?;
        own_user::set_password(&mut tx, ctx.user.id, &hash, ctx.now()).await?;
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
