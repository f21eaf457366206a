//! E-mails that inform a user and link to a page without a secret.

use uuid::Uuid;

use super::{Brand, Email, Envelope, Recipient, TenantLink};
use crate::process::{Outcome, ProcessCx, ProcessError};
use crate::settings;

/// Sends the e-mail, unless the user does not exist any more.
pub async fn tell(
    cx: &ProcessCx,
    user_id: Uuid,
    page: &str,
    email: &impl Email,
) -> Result<Outcome, ProcessError> {
    let app = cx.app();
    let origin = &app.config.public_origin;
    let mut tx = cx.begin().await?;
    let recipient = Recipient::of(&mut tx, user_id).await?;
    let settings = settings::load(&mut tx).await?;
    let brand = Brand::of(&mut tx, &settings, origin).await?;
    tx.commit().await?;
    let Some(to) = recipient else { return Ok(Outcome::Done) };
    let link = TenantLink::new(origin, cx.tenant(), page)?;
    let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
    app.mailer.send(envelope, email).await?;
    Ok(Outcome::Done)
}
