//! The e-mail with the PIN of a delivery.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::code::calculate;
use super::store::{self, PinRow};
use crate::recipient_choice::{RecipientAddress, find_address};
use server_core::http::error::ApiResult;
use server_core::mail::{Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{self, Outcome, Owner, Process, ProcessCx, ProcessError};
use server_core::settings;

/// Tells the recipient of a delivery its PIN.
#[derive(Serialize, Deserialize)]
pub struct TellPin {
    pub delivery_id: Uuid,
    /// Turn of the PIN; one that was replaced meanwhile is not told.
    pub turn: i16,
}

impl Process for TellPin {
    const KIND: &'static str = "field.tell_pin";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let origin = &app.config.public_origin;
        let mut tx = cx.begin().await?;
        let settings = settings::load(&mut tx).await?;
        let address = find_address(&mut tx, self.delivery_id).await?;
        let told = store::find_told(&mut tx, self.delivery_id, self.turn).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let wanted = address.zip(told).filter(|_| settings.flag(settings::TRACKING_EMAILS));
        let Some((RecipientAddress { email, language, tracking_code }, delivery)) = wanted else {
            return Ok(Outcome::Done);
        };
        let pin = calculate(&app.config.secret, cx.tenant().id.as_str(), self.delivery_id, self.turn);
        let link = TenantLink::new(origin, cx.tenant(), &format!("/tracking/{tracking_code}"))?;
        let to = Recipient { name: delivery.recipient_name, email, language };
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        app.mailer.send(envelope, &PinEmail { number: delivery.number, pin }).await?;
        Ok(Outcome::Done)
    }
}

/// Tells the recipients of those of the deliveries that ask for a PIN.
pub async fn tell(tx: &mut TenantTx, delivery_ids: &[Uuid]) -> ApiResult<()> {
    let pins = store::list_pins(tx, delivery_ids).await?;
    let to_task = |row: PinRow| TellPin { delivery_id: row.id, turn: row.pin_turn };
    let tasks: Vec<TellPin> = pins.into_iter().map(to_task).collect();
    Ok(process::enqueue_all(tx, Owner::NOBODY, tasks).await?)
}

struct PinEmail {
    number: String,
    pin: String,
}

impl Email for PinEmail {
    const NAME: &'static str = "delivery_pin";

    fn values(&self) -> Value {
        context! { number => self.number.as_str(), pin => self.pin.as_str() }
    }
}
