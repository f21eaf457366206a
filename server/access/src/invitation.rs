//! Invitations: the e-mail from an administrator to a new user, and the password chosen through its link.

use minijinja::{Value, context};
use poem_openapi::{Object, OpenApi};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::account_link::{self, Purpose};
use super::recovery::set_password;
use crate::password::Passwords;
use server_core::audit::{self, Actor};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::limit::RECOVERY_PER_ADDRESS;
use server_core::http::messages::MessageCode;
use server_core::http::visit::Visit;
use server_core::mail::{Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;
use server_core::tags::Tag;

/// The acceptance of an invitation.
#[derive(Object)]
pub struct InvitationAcceptance {
    /// The token: the last part of the link in the e-mail.
    #[oai(validator(max_length = 100))]
    token: String,
    /// The new password; it must satisfy `password_rule` of the configuration.
    #[oai(validator(max_length = 1024))]
    password: String,
    /// The new password again.
    #[oai(validator(max_length = 1024))]
    password_confirmation: String,
}

pub struct InvitationApi;

#[OpenApi(tag = "Tag::Access")]
impl InvitationApi {
    /// Accept an invitation
    ///
    /// Sets the password; the user can then sign in. Returns 409 `link_not_valid` when the link was used, was replaced
    /// by a later invitation, or has expired. The company sets the expiry.
    #[oai(path = "/invitation/accept", method = "post", operation_id = "invitation_accept")]
    async fn invitation_accept(&self, visit: Visit, body: Body<InvitationAcceptance>) -> ApiResult<()> {
        let settings = visit.settings().await?;
        let mut errors = FieldErrors::default();
        settings.password_rule().check(&body.password, &body.password_confirmation, &mut errors);
        errors.into_result()?;
        visit.limit_visitors(RECOVERY_PER_ADDRESS).await?;
        let (now, purpose) = (visit.now(), Purpose::AcceptInvitation);
        let refused = || ApiError::refused(MessageCode::LinkNotValid);
        let mut tx = visit.begin().await?;
        let is_valid = account_link::is_valid(&mut tx, &body.token, None, purpose, now).await?;
        tx.commit().await?;
        if !is_valid {
            return Err(refused());
        }
        // The hash is computed without a database connection.
        let hash = visit.state.slot::<Passwords>().hash(&visit.tenant.id, body.password.clone()).await?;

        let mut tx = visit.begin().await?;
        let found = account_link::redeem(&mut tx, &body.token, None, purpose, now).await?;
        let user_id: Uuid = found.ok_or_else(refused)?;
        set_password(&mut tx, user_id, &hash, now).await?;
        audit::record(
            &mut tx,
            Actor::visitor(&visit, user_id),
            "user.accept_invitation",
            Some(user_id),
            json!({}),
        )
        .await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Sends the invitation link to a new user.
#[derive(Serialize, Deserialize)]
pub struct SendInvitation {
    pub user_id: Uuid,
    /// Name of the user who sent the invitation; none when the operator did.
    pub invited_by: Option<String>,
}

impl Process for SendInvitation {
    const KIND: &'static str = "access.send_invitation";
    const PRIORITY: i16 = -10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let origin = &app.config.public_origin;
        let mut tx = cx.begin().await?;
        let Some(to) = Recipient::of(&mut tx, self.user_id).await? else { return Ok(Outcome::Done) };
        let now = app.clock.now();
        let settings = settings::load(&mut tx).await?;
        let purpose = Purpose::AcceptInvitation;
        let secret = account_link::create(&mut tx, self.user_id, purpose, &settings, now).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;

        let link = TenantLink::new(origin, cx.tenant(), &format!("/invitation/{secret}"))?;
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        let email = InvitationEmail { invited_by: self.invited_by, days: settings.invitation_days };
        app.mailer.send(envelope, &email).await?;
        Ok(Outcome::Done)
    }
}

struct InvitationEmail {
    invited_by: Option<String>,
    /// Days until the link expires.
    days: i16,
}

impl Email for InvitationEmail {
    const NAME: &'static str = "invitation";

    fn values(&self) -> Value {
        context! { invited_by => self.invited_by.as_deref(), days => self.days }
    }
}
