//! The test e-mail of the settings: it shows an administrator how the company's e-mails arrive.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use server_core::mail::{Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;

/// Sends the e-mail to the user who requested it.
#[derive(Serialize, Deserialize)]
pub struct SendTestEmail {
    pub user_id: Uuid,
}

impl Process for SendTestEmail {
    const KIND: &'static str = "site.send_test_email";
    const PRIORITY: i16 = -10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let origin = &cx.app().config.public_origin;
        let mut tx = cx.begin().await?;
        let recipient = Recipient::of(&mut tx, self.user_id).await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let Some(to) = recipient else { return Ok(Outcome::Done) };
        let link = TenantLink::new(origin, cx.tenant(), "/settings/emails")?;
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        cx.app().mailer.send(envelope, &TestEmail).await?;
        Ok(Outcome::Done)
    }
}

struct TestEmail;

impl Email for TestEmail {
    const NAME: &'static str = "test_email";

    fn values(&self) -> Value {
        context! {}
    }
}
