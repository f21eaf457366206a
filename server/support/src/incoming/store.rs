use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::decide::MailReason;
use crate::tickets::store::NewMessage;
use access::is_inside;
use inbox::Incoming;

pub const IS_KNOWN: &str = "select exists (select from support_mails where sha256 = $1)";
pub const ADD: &str = "
    insert into support_mails (id, sha256, door, file_key, size, received_at) values ($1, $2, $3, $4, $5, $6)
    on conflict on constraint support_mails_sha256_key do nothing";
/// Counts an attempt. None when the e-mail does not wait.
pub const BEGIN: &str = "
    update support_mails set attempts = attempts + 1 where id = $1 and state = 'waiting'
    returning file_key, attempts, is_trusted as is_vouched";
pub const DESCRIBE: &str = "
    update support_mails set sender_name = $2, sender_email = $3, subject = $4, message_id = $5 where id = $1";
pub const DECIDED: &str = "
    update support_mails set state = $2, reason = $3, ticket_id = $4, correspondent_id = $5
    where id = $1 and state = 'waiting'";
/// The first address that names a correspondent, in their order, those of the sender first.
pub const BY_TOKEN: &str = "
    select c.id, c.ticket_id, c.revoked_at is not null as is_revoked, i.place
    from unnest($1::bytea[]) with ordinality i (token_hash, place)
    join support_correspondents c on c.token_hash = i.token_hash
    order by c.email = $2 desc, i.place limit 1";
/// The ticket of the first known id. Own ids are those of messages; others came with e-mails.
pub const BY_REFERENCE: &str = "
    select found.ticket_id
    from (select m.ticket_id, i.place from unnest($1::uuid[]) with ordinality i (id, place)
          join support_messages m on m.id = i.id and m.note = 0
          union all
          select m.ticket_id, i.place from unnest($2::text[]) with ordinality i (id, place)
          join support_mails m on m.message_id = i.id where m.ticket_id is not null) found
    order by found.place limit 1";
pub const BY_NUMBER: &str = "select id from support_tickets where number = $1 and deleted_at is null";
pub const IS_OWN: &str = "select exists (select from support_messages where id = $1)";
/// An e-mail with this id and sender that was taken.
pub const IS_REPEATED: &str = "
    select exists (select from support_mails
                   where message_id = $1 and sender_email = $2 and state = 'taken' and id <> $3)";
/// The user with this address who is a correspondent of the ticket, or the correspondent without an account.
pub const CORRESPONDENT: &str = concat!(
    "select c.id, u.id as user_id, coalesce(u.name, c.name) as name, coalesce(",
    is_inside!("u."),
    ", false) as is_staff
    from support_correspondents c left join users u on u.id = c.user_id
    where c.ticket_id = $1 and c.email = $2 and c.revoked_at is null and (c.user_id is null or u.active)"
);
pub const FAILING: &str = "
    update support_correspondents set failing_since = coalesce(failing_since, $2) where id = $1";
pub const ADD_NOTE: &str = "
    with newest as materialized (
        select t.id, t.last_seq, coalesce(max(m.note), 0) as note
        from support_tickets t left join support_messages m on m.ticket_id = t.id and m.seq = t.last_seq
        where t.id = $2 group by t.id
    )
    insert into support_messages (id, ticket_id, seq, note, by_staff, author_id, body, created_at)
    select $1, newest.id, newest.last_seq, newest.note + 1, false, $3, $4, $5 from newest";
pub const NOTED: &str = "update support_tickets set updated_at = $2, version = version + 1 where id = $1";
pub const ADD_MESSAGE_MAIL: &str = "
    insert into support_message_mails (message_id, mail_id, kind, sender_name, sender_email, through_id, folded)
    values ($1, $2, $3, $4, $5, $6, $7)";
pub const COPY_RECIPIENTS: &str = "
    with known as materialized (
        select address_type, user_id, client_id, partner_id, subsidiary_id, department_id, added_by
        from support_recipients where ticket_id = $1
    )
    insert into support_recipients (id, ticket_id, address_type, user_id, client_id, partner_id, subsidiary_id, department_id, added_by, created_at)
    select gen_random_uuid(), $2, address_type, user_id, client_id, partner_id, subsidiary_id, department_id, added_by, $3 from known";
