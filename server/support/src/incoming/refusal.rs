//! Tells the sender of an e-mail that nobody reads it. The answer repeats nothing of the e-mail, so that nobody can send
//! words to others through it.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};

use server_core::mail::{Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;

/// Answers an e-mail that opened no ticket.
#[derive(Debug, Serialize, Deserialize)]
pub struct RefuseMail {
    pub email: String,
}

struct RefusalEmail;

impl Email for RefusalEmail {
    const NAME: &'static str = "mail_refused";

    fn values(&self) -> Value {
        context! {}
    }
}

impl Process for RefuseMail {
    const KIND: &'static str = "support.refuse_mail";
    /// A higher number runs later; jobs that people wait for have 0.
    const PRIORITY: i16 = 10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let origin = &cx.app().config.public_origin;
        let mut tx = cx.begin().await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let name = self.email.clone();
        let to = Recipient { name, email: self.email, language: settings.default_language };
        let link = TenantLink::new(origin, cx.tenant(), "/")?;
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        cx.app().mailer.send(envelope, &RefusalEmail).await?;
        Ok(Outcome::Done)
    }
}
