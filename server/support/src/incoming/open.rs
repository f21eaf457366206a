//! An e-mail that belongs to no ticket: it opens one, or its sender is told that it does not.

use chrono::{DateTime, TimeDelta, Utc};
use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::refusal::RefuseMail;
use super::store::{MessageKind, Party};
use super::write::{MailWriter, WrittenMessage};
use crate::outgoing::TicketEvent;
use crate::subjects;
use crate::tickets::model::TicketPriority;
use crate::tickets::recipients::{self, RecipientInput};
use crate::tickets::store::{self as rows, NewMessage, NewTicket};
use crate::tickets::{self, TicketScope};
use access::is_inside;
use access::live_rights::LiveRights;
use inbox::Incoming;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::process::enqueue_quietly;
use server_core::settings::Settings;
use server_core::state::AppState;

/// The subject of tickets that e-mails open: the one of the settings while it is active, else the first.
pub const SUBJECT: &str = "
    select id from support_subjects where active
    order by id is not distinct from $1 desc, search_text(code), id limit 1";
pub const USER: &str = concat!(
    "select u.id, u.name, ",
    is_inside!("u."),
    " as is_staff from users u where u.email = $1 and u.active"
);

/// Notes that an address is told now; no row when it was told after `$3`.
pub const TELL: &str = "
    insert into support_mail_refusals as r (email, told_at) values ($1, $2)
    on conflict (email) do update set told_at = excluded.told_at where r.told_at <= $3";
pub const LAPSE_REFUSALS: &str = "delete from support_mail_refusals where told_at < $1";

/// A user who may open tickets by e-mail, with the subject that they get.
pub struct Opener {
    pub party: Party,
    scope: TicketScope,
    subject_id: Uuid,
    client_id: Option<Uuid>,
    partner_id: Option<Uuid>,
}

/// The user with this address, if the company takes tickets by e-mail and the user may open them.
pub async fn opener(
    tx: &mut TenantTx,
    app: &AppState,
    settings: &Settings,
    mail: &Incoming,
) -> ApiResult<Option<Opener>> {
    let Some(sender) = mail.sender.as_ref().filter(|_| settings.mail_opens_tickets) else { return Ok(None) };
    let user: Option<(Uuid, String, bool)> =
        sqlx::query_as(USER).bind(&sender.email).fetch_optional(&mut **tx).await?;
    let Some((id, name, is_staff)) = user else { return Ok(None) };
    let Some(reach) = LiveRights::of(&app.policy, tx, id).await? else { return Ok(None) };
    let Some(scope) = TicketScope::of_reach(&reach, Action::Create) else { return Ok(None) };
    let subject = sqlx::query_scalar(SUBJECT).bind(settings.mail_ticket_subject_id);
    let subject: Option<Uuid> = subject.fetch_optional(&mut **tx).await?;
    Ok(subject.map(|subject_id| Opener {
        party: Party { id: None, user_id: Some(id), name, is_staff },
        scope,
        subject_id,
        client_id: reach.client_id,
        partner_id: reach.partner_id,
    }))
}

async fn may_tell(tx: &mut TenantTx, email: &str, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let query = sqlx::query(TELL).bind(email).bind(now).bind(now - TimeDelta::days(1));
    Ok(query.execute(&mut **tx).await?.rows_affected() == 1)
}

/// Forgets whom was told more than a day ago.
pub async fn delete_expired(tx: &mut TenantTx, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(LAPSE_REFUSALS).bind(now - TimeDelta::days(1)).execute(&mut **tx).await?;
    Ok(())
}

impl MailWriter<'_> {
    /// Opens a ticket of the sender. The people of its subject become recipients.
    pub(super) async fn open(&self, tx: &mut TenantTx, opener: &Opener) -> ApiResult<WrittenMessage> {
        let (shown, folded) = self.text();
        let body = match self.mail.subject.trim() {
            subject if subject.is_empty() || subject == shown.trim() => shown,
            subject => format!("{subject}\n\n{shown}"),
        };
        let id = Uuid::now_v7();
        let message = NewMessage { id, ..self.message(id, &body) };
        let route = subjects::route(tx, opener.subject_id).await?.unwrap_or_default();
        let by = opener.party.user_id.unwrap_or_default();
        let ticket = NewTicket {
            id,
            priority: TicketPriority::Normal,
            subject_id: opener.subject_id,
            department_id: route.1.first().copied(),
            service_id: None,
            shipment_id: None,
            client_id: opener.client_id,
            partner_id: opener.partner_id,
            created_by: by,
        };
        let number = rows::insert(tx, &ticket, &message).await?;
        recipients::insert(tx, id, &RecipientInput::of_route(route), by, message.at).await?;
        self.mark(tx, id, MessageKind::Person, None, &folded).await?;
        let facts = json!({ "number": number, "email": self.sender().1 });
        audit::record(tx, self.actor(), "support_ticket.create", Some(id), facts).await?;
        self.notify_readers(tx, id, number, TicketEvent::Created(id)).await?;
        rows::see(tx, &opener.scope, id, message.at).await?;
        tickets::announce_change(tx, id).await?;
        Ok(WrittenMessage { ticket_id: id, message_id: id, at: message.at })
    }

    /// Tells the sender that nobody reads the e-mail, at most once a day.
    pub(super) async fn refuse(&self, tx: &mut TenantTx) -> ApiResult<()> {
        let (_, email) = self.sender();
        if email.is_empty() || !may_tell(tx, email, self.context.facts.now).await? {
            return Ok(());
        }
        Ok(enqueue_quietly(tx, RefuseMail { email: email.to_owned() }).await?)
    }
}