pub const FOLLOWS: &str = "update support_tickets set follows_id = $2 where id = $1";

/// An e-mail that a process has begun to take.
#[derive(sqlx::FromRow)]
pub struct MailToTake {
    pub file_key: String,
    pub attempts: i16,
    /// Staff vouch for the sender.
    pub is_vouched: bool,
}

#[derive(sqlx::FromRow)]
pub struct ByToken {
    pub id: Uuid,
    pub ticket_id: Uuid,
    pub is_revoked: bool,
    /// Which of the addresses it is, from 1.
    pub place: i64,
}

/// A person who takes part in a ticket.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Party {
    /// None when the ticket has not written to the person yet.
    #[sqlx(default)]
    pub id: Option<Uuid>,
    pub user_id: Option<Uuid>,
    pub name: String,
    pub is_staff: bool,
}

/// The kind of a message that came by e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    Person,
    Automatic,
    Bounce,
    Unclear,
}

impl MessageKind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Automatic => "automatic",
            Self::Bounce => "bounce",
            Self::Unclear => "unclear",
        }
    }
}

/// The e-mail of a message.
pub struct MessageMail<'a> {
    pub message_id: Uuid,
    pub mail_id: Uuid,
    pub kind: MessageKind,
    pub sender_name: Option<&'a str>,
    pub sender_email: &'a str,
    pub through_id: Option<Uuid>,
    pub folded: &'a str,
}

pub async fn is_known(tx: &mut TenantTx, sha256: &[u8]) -> sqlx::Result<bool> {
    sqlx::query_scalar(IS_KNOWN).bind(sha256).fetch_one(&mut **tx).await
}

/// False when it is known.
pub async fn add(
    tx: &mut TenantTx,
    id: Uuid,
    sha256: &[u8],
    source: &str,
    file_key: &str,
    size: usize,
    at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let size = i32::try_from(size).unwrap_or(i32::MAX);
    let add = sqlx::query(ADD).bind(id).bind(sha256).bind(source).bind(file_key).bind(size).bind(at);
    Ok(add.execute(&mut **tx).await?.rows_affected() == 1)
}

