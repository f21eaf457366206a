//! The letter to somebody whose second step is gone: if it was not them, they must know.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::mail::{Brand, Envelope, Letter, Recipient, TenantLink};
use crate::process::{Outcome, Process, ProcessCx, ProcessError};
use crate::site::settings;

#[derive(Serialize, Deserialize)]
pub struct TellSecondFactorOff {
    pub user_id: Uuid,
    /// The administrator who did it; nobody else than the user when it is left out.
    pub by: Option<String>,
}

impl Process for TellSecondFactorOff {
    const KIND: &'static str = "access.tell_second_factor_off";
    const PRIORITY: i16 = -10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let origin = &app.config.public_origin;
        let mut tx = cx.begin().await?;
        let recipient = Recipient::of(&mut tx, self.user_id).await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let Some(to) = recipient else { return Ok(Outcome::Done) };
        let link = TenantLink::new(origin, cx.tenant(), "/my-account/security")?;
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        app.mailer.send(envelope, &SecondFactorOff { by: self.by }).await?;
        Ok(Outcome::Done)
    }
}

struct SecondFactorOff {
    by: Option<String>,
}

impl Letter for SecondFactorOff {
    const NAME: &'static str = "second_factor_off";

    fn values(&self) -> Value {
        context! { by => self.by.as_deref() }
    }
}
