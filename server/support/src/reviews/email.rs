//! The e-mail that asks a client about a delivered shipment.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::store::{self, InvitedClient};
use server_core::http::record_link::RecordLink;
use server_core::mail::{Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;

/// Asks the client of a shipment how it was.
#[derive(Serialize, Deserialize)]
pub struct SendReviewInvitation {
    pub review_id: Uuid,
}

impl Process for SendReviewInvitation {
    const KIND: &'static str = "freight.send_review_invitation";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let origin = &app.config.public_origin;
        let mut tx = cx.begin().await?;
        let settings = settings::load(&mut tx).await?;
        if !settings.flag(settings::REVIEWS) {
            return Ok(Outcome::Done);
        }
        let (secret, link) = RecordLink::generate(self.review_id);
        let Some(invited) = store::begin_inviting(&mut tx, &link).await? else { return Ok(Outcome::Done) };
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let link = TenantLink::new(origin, cx.tenant(), &format!("/review/{secret}"))?;
        let InvitedClient { tracking_code, client_name, email, language } = invited;
        let language = language.unwrap_or(settings.default_language);
        let to = Recipient { name: client_name, email, language };
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        app.mailer.send(envelope, &InvitationEmail { code: tracking_code }).await?;
        Ok(Outcome::Done)
    }
}

struct InvitationEmail {
    code: String,
}

impl Email for InvitationEmail {
    const NAME: &'static str = "review_invitation";

    fn values(&self) -> Value {
        context! { code => self.code.as_str() }
    }
}
