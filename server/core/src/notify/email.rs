//! The e-mail about a notification that is unread after two minutes.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use minijinja::{Value as TemplateValue, context};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::action::{NotificationAction, RouteName};
use super::code::NotificationCode;
use super::model::readable;
use super::stop_link::StoppedMails;
use super::store::{self, UnsentRow};
use crate::http::messages::{Language, MessageCode, Params};
use crate::mail::{Brand, Email, Envelope, ImportFinished, MailError, Recipient, Stoppable, TenantLink};
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
    /// A higher number runs later; jobs that people wait for have 0.
    const PRIORITY: i16 = 10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let mut tx = cx.begin().await?;
        let Some(row) = find_due(&mut tx, self.notification_id, app.clock.now()).await? else {
            tx.commit().await?;
            return Ok(Outcome::Done);
        };
        let recipient = Recipient::of_notice(&mut tx, row.user_id).await?;
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

/// Loads the notification whose e-mail is due. Returns none when it was read, sent or deleted meanwhile, and
/// [`ProcessError::later`] when it is too early.
pub async fn find_due(
    tx: &mut TenantTx,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<UnsentRow>, ProcessError> {
    let row = store::find_unsent(tx, id).await?;
    let remaining = row.as_ref().and_then(|row| (row.created_at + UNREAD_FOR - now).to_std().ok());
    match remaining.filter(|pause| !pause.is_zero()) {
        Some(pause) => Err(ProcessError::later(pause)),
        None => Ok(row),
    }
}

async fn send(cx: &ProcessCx, row: &UnsentRow, brand: &Brand, to: &Recipient) -> Result<(), MailError> {
    let app = cx.app();
    let path = find_screen_path(&readable(row.actions.clone()));
    let link = TenantLink::new(&app.config.public_origin, cx.tenant(), &path)?;
    let envelope = Envelope { id: cx.task_id(), brand, to, link: &link };
    let params = TextParams { params: &row.params, language: to.language };
    // A code of a newer release: its worker knows the text, this one does not.
    let Some(code) = NotificationCode::from_name(&row.code) else { return Ok(()) };
    let stopped = code.event().map(|event| StoppedMails { user_id: row.user_id, event });
    let stop = stopped.map(|stopped| stopped.link(&app.config, cx.tenant())).transpose()?;
    if code == NotificationCode::ImportFinished {
        return app.mailer.send(envelope, &Stoppable { email: params.to_import_finished(), stop }).await;
    }
    app.mailer.send(envelope, &Stoppable { email: params.to_email(code), stop }).await
}

/// The path of the first action that opens a screen.
fn find_screen_path(actions: &[NotificationAction]) -> String {
    let Some((route, action)) = actions.iter().find_map(|action| Some((action.route?, action))) else {
        return "/notifications".to_owned();
    };
    let record_id = action.route_params.as_ref().and_then(|params| params.get("id"));
    let room_id = action.route_query.as_ref().and_then(|query| query.get("room"));
    let id = record_id.or(room_id).cloned().unwrap_or_default();
    match route {
        RouteName::Shipment => format!("/shipments/{id}"),
        RouteName::ShipmentImport => format!("/shipments/imports/{id}"),
        RouteName::ClientImport => format!("/clients/imports/{id}"),
        RouteName::StockImport => format!("/stocks/imports/{id}"),
        RouteName::Ticket => format!("/supports/{id}"),
        RouteName::RegulatoryRequest => format!("/regulatory-requests/{id}"),
        RouteName::Invoice => format!("/invoices/{id}"),
        RouteName::Deposit => format!("/deposits/{id}"),
        RouteName::Claim => format!("/claims/{id}"),
        RouteName::Client => format!("/clients/{id}"),
        RouteName::User => format!("/users/{id}"),
        RouteName::Quote => format!("/quotes/{id}"),
        RouteName::Pickup => format!("/shipment-pickups/{id}"),
        RouteName::InboundParcel => format!("/inbound-parcels/{id}"),
        RouteName::BuyingRequest => format!("/buying-requests/{id}"),
        RouteName::Stocks => "/stocks".to_owned(),
        RouteName::StockItems => "/stock-items".to_owned(),
        RouteName::PartyDocuments => "/party-documents".to_owned(),
        RouteName::ShipmentDocuments => "/party-documents/shipments".to_owned(),
        RouteName::Shipments => "/shipments".to_owned(),
        RouteName::ApiTokens => "/integrations".to_owned(),
        RouteName::ReportSchedules => "/reports/schedules".to_owned(),
        RouteName::Webhooks => "/integrations/webhooks".to_owned(),
        RouteName::Processes => "/processes".to_owned(),
        RouteName::Home => format!("/?room={id}"),
        RouteName::Notifications => "/notifications".to_owned(),
    }
}

/// The parameters of a notification's text, and the language of the text.
struct TextParams<'a> {
    params: &'a Value,
    language: Language,
}

