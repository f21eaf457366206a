//! Notifications and e-mails about a ticket. The e-mails form a conversation.
//!
//! A user gets the e-mail by preference, when the notification is unread after two minutes; an address without an
//! account gets it at once. Internal notes are not public messages, so no statement here reads them.

mod email;
mod send;
pub mod store;
pub mod token;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

pub use send::SendTicketEmail;

use crate::tickets::model::TicketRow;
use crate::tickets::webhook_events;
use access::users::staff;
use email::Occasion;
use integrations::webhooks::WebhookEventType;
use parties::provider_contacts::{self, ProviderContact};
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};
use server_core::process::{Owner, enqueue_all};
use server_core::settings;
use server_core::state::AppState;
use store::NewCorrespondent;
pub use store::Reader;

/// Something that happened to a ticket.
pub struct TicketNews<'a> {
    pub ticket_id: Uuid,
    pub number: i32,
    /// The user who did it, who hears nothing of it.
    pub author: Option<Uuid>,
    /// The address of an author without an account.
    pub author_email: Option<&'a str>,
    pub author_name: &'a str,
    pub what: TicketEvent<'a>,
}

pub enum TicketEvent<'a> {
    /// The ticket was opened with this message.
    Created(Uuid),
    /// A public message.
    Replied(Uuid),
    /// New recipients.
    Added(&'a [Uuid]),
}

impl TicketEvent<'_> {
    const fn code(&self) -> NotificationCode {
        match self {
            Self::Created(_) => NotificationCode::TicketCreated,
            Self::Replied(_) => NotificationCode::TicketReplied,
            Self::Added(_) => NotificationCode::TicketAdded,
        }
    }

    const fn occasion(&self) -> Occasion {
        match self {
            Self::Created(_) => Occasion::Created,
            Self::Replied(_) => Occasion::Replied,
            Self::Added(_) => Occasion::Added,
        }
    }

    const fn webhook_event(&self) -> Option<WebhookEventType> {
        match self {
            Self::Created(_) => Some(WebhookEventType::SupportTicketCreated),
            Self::Replied(_) => Some(WebhookEventType::SupportTicketReplied),
            Self::Added(_) => None,
        }
    }

    const fn message_id(&self) -> Option<Uuid> {
        match self {
            Self::Created(id) | Self::Replied(id) => Some(*id),
            Self::Added(_) => None,
        }
    }

    const fn only(&self) -> Option<&[Uuid]> {
        match self {
            Self::Added(recipients) => Some(recipients),
            _ => None,
        }
    }
}

/// The beginning of the references of a ticket's notifications.
pub fn reference(ticket_id: Uuid) -> String {
    format!("support_ticket:{ticket_id}:")
}

/// Notifies everybody of the ticket but the author, and webhooks, once `tx` commits. Staff who hear of a ticket only because it reaches
/// nobody are not bothered any more once it reaches somebody or is over: [`withdraw_notices`].
pub async fn notify_readers(
    tx: &mut TenantTx,
    state: &AppState,
    at: DateTime<Utc>,
    news: &TicketNews<'_>,
) -> ApiResult<()> {
    if let Some(kind) = news.what.webhook_event() {
        webhook_events::announce(tx, at, kind, &[news.ticket_id]).await?;
    }
    if !store::sends_notices(tx, news.ticket_id).await? {
        return Ok(());
    }
    let waiting = match news.what.only() {
        None => staff_of_unaddressed(tx, state, news.ticket_id).await?,
        Some(_) => Vec::new(),
    };
    let readers = store::load_readers(tx, news.ticket_id, news.author, news.what.only(), &waiting).await?;
    let mut notices: Vec<Notice> = readers.iter().map(|reader| build_notice(reader.id, news)).collect();
    for notice in notices.iter_mut().filter(|notice| waiting.contains(&notice.user_id)) {
        notice.subjects.push(news.ticket_id);
    }
    let by_email = notify::push_unsent(tx, at, &notices).await?;
    let mut without_account = store::without_account(tx, news.ticket_id, news.what.only()).await?;
    without_account.extend(at_providers(tx, news.ticket_id, news.what.only()).await?);
    without_account.retain(|(_, email)| news.author_email != Some(email.as_str()));
    if by_email.is_empty() && without_account.is_empty() {
        return Ok(());
    }
    let notifications: HashMap<Uuid, Uuid> =
        by_email.into_iter().map(|unsent| (unsent.user_id, unsent.id)).collect();
    let language = settings::load(tx).await?.default_language.as_str();
    let to_users = readers.into_iter().filter(|reader| notifications.contains_key(&reader.id));
    let to_users = to_users.map(|Reader { id, name, email, language, .. }| (Some(id), name, email, language));
    let to_others = without_account.into_iter().map(|(name, email)| (None, name, email, language.to_owned()));
    let mut new: Vec<NewCorrespondent> =
        to_users.chain(to_others).map(|person| correspondent(tx, state, person)).collect();
    // An address is written to once, first of all as a user's.
    new.sort_by(|a, b| (&a.email, a.user_id.is_none()).cmp(&(&b.email, b.user_id.is_none())));
    new.dedup_by(|later, kept| later.email == kept.email);
    let kept = store::add_correspondents(tx, news.ticket_id, &new, at).await?;
    let emails = kept.into_iter().map(|(correspondent_id, user_id)| SendTicketEmail {
        correspondent_id,
        message_id: news.what.message_id(),
        notification_id: user_id.and_then(|id| notifications.get(&id).copied()),
        occasion: news.what.occasion(),
    });
    Ok(enqueue_all(tx, Owner::NOBODY, emails.collect()).await?)
}

