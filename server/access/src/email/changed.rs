//! The e-mail that tells the old address that it no longer opens the account.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use server_core::mail::{Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;

#[derive(Serialize, Deserialize)]
pub struct TellEmailChanged {
    pub user_id: Uuid,
    /// The old address, where the e-mail goes.
    pub email: String,
    /// The administrator who changed it; none when the user did.
    pub by: Option<String>,
}

impl Process for TellEmailChanged {
    const KIND: &'static str = "account.tell_email_changed";
    const PRIORITY: i16 = -10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let origin = &app.config.public_origin;
        let mut tx = cx.begin().await?;
        let recipient = Recipient::of(&mut tx, self.user_id).await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let Some(user) = recipient else { return Ok(Outcome::Done) };
        let to = Recipient { email: self.email, ..user };
        let link = TenantLink::new(origin, cx.tenant(), "/login")?;
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        app.mailer.send(envelope, &EmailChanged { by: self.by }).await?;
        Ok(Outcome::Done)
    }
}

struct EmailChanged {
    by: Option<String>,
}

impl Email for EmailChanged {
    const NAME: &'static str = "email_changed";

    fn values(&self) -> Value {
        context! { by => self.by.as_deref() }
    }
}
