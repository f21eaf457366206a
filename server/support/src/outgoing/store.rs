use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::tickets::REACHES_NOBODY;
use access::is_inside;
use server_core::is_reached;

/// Active users of a ticket without the author: of these recipients, or of all, the one who asked and the one who looks
/// after it. $4 are others to add.
pub const READERS: &str = concat!(
    "with asked as (
        select * from support_recipients where ticket_id = $1 and ($3::uuid[] is null or id = any($3))
    ), chosen as (
        select user_id as id from asked where user_id is not null
        union
        select u.id from asked a join users u on u.client_id = a.client_id where a.user_id is null
        union
        select u.id from asked a join users u on u.partner_id = a.partner_id where a.user_id is null
        union
        select s.user_id from asked a join user_subsidiaries s on s.subsidiary_id = a.subsidiary_id
        where a.user_id is null
        union
        select m.id from asked a join support_departments d on d.id = a.department_id
        cross join lateral unnest(d.members) m (id) where a.user_id is null
        union
        select created_by from support_tickets where id = $1 and $3::uuid[] is null
        union
        select assignee_id from support_tickets where id = $1 and $3::uuid[] is null
        union
        select unnest($4::uuid[])
    )
    select u.id, u.name, u.email, u.language, ",
    is_inside!("u."),
    " as is_staff
    from chosen c join users u on u.id = c.id and ",
    is_reached!("u."),
    "
    where u.id is distinct from $2 order by u.id limit 500"
);
pub const SENDS_NOTICES: &str = "select active from support_tickets where id = $1";
/// Recipients without users: clients and partners that have an address.
pub const WITHOUT_ACCOUNT: &str = "
    with asked as (
        select * from support_recipients
        where ticket_id = $1 and user_id is null and ($2::uuid[] is null or id = any($2))
    )
    select c.name, lower(trim(c.email)) as email from asked a join clients c on c.id = a.client_id and c.active
    where trim(c.email) <> '' and not exists (select from users u where u.client_id = c.id and u.active)
    union
    select p.name, lower(trim(p.email)) from asked a join partners p on p.id = a.partner_id and p.active
    where trim(p.email) <> '' and not exists (select from users u where u.partner_id = p.id and u.active)
    limit 100";
pub const PROVIDERS: &str = "
    select provider_id, contact_id from support_recipients
    where ticket_id = $1 and provider_id is not null and ($2::uuid[] is null or id = any($2))";
/// An address that the ticket already writes to keeps its token.
pub const ADD_CORRESPONDENTS: &str = "
    insert into support_correspondents (id, ticket_id, user_id, email, name, language, token_hash, created_at)
    select i.id, $1, i.user_id, i.email, i.name, i.language, i.token_hash, $8
    from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::bytea[])
        i (id, user_id, email, name, language, token_hash)
    on conflict on constraint support_correspondents_email_key do update
    set user_id = excluded.user_id, name = excluded.name, language = excluded.language
    returning id, user_id";
/// A message to send to a correspondent, without a message the newest public one.
pub const TO_SEND: &str = concat!(
    "select c.email, coalesce(u.name, c.name) as name, coalesce(u.language, c.language) as language, c.user_id,
           c.last_message_id, t.id as ticket_id, t.number, j.title_locale, s.tracking_code, m.id as message_id, m.body,
           coalesce(a.name, x.sender_name, split_part(x.sender_email, '@', 1)) as author, x.message_id is not null as is_plain, coalesce(o.name, p.name) as company,
           array(select e.id from support_messages e
                 where e.ticket_id = t.id and e.note = 0 and e.seq < m.seq order by e.seq desc limit 10) as earlier
    from support_correspondents c
    join support_tickets t on t.id = c.ticket_id and t.deleted_at is null
    join support_subjects j on j.id = t.subject_id
    join support_messages m on m.ticket_id = t.id and m.note = 0 and m.seq = coalesce(
        (select n.seq from support_messages n where n.id = $2), t.last_seq)
    left join users u on u.id = c.user_id
    left join users a on a.id = m.author_id
    left join clients o on o.id = a.client_id
    left join partners p on p.id = a.partner_id
    left join shipments s on s.id = t.shipment_id
    left join support_message_mails x on x.message_id = m.id
    where c.id = $1 and c.failing_since is null and c.revoked_at is null and (c.user_id is null or ",
    is_reached!("u."),
    ")"
);
pub const SENT: &str = "update support_correspondents set last_message_id = $2 where id = $1";

/// A person or a company that gets the messages of a ticket.
#[derive(Debug, sqlx::FromRow)]
pub struct Reader {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    pub language: String,
    pub is_staff: bool,
}

/// A correspondent to add.
pub struct NewCorrespondent {
    pub id: Uuid,
    pub user_id: Option<Uuid>,
    pub email: String,
    pub name: String,
    pub language: String,
    pub token_hash: Vec<u8>,
}

/// A message with its recipient.
#[derive(sqlx::FromRow)]
pub struct ToSend {
    pub email: String,
    pub name: String,
    pub language: String,
    pub user_id: Option<Uuid>,
    pub last_message_id: Option<Uuid>,
    pub ticket_id: Uuid,
    pub number: i32,
    pub title_locale: Value,
    pub tracking_code: Option<String>,
    pub message_id: Uuid,
    pub body: String,
    /// It came by e-mail, without Markdown.
    pub is_plain: bool,
    pub author: Option<String>,
    pub company: Option<String>,
    /// Earlier messages, the newest first.
    pub earlier: Vec<Uuid>,
}

/// A ticket that reaches nobody of the staff.
#[derive(sqlx::FromRow)]
pub struct UnaddressedTicket {
    /// Branch of its shipment.
    pub subsidiary_id: Option<Uuid>,
}

/// This ticket, if it reaches nobody of the staff.
pub fn unaddressed_query(ticket_id: Uuid) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select t.subsidiary_id from support_tickets t where t.id = ");
    query.push_bind(ticket_id).push(" and ").push(REACHES_NOBODY);
    query
}

