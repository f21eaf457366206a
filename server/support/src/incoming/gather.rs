//! Reads from the database the ticket, the writer and the correspondent of an e-mail.

use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use regex::Regex;
use tenancy::TenantTx;
use uuid::Uuid;

use super::authentication::is_authentic;
use super::decide::{Facts, TicketMatch, Writer};
use super::open::{self, Opener};
use super::recent;
use super::store::{self, Party};
use super::thread;
use crate::outgoing::{self, token};
use crate::tickets::model::TicketRow;
use crate::tickets::states::TicketRole;
use crate::tickets::{self, TicketScope};
use inbox::{Incoming, KnownThread, Origin};
use server_core::config::ServerConfig;
use server_core::http::error::ApiResult;
use server_core::mail::{ReplyAddress, Use};
use server_core::settings;
use server_core::state::AppState;

/// "[#12]" of a subject.
static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\[#(\d{1,9})\]").expect("the expression is tested"));

/// An e-mail with what is known about it. Its ticket is locked.
pub struct MailContext {
    pub facts: Facts,
    pub row: Option<TicketRow>,
    /// Whose address it used.
    pub correspondent_id: Option<Uuid>,
    pub party: Option<Party>,
    /// Who may open a ticket; none when the e-mail belongs to one.
    pub opener: Option<Opener>,
    /// What is known of the ticket, to tell quotations from new words.
    pub known: KnownThread,
    /// A reply of staff takes a ticket that nobody has.
    pub reply_takes_ticket: bool,
}

/// The ticket that an e-mail names.
#[derive(Default)]
struct AddressedTicket {
    ticket_id: Option<Uuid>,
    correspondent_id: Option<Uuid>,
    is_to_bounces: bool,
    is_revoked: bool,
}

pub async fn gather(
    tx: &mut TenantTx,
    app: &AppState,
    mail_id: Uuid,
    mail: &Incoming,
    is_vouched: bool,
) -> ApiResult<MailContext> {
    let (config, now, settings) = (&app.config, app.clock.now(), settings::load(tx).await?);
    let sender = sender_of(mail);
    let is_authentic = is_authentic(mail.authentication.as_deref(), config.reply_server.as_deref(), sender);
    let named = find_ticket(tx, config, mail).await?;
    let (row, party) = find_party(tx, &named, mail, is_authentic).await?;
    let is_proven = is_authentic || row.is_some() && is_proven(config, &named, party.as_ref());
    let correspondent_id = named.correspondent_id.or_else(|| party.as_ref().and_then(|party| party.id));
    let opener = match &row {
        None if !named.is_revoked => open::opener(tx, app, &settings, mail).await?,
        _ => None,
    };
    let scope = CountScope {
        origin: mail.origin,
        is_proven,
        correspondent_id,
        ticket_id: row.as_ref().map(|row| row.id),
    };
    let facts = Facts {
        is_own: is_own(tx, config, mail).await?,
        is_repeated: is_repeated(tx, mail_id, mail).await?,
        origin: mail.origin,
        is_to_bounces: named.is_to_bounces,
        found: match_ticket(&named, row.as_ref()),
        writer: row.as_ref().zip(party.as_ref()).map_or(Writer::Stranger, |(row, party)| role_of(row, party)),
        is_proven,
        is_authentic,
        is_vouched,
        may_open: opener.is_some(),
        reopens_within: TimeDelta::days(settings.ticket_reopen_days.into()),
        recent: scope.count(tx, sender, now).await?,
        now,
    };
    let party = party.or_else(|| opener.as_ref().map(|opener| opener.party.clone()));
    let reply_takes_ticket = settings.ticket_reply_takes;
    let known = thread::load(tx, config, row.as_ref().map(|row| row.id), mail).await?;
    Ok(MailContext { facts, row, correspondent_id, party, opener, known, reply_takes_ticket })
}

fn sender_of(mail: &Incoming) -> &str {
    mail.sender.as_ref().map_or("", |sender| sender.email.as_str())
}

/// By the token of an address, or else by the e-mails that it answers.
async fn find_ticket(
    tx: &mut TenantTx,
    config: &ServerConfig,
    mail: &Incoming,
) -> ApiResult<AddressedTicket> {
    let mut named = find_by_token(tx, config, mail).await?;
    if named.ticket_id.is_none() {
        named.ticket_id = find_by_reference(tx, mail).await?;
    }
    Ok(named)
}

/// The ticket, locked, and the sender in it. The number of a ticket is no secret: only its people can name it so.
async fn find_party(
    tx: &mut TenantTx,
    named: &AddressedTicket,
    mail: &Incoming,
    is_authentic: bool,
) -> ApiResult<(Option<TicketRow>, Option<Party>)> {
    let sender = sender_of(mail);
    if let Some(row) = lock_ticket(tx, named.ticket_id).await? {
        let party = party_of(tx, &row, sender).await?;
        return Ok((Some(row), party));
    }
    if !is_authentic || named.is_revoked {
        return Ok((None, None));
    }
    let Some(row) = find_by_number(tx, mail).await? else { return Ok((None, None)) };
    let party = party_of(tx, &row, sender).await?;
    Ok(if party.is_some() { (Some(row), party) } else { (None, None) })
}

/// The sender is the correspondent of the address. Without an address, ids of earlier e-mails do, unless the mail server tells
/// whom it has verified.
fn is_proven(config: &ServerConfig, named: &AddressedTicket, party: Option<&Party>) -> bool {
    match named.correspondent_id {
        Some(id) => party.is_some_and(|party| party.id == Some(id)),
        None => config.reply_server.is_none(),
    }
}

/// Decides with which other e-mails one is counted.
struct CountScope {
    origin: Origin,
    is_proven: bool,
    correspondent_id: Option<Uuid>,
    ticket_id: Option<Uuid>,
}

impl CountScope {
    async fn count(&self, tx: &mut TenantTx, sender: &str, now: DateTime<Utc>) -> sqlx::Result<i64> {
        let is_of_person = matches!(self.origin, Origin::Person | Origin::Relayed);
        match self.correspondent_id {
            id if is_of_person && self.is_proven => recent::count_of_writer(tx, sender, id, now).await,
            Some(id) if !is_of_person => recent::count_of_programs(tx, id, now).await,
            _ => recent::count_of_strangers(tx, sender, self.ticket_id, now).await,
        }
    }
}

async fn is_repeated(tx: &mut TenantTx, mail_id: Uuid, mail: &Incoming) -> sqlx::Result<bool> {
    match &mail.message_id {
        Some(id) => store::is_repeated(tx, mail_id, id, sender_of(mail)).await,
        None => Ok(false),
    }
}

fn match_ticket(named: &AddressedTicket, row: Option<&TicketRow>) -> TicketMatch {
    match row {
        _ if named.is_revoked => TicketMatch::Revoked,
        Some(row) => TicketMatch::Ticket { status: row.support_ticket_status, closed_at: row.closed_at },
        None => TicketMatch::Nothing,
    }
}

fn role_of(row: &TicketRow, party: &Party) -> Writer {
    let asked = party.user_id == Some(row.created_by_id);
    Writer::Party(match (party.is_staff, asked) {
        (true, true) => TicketRole::StaffRequester,
        (true, false) => TicketRole::Staff,
        (false, true) => TicketRole::Requester,
        (false, false) => TicketRole::Participant,
    })
}

async fn is_own(tx: &mut TenantTx, config: &ServerConfig, mail: &Incoming) -> ApiResult<bool> {
    if mail.mark.as_deref() == Some(token::mark(&config.secret).as_str()) {
        return Ok(true);
    }
    match mail.message_id.as_deref().and_then(|id| own_id(tx, id)) {
        Some(id) => Ok(store::is_own(tx, id).await?),
        None => Ok(false),
    }
}

/// The first address of this tenant that names a correspondent. Addresses of other tenants name nobody here.
async fn find_by_token(
    tx: &mut TenantTx,
    config: &ServerConfig,
    mail: &Incoming,
) -> ApiResult<AddressedTicket> {
    let Some(addresses) = &config.reply_address else { return Ok(AddressedTicket::default()) };
    let tenant = tx.tenant().id;
    let read = mail.recipients.iter().filter_map(|address| addresses.read(address));
    let is_ours = |address: &ReplyAddress| address.tenant == tenant.as_str() && address.usage != Use::Open;
    let read: Vec<_> = read.filter(is_ours).collect();
    let hashes: Vec<_> = read.iter().map(|address| token::hash(&address.token)).collect();
    let Some(known) = store::find_by_token(tx, &hashes, sender_of(mail)).await? else {
        return Ok(AddressedTicket::default());
    };
    let used = usize::try_from(known.place - 1).ok().and_then(|place| read.get(place));
    Ok(AddressedTicket {
        ticket_id: Some(known.ticket_id),
        correspondent_id: Some(known.id),
        is_to_bounces: used.is_some_and(|address| address.usage == Use::Bounce),
        is_revoked: known.is_revoked,
    })
}

async fn find_by_reference(tx: &mut TenantTx, mail: &Incoming) -> ApiResult<Option<Uuid>> {
    if mail.answers.is_empty() {
        return Ok(None);
    }
    let own: Vec<Uuid> = mail.answers.iter().filter_map(|id| own_id(tx, id)).collect();
    Ok(store::find_by_reference(tx, &own, &mail.answers).await?)
}

async fn find_by_number(tx: &mut TenantTx, mail: &Incoming) -> ApiResult<Option<TicketRow>> {
    let number = NUMBER.captures(&mail.subject).and_then(|found| found[1].parse().ok());
    let Some(number) = number else { return Ok(None) };
    let id = store::find_by_number(tx, number).await?;
    lock_ticket(tx, id).await
}

/// The id of a message in an id of this tenant's e-mails.
fn own_id(tx: &TenantTx, id: &str) -> Option<Uuid> {
    let (id, host) = id.split_once('@')?;
    host.eq_ignore_ascii_case(&tx.tenant().primary_host).then(|| Uuid::try_parse(id).ok())?
}

async fn lock_ticket(tx: &mut TenantTx, id: Option<Uuid>) -> ApiResult<Option<TicketRow>> {
    let Some(id) = id else { return Ok(None) };
    match tickets::store::lock(tx, &TicketScope::everything(), id).await {
        Err(error) if error.status() == poem::http::StatusCode::NOT_FOUND => Ok(None),
        found => found.map(Some),
    }
}

/// The person with this address in the ticket.
async fn party_of(tx: &mut TenantTx, row: &TicketRow, email: &str) -> ApiResult<Option<Party>> {
    if let Some(party) = store::correspondent(tx, row.id, email).await? {
        return Ok(Some(party));
    }
    let reader = outgoing::readers(tx, row.id).await?.into_iter().find(|reader| reader.email == email);
    Ok(reader.map(|reader| Party {
        id: None,
        user_id: Some(reader.id),
        name: reader.name,
        is_staff: reader.is_staff,
    }))
}

#[cfg(test)]
mod tests {
    use super::NUMBER;

    #[test]
    fn a_number_stands_in_brackets() {
        let number = |subject: &str| NUMBER.captures(subject).map(|found| found[1].to_owned());
        assert_eq!(number("Re: AW: [#12] Delayed shipment").as_deref(), Some("12"));
        for other in ["Re: #12", "[12]", "[#]", "[#12345678901]"] {
            assert_eq!(number(other), None, "{other}");
        }
    }
}
