//! The mailbox of replies. One process of the installation reads it, waits for new e-mails (IDLE), and connects again after
//! a failure.
//!
//! An e-mail is stored first, then marked as read, then the cursor moves: after a crash in between it is read again, and
//! [`take`](super::take) knows it. An e-mail that cannot be stored is tried five times and blocks no other;
//! then staff see it in the list of waiting e-mails and can try again.

mod session;
mod store;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tenancy::{Host, Tenant};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::left_in_mailbox::{self, MailboxPosition};
use super::take::{MailSource, take};
use inbox::{Incoming, MAX_BYTES};
use server_core::http::error::ApiError;
use server_core::mail::MailboxUrl;
use server_core::state::AppState;
use session::Session;
use store::Cursor;

/// Time in which another process takes over.
const LEASE: Duration = Duration::from_secs(120);
/// Shorter than the lease and than what servers allow for IDLE.
const IDLE: Duration = Duration::from_secs(60);
const NOT_OURS: Duration = Duration::from_secs(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
const MOST_ATTEMPTS: i16 = 5;

#[derive(Debug, thiserror::Error)]
pub enum MailboxError {
    #[error("the mail server: {0}")]
    Imap(#[from] async_imap::error::Error),
    #[error("the connection: {0}")]
    Io(#[from] std::io::Error),
    #[error("the registry: {0}")]
    Registry(#[from] tenancy::TenancyError),
    #[error("the registry: {0}")]
    Sql(#[from] sqlx::Error),
    #[error("an e-mail: {0}")]
    Take(#[from] ApiError),
    #[error("the mail server sent no {0}")]
    Missing(&'static str),
    #[error("the mail server did not answer in time")]
    Slow,
}

/// Reads the mailbox of the configuration until `stop`.
pub async fn keep_reading(state: AppState, stop: CancellationToken) {
    let Some(mailbox) = state.config.reply_mailbox.clone() else { return };
    let me = Uuid::new_v4();
    let mut failures = 0;
    while !stop.is_cancelled() {
        let pause = match read_until_stopped(&state, &mailbox, me, &stop).await {
            Ok(()) => {
                failures = 0;
                NOT_OURS
            }
            Err(error) => {
                failures += 1;
                tracing::warn!(?mailbox, %error, failures, "the mailbox of replies cannot be read");
                pause_after(failures)
            }
        };
        let _ = tokio::time::timeout(pause, stop.cancelled()).await;
    }
}

/// 1, 2, 4 … seconds, and a part of a second more, so that servers do not come at once.
fn pause_after(failures: u32) -> Duration {
    let seconds = Duration::from_secs(1_u64 << (failures.clamp(1, 7) - 1)).min(LONGEST_PAUSE);
    seconds + Duration::from_millis(rand::random::<u64>() % 1_000)
}

/// Reads as long as this process holds the mailbox and the connection lasts.
async fn read_until_stopped(
    state: &AppState,
    mailbox: &MailboxUrl,
    me: Uuid,
    stop: &CancellationToken,
) -> Result<(), MailboxError> {
    let name = mailbox.name();
    if store::hold(state, &name, me, LEASE).await?.is_none() {
        return Ok(());
    }
    let mut session = Session::open(mailbox, state.config.reply_mailbox_ca.as_deref()).await?;
    while let Some(cursor) = store::hold(state, &name, me, LEASE).await? {
        read_new(state, &mut session, &name, cursor).await?;
        tokio::select! {
            () = stop.cancelled() => break,
            waited = session.wait(IDLE) => session = waited?,
        }
    }
    store::release(state, &name, me).await
}

/// Reads the mailbox once, for tests and for a first look.
pub async fn read_once(state: &AppState, mailbox: &MailboxUrl) -> Result<(), MailboxError> {
    let (name, me) = (mailbox.name(), Uuid::new_v4());
    let Some(cursor) = store::hold(state, &name, me, LEASE).await? else { return Ok(()) };
    let mut session = Session::open(mailbox, state.config.reply_mailbox_ca.as_deref()).await?;
    read_new(state, &mut session, &name, cursor).await?;
    store::release(state, &name, me).await
}

/// Takes everything after the cursor, and what failed before.
async fn read_new(
    state: &AppState,
    session: &mut Session,
    name: &str,
    cursor: Cursor,
) -> Result<(), MailboxError> {
    let validity = session.uid_validity();
    // The server has numbered its e-mails anew: all are read again, and known ones are taken once.
    let last = if cursor.uid_validity == validity { cursor.last_uid } else { 0 };
    let mut uids: BTreeSet<i64> = session.uids_after(last).await?;
    uids.extend(store::list_to_retry(state, name, validity, MOST_ATTEMPTS).await?);
    for uid in uids {
        let fetched = fetch(state, session, uid).await;
        let (taken, one) = match fetched {
            Ok(Some(one)) => (take_all(state, session, uid, &one).await, Some(one)),
            Ok(None) => (Ok(()), None),
            Err(error) => (Err(error), None),
        };
        match taken {
            Ok(()) => store::clear_failure(state, name, validity, uid).await?,
            // The connection is broken, not the e-mail.
            Err(error @ (MailboxError::Imap(_) | MailboxError::Io(_) | MailboxError::Slow)) => {
                return Err(error);
            }
            Err(error) => {
                tracing::warn!(mailbox = name, uid, %error, "an e-mail could not be taken");
                let attempts = store::record_failure(state, name, validity, uid, &error.to_string()).await?;
                if let Some(one) = one.filter(|_| attempts >= MOST_ATTEMPTS) {
                    let position = MailboxPosition { mailbox: name.to_owned(), uid_validity: validity, uid };
                    show_to_staff(state, &one, &position).await;
                }
            }
        }
        store::advance(state, name, validity, uid.max(last)).await?;
    }
    Ok(())
}

/// An e-mail of the mailbox, and the companies it is for.
struct FetchedMail {
    raw: Vec<u8>,
    mail: Incoming,
    tenants: Vec<Arc<Tenant>>,
}

/// None when there is nothing to take.
async fn fetch(
    state: &AppState,
    session: &mut Session,
    uid: i64,
) -> Result<Option<FetchedMail>, MailboxError> {
    // It was deleted in the meantime.
    let Some(size) = session.size(uid).await? else { return Ok(None) };
    if size > MAX_BYTES {
        tracing::warn!(uid, size, "an e-mail is too large and stays in the mailbox");
        return Ok(None);
    }
    let Some(raw) = session.raw(uid).await? else { return Ok(None) };
    let read = inbox::open_of_mailbox(raw.clone()).await?.map(|mail| (tenants_of(state, &mail), mail));
    match read {
        Some((tenants, mail)) if !tenants.is_empty() => Ok(Some(FetchedMail { raw, mail, tenants })),
        _ => {
            tracing::info!(uid, "an e-mail belongs to no company and stays in the mailbox");
            Ok(None)
        }
    }
}

async fn take_all(
    state: &AppState,
    session: &mut Session,
    uid: i64,
    one: &FetchedMail,
) -> Result<(), MailboxError> {
    for tenant in &one.tenants {
        take(state, tenant, &one.raw, MailSource::Imap).await?;
    }
    session.mark_as_read(uid).await
}

/// Shows an e-mail that failed to the staff of its companies. A database that fails as well is told by the log.
async fn show_to_staff(state: &AppState, one: &FetchedMail, position: &MailboxPosition) {
    for tenant in &one.tenants {
        let shown = async {
            let mut tx = state.tenancy.begin(tenant).await?;
            let (mail, size) = (&one.mail, one.raw.len());
            left_in_mailbox::add(&mut tx, position, mail, size, state.clock.now()).await?;
            tx.commit().await
        };
        if let Err(error) = shown.await {
            tracing::error!(tenant = %tenant.id, uid = position.uid, %error, "an e-mail stays in the mailbox unseen");
        }
    }
}

/// The e-mail at this place is tried again with the next look into the mailbox.
pub async fn try_again(state: &AppState, position: &MailboxPosition) -> Result<(), MailboxError> {
    store::forgive(state, &position.mailbox, position.uid_validity, position.uid).await
}

/// The companies that its addresses name, or else those whose e-mails it answers.
fn tenants_of(state: &AppState, mail: &Incoming) -> Vec<Arc<Tenant>> {
    let addresses = state.config.reply_address.as_ref();
    let named = mail.recipients.iter().filter_map(|address| addresses?.read(address));
    let named: BTreeSet<String> = named.map(|address| address.tenant).collect();
    let by_address: Vec<_> = named.iter().filter_map(|id| state.tenancy.tenant(id)).collect();
    if !by_address.is_empty() {
        return by_address;
    }
    let hosts = mail.answers.iter().filter_map(|id| Host::parse(id.split_once('@')?.1));
    hosts.filter_map(|host| state.tenancy.resolve(&host)).take(1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_limit() {
        let seconds: Vec<_> = [1, 2, 3, 7, 100].map(|failures| pause_after(failures).as_secs()).into();
        assert!(seconds.iter().zip([1, 2, 4, 60, 60]).all(|(pause, wanted)| *pause == wanted), "{seconds:?}");
    }
}
