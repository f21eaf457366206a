//! The e-mail after a registration: the link that confirms the address or, when an account exists, a notice of the
//! attempt.

use chrono::{DateTime, Utc};
use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::account_link::{self, Purpose};
use server_core::http::messages::Language;
use server_core::mail::{AddressInUse, Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;
use server_core::settings::Settings;

/// Unconfirmed registrations are deleted after this number of days, and their address is free again.
pub const PROOF_DAYS: i64 = 30;

pub const FIND_USER: &str = "
    select id, language, email_verified_at is not null as is_validated from users where email = $1 and active";

/// Sends an e-mail to the user with this address, if there is one.
#[derive(Serialize, Deserialize)]
pub struct SendRegistrationEmail {
    pub email: String,
    /// True after a registration, false when the e-mail is requested again.
    pub after_registration: bool,
}

#[derive(sqlx::FromRow)]
struct KnownUser {
    id: Uuid,
    language: String,
    is_validated: bool,
}

/// The text of an e-mail, and the page its button opens.
enum Content {
    ConfirmAddress(String),
    AlreadyKnown,
}

impl Process for SendRegistrationEmail {
    const KIND: &'static str = "access.send_registration_email";
    const PRIORITY: i16 = -10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let origin = &app.config.public_origin;
        let mut tx = cx.begin().await?;
        let found: Option<KnownUser> =
            sqlx::query_as(FIND_USER).bind(&self.email).fetch_optional(&mut *tx).await?;
        let settings = settings::load(&mut tx).await?;
        let content = match &found {
            Some(user) => self.content(&mut tx, user, &settings, app.clock.now()).await?,
            None => None,
        };
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let (Some(user), Some(content)) = (found, content) else { return Ok(Outcome::Done) };

        let language = Language::nearest(&user.language).unwrap_or_default();
        // Anybody can enter a name and another person's address, so the e-mail contains no form input.
        let to = Recipient { name: self.email.clone(), email: self.email, language };
        let link = TenantLink::new(origin, cx.tenant(), &content.path())?;
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        match content {
            Content::ConfirmAddress(_) => app.mailer.send(envelope, &ConfirmationEmail).await?,
            Content::AlreadyKnown => app.mailer.send(envelope, &AddressInUse).await?,
        }
        Ok(Outcome::Done)
    }
}

impl SendRegistrationEmail {
    async fn content(
        &self,
        tx: &mut TenantTx,
        user: &KnownUser,
        settings: &Settings,
        now: DateTime<Utc>,
    ) -> sqlx::Result<Option<Content>> {
        if user.is_validated {
            return Ok(self.after_registration.then_some(Content::AlreadyKnown));
        }
        let secret = account_link::create(tx, user.id, Purpose::ValidateEmail, settings, now).await?;
        Ok(Some(Content::ConfirmAddress(secret)))
    }
}

impl Content {
    fn path(&self) -> String {
        match self {
            Self::ConfirmAddress(secret) => format!("/register/validate/{secret}"),
            Self::AlreadyKnown => "/login".to_owned(),
        }
    }
}

struct ConfirmationEmail;

impl Email for ConfirmationEmail {
    const NAME: &'static str = "email_validation";

    fn values(&self) -> Value {
        context! { days => PROOF_DAYS }
    }
}
