//! Tickets and their states. Pure.

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use policy::{Action, Grants, Resource};
use serde_json::Value;
use uuid::Uuid;

use super::by_email::{SupportMessageMail, SupportTicketMail};
use super::clock::{Moments, SupportClocks};
use super::files::SupportFile;
use super::scope::TicketScope;
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use trade::wire_code;
use trade::wire_name;

wire_code! {
    /// Status of a ticket.
    TicketStatus {
        Closed = 0,
        Open = 10,
        /// Answered by staff; waits for the client.
        Waiting = 20,
        Archived = 99,
    }
}

wire_code! {
    /// Priority of a ticket.
    TicketPriority { Low = 10, Normal = 20, High = 30, Urgent = 40 }
}

wire_name! {
    /// Kind of a recipient.
    AddressType {
        User = "user",
        Company = "company",
        Partner = "partner",
        Provider = "provider",
        Client = "client",
        Department = "department",
    }
}

/// The part of a user in a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TicketRole {
    Staff,
    /// Staff who asked: their replies are questions.
    StaffRequester,
    /// Works for the client or partner who asked.
    Requester,
    /// A recipient from outside.
    Participant,
}

impl TicketRole {
    pub const ALL: [Self; 4] = [Self::Staff, Self::StaffRequester, Self::Requester, Self::Participant];

    pub fn of(scope: &TicketScope, row: &TicketRow) -> Self {
        match (scope.is_staff, row.created_by_id == scope.user_id) {
            (true, true) => Self::StaffRequester,
            (true, false) => Self::Staff,
            (false, true) => Self::Requester,
            (false, false) if scope.owns(row.client_id, row.partner_id) => Self::Requester,
            (false, false) => Self::Participant,
        }
    }

    pub const fn is_staff(self) -> bool {
        matches!(self, Self::Staff | Self::StaffRequester)
    }
}

/// The status after an action, or why the status or the user's part does not allow it. The only table of the states.
pub const fn after(
    status: TicketStatus,
    action: Action,
    by: TicketRole,
) -> Result<TicketStatus, MessageCode> {
    use TicketStatus::{Archived, Closed, Open, Waiting};
    let is_open = matches!(status, Open | Waiting);
    match action {
        Action::Update | Action::Reply | Action::Note | Action::AppendRecipient | Action::Close
            if !is_open =>
        {
            Err(MessageCode::TicketNotOpen)
        }
        Action::Reply if matches!(by, TicketRole::Staff) => Ok(Waiting),
        Action::Reply => Ok(Open),
        Action::Note | Action::Reopen | Action::Archive | Action::Unarchive if !by.is_staff() => {
            Err(MessageCode::TicketForStaff)
        }
        Action::Note => Ok(status),
        Action::Update | Action::AppendRecipient | Action::Close if matches!(by, TicketRole::Participant) => {
            Err(MessageCode::TicketOfOthers)
        }
        Action::Update | Action::AppendRecipient => Ok(status),
        Action::Close => Ok(Closed),
        Action::Reopen | Action::Archive if !matches!(status, Closed) => Err(MessageCode::TicketNotClosed),
        Action::Reopen => Ok(Open),
        Action::Archive => Ok(Archived),
        Action::Unarchive if !matches!(status, Archived) => Err(MessageCode::TicketNotArchived),
        Action::Unarchive => Ok(Closed),
        _ => Ok(status),
    }
}

pub const fn verdict(status: TicketStatus, action: Action, by: TicketRole) -> Verdict {
    match after(status, action, by) {
        Ok(_) => Verdict::Yes,
        Err(code) => Verdict::no(code),
    }
}

/// Actions that the current user can do on a ticket.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupportTicketCan {
    pub update: bool,
    pub reply: bool,
    pub note: bool,
    pub append_recipient: bool,
    pub close: bool,
    pub reopen: bool,
    pub archive: bool,
    pub unarchive: bool,
    pub delete: bool,
}