pub async fn find_unaddressed(tx: &mut TenantTx, ticket_id: Uuid) -> sqlx::Result<Option<UnaddressedTicket>> {
    unaddressed_query(ticket_id).build_query_as().fetch_optional(&mut **tx).await
}

/// Users of the ticket and `others`, without the author; `only` restricts those of the ticket to these recipients.
pub async fn load_readers(
    tx: &mut TenantTx,
    ticket_id: Uuid,
    author: Option<Uuid>,
    only: Option<&[Uuid]>,
    others: &[Uuid],
) -> sqlx::Result<Vec<Reader>> {
    sqlx::query_as(READERS).bind(ticket_id).bind(author).bind(only).bind(others).fetch_all(&mut **tx).await
}

/// Whether anybody is told of the ticket. An inactive one is silent.
pub async fn sends_notices(tx: &mut TenantTx, ticket_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar(SENDS_NOTICES).bind(ticket_id).fetch_one(&mut **tx).await
}

/// Names and addresses.
pub async fn without_account(
    tx: &mut TenantTx,
    ticket_id: Uuid,
    only: Option<&[Uuid]>,
) -> sqlx::Result<Vec<(String, String)>> {
    sqlx::query_as(WITHOUT_ACCOUNT).bind(ticket_id).bind(only).fetch_all(&mut **tx).await
}

/// The providers of a ticket, and the contacts that were chosen of some.
pub async fn providers(
    tx: &mut TenantTx,
    ticket_id: Uuid,
    only: Option<&[Uuid]>,
) -> sqlx::Result<Vec<(Uuid, Option<Uuid>)>> {
    sqlx::query_as(PROVIDERS).bind(ticket_id).bind(only).fetch_all(&mut **tx).await
}

/// Returns the correspondents with their users.
pub async fn add_correspondents(
    tx: &mut TenantTx,
    ticket_id: Uuid,
    new: &[NewCorrespondent],
    at: DateTime<Utc>,
) -> sqlx::Result<Vec<(Uuid, Option<Uuid>)>> {
    sqlx::query_as(ADD_CORRESPONDENTS)
        .bind(ticket_id)
        .bind(new.iter().map(|one| one.id).collect::<Vec<_>>())
        .bind(new.iter().map(|one| one.user_id).collect::<Vec<_>>())
        .bind(new.iter().map(|one| one.email.as_str()).collect::<Vec<_>>())
        .bind(new.iter().map(|one| one.name.as_str()).collect::<Vec<_>>())
        .bind(new.iter().map(|one| one.language.as_str()).collect::<Vec<_>>())
        .bind(new.iter().map(|one| one.token_hash.as_slice()).collect::<Vec<_>>())
        .bind(at)
        .fetch_all(&mut **tx)
        .await
}

/// None when the ticket or the message is gone, or the correspondent gets no e-mails.
pub async fn to_send(
    tx: &mut TenantTx,
    correspondent_id: Uuid,
    message_id: Option<Uuid>,
) -> sqlx::Result<Option<ToSend>> {
    sqlx::query_as(TO_SEND).bind(correspondent_id).bind(message_id).fetch_optional(&mut **tx).await
}

pub async fn mark_sent(tx: &mut TenantTx, correspondent_id: Uuid, message_id: Uuid) -> sqlx::Result<()> {
    sqlx::query(SENT).bind(correspondent_id).bind(message_id).execute(&mut **tx).await?;
    Ok(())
}
