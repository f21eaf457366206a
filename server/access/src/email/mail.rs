//! The two e-mails of a change of address.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::store;
use server_core::mail::{AddressInUse, Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;

/// Sends an e-mail to the new address, or a notice to the current one.
#[derive(Serialize, Deserialize)]
pub struct SendEmailChange {
    pub user_id: Uuid,
    /// The new address.
    pub email: String,
    pub to_present: bool,
}

enum Content {
    /// To the new address, with the token of its link.
    Confirm(String),
    /// To the new address, which belongs to another user.
    InUse,
    /// To the current address.
    Notice,
}

impl Process for SendEmailChange {
    const KIND: &'static str = "account.send_email_change";
    const PRIORITY: i16 = -10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let origin = &app.config.public_origin;
        let mut tx = cx.begin().await?;
        let recipient = Recipient::of(&mut tx, self.user_id).await?;
        let is_wanted =
            store::pending(&mut tx, self.user_id, app.clock.now()).await?.as_ref() == Some(&self.email);
        let content = if is_wanted { Some(self.content(&mut tx).await?) } else { None };
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let (Some(mut to), Some(content)) = (recipient, content) else { return Ok(Outcome::Done) };

        if !self.to_present {
            // The reader of this address may be a stranger, so the name is left out.
            (to.name, to.email) = (self.email.clone(), self.email.clone());
        }
        let link = TenantLink::new(origin, cx.tenant(), &content.path())?;
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        match content {
            Content::Confirm(_) => app.mailer.send(envelope, &ConfirmationEmail).await?,
            Content::InUse => app.mailer.send(envelope, &AddressInUse).await?,
            Content::Notice => {
                app.mailer.send(envelope, &EmailChangeNotice { email: self.email.clone() }).await?;
            }
        }
        Ok(Outcome::Done)
    }
}

impl SendEmailChange {
    async fn content(&self, tx: &mut TenantTx) -> sqlx::Result<Content> {
        if self.to_present {
            return Ok(Content::Notice);
        }
        if store::is_taken(tx, &self.email, self.user_id).await? {
            return Ok(Content::InUse);
        }
        Ok(Content::Confirm(store::give_link(tx, self.user_id, &self.email).await?))
    }
}

impl Content {
    fn path(&self) -> String {
        match self {
            Self::Confirm(secret) => format!("/my-account/email/{secret}"),
            Self::InUse => "/login".to_owned(),
            Self::Notice => "/my-account/security".to_owned(),
        }
    }
}

struct ConfirmationEmail;

impl Email for ConfirmationEmail {
    const NAME: &'static str = "email_change";

    fn values(&self) -> Value {
        context! {}
    }
}

struct EmailChangeNotice {
    email: String,
}

impl Email for EmailChangeNotice {
    const NAME: &'static str = "email_change_notice";

    fn values(&self) -> Value {
        context! { email => self.email.as_str() }
    }
}
