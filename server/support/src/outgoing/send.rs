//! The process that sends a message of a ticket to one correspondent.

use serde::{Deserialize, Serialize};
use tenancy::Tenant;
use uuid::Uuid;

use super::email::{Occasion, TicketEmail};
use super::store::{self, ToSend};
use super::token;
use crate::markdown;
use server_core::http::messages::Language;
use server_core::mail::{
    Brand, Envelope, MailError, PersonMessage, Recipient, Stoppable, TenantLink, Thread, Use,
};
use server_core::notify;
use server_core::notify::event::NotificationEvent;
use server_core::notify::stop_link::StoppedMails;
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;
use server_core::state::AppState;

/// Sends a message, unless its user has read the notification.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendTicketEmail {
    pub correspondent_id: Uuid,
    /// None for the newest public message.
    pub message_id: Option<Uuid>,
    /// The notification of the user; none for an address without an account.
    pub notification_id: Option<Uuid>,
    pub(super) occasion: Occasion,
}

impl Process for SendTicketEmail {
    const KIND: &'static str = "support.send_ticket_email";
    /// A higher number runs later; jobs that people wait for have 0.
    const PRIORITY: i16 = 10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let (app, now) = (cx.app(), cx.app().clock.now());
        let mut tx = cx.begin().await?;
        if let Some(id) = self.notification_id
            && notify::email::find_due(&mut tx, id, now).await?.is_none()
        {
            tx.commit().await?;
            return Ok(Outcome::Done);
        }
        let found = store::to_send(&mut tx, self.correspondent_id, self.message_id).await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, &app.config.public_origin).await?;
        tx.commit().await?;
        let message_id = found.as_ref().map(|row| row.message_id);
        if let Some(row) = found {
            self.send(&cx, &brand, row).await?;
        }
        let mut tx = cx.begin().await?;
        if let Some(id) = message_id {
            store::mark_sent(&mut tx, self.correspondent_id, id).await?;
        }
        if let Some(id) = self.notification_id {
            notify::mark_sent(&mut tx, id, now).await?;
        }
        tx.commit().await?;
        Ok(Outcome::Done)
    }
}

impl SendTicketEmail {
    async fn send(&self, cx: &ProcessCx, brand: &Brand, row: ToSend) -> Result<(), MailError> {
        let (app, tenant) = (cx.app(), cx.tenant());
        let language = Language::nearest(&row.language).unwrap_or_default();
        let to = Recipient { name: row.name.clone(), email: row.email.clone(), language };
        let link = TenantLink::new(&app.config.public_origin, tenant, &find_path(&row))?;
        let envelope = Envelope { id: cx.task_id(), brand, to: &to, link: &link };
        let thread = self.thread(app, tenant, &row)?;
        let stopped =
            row.user_id.map(|user_id| StoppedMails { user_id, event: NotificationEvent::TicketMessage });
        let stop = stopped.map(|stopped| stopped.link(&app.config, tenant)).transpose()?;
        let email = build_email(self.occasion, row, language, thread);
        app.mailer.send(envelope, &Stoppable { email, stop }).await
    }

    fn thread(&self, app: &AppState, tenant: &Tenant, row: &ToSend) -> Result<Thread, MailError> {
        let id = |id: &Uuid| format!("{id}@{}", tenant.primary_host);
        let token = token::of(&app.config.secret, &tenant.id, self.correspondent_id);
        let address = |usage| {
            let addresses = app.config.reply_address.as_ref();
            addresses.map(|addresses| addresses.of(usage, tenant.id.as_str(), &token)).transpose()
        };
        // The first message of a ticket has the ticket's id.
        let root = id(&row.ticket_id);
        let own = id(&row.message_id);
        let earlier = row.earlier.iter().rev().map(id).filter(|earlier| *earlier != root);
        let before = row.last_message_id.filter(|last| *last != row.message_id);
        Ok(Thread {
            in_reply_to: before.as_ref().map(id),
            references: std::iter::once(root.clone()).chain(earlier).filter(|one| *one != own).collect(),
            message_id: own,
            reply_to: address(Use::Reply)?,
            bounce_to: address(Use::Bounce)?,
            mark: token::mark(&app.config.secret),
        })
    }
}

/// The ticket; for an address without an account, the shipment or the company's site.
fn find_path(row: &ToSend) -> String {
    match (&row.user_id, &row.tracking_code) {
        (Some(_), _) => format!("/supports/{}", row.ticket_id),
        (None, Some(code)) => format!("/tracking/{code}"),
        (None, None) => "/".to_owned(),
    }
}

fn build_email(occasion: Occasion, row: ToSend, language: Language, thread: Thread) -> TicketEmail {
    let title = row.title_locale[language.locale_key()].as_str().filter(|title| !title.is_empty());
    let title = title.or_else(|| row.title_locale.as_object()?.values().find_map(|one| one.as_str()));
    TicketEmail {
        occasion,
        number: row.number,
        title: title.unwrap_or_default().to_owned(),
        code: row.tracking_code.unwrap_or_default(),
        author: [row.author, row.company].into_iter().flatten().collect::<Vec<_>>().join(", "),
        has_account: row.user_id.is_some(),
        message: PersonMessage { html: markdown::render(&row.body, row.is_plain), text: row.body },
        thread,
    }
}
