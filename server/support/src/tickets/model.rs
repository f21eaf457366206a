//! Tickets and their states. Pure.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use poem_openapi::registry::{MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromParameter, ParseResult, Type};
use poem_openapi::{Enum, Object};
use policy::Grants;
use serde_json::Value;
use uuid::Uuid;

use super::by_email::{SupportMessageMail, SupportTicketMail};
use super::clock::{Moments, SupportClocks};
use super::files::SupportFile;
use super::scope::TicketScope;
use super::states::{SupportTicketCan, TicketRole};
use crate::departments::SupportDepartmentOption;
use server_core::http::title::LocaleTitle;
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
    pub assignee_id: Option<Uuid>,
    pub assignee_name: Option<String>,
    pub active: bool,
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
    pub department_code: Option<String>,
    #[sqlx(json(nullable))]
    pub department_title: Option<LocaleTitle>,
}

impl TicketRow {
    /// The department whose targets apply.
    pub fn department(&self) -> Option<SupportDepartmentOption> {
        let (id, code) = (self.department_id?, self.department_code.clone()?);
        Some(SupportDepartmentOption { id, code, title_locale: self.department_title.clone()? })
    }

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
    /// An inactive ticket is in nobody's own tickets and sends no notices.
    pub active: bool,
    pub priority: TicketPriority,
    pub support_subject_id: Uuid,
    /// Title of the subject by language.
    pub title_locale: Value,
    pub shipment_id: Option<Uuid>,
    /// Tracking code of the shipment.
    pub shipment: Option<String>,
    pub created_by: TicketPerson,
    /// The member of the staff who looks after it; null if nobody does.
    pub assignee: Option<TicketPerson>,
    /// Beginning of the first message, as plain text.
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
    /// The department with its name.
    pub department: Option<SupportDepartmentOption>,
    pub service_id: Option<Uuid>,
    /// The client who asked; null for others. Only for staff.
    pub client_id: Option<Uuid>,
    /// First answer of staff.
    pub first_response_at: Option<DateTime<Utc>>,
    pub closed_at: Option<DateTime<Utc>>,
    /// Language of the requester. Only for staff.
    pub language: Option<String>,
    pub addresses: Vec<TicketAddress>,
    /// Files of all messages.
    pub attachments: Vec<SupportFile>,
    /// All messages in their order. Internal notes are only sent to staff.
    pub messages: Vec<TicketMessage>,
    pub by_email: SupportTicketMail,
}

/// A recipient.
#[derive(Object, sqlx::FromRow)]
pub struct TicketAddress {
    pub id: Uuid,
    pub address_type: AddressType,
    /// The user, client, partner, provider, subsidiary or department.
    pub address_id: Uuid,
    /// Code of the client, partner, provider or department.
    pub code: Option<String>,
    /// Name; null for a department or a provider, which have `title_locale`.
    pub label: Option<String>,
    pub title_locale: Option<Value>,
    /// The chosen user or contact of the recipient; null for all of them.
    pub option: Option<String>,
    /// Address of the chosen person, or of the client, partner or provider. Only for staff.
    pub email: Option<String>,
    pub phone: Option<String>,
    /// The chosen contact of a provider.
    #[oai(skip)]
    pub contact_id: Option<Uuid>,
}

impl TicketAddress {
    /// As others than staff see it: without the ways to reach people.
    pub fn without_contacts(self) -> Self {
        Self { email: None, phone: None, ..self }
    }
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
            can: SupportTicketCan::of(&row, by, grants),
            clocks: scope.is_staff.then(|| row.moments().clocks(now)),
            active: row.active,
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
            assignee: row.assignee_name.map(|name| TicketPerson { id: row.assignee_id, name, label: None }),
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
    /// Created by, assigned or addressed to the current user, without archived and inactive ones.
    #[oai(rename = "-1")]
    Mine,
    /// Open and waiting without an owner, without inactive ones.
    #[oai(rename = "-2")]
    Unassigned,
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

/// A tab as a parameter of the list; none for all tickets, also when it is empty or `null`.
pub struct TicketTabParameter(pub Option<TicketTab>);

impl Type for TicketTabParameter {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        TicketTab::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        TicketTab::schema_ref()
    }

    fn register(registry: &mut Registry) {
        TicketTab::register(registry);
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl ParseFromParameter for TicketTabParameter {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        match value {
            "" | "null" => Ok(Self(None)),
            tab => Ok(Self(Some(TicketTab::parse_from_parameter(tab).map_err(ParseError::propagate)?))),
        }
    }
}
