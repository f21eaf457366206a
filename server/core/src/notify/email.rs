//! The e-mail about a notification that is unread after two minutes.

use chrono::{DateTime, TimeDelta, Utc};
use minijinja::{Value as TemplateValue, context};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::action::{NotificationAction, RouteName};
use super::code::NotificationCode;
use super::model::readable;
use super::store::{self, SendRow};
use crate::http::messages::{Language, MessageCode, Params};
use crate::mail::{Brand, Email, Envelope, ImportFinished, MailError, Recipient, TenantLink};
use crate::process::{Outcome, Process, ProcessCx, ProcessError};
use crate::settings;
use trade::figures::{self, Money};

/// Time in which a user can read the notification on the screen.
pub const UNREAD_FOR: TimeDelta = TimeDelta::minutes(2);

/// Sends the e-mail, unless the notification has been read.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendNotification {
    pub notification_id: Uuid,
}

impl Process for SendNotification {
    const KIND: &'static str = "notifications.send_email";
    /// Jobs that people wait for run before this one.
    const PRIORITY: i16 = 10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let mut tx = cx.begin().await?;
        let Some(row) = unread(&mut tx, self.notification_id, app.clock.now()).await? else {
            tx.commit().await?;
            return Ok(Outcome::Done);
        };
        let recipient = Recipient::of(&mut tx, row.user_id).await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, &app.config.public_origin).await?;
        tx.commit().await?;
        if let Some(to) = recipient {
            send(&cx, &row, &brand, &to).await?;
        }
        let mut tx = cx.begin().await?;
        store::mark_sent(&mut tx, self.notification_id, app.clock.now()).await?;
        tx.commit().await?;
        Ok(Outcome::Done)
    }
}

/// The notification, when its e-mail is due; none when it was read or sent, or is gone. Fails until it is due.
pub async fn unread(
    tx: &mut TenantTx,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<SendRow>, ProcessError> {
    let row = store::to_send(tx, id).await?;
    let early = row.as_ref().and_then(|row| (row.created_at + UNREAD_FOR - now).to_std().ok());
    match early.filter(|pause| !pause.is_zero()) {
        Some(pause) => Err(ProcessError::later(pause)),
        None => Ok(row),
    }
}

async fn send(cx: &ProcessCx, row: &SendRow, brand: &Brand, to: &Recipient) -> Result<(), MailError> {
    let app = cx.app();
    let link =
        TenantLink::new(&app.config.public_origin, cx.tenant(), &page(&readable(row.actions.clone())))?;
    let envelope = Envelope { id: cx.task_id(), brand, to, link: &link };
    let values = Values { params: &row.params, language: to.language };
    match NotificationCode::from_name(&row.code) {
        Some(NotificationCode::ImportFinished) => app.mailer.send(envelope, &values.import_finished()).await,
        Some(code) => app.mailer.send(envelope, &values.of(code)).await,
        // A code of a newer release: its worker knows the text, this one does not.
        None => Ok(()),
    }
}

/// The page of the first action that opens a screen.
fn page(actions: &[NotificationAction]) -> String {
    let screen = actions.iter().find_map(|action| Some((action.route?, action)));
    let of = |action: &NotificationAction| {
        let named = action.route_params.as_ref().and_then(|params| params.get("id"));
        named.or_else(|| action.route_query.as_ref()?.get("room")).cloned()
    };
    let id = screen.and_then(|(_, action)| of(action)).unwrap_or_default();
    match screen.map(|(route, _)| route) {
        Some(RouteName::Shipment) => format!("/shipments/{id}"),
        Some(RouteName::ShipmentImport) => format!("/shipments/imports/{id}"),
        Some(RouteName::ClientImport) => format!("/clients/imports/{id}"),
        Some(RouteName::Ticket) => format!("/supports/{id}"),
        Some(RouteName::RegulatoryRequest) => format!("/regulatory-requests/{id}"),
        Some(RouteName::Invoice) => format!("/invoices/{id}"),
        Some(RouteName::Deposit) => format!("/deposits/{id}"),
        Some(RouteName::User) => format!("/users/{id}"),
        Some(RouteName::Shipments) => "/shipments".to_owned(),
        Some(RouteName::Processes) => "/processes".to_owned(),
        Some(RouteName::Home) => format!("/?room={id}"),
        Some(RouteName::Notifications) | None => "/notifications".to_owned(),
    }
}

/// The parameters of a notification.
struct Values<'a> {
    params: &'a Value,
    language: Language,
}

impl Values<'_> {
    fn text(&self, name: &str) -> String {
        self.params[name].as_str().unwrap_or_default().to_owned()
    }

    fn number(&self, name: &str) -> u64 {
        self.params[name].as_u64().unwrap_or_default()
    }

    fn money(&self) -> Option<Money> {
        Some(Money { amount: self.text("amount").parse().ok()?, currency: self.text("currency") })
    }

    fn import_finished(&self) -> ImportFinished {
        ImportFinished {
            file: self.text("file_name"),
            created: self.number("created"),
            known: self.number("known"),
            refused: self.number("refused"),
        }
    }

    fn of(&self, code: NotificationCode) -> NotificationEmail {
        let reason = self.params["reason"].as_str().and_then(MessageCode::from_name);
        NotificationEmail {
            code,
            file: ["tracking_code", "room", "file_name", "reference", "number", "name"]
                .into_iter()
                .map(|name| self.text(name))
                .find(|text| !text.is_empty())
                .unwrap_or_default(),
            count: self.number("done"),
            number: self.number("number"),
            status: self.number("status"),
            left_out: self.number("left_out"),
            about: self.text("about"),
            amount: self.money().map(|money| figures::money(&money, self.language)).unwrap_or_default(),
            why: self.text("why"),
            reason: reason.map(|code| code.text(self.language, &Params::new())).unwrap_or_default(),
        }
    }
}

/// To a user who has not read a notification.
pub struct NotificationEmail {
    pub code: NotificationCode,
    /// The file, the tracking code, the name of the room or of a person, or the reference of a payment.
    pub file: String,
    /// Number of units: labels, shipments, entries.
    pub count: u64,
    /// Number of the ticket.
    pub number: u64,
    pub left_out: u64,
    /// Kind of the printed papers: `documents`; empty for labels.
    pub about: String,
    /// The status of shipments that stopped.
    pub status: u64,
    /// With its currency, as the language writes it.
    pub amount: String,
    /// The reason that staff wrote.
    pub why: String,
    pub reason: String,
}

impl Email for NotificationEmail {
    const NAME: &'static str = "notification";

    fn values(&self) -> TemplateValue {
        context! {
            code => self.code.as_str(), file => self.file.as_str(), count => self.count, number => self.number, left_out => self.left_out,
            about => self.about.as_str(),
            status => self.status, amount => self.amount.as_str(),
            why => self.why.as_str(), reason => self.reason.as_str()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_amount_is_written_as_the_reader_writes_it() {
        let params = json!({ "amount": "1234.5", "currency": "BRL", "reference": "PIX 7" });
        let amount =
            |language| Values { params: &params, language }.of(NotificationCode::DepositConfirmed).amount;
        assert_eq!(amount(Language::PtBr), "BRL 1.234,50");
        assert_eq!(amount(Language::En), "BRL 1,234.50");
    }
}