impl SupportTicketCan {
    pub fn of(status: TicketStatus, by: TicketRole, grants: &Grants) -> Self {
        let may = |action| grants.allow(Resource::SupportTicket, action) && after(status, action, by).is_ok();
        Self {
            update: may(Action::Update),
            reply: may(Action::Reply),
            note: may(Action::Note),
            append_recipient: may(Action::AppendRecipient),
            close: may(Action::Close),
            reopen: may(Action::Reopen),
            archive: may(Action::Archive),
            unarchive: may(Action::Unarchive),
            delete: may(Action::Delete),
        }
    }
}

/// A ticket as it is stored, with the names of its references.
#[derive(sqlx::FromRow)]
pub struct TicketRow {
    pub id: Uuid,
    pub number: i32,
    pub support_ticket_status: TicketStatus,
    pub priority: TicketPriority,
    pub support_subject_id: Uuid,
    pub title_locale: Value,
    pub department_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
    pub shipment: Option<String>,
    pub client_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    pub created_by_id: Uuid,
    pub created_by_name: String,
    pub created_by_label: Option<String>,
    pub created_by_language: String,
    pub short_body: String,
    pub last_seq: i32,
    pub last_message_at: DateTime<Utc>,
    pub first_response_at: Option<DateTime<Utc>>,
    pub closed_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub last_seen_at: Option<DateTime<Utc>>,
    pub resting_since: Option<DateTime<Utc>>,
    pub rested_seconds: i64,
    pub first_response_hours: Option<i32>,
    pub resolution_hours: Option<i32>,
}

impl TicketRow {
    fn moments(&self) -> Moments {
        Moments {
            created_at: self.created_at,
            first_response_at: self.first_response_at,
            resting_since: self.resting_since,
            rested_seconds: self.rested_seconds,
            is_closed: matches!(self.support_ticket_status, TicketStatus::Closed | TicketStatus::Archived),
            first_response_hours: self.first_response_hours,
            resolution_hours: self.resolution_hours,
        }
    }
}

/// A person of a ticket.
#[derive(Object)]
pub struct TicketPerson {
    /// Null for a person without an account.
    pub id: Option<Uuid>,
    pub name: String,
    /// The client or partner the person works for; null for staff.
    pub label: Option<String>,
}

/// A ticket in a list.
#[derive(Object)]
pub struct SupportTicketSummary {
    pub id: Uuid,
    /// Number in the company, without gaps.
    pub number: i32,
    pub support_ticket_status: TicketStatus,
    /// False when it is closed or archived.
    pub active: bool,
    pub priority: TicketPriority,
    pub support_subject_id: Uuid,
    /// Title of the subject by language.
    pub title_locale: Value,
    pub shipment_id: Option<Uuid>,
    /// Tracking code of the shipment.
    pub shipment: Option<String>,
    pub created_by: TicketPerson,
    /// Beginning of the first message.
    pub short_body: String,
    pub last_message_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// When the current user last looked at it. It is read if `updated_at` is earlier.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// Only for staff.
    pub clocks: Option<SupportClocks>,
    pub can: SupportTicketCan,
}

/// A ticket with its recipients and messages.
#[derive(Object)]
pub struct SupportTicket {
    #[oai(flatten)]
    pub summary: SupportTicketSummary,
    pub department_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    /// First answer of staff.
    pub first_response_at: Option<DateTime<Utc>>,
    pub closed_at: Option<DateTime<Utc>>,
    /// Language of the requester. Only for staff.
    pub language: Option<String>,
    pub addresses: Vec<TicketAddress>,
    /// All messages in their order. Internal notes are only sent to staff.
    pub messages: Vec<TicketMessage>,
    pub by_email: SupportTicketMail,
}

/// A recipient.
#[derive(Object, sqlx::FromRow)]
pub struct TicketAddress {
    pub id: Uuid,
    pub address_type: AddressType,
    /// The user, client, partner, subsidiary or department.
    pub address_id: Uuid,
    /// Name; null for a department, which has `title_locale`.
    pub label: Option<String>,
    pub title_locale: Option<Value>,
    /// The chosen user of the recipient; null for all of its users.
    pub option: Option<String>,
}