/// All staff who may list a ticket that reaches nobody of them; none for any other ticket.
async fn staff_of_unaddressed(tx: &mut TenantTx, state: &AppState, ticket_id: Uuid) -> ApiResult<Vec<Uuid>> {
    let Some(ticket) = store::find_unaddressed(tx, ticket_id).await? else { return Ok(Vec::new()) };
    let (resource, branch) = (Resource::SupportTicket, ticket.subsidiary_id);
    Ok(staff::with_right_in_branch(tx, &state.policy, resource, Action::List, branch).await?)
}

/// Tickets that reach somebody or are over: takes back what staff were told because they reached nobody.
pub async fn withdraw_notices(tx: &mut TenantTx, at: DateTime<Utc>, ticket_ids: &[Uuid]) -> ApiResult<()> {
    Ok(notify::withdraw(tx, ticket_ids, at).await?)
}

/// Names and addresses of the people at the providers of a ticket.
async fn at_providers(
    tx: &mut TenantTx,
    ticket_id: Uuid,
    only: Option<&[Uuid]>,
) -> ApiResult<Vec<(String, String)>> {
    let chosen = store::providers(tx, ticket_id, only).await?;
    let ids: Vec<Uuid> = chosen.iter().map(|(provider, _)| *provider).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let contacts = provider_contacts::contacts(tx, &ids, false).await?;
    let is_chosen = |contact: &ProviderContact| {
        let mut of_it = chosen.iter().filter(|(provider, _)| *provider == contact.provider_id);
        of_it.any(|(_, person)| person.is_none_or(|person| person == contact.id))
    };
    Ok(contacts.into_iter().filter(is_chosen).map(|contact| (contact.name, contact.email)).collect())
}

/// Everybody of a ticket who has an account.
pub async fn readers(tx: &mut TenantTx, ticket_id: Uuid) -> ApiResult<Vec<Reader>> {
    Ok(store::load_readers(tx, ticket_id, None, None, &[]).await?)
}

/// The news for the staff of a ticket.
#[derive(Clone, Copy)]
pub struct StaffNews {
    pub ticket_id: Uuid,
    pub number: i32,
    pub code: NotificationCode,
    /// The message that waits for them.
    pub waits: Option<Uuid>,
}

/// Notifies the staff of a ticket, or all who may list it if it reaches nobody.
/// [`notify::withdraw`] takes the notifications back when it does not wait any more.
pub async fn notify_staff(
    tx: &mut TenantTx,
    state: &AppState,
    at: DateTime<Utc>,
    news: StaffNews,
) -> ApiResult<()> {
    let StaffNews { ticket_id, number, code, waits } = news;
    if !store::sends_notices(tx, ticket_id).await? {
        return Ok(());
    }
    let waiting = staff_of_unaddressed(tx, state, ticket_id).await?;
    let readers = store::load_readers(tx, ticket_id, None, None, &waiting).await?;
    let staff = readers.iter().filter(|reader| reader.is_staff);
    let notice = |reader: &Reader| {
        let mut notice = Notice::new(reader.id, code)
            .status(NotificationStatus::Warning)
            .with("number", number)
            .action(view(ticket_id));
        notice.reference = Some(format!("{}{}", reference(ticket_id), code.as_str()));
        notice.update = true;
        notice.subjects.extend(waits);
        notice
    };
    let notices: Vec<Notice> = staff.map(notice).collect();
    notify::push_all(tx, at, &notices).await?;
    Ok(())
}

/// Tells a member of the staff who has got a ticket from `giver`.
pub async fn notify_assignee(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    row: &TicketRow,
    assignee: Uuid,
    giver: &str,
) -> ApiResult<()> {
    if !row.active {
        return Ok(());
    }
    let mut notice = Notice::new(assignee, NotificationCode::TicketAssigned)
        .with("number", row.number)
        .with("name", giver)
        .action(view(row.id))
        .float_to(format!("/supports/{}", row.id));
    notice.reference = Some(format!("{}assigned", reference(row.id)));
    notice.update = true;
    notify::push_all(tx, at, &[notice]).await?;
    Ok(())
}

fn view(ticket_id: Uuid) -> NotificationAction {
    let id = ticket_id.to_string();
    let action = NotificationAction::route(ActionLabel::ViewTicket, RouteName::Ticket, &[("id", &id)]);
    NotificationAction { close: true, ..action }
}

type Person = (Option<Uuid>, String, String, String);

fn correspondent(
    tx: &TenantTx,
    state: &AppState,
    (user_id, name, email, language): Person,
) -> NewCorrespondent {
    let id = Uuid::now_v7();
    let token_hash = token::hash(&token::of(&state.config.secret, &tx.tenant().id, id));
    NewCorrespondent { id, user_id, email, name, language, token_hash }
}

fn build_notice(user_id: Uuid, news: &TicketNews<'_>) -> Notice {
    let mut notice = Notice::new(user_id, news.what.code())
        .with("number", news.number)
        .with("name", news.author_name)
        .action(view(news.ticket_id));
    let what = news.what.message_id().map_or_else(|| "added".to_owned(), |id| id.to_string());
    notice.reference = Some(format!("{}{what}", reference(news.ticket_id)));
    notice
}
