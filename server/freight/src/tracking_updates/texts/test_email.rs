use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::sample::Sample;
use super::{EmailTemplate, store};
use server_core::http::messages::Language;
use server_core::mail::{Brand, Envelope, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;

/// Sends an e-mail about a sample shipment to the user who asked for it.
#[derive(Serialize, Deserialize)]
pub struct SendTrackingTest {
    pub user_id: Uuid,
    pub event_code: String,
    pub language: Language,
    pub written: EmailTemplate,
}

impl Process for SendTrackingTest {
    const KIND: &'static str = "freight.send_tracking_test";
    const PRIORITY: i16 = -10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let origin = &app.config.public_origin;
        let mut tx = cx.begin().await?;
        let recipient = Recipient::of(&mut tx, self.user_id).await?;
        let event = store::find_event(&mut tx, &self.event_code).await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let (Some(recipient), Some(event)) = (recipient, event) else { return Ok(Outcome::Done) };
        let to = Recipient { language: self.language, ..recipient };
        let sample =
            Sample { event: &event, language: self.language, settings: &settings, now: app.clock.now() };
        let link = TenantLink::new(origin, cx.tenant(), "/tracking")?;
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        app.mailer.send(envelope, &sample.email(self.written)).await?;
        Ok(Outcome::Done)
    }
}
