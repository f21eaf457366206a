//! E-mails that could not be taken from the mailbox, several times. They stay there, and staff see them in the list.

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use tenancy::TenantTx;
use uuid::Uuid;

use super::live_events;
use inbox::Incoming;

/// Once for each e-mail of a mailbox. It has no file.
pub const ADD: &str = "
    insert into support_mails (id, sha256, door, file_key, size, state, reason, sender_name, sender_email, subject,
                               received_at, mailbox, uid_validity, uid)
    values ($1, $2, 'imap', '', $3, 'parked', 'failed', $4, $5, $6, $7, $8, $9, $10)
    on conflict on constraint support_mails_sha256_key do nothing";
pub const FIND: &str = "
    select mailbox, uid_validity, uid from support_mails
    where id = $1 and state = 'parked' and mailbox is not null";

/// The position of an e-mail in a mailbox.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MailboxPosition {
    pub mailbox: String,
    pub uid_validity: i64,
    pub uid: i64,
}

impl MailboxPosition {
    /// Takes the place of the content's hash, which e-mails that were taken have.
    fn sha256(&self) -> Vec<u8> {
        Sha256::digest(format!("{}\0{}\0{}", self.mailbox, self.uid_validity, self.uid)).to_vec()
    }
}

pub async fn add(
    tx: &mut TenantTx,
    position: &MailboxPosition,
    mail: &Incoming,
    size: usize,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    let (id, sender) = (Uuid::now_v7(), mail.sender.as_ref());
    let added = sqlx::query(ADD)
        .bind(id)
        .bind(position.sha256())
        .bind(i32::try_from(size).unwrap_or(i32::MAX))
        .bind(sender.and_then(|sender| sender.name.as_deref()))
        .bind(sender.map(|sender| sender.email.as_str()))
        .bind(&mail.subject)
        .bind(at)
        .bind(&position.mailbox)
        .bind(position.uid_validity)
        .bind(position.uid)
        .execute(&mut **tx)
        .await?;
    if added.rows_affected() == 1 {
        live_events::announce_change(tx, id);
    }
    Ok(())
}

pub async fn find(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<MailboxPosition>> {
    sqlx::query_as(FIND).bind(id).fetch_optional(&mut **tx).await
}