/// A message.
#[derive(Object)]
pub struct TicketMessage {
    pub id: Uuid,
    /// Number of the message; an internal note has the number of the message before it.
    pub seq: i32,
    /// Only staff see it.
    pub internal: bool,
    /// Written by staff.
    pub by_staff: bool,
    /// Written by the current user.
    pub is_mine: bool,
    pub author: TicketPerson,
    /// Markdown.
    pub body: String,
    /// The same as clean HTML.
    pub body_html: String,
    pub files: Vec<SupportFile>,
    pub created_at: DateTime<Utc>,
    /// The e-mail that became the message; null for a message from the page.
    pub by_email: Option<SupportMessageMail>,
}

impl SupportTicketSummary {
    pub fn of(row: TicketRow, scope: &TicketScope, now: DateTime<Utc>, grants: &Grants) -> Self {
        let by = TicketRole::of(scope, &row);
        Self {
            can: SupportTicketCan::of(row.support_ticket_status, by, grants),
            clocks: scope.is_staff.then(|| row.moments().clocks(now)),
            active: matches!(row.support_ticket_status, TicketStatus::Open | TicketStatus::Waiting),
            id: row.id,
            number: row.number,
            support_ticket_status: row.support_ticket_status,
            priority: row.priority,
            support_subject_id: row.support_subject_id,
            title_locale: row.title_locale,
            shipment_id: row.shipment_id,
            shipment: row.shipment,
            created_by: TicketPerson {
                id: Some(row.created_by_id),
                name: row.created_by_name,
                label: row.created_by_label,
            },
            short_body: row.short_body,
            last_message_at: row.last_message_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
            last_seen_at: row.last_seen_at,
        }
    }
}

/// The tabs of the list.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TicketTab {
    /// Created by or addressed to the current user, without archived ones.
    #[oai(rename = "-1")]
    Mine,
    #[oai(rename = "0")]
    Closed,
    /// Open and waiting.
    #[oai(rename = "10")]
    Open,
    #[oai(rename = "20")]
    Waiting,
    #[oai(rename = "99")]
    Archived,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Per action: the status after it, for each status in the order 0, 10, 20, 99. `-` is refused. Rows: staff, staff
    /// who asked, requester, participant.
    const TABLE: [(Action, [&str; 4]); 9] = [
        (Action::Update, ["- 10 20 -", "- 10 20 -", "- 10 20 -", "- - - -"]),
        (Action::Reply, ["- 20 20 -", "- 10 10 -", "- 10 10 -", "- 10 10 -"]),
        (Action::Note, ["- 10 20 -", "- 10 20 -", "- - - -", "- - - -"]),
        (Action::AppendRecipient, ["- 10 20 -", "- 10 20 -", "- 10 20 -", "- - - -"]),
        (Action::Close, ["- 0 0 -", "- 0 0 -", "- 0 0 -", "- - - -"]),
        (Action::Reopen, ["10 - - -", "10 - - -", "- - - -", "- - - -"]),
        (Action::Archive, ["99 - - -", "99 - - -", "- - - -", "- - - -"]),
        (Action::Unarchive, ["- - - 0", "- - - 0", "- - - -", "- - - -"]),
        (Action::Delete, ["0 10 20 99", "0 10 20 99", "0 10 20 99", "0 10 20 99"]),
    ];

    #[test]
    fn every_status_action_and_part_is_as_in_the_table() {
        for (action, rows) in TABLE {
            for (by, row) in TicketRole::ALL.into_iter().zip(rows) {
                for (status, cell) in TicketStatus::ALL.iter().zip(row.split(' ')) {
                    let expected = cell.parse().ok().and_then(TicketStatus::from_code);
                    assert_eq!(after(*status, action, by).ok(), expected, "{action} at {status:?} by {by:?}");
                }
            }
        }
    }

    #[test]
    fn can_is_the_grant_and_the_state() {
        let can = SupportTicketCan::of(TicketStatus::Open, TicketRole::Staff, &Grants::NONE);
        assert!(!can.reply && !can.close && !can.delete);
    }
}
