//! Writes what was decided about an e-mail.

use chrono::{DateTime, Utc};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::decide::Decision;
use super::gather::MailContext;
use super::store::{self, MessageKind, MessageMail};
use crate::outgoing::{self, StaffNews, TicketEvent, TicketNews};
use crate::tickets;
use crate::tickets::model::{TicketRow, TicketStatus};
use crate::tickets::store::{self as rows, NewMessage, NewReply, NewTicket};
use inbox::{Incoming, split};
use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::notify::NotificationCode;
use server_core::state::AppState;

/// As long as a message on the page.
const MAX_SHOWN: usize = 20_000;
const MAX_FOLDED: usize = 200_000;

/// An e-mail that is written.
pub struct MailWriter<'a> {
    pub app: &'a AppState,
    pub mail_id: Uuid,
    pub mail: &'a Incoming,
    pub context: &'a MailContext,
    pub request_id: String,
}

/// The message that was written, if any.
pub struct WrittenMessage {
    pub ticket_id: Uuid,
    pub message_id: Uuid,
    pub at: DateTime<Utc>,
}

impl MailWriter<'_> {
    /// Writes the message of a ticket for this decision.
    pub async fn write(&self, tx: &mut TenantTx, decision: Decision) -> ApiResult<Option<WrittenMessage>> {
        if decision == Decision::Open {
            let Some(opener) = &self.context.opener else { return Ok(None) };
            return self.open(tx, opener).await.map(Some);
        }
        if let Decision::Refuse(_) = decision {
            self.refuse(tx).await?;
        }
        let Some(row) = &self.context.row else { return Ok(None) };
        match decision {
            Decision::Drop(_) | Decision::Park(_) | Decision::Refuse(_) | Decision::Open => Ok(None),
            Decision::Bounce => self.bounce(tx, row).await.map(Some),
            Decision::Automatic => self.note(tx, row, MessageKind::Automatic, None).await.map(Some),
            Decision::Unclear => {
                let through = self.context.correspondent_id;
                let written = self.note(tx, row, MessageKind::Unclear, through).await?;
                let waits = Some(written.message_id);
                self.notify_staff(tx, row, NotificationCode::TicketMailUnclear, waits).await?;
                Ok(Some(written))
            }
            Decision::Add(status) => self.add(tx, row, status).await.map(Some),
            Decision::FollowUp => self.follow_up(tx, row).await.map(Some),
        }
    }

    async fn bounce(&self, tx: &mut TenantTx, row: &TicketRow) -> ApiResult<WrittenMessage> {
        let failed = self.context.correspondent_id;
        if let Some(correspondent_id) = failed {
            store::mark_failing(tx, correspondent_id, self.context.facts.now).await?;
        }
        let written = self.note(tx, row, MessageKind::Bounce, failed).await?;
        self.notify_staff(tx, row, NotificationCode::TicketMailFailed, failed).await?;
        Ok(written)
    }

    async fn notify_staff(
        &self,
        tx: &mut TenantTx,
        row: &TicketRow,
        code: NotificationCode,
        waits: Option<Uuid>,
    ) -> ApiResult<()> {
        let news = StaffNews { ticket_id: row.id, number: row.number, code, waits };
        outgoing::notify_staff(tx, self.app, self.context.facts.now, news).await
    }

    /// A note for staff. Nobody outside sees it, and the status stays.
    async fn note(
        &self,
        tx: &mut TenantTx,
        row: &TicketRow,
        kind: MessageKind,
        through_id: Option<Uuid>,
    ) -> ApiResult<WrittenMessage> {
        let (shown, folded) = self.text();
        let author_id = None;
        let message = NewMessage { author_id, ..self.message(row.id, &shown) };
        store::add_note(tx, &message).await?;
        self.mark(tx, message.id, kind, through_id, &folded).await?;
        self.audit(tx, row, "note", row.support_ticket_status).await?;
        tickets::announce_change_to_staff(tx, row.id);
        Ok(WrittenMessage { ticket_id: row.id, message_id: message.id, at: message.at })
    }

    async fn add(
        &self,
        tx: &mut TenantTx,
        row: &TicketRow,
        status: TicketStatus,
    ) -> ApiResult<WrittenMessage> {
        let (shown, folded) = self.text();
        let message = self.message(row.id, &shown);
        if row.support_ticket_status == TicketStatus::Closed {
            rows::set_status(tx, &[row.id], status, message.at).await?;
        }
        let is_response = message.by_staff && status == TicketStatus::Waiting;
        let taken_by = message.author_id.filter(|_| is_response && self.context.reply_takes_ticket);
        let reply = NewReply { message: &message, status, is_response, taken_by };
        rows::reply(tx, row, reply).await?;
        if taken_by.is_some() && row.assignee_id.is_none() {
            outgoing::withdraw_notices(tx, message.at, &[row.id]).await?;
        }
        self.mark(tx, message.id, MessageKind::Person, None, &folded).await?;
        self.audit(tx, row, "reply", status).await?;
        self.notify_readers(tx, row.id, row.number, TicketEvent::Replied(message.id)).await?;
        tickets::announce_change(tx, row.id).await?;
        Ok(WrittenMessage { ticket_id: row.id, message_id: message.id, at: message.at })
    }

    /// A new ticket with the same subject and recipients.
    async fn follow_up(&self, tx: &mut TenantTx, row: &TicketRow) -> ApiResult<WrittenMessage> {
        let (shown, folded) = self.text();
        let id = Uuid::now_v7();
        let message = NewMessage { id, ..self.message(id, &shown) };
        let ticket = NewTicket {
            id,
            priority: row.priority,
            subject_id: row.support_subject_id,
            department_id: row.department_id,
            service_id: row.service_id,
            shipment_id: row.shipment_id,
            client_id: row.client_id,
            partner_id: row.partner_id,
            created_by: message.author_id.unwrap_or(row.created_by_id),
        };
        let number = rows::insert(tx, &ticket, &message).await?;
        store::follow(tx, row.id, id, message.at).await?;
        self.mark(tx, message.id, MessageKind::Person, None, &folded).await?;
        let facts = json!({ "number": number, "follows": row.number });
        audit::record(tx, self.actor(), "support_ticket.create", Some(id), facts).await?;
        self.notify_readers(tx, id, number, TicketEvent::Created(message.id)).await?;
        tickets::announce_change(tx, id).await?;
        Ok(WrittenMessage { ticket_id: id, message_id: id, at: message.at })
    }

    pub(super) async fn mark(
        &self,
        tx: &mut TenantTx,
        message_id: Uuid,
        kind: MessageKind,
        through_id: Option<Uuid>,
        folded: &str,
    ) -> ApiResult<()> {
        let (sender_name, sender_email) = self.sender();
        let mail_id = self.mail_id;
        let mail = MessageMail { message_id, mail_id, kind, sender_name, sender_email, through_id, folded };
        Ok(store::add_message_mail(tx, &mail).await?)
    }

    pub(super) async fn notify_readers(
        &self,
        tx: &mut TenantTx,
        ticket_id: Uuid,
        number: i32,
        what: TicketEvent<'_>,
    ) -> ApiResult<()> {
        let party = self.context.party.as_ref();
        let (_, email) = self.sender();
        let news = TicketNews {
            ticket_id,
            number,
            author: party.and_then(|party| party.user_id),
            author_email: Some(email),
            author_name: party.map_or(email, |party| party.name.as_str()),
            what,
        };
        outgoing::notify_readers(tx, self.app, self.context.facts.now, &news).await
    }

    async fn audit(
        &self,
        tx: &mut TenantTx,
        row: &TicketRow,
        verb: &str,
        status: TicketStatus,
    ) -> ApiResult<()> {
        let mut facts = json!({ "number": row.number, "email": self.sender().1 });
        if row.support_ticket_status != status {
            facts["ticket_status"] = json!([row.support_ticket_status.code(), status.code()]);
        }
        audit::record(tx, self.actor(), &format!("support_ticket.{verb}"), Some(row.id), facts).await
    }

    pub(super) fn actor(&self) -> Actor {
        Actor { user_id: self.author(), ..Actor::server(self.app, self.request_id.clone()) }
    }

    fn author(&self) -> Option<Uuid> {
        self.context.party.as_ref().and_then(|party| party.user_id)
    }

    pub(super) fn sender(&self) -> (Option<&str>, &str) {
        let sender = self.mail.sender.as_ref();
        (sender.and_then(|sender| sender.name.as_deref()), sender.map_or("", |sender| sender.email.as_str()))
    }

    pub(super) fn message<'a>(&self, ticket_id: Uuid, body: &'a str) -> NewMessage<'a> {
        let party = self.context.party.as_ref();
        NewMessage {
            id: Uuid::now_v7(),
            ticket_id,
            author_id: party.and_then(|party| party.user_id),
            by_staff: party.is_some_and(|party| party.is_staff),
            body,
            at: self.context.facts.now,
        }
    }

    /// The new words and the rest. Nothing is lost: words that are too many are folded, and the raw e-mail is kept.
    pub(super) fn text(&self) -> (String, String) {
        let body = split(&self.mail.text, &self.context.known);
        let shown = if body.shown.trim().is_empty() { &self.mail.subject } else { &body.shown };
        let (shown, more) = cut(shown, MAX_SHOWN);
        let folded = if more.is_empty() { body.folded } else { format!("{more}\n\n{}", body.folded) };
        (shown.to_owned(), cut(&folded, MAX_FOLDED).0.to_owned())
    }
}

/// The first characters of a text, and the rest.
fn cut(text: &str, most: usize) -> (&str, &str) {
    text.split_at(text.char_indices().nth(most).map_or(text.len(), |(at, _)| at))
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(cut("ação", 2), ("aç", "ão"));
        assert_eq!(cut("ação", 4), ("ação", ""));
        assert_eq!(cut("", 4), ("", ""));
    }
}
