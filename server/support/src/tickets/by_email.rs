//! The e-mails of a ticket, for its page.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::TicketStatus;
use super::scope::TicketScope;
use super::states::{TicketRole, after};
use server_core::http::error::ApiResult;
use trade::wire_name;

wire_name! {
    /// Kind of the e-mail that became a message.
    SupportMailKind {
        Person = "person",
        /// An absence note or another program. An internal note.
        Automatic = "automatic",
        /// A report that an e-mail did not arrive. An internal note.
        Bounce = "bounce",
        /// Its sender is no recipient, or may be forged. An internal note until staff accept it.
        Unclear = "unclear",
    }
}

/// The e-mail that became a message.
#[derive(Object, Clone, Debug)]
pub struct SupportMessageMail {
    pub mail_kind: SupportMailKind,
    /// The e-mail, for its raw file. Only for staff.
    pub mail_id: Option<Uuid>,
    /// Address of the sender. Only for staff.
    pub sender: Option<String>,
    /// Quoted text and signature; empty without them.
    pub folded: String,
    /// The recipient whose address another person used. Only for staff.
    pub through: Option<String>,
    /// It was accepted as a message.
    pub accepted: bool,
    /// The current user can accept it as a message.
    pub can_accept: bool,
}

/// An address that a ticket writes to. Only for staff.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct SupportCorrespondent {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    /// Time since which e-mails do not reach it. No more e-mails are sent to it.
    pub failing_since: Option<DateTime<Utc>>,
    /// Time since which its replies are rejected and no e-mails are sent to it.
    pub revoked_at: Option<DateTime<Utc>>,
}

/// E-mails of a ticket.
#[derive(Object, Debug)]
pub struct SupportTicketMail {
    /// Recipients can reply by e-mail. False when this installation reads no replies.
    pub replies: bool,
    /// The ticket that this one continues.
    pub follows: Option<SupportTicketLink>,
    /// The current user can revoke and resume addresses.
    pub can_change: bool,
    /// The addresses that it writes to. Empty for users from outside.
    pub correspondents: Vec<SupportCorrespondent>,
}

/// A ticket by its number.
#[derive(Object, Debug, sqlx::FromRow)]
pub struct SupportTicketLink {
    pub id: Uuid,
    pub number: i32,
}

pub const OF_MESSAGES: &str = "
    select x.message_id, x.mail_id, x.kind, x.sender_email, x.folded, v.name as through,
           x.accepted_id is not null as accepted
    from support_message_mails x
    join support_messages m on m.id = x.message_id
    left join support_correspondents v on v.id = x.through_id
    where m.ticket_id = $1 and ($2 or m.note = 0)";
pub const CORRESPONDENTS: &str = "
    select id, name, email, failing_since, revoked_at from support_correspondents
    where ticket_id = $1 order by failing_since nulls last, name, id limit 600";
pub const FOLLOWS: &str = "
    select o.id, o.number from support_tickets t join support_tickets o on o.id = t.follows_id
    where t.id = $1 and o.deleted_at is null";

#[derive(sqlx::FromRow)]
struct MailRow {
    message_id: Uuid,
    mail_id: Uuid,
    kind: SupportMailKind,
    sender_email: String,
    folded: String,
    through: Option<String>,
    accepted: bool,
}

/// The status after a message was accepted, which is a message of a person from outside. None when it cannot be.
pub fn after_accept(status: TicketStatus, by: TicketRole) -> Option<TicketStatus> {
    after(status, Action::Reply, TicketRole::Participant).ok().filter(|_| by.is_staff())
}

/// The e-mails of the messages that the reader sees, with the ids of the messages.
pub async fn of_messages(
    tx: &mut TenantTx,
    scope: &TicketScope,
    id: Uuid,
    can_accept: bool,
) -> ApiResult<Vec<(Uuid, SupportMessageMail)>> {
    let rows: Vec<MailRow> =
        sqlx::query_as(OF_MESSAGES).bind(id).bind(scope.is_staff).fetch_all(&mut **tx).await?;
    let for_staff = |value| Some(value).filter(|_| scope.is_staff);
    Ok(rows
        .into_iter()
        .map(|row| {
            let mail = SupportMessageMail {
                can_accept: can_accept && !row.accepted && row.kind == SupportMailKind::Unclear,
                mail_kind: row.kind,
                mail_id: Some(row.mail_id).filter(|_| scope.is_staff),
                sender: for_staff(row.sender_email),
                folded: row.folded,
                through: row.through.filter(|_| scope.is_staff),
                accepted: row.accepted,
            };
            (row.message_id, mail)
        })
        .collect())
}

/// The e-mails of a ticket. `replies`: this installation reads replies. The grants rule who can change addresses.
pub async fn of_ticket(
    tx: &mut TenantTx,
    scope: &TicketScope,
    id: Uuid,
    replies: bool,
    grants: &Grants,
) -> ApiResult<SupportTicketMail> {
    let correspondents = match scope.is_staff {
        true => sqlx::query_as(CORRESPONDENTS).bind(id).fetch_all(&mut **tx).await?,
        false => Vec::new(),
    };
    let follows = sqlx::query_as(FOLLOWS).bind(id).fetch_optional(&mut **tx).await?;
    let can_change = scope.is_staff && grants.allow(Resource::SupportTicket, Action::Note);
    Ok(SupportTicketMail { replies, follows, can_change, correspondents })
}
