//! The password-reset e-mail. The user is looked up here, outside the request, so that neither the answer nor its time
//! reveals whether the address is known.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::account_link::{self, Purpose};
use server_core::mail::{Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;

pub const FIND_USER: &str = "select id from users where email = $1 and active";

/// Sends the link to the user with this address, if there is one.
#[derive(Serialize, Deserialize)]
pub struct SendRecovery {
    pub email: String,
}

impl Process for SendRecovery {
    const KIND: &'static str = "access.send_recovery";
    const PRIORITY: i16 = -10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut tx = cx.begin().await?;
        let found: Option<Uuid> =
            sqlx::query_scalar(FIND_USER).bind(&self.email).fetch_optional(&mut *tx).await?;
        let Some(user_id) = found else {
            tx.commit().await?;
            return Ok(Outcome::Done);
        };
        let app = cx.app();
        let settings = settings::load(&mut tx).await?;
        let (purpose, now) = (Purpose::ResetPassword, app.clock.now());
        let secret = account_link::create(&mut tx, user_id, purpose, &settings, now).await?;
        let origin = &app.config.public_origin;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        let recipient = Recipient::of(&mut tx, user_id).await?;
        tx.commit().await?;
        let Some(to) = recipient else { return Ok(Outcome::Done) };

        let link = TenantLink::new(origin, cx.tenant(), &format!("/password/reset/{secret}"))?;
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        app.mailer.send(envelope, &PasswordResetEmail).await?;
        Ok(Outcome::Done)
    }
}

struct PasswordResetEmail;

impl Email for PasswordResetEmail {
    const NAME: &'static str = "password_recovery";

    fn values(&self) -> Value {
        context! {}
    }
}
