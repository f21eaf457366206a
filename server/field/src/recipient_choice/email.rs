//! The e-mail after a failed attempt, with the link by which its recipient chooses.

use chrono::TimeDelta;
use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::store::{self, AskedDelivery};
use crate::deliveries::store as delivery_store;
use freight::shipments::to_deliver;
use server_core::http::error::ApiResult;
use server_core::http::messages::Language;
use server_core::http::record_link::RecordLink;
use server_core::mail::{Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;

/// How long the link is good, if the parcels are not loaded earlier.
const VALID_FOR: TimeDelta = TimeDelta::days(7);

/// Asks the recipient of a delivery what to do after a failed attempt.
#[derive(Serialize, Deserialize)]
pub struct AskRecipient {
    pub delivery_id: Uuid,
}

impl Process for AskRecipient {
    const KIND: &'static str = "field.ask_recipient";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let origin = &app.config.public_origin;
        let mut tx = cx.begin().await?;
        let settings = settings::load(&mut tx).await?;
        let found = find_address(&mut tx, self.delivery_id).await?;
        let Some(address) = found.filter(|_| settings.flag(settings::TRACKING_EMAILS)) else {
            return Ok(Outcome::Done);
        };
        let (secret, link) = RecordLink::generate(self.delivery_id);
        let until = app.clock.now() + VALID_FOR;
        // Taken back, or under way again.
        let Some(AskedDelivery { number, recipient_name }) =
            store::begin_asking(&mut tx, &link, until).await?
        else {
            return Ok(Outcome::Done);
        };
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let link = TenantLink::new(origin, cx.tenant(), &format!("/delivery/{secret}"))?;
        let RecipientAddress { email, language, .. } = address;
        let to = Recipient { name: recipient_name, email, language };
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        app.mailer.send(envelope, &ChoiceEmail { number }).await?;
        Ok(Outcome::Done)
    }
}

/// Where the recipient of a delivery gets e-mails.
#[derive(Debug)]
pub struct RecipientAddress {
    pub email: String,
    pub language: Language,
    /// The shipment whose sender wants the e-mails.
    pub tracking_code: String,
}

/// Where the recipient gets e-mails, and in which language. None when the senders of all its shipments do not want them.
pub async fn find_address(tx: &mut TenantTx, delivery_id: Uuid) -> ApiResult<Option<RecipientAddress>> {
    let cargo = delivery_store::list_cargo(tx, &[delivery_id]).await?;
    let ids: Vec<Uuid> = cargo.iter().filter(|row| row.is_open).map(|row| row.shipment_id).collect();
    let shipments = to_deliver::load_shipments(tx, &ids).await?;
    Ok(shipments.into_iter().find_map(|one| {
        let (email, language) = one.to_email.zip(one.to_updates_language)?;
        let language = Language::nearest(&language).unwrap_or_default();
        Some(RecipientAddress { email, language, tracking_code: one.tracking_code })
    }))
}

struct ChoiceEmail {
    number: String,
}

impl Email for ChoiceEmail {
    const NAME: &'static str = "delivery_choice";

    fn values(&self) -> Value {
        context! { number => self.number.as_str() }
    }
}