impl TextParams<'_> {
    fn text(&self, name: &str) -> String {
        self.params[name].as_str().unwrap_or_default().to_owned()
    }

    fn number(&self, name: &str) -> u64 {
        self.params[name].as_u64().unwrap_or_default()
    }

    fn money(&self) -> Option<Money> {
        Some(Money { amount: self.text("amount").parse().ok()?, currency: self.text("currency") })
    }

    /// A day with its times, if it has any: `27 Nov 2026, 09:00–12:00`.
    fn window(&self) -> Option<String> {
        let day: NaiveDate = self.text("day").parse().ok()?;
        let format = match self.language {
            Language::En => "%-d %b %Y",
            Language::PtBr | Language::Es => "%d/%m/%Y",
            Language::ZhCn => "%Y年%-m月%-d日",
        };
        let (from, to) = (self.text("from"), self.text("to"));
        let day = day.format(format);
        Some(if from.is_empty() { day.to_string() } else { format!("{day}, {from}–{to}") })
    }

    fn to_import_finished(&self) -> ImportFinished {
        ImportFinished {
            file: self.text("file_name"),
            created: self.number("created"),
            known: self.number("known"),
            refused: self.number("refused"),
        }
    }

    fn to_email(&self, code: NotificationCode) -> NotificationEmail {
        let reason = self.params["reason"].as_str().and_then(MessageCode::from_name);
        NotificationEmail {
            code,
            subject: ["tracking_code", "room", "file_name", "reference", "number", "name"]
                .into_iter()
                .map(|name| self.text(name))
                .find(|text| !text.is_empty())
                .unwrap_or_default(),
            count: self.number("done"),
            number: self.number("number"),
            status: self.number("status"),
            left_out: self.number("left_out"),
            printed_kind: self.text("about"),
            amount: self.money().map(|money| figures::money(&money, self.language)).unwrap_or_default(),
            window: self.window().unwrap_or_default(),
            reason_of_staff: self.text("why"),
            reason_text: reason.map(|code| code.text(self.language, &Params::new())).unwrap_or_default(),
        }
    }
}

/// To a user who has not read a notification.
pub struct NotificationEmail {
    pub code: NotificationCode,
    /// What the e-mail is about: the name of a file, of a room or of a person, a tracking code, the number of an invoice, or the
    /// reference of a payment. Templates call it `file`.
    pub subject: String,
    /// Number of processed units: labels, shipments, entries.
    pub count: u64,
    /// Number of the ticket or quote.
    pub number: u64,
    pub left_out: u64,
    /// Kind of the printed papers: `documents`; empty for labels. Templates call it `about`.
    pub printed_kind: String,
    /// The status of shipments that stopped.
    pub status: u64,
    /// With its currency, as the language writes it.
    pub amount: String,
    /// When somebody comes. Templates call it `when`.
    pub window: String,
    /// The reason that staff wrote. Templates call it `why`.
    pub reason_of_staff: String,
    /// The text of the error code, in the language of the e-mail. Templates call it `reason`.
    pub reason_text: String,
}

impl Email for NotificationEmail {
    const NAME: &'static str = "notification";

    fn values(&self) -> TemplateValue {
        context! {
            code => self.code.as_str(), file => self.subject.as_str(), count => self.count, number => self.number, left_out => self.left_out,
            about => self.printed_kind.as_str(),
            status => self.status, amount => self.amount.as_str(), when => self.window.as_str(),
            why => self.reason_of_staff.as_str(), reason => self.reason_text.as_str()
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
        let amount = |language| {
            TextParams { params: &params, language }.to_email(NotificationCode::DepositConfirmed).amount
        };
        assert_eq!(amount(Language::PtBr), "BRL 1.234,50");
        assert_eq!(amount(Language::En), "BRL 1,234.50");
    }

    #[test]
    fn a_window_has_its_day_as_the_reader_writes_it() {
        let params = json!({ "day": "2026-11-27", "from": "09:00", "to": "12:00" });
        let window = |language| {
            TextParams { params: &params, language }.to_email(NotificationCode::PickupScheduled).window
        };
        assert_eq!(window(Language::En), "27 Nov 2026, 09:00–12:00");
        assert_eq!(window(Language::PtBr), "27/11/2026, 09:00–12:00");
    }
}
