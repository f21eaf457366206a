//! Password recovery: an e-mail with a link, and a new password through that link (AUTH-4).

use chrono::{DateTime, Utc};
use poem_openapi::{Object, OpenApi};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::account_link::{self, Purpose};
use super::password_email::TellPasswordChanged;
use super::recovery_email::SendRecovery;
use super::{known_device, sessions, social};
use crate::password::Passwords;
use server_core::audit::{self, Actor};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::read_email;
use server_core::http::limit::{RECOVERY_PER_ACCOUNT, RECOVERY_PER_ADDRESS};
use server_core::http::messages::MessageCode;
use server_core::http::visit::Visit;
use server_core::live;
use server_core::process::{self, Owner};
use server_core::settings::password_rule::PasswordRule;
use server_core::tags::Tag;

/// The link proves the address as well.
pub const SET_PASSWORD: &str = "
    update users
    set password_hash = $2, email_verified_at = coalesce(email_verified_at, $3), epoch = epoch + 1,
        version = version + 1, updated_at = $3
    where id = $1";

pub struct RecoveryApi;

/// A request for a password-reset e-mail.
#[derive(Object)]
pub struct PasswordRecovery {
    /// The user's e-mail address; case does not matter.
    #[oai(validator(max_length = 254))]
    email: String,
}

/// A new password, set through the link.
#[derive(Object)]
pub struct PasswordReset {
    /// The token: the last part of the link in the e-mail.
    #[oai(validator(max_length = 100))]
    token: String,
    /// The address the e-mail was sent to.
    #[oai(validator(max_length = 254))]
    email: String,
    /// The new password; it must satisfy `password_rule` of the configuration.
    #[oai(validator(max_length = 1024))]
    password: String,
    /// The new password again.
    #[oai(validator(max_length = 1024))]
    password_confirmation: String,
}

#[OpenApi(tag = "Tag::Access")]
impl RecoveryApi {
    /// Request a password-reset e-mail
    ///
    /// The answer is the same, and takes equally long, whether or not the address is known. The link works once, within
    /// one hour. Returns 429 after too many requests.
    #[oai(path = "/password/email", method = "post", operation_id = "password_email")]
    async fn password_email(&self, visit: Visit, body: Body<PasswordRecovery>) -> ApiResult<()> {
        let mut errors = FieldErrors::default();
        let email = read_email(&body.email, &mut errors);
        errors.into_result()?;
        visit.limit_visitors(RECOVERY_PER_ADDRESS).await?;
        visit.state.limits.check(&visit.tenant.id, RECOVERY_PER_ACCOUNT, &email).await?;
        let mut tx = visit.begin().await?;
        process::enqueue(&mut tx, Owner::NOBODY, SendRecovery { email }).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Reset a password
    ///
    /// Ends all sessions of the user and unlinks all sign-in providers. Returns 409 `link_not_valid` when the link was
    /// used, is older than one hour, or was sent to another address.
    #[oai(path = "/password/reset", method = "post", operation_id = "password_reset")]
    async fn password_reset(&self, visit: Visit, body: Body<PasswordReset>) -> ApiResult<()> {
        let settings = visit.settings().await?;
        let email = check_reset(&body, settings.password_rule())?;
        visit.limit_visitors(RECOVERY_PER_ADDRESS).await?;
        let (now, purpose) = (visit.now(), Purpose::ResetPassword);
        let refused = || ApiError::refused(MessageCode::LinkNotValid);
        let mut tx = visit.begin().await?;
        let is_valid = account_link::is_valid(&mut tx, &body.token, Some(&email), purpose, now).await?;
        tx.commit().await?;
        if !is_valid {
            return Err(refused());
        }
        // The hash is computed without a database connection.
        let hash = visit.state.slot::<Passwords>().hash(&visit.tenant.id, body.password.clone()).await?;

        let mut tx = visit.begin().await?;
        let found = account_link::redeem(&mut tx, &body.token, Some(&email), purpose, now).await?;
        let user_id: Uuid = found.ok_or_else(refused)?;
        set_password(&mut tx, user_id, &hash, now).await?;
        let ended = sessions::close_all(&mut tx, user_id).await?;
        // Provider identities may belong to an attacker, so they are unlinked as well.
        social::unlink(&mut tx, user_id).await?;
        known_device::forget(&mut tx, user_id).await?;
        audit::record(&mut tx, Actor::visitor(&visit, user_id), "password.reset", Some(user_id), json!({}))
            .await?;
        process::enqueue(&mut tx, Owner::NOBODY, TellPasswordChanged { user_id }).await?;
        tx.commit().await?;
        sessions::forget_all(&visit.state, &visit.tenant.id, &ended).await;
        Ok(())
    }
}

/// Sets a password and raises the user's epoch, which ends all sessions.
pub async fn set_password(
    tx: &mut TenantTx,
    user_id: Uuid,
    hash: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(SET_PASSWORD).bind(user_id).bind(hash).bind(now).execute(&mut **tx).await?;
    live::user_changed(tx, user_id);
    Ok(())
}

fn check_reset(reset: &PasswordReset, rule: PasswordRule) -> ApiResult<String> {
    let mut errors = FieldErrors::default();
    let email = read_email(&reset.email, &mut errors);
    rule.check(&reset.password, &reset.password_confirmation, &mut errors);
    errors.into_result()?;
    Ok(email)
}
