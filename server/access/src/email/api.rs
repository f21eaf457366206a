use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;

use super::changed::TellEmailChanged;
use super::mail::SendEmailChange;
use super::store;
use crate::account_link;
use crate::ctx::Ctx;
use crate::current_password::check_current;
use crate::sessions;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::read_email;
use server_core::http::limit::EMAIL_CHANGES;
use server_core::http::messages::MessageCode;
use server_core::process::{self, Owner};
use server_core::tags::Tag;

pub struct EmailApi;

/// A new sign-in address.
#[derive(Object)]
pub struct EmailChange {
    /// The new e-mail address; case does not matter.
    #[oai(validator(max_length = 254))]
    email: String,
    /// The password of the current user.
    #[oai(validator(max_length = 1024))]
    current_password: String,
}

/// The proof that the e-mail arrived at the new address.
#[derive(Object)]
pub struct EmailChangeConfirmation {
    /// The token: the last part of the link in the e-mail.
    #[oai(validator(max_length = 100))]
    token: String,
}

#[OpenApi(tag = "Tag::MyAccount")]
impl EmailApi {
    /// Request a change of the sign-in address
    ///
    /// Sends an e-mail with a link to the new address and a notice to the current one. The link works once, within 24
    /// hours. The answer is the same whether or not the new address is in use. Returns 429 after too many requests.
    #[oai(path = "/account-email", method = "post", operation_id = "account_email_change")]
    async fn account_email_change(&self, ctx: Ctx, body: Body<EmailChange>) -> ApiResult<()> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        let mut errors = FieldErrors::default();
        let email = read_email(&body.email, &mut errors);
        if email == ctx.user.email {
            errors.push("email", MessageCode::Invalid);
        }
        check_current(&ctx, &body.current_password, &mut errors).await?;
        errors.into_result()?;
        ctx.state().limits.check(&ctx.tenant().id, EMAIL_CHANGES, &ctx.user.id.to_string()).await?;

        let mut tx = ctx.begin().await?;
        store::save(&mut tx, ctx.user.id, &email, ctx.now()).await?;
        let task = SendEmailChange { user_id: ctx.user.id, email: email.clone(), to_present: false };
        process::enqueue(&mut tx, Owner::NOBODY, task).await?;
        let notice = SendEmailChange { user_id: ctx.user.id, email: email.clone(), to_present: true };
        process::enqueue(&mut tx, Owner::NOBODY, notice).await?;
        let changes = json!({ "email": [ctx.user.email, email] });
        audit::record(&mut tx, &ctx, "account.ask_email_change", Some(ctx.user.id), changes).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Confirm the new sign-in address
    ///
    /// Only the user who requested the change can confirm it. Ends all other sessions of the user, invalidates links that
    /// were sent to the old address, and sends an e-mail to that address. Returns 409 `link_not_valid` when the link was used, is
    /// older than 24 hours, or its address now belongs to another user.
    #[oai(path = "/account-email/confirm", method = "post", operation_id = "account_email_confirm")]
    async fn account_email_confirm(&self, ctx: Ctx, body: Body<EmailChangeConfirmation>) -> ApiResult<()> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        let refused = || ApiError::refused(MessageCode::LinkNotValid);
        let mut tx = ctx.begin().await?;
        let email = store::redeem(&mut tx, ctx.user.id, &body.token, ctx.now()).await?.ok_or_else(refused)?;
        if !store::set_email(&mut tx, ctx.user.id, &email, ctx.now()).await? {
            return Err(refused());
        }
        let ended = sessions::keep_only(&mut tx, ctx.user.id, ctx.user.session_id).await?;
        account_link::revoke_all(&mut tx, ctx.user.id).await?;
        let notice = TellEmailChanged { user_id: ctx.user.id, email: ctx.user.email.clone(), by: None };
        process::enqueue(&mut tx, Owner::NOBODY, notice).await?;
        let changes = json!({ "email": [ctx.user.email, email] });
        audit::record(&mut tx, &ctx, "account.change_email", Some(ctx.user.id), changes).await?;
        tx.commit().await?;
        sessions::forget(&ctx.visit).await;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
        Ok(())
    }

    /// Cancel a change of the sign-in address
    #[oai(path = "/account-email", method = "delete", operation_id = "account_email_cancel")]
    async fn account_email_cancel(&self, ctx: Ctx) -> ApiResult<()> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        let mut tx = ctx.begin().await?;
        if let Some(email) = store::delete(&mut tx, ctx.user.id).await? {
            let changes = json!({ "pending_email": [email, null] });
            audit::record(&mut tx, &ctx, "account.cancel_email_change", Some(ctx.user.id), changes).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}