pub async fn begin(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<MailToTake>> {
    sqlx::query_as(BEGIN).bind(id).fetch_optional(&mut **tx).await
}

pub async fn describe(tx: &mut TenantTx, id: Uuid, mail: &Incoming) -> sqlx::Result<()> {
    sqlx::query(DESCRIBE)
        .bind(id)
        .bind(mail.sender.as_ref().and_then(|sender| sender.name.as_deref()))
        .bind(mail.sender.as_ref().map(|sender| sender.email.as_str()))
        .bind(&mail.subject)
        .bind(&mail.message_id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn set_decision(
    tx: &mut TenantTx,
    id: Uuid,
    state: &str,
    reason: Option<MailReason>,
    ticket_id: Option<Uuid>,
    correspondent_id: Option<Uuid>,
) -> sqlx::Result<()> {
    let update = sqlx::query(DECIDED).bind(id).bind(state).bind(reason.map(MailReason::as_str));
    update.bind(ticket_id).bind(correspondent_id).execute(&mut **tx).await?;
    Ok(())
}

pub async fn find_by_token(
    tx: &mut TenantTx,
    hashes: &[Vec<u8>],
    sender: &str,
) -> sqlx::Result<Option<ByToken>> {
    sqlx::query_as(BY_TOKEN).bind(hashes).bind(sender).fetch_optional(&mut **tx).await
}

pub async fn find_by_reference(
    tx: &mut TenantTx,
    own: &[Uuid],
    others: &[String],
) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar(BY_REFERENCE).bind(own).bind(others).fetch_optional(&mut **tx).await
}

pub async fn find_by_number(tx: &mut TenantTx, number: i32) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar(BY_NUMBER).bind(number).fetch_optional(&mut **tx).await
}

pub async fn is_own(tx: &mut TenantTx, message_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar(IS_OWN).bind(message_id).fetch_one(&mut **tx).await
}

pub async fn is_repeated(
    tx: &mut TenantTx,
    mail_id: Uuid,
    message_id: &str,
    sender: &str,
) -> sqlx::Result<bool> {
    sqlx::query_scalar(IS_REPEATED).bind(message_id).bind(sender).bind(mail_id).fetch_one(&mut **tx).await
}

pub async fn correspondent(tx: &mut TenantTx, ticket_id: Uuid, email: &str) -> sqlx::Result<Option<Party>> {
    sqlx::query_as(CORRESPONDENT).bind(ticket_id).bind(email).fetch_optional(&mut **tx).await
}

/// Marks the address of a correspondent as failing.
pub async fn mark_failing(tx: &mut TenantTx, correspondent_id: Uuid, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(FAILING).bind(correspondent_id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Adds an internal note to a locked ticket.
pub async fn add_note(tx: &mut TenantTx, note: &NewMessage<'_>) -> sqlx::Result<()> {
    let add = sqlx::query(ADD_NOTE).bind(note.id).bind(note.ticket_id).bind(note.author_id);
    add.bind(note.body).bind(note.at).execute(&mut **tx).await?;
    sqlx::query(NOTED).bind(note.ticket_id).bind(note.at).execute(&mut **tx).await?;
    Ok(())
}

pub async fn add_message_mail(tx: &mut TenantTx, mail: &MessageMail<'_>) -> sqlx::Result<()> {
    sqlx::query(ADD_MESSAGE_MAIL)
        .bind(mail.message_id)
        .bind(mail.mail_id)
        .bind(mail.kind.as_str())
        .bind(mail.sender_name)
        .bind(mail.sender_email)
        .bind(mail.through_id)
        .bind(mail.folded)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Makes `new` the continuation of `old`, with its recipients.
pub async fn follow(tx: &mut TenantTx, old: Uuid, new: Uuid, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(COPY_RECIPIENTS).bind(old).bind(new).bind(at).execute(&mut **tx).await?;
    sqlx::query(FOLLOWS).bind(new).bind(old).execute(&mut **tx).await?;
    Ok(())
}

/// A file of an e-mail.
pub struct MailFile {
    pub id: Uuid,
    pub file_key: String,
    pub file_name: String,
    pub file_size: i64,
    pub content_type: &'static str,
    /// As it is shown in the message.
    pub picture_key: Option<String>,
}

pub const ADD_FILES: &str = "
    insert into support_files (id, ticket_id, message_id, file_key, file_name, file_size, content_type, uploaded_at,
                               picture_key)
    select i.id, $1, $2, i.file_key, i.file_name, i.file_size, i.content_type, $8, i.picture_key
    from unnest($3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::text[], $9::text[])
        i (id, file_key, file_name, file_size, content_type, picture_key)";

pub async fn add_files(
    tx: &mut TenantTx,
    ticket_id: Uuid,
    message_id: Uuid,
    files: &[MailFile],
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(ADD_FILES)
        .bind(ticket_id)
        .bind(message_id)
        .bind(files.iter().map(|file| file.id).collect::<Vec<_>>())
        .bind(files.iter().map(|file| file.file_key.as_str()).collect::<Vec<_>>())
        .bind(files.iter().map(|file| file.file_name.as_str()).collect::<Vec<_>>())
        .bind(files.iter().map(|file| file.file_size).collect::<Vec<_>>())
        .bind(files.iter().map(|file| file.content_type).collect::<Vec<_>>())
        .bind(at)
        .bind(files.iter().map(|file| file.picture_key.clone()).collect::<Vec<_>>())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// What staff decide about an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correspondence {
    Resumed,
    Revoked,
}

impl Correspondence {
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Resumed => "resume_mail",
            Self::Revoked => "revoke_mail",
        }
    }
}

/// An e-mail of an unclear sender.
#[derive(sqlx::FromRow)]
pub struct Unclear {
    pub body: String,
    pub sender_name: Option<String>,
    pub sender_email: String,
}

/// A parked e-mail that was deleted.
#[derive(sqlx::FromRow)]
pub struct DeletedMail {
    pub file_key: String,
    pub sender_email: Option<String>,
}

pub const LAPSE: &str = "
    delete from support_mails where id in (
        select id from support_mails where state = 'dropped' and received_at < $1 order by received_at limit 1000)
    returning file_key";
pub const FILE_KEY: &str = "select file_key from support_mails where id = $1 and file_key <> ''";
pub const WAIT_AGAIN: &str = "
    update support_mails set state = 'waiting', reason = null, attempts = 0 where id = $1 and state = 'parked'";
pub const TRUST: &str = "
    update support_mails set state = 'waiting', reason = null, attempts = 0, is_trusted = true
    where id = $1 and state = 'parked' and reason = 'unverified'";
pub const DELETE_PARKED: &str = "
    delete from support_mails where id = $1 and state = 'parked' returning file_key, sender_email";
pub const UNCLEAR: &str = "
    select m.body, x.sender_name, x.sender_email
    from support_message_mails x join support_messages m on m.id = x.message_id
    where m.ticket_id = $1 and m.id = $2 and x.kind = 'unclear' and x.accepted_id is null
    for update of x";
/// The e-mail of the note becomes that of the message too.
pub const ACCEPT: &str = "
    with note as materialized (
        select mail_id, sender_name, sender_email, through_id, folded from support_message_mails where message_id = $1)
    insert into support_message_mails (message_id, mail_id, kind, sender_name, sender_email, through_id, folded)
    select $2, mail_id, 'person', sender_name, sender_email, through_id, folded from note";
pub const ACCEPT_FILES: &str = "update support_files set message_id = $2 where message_id = $1";
pub const ACCEPTED: &str = "update support_message_mails set accepted_id = $2 where message_id = $1";
pub const CHANGE_CORRESPONDENCE: &str = "
    update support_correspondents set failing_since = null, revoked_at = case when $3 then $4::timestamptz end
    where ticket_id = $1 and id = $2 returning email";

/// Deletes old e-mails that were left aside; returns the keys of their files.
pub async fn delete_expired(tx: &mut TenantTx, before: DateTime<Utc>) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar(LAPSE).bind(before).fetch_all(&mut **tx).await
}

pub async fn file_key(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(FILE_KEY).bind(id).fetch_optional(&mut **tx).await
}

/// False when it is not parked.
pub async fn wait_again(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<bool> {
    Ok(sqlx::query(WAIT_AGAIN).bind(id).execute(&mut **tx).await?.rows_affected() == 1)
}

/// Vouches for its sender. False when it does not wait for that.
pub async fn trust(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<bool> {
    Ok(sqlx::query(TRUST).bind(id).execute(&mut **tx).await?.rows_affected() == 1)
}

pub async fn delete_parked(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<DeletedMail>> {
    sqlx::query_as(DELETE_PARKED).bind(id).fetch_optional(&mut **tx).await
}

pub async fn unclear(tx: &mut TenantTx, ticket_id: Uuid, message_id: Uuid) -> sqlx::Result<Option<Unclear>> {
    sqlx::query_as(UNCLEAR).bind(ticket_id).bind(message_id).fetch_optional(&mut **tx).await
}

pub async fn mark_accepted(tx: &mut TenantTx, note_id: Uuid, message_id: Uuid) -> sqlx::Result<()> {
    sqlx::query(ACCEPT).bind(note_id).bind(message_id).execute(&mut **tx).await?;
    sqlx::query(ACCEPT_FILES).bind(note_id).bind(message_id).execute(&mut **tx).await?;
    sqlx::query(ACCEPTED).bind(note_id).bind(message_id).execute(&mut **tx).await?;
    Ok(())
}

/// Returns the address.
pub async fn change_correspondence(
    tx: &mut TenantTx,
    ticket_id: Uuid,
    id: Uuid,
    to: Correspondence,
    at: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    let change = sqlx::query_scalar(CHANGE_CORRESPONDENCE).bind(ticket_id).bind(id);
    change.bind(to == Correspondence::Revoked).bind(at).fetch_optional(&mut **tx).await
}
