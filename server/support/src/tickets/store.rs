use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::by_email::SupportMessageMail;
use super::choices::SupportTicketUpdate;
use super::files::{self, SupportFile};
use super::model::{TicketMessage, TicketPerson, TicketPriority, TicketRow, TicketStatus};
use super::scope::TicketScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

const SHORT: usize = 300;

/// Columns of a ticket; `$1` of the list and of one ticket is the reader, for what the reader saw last.
pub(super) const COLUMNS: &str = "
    t.id, t.number, t.status as support_ticket_status, t.priority, t.subject_id as support_subject_id, j.title_locale,
    t.department_id, t.service_id, t.shipment_id, s.tracking_code as shipment, t.client_id, t.partner_id,
    t.subsidiary_id, t.created_by as created_by_id, u.name as created_by_name,
    coalesce(c.name, p.name) as created_by_label, t.short_body, t.last_seq, t.last_message_at, t.first_response_at,
    t.closed_at, t.created_at, n.last_seen_at, u.language as created_by_language, t.resting_since, t.rested_seconds,
    d.first_response_hours, d.resolution_hours, t.assignee_id, a.name as assignee_name, t.active,
    d.code as department_code, d.title_locale as department_title";
pub(super) const JOINS: &str = "
    join support_subjects j on j.id = t.subject_id
    join users u on u.id = t.created_by
    left join users a on a.id = t.assignee_id
    left join shipments s on s.id = t.shipment_id
    left join support_departments d on d.id = t.department_id
    left join clients c on c.id = t.client_id
    left join partners p on p.id = t.partner_id
    left join support_seen n on n.ticket_id = t.id and n.user_id = ";

pub const HAS_SERVICE: &str = "
    select exists (
        select from services
        where id = $1 and active and ($2::uuid[] is null or profile_ids = '{}' or profile_ids && $2)
    )";
pub const NEXT_NUMBER: &str = "update support_counter set number = number + 1 returning number";
pub const DISPUTED: &str = "
    select distinct shipment_id from support_tickets where shipment_id = any($1) and status in (10, 20)";
pub const INSERT: &str = "
    with branch as materialized (select subsidiary_id from shipments where id = $7)
    insert into support_tickets (id, number, priority, subject_id, department_id, service_id, shipment_id, subsidiary_id,
                                 client_id, partner_id, created_by, short_body, created_at, updated_at,
                                 public_updated_at, last_message_at)
    select $1, $2, $3, $4, $5, $6, asked.shipment_id, branch.subsidiary_id, $8, $9, $10, $11, $12, $12, $12, $12
    from (select $7::uuid as shipment_id) asked left join branch on true";
pub const INSERT_MESSAGE: &str = "
    insert into support_messages (id, ticket_id, seq, note, by_staff, author_id, body, created_at)
    values ($1, $2, $3, 0, $4, $5, $6, $7)";
pub const INSERT_NOTE: &str = "
    with newest as materialized (
        select coalesce(max(note), 0) as note from support_messages where ticket_id = $2 and seq = $3)
    insert into support_messages (id, ticket_id, seq, note, by_staff, author_id, body, created_at)
    select $1, $2, $3, newest.note + 1, true, $4, $5, $6 from newest";
pub const MESSAGES: &str = "
    select m.id, m.seq, m.note, m.by_staff, m.author_id,
           coalesce(u.name, x.sender_name, split_part(x.sender_email, '@', 1)) as name,
           coalesce(c.name, p.name) as label, m.body, m.created_at
    from support_messages m
    left join users u on u.id = m.author_id
    left join support_message_mails x on x.message_id = m.id
    left join clients c on c.id = u.client_id
    left join partners p on p.id = u.partner_id
    where m.ticket_id = $1 and ($2 or m.note = 0)
    order by m.seq, m.note";
/// A message by its id, with the ticket that has it.
pub const SENT: &str = "
    select m.ticket_id, m.body, m.note > 0 as internal,
           array(select f.id from support_files f where f.message_id = m.id order by f.id) as files
    from support_messages m where m.id = $1 and m.author_id = $2";
pub const NEWER: &str = "select count(*) from support_messages where ticket_id = $1 and note = 0 and seq > $2 and author_id is distinct from $3";
pub const ANSWERED: &str = "
    update support_tickets
    set status = $2::smallint, last_seq = $3, last_message_at = $4, updated_at = $4, public_updated_at = $4,
        first_response_at = case when $5 then coalesce(first_response_at, $4) else first_response_at end,
        assignee_id = coalesce(assignee_id, $6),
        rested_seconds = rested_seconds + case when $2::smallint = 10 and resting_since is not null
            then extract(epoch from $4::timestamptz - resting_since)::bigint else 0 end,
        resting_since = case when $2::smallint <> 10 then coalesce(resting_since, $4) end,
        version = version + 1
    where id = $1";
pub const NOTED: &str = "update support_tickets set updated_at = $2, version = version + 1 where id = $1";
pub const SET_STATUS: &str = "
    update support_tickets
    set status = $2::smallint, updated_at = $3, public_updated_at = $3, version = version + 1,
        closed_at = case when $2::smallint in (10, 20) then null when $2::smallint = 0 and status <> 99 then $3 else closed_at end,
        rested_seconds = rested_seconds + case when $2::smallint = 10 and resting_since is not null
            then extract(epoch from $3::timestamptz - resting_since)::bigint else 0 end,
        resting_since = case when $2::smallint <> 10 then coalesce(resting_since, $3) end
    where id = any($1)";
pub const UPDATE: &str = "
    update support_tickets
    set subject_id = $2, priority = $3, department_id = $4, service_id = $5, shipment_id = $6,
        subsidiary_id = (select s.subsidiary_id from shipments s where s.id = $6), updated_at = $7,
        public_updated_at = $7, version = version + 1
    where id = $1";
pub const DELETE: &str =
    "update support_tickets set deleted_at = $2, updated_at = $2, version = version + 1 where id = $1";
/// Later than the change of the same transaction, so that an own answer is read.
pub const SEE: &str = "
    insert into support_seen (ticket_id, user_id, last_seen_at) values ($1, $2, $3::timestamptz + interval '1 millisecond')
    on conflict (ticket_id, user_id) do update set last_seen_at = greatest(support_seen.last_seen_at, excluded.last_seen_at)";

/// A ticket to create.
pub struct NewTicket {
    pub id: Uuid,
    pub priority: TicketPriority,
    pub subject_id: Uuid,
    pub department_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
    pub client_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub created_by: Uuid,
}

/// A message to add.
pub struct NewMessage<'a> {
    pub id: Uuid,
    pub ticket_id: Uuid,
    /// None for a person without an account.
    pub author_id: Option<Uuid>,
    pub by_staff: bool,
    pub body: &'a str,
    pub at: DateTime<Utc>,
}

/// A ticket by its id, within a scope.
pub fn find_query(scope: &TicketScope, id: Uuid) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(format!("select {COLUMNS}, "));
    query.push(updated_at(scope)).push(" from support_tickets t").push(JOINS).push_bind(scope.user_id);
    query.push(" where t.id = ").push_bind(id);
    scope.push(&mut query);
    query
}

/// Internal notes change a ticket for staff only.
pub(super) const fn updated_at(scope: &TicketScope) -> &'static str {
    if scope.is_staff { "t.updated_at" } else { "t.public_updated_at as updated_at" }
}

pub async fn find(tx: &mut TenantTx, scope: &TicketScope, id: Uuid) -> ApiResult<TicketRow> {
    seek(tx, scope, id).await?.ok_or_else(ApiError::not_found)
}

pub async fn seek(tx: &mut TenantTx, scope: &TicketScope, id: Uuid) -> ApiResult<Option<TicketRow>> {
    Ok(find_query(scope, id).build_query_as().fetch_optional(&mut **tx).await?)
}

/// Locks a ticket until the transaction ends, and reads it.
pub async fn lock(tx: &mut TenantTx, scope: &TicketScope, id: Uuid) -> ApiResult<TicketRow> {
    let mut query = QueryBuilder::<Postgres>::new("select from support_tickets t where t.id = ");
    query.push_bind(id);
    scope.push(&mut query);
    query.push(" for update").build().execute(&mut **tx).await?;
    find(tx, scope, id).await
}

/// Whether a service is active, and these profiles open it (`Ctx::service_profiles`).
pub async fn has_service(tx: &mut TenantTx, id: Uuid, profiles: Option<Vec<Uuid>>) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(HAS_SERVICE).bind(id).bind(profiles).fetch_one(&mut **tx).await?)
}

/// Stores a ticket and its first message; returns its number.
pub async fn insert(tx: &mut TenantTx, ticket: &NewTicket, message: &NewMessage<'_>) -> ApiResult<i32> {
    let number: i32 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    let inserted = sqlx::query(INSERT)
        .bind(ticket.id)
        .bind(number)
        .bind(ticket.priority)
        .bind(ticket.subject_id)
        .bind(ticket.department_id)
        .bind(ticket.service_id)
        .bind(ticket.shipment_id)
        .bind(ticket.client_id)
        .bind(ticket.partner_id)
        .bind(ticket.created_by)
        .bind(short(message.body))
        .bind(message.at)
        .execute(&mut **tx)
        .await;
    refuse_used_key(inserted)?;
    add_message(tx, message, 1).await?;
    sqlx::query(ANSWERED)
        .bind(ticket.id)
        .bind(TicketStatus::Open)
        .bind(1)
        .bind(message.at)
        .bind(false)
        .bind(None::<Uuid>)
        .execute(&mut **tx)
        .await?;
    Ok(number)
}

async fn add_message(tx: &mut TenantTx, message: &NewMessage<'_>, seq: i32) -> ApiResult<()> {
    let insert = sqlx::query(INSERT_MESSAGE).bind(message.id).bind(message.ticket_id).bind(seq);
    let insert = insert.bind(message.by_staff).bind(message.author_id).bind(message.body).bind(message.at);
    refuse_used_key(insert.execute(&mut **tx).await)
}

/// A reply to a locked ticket.
pub struct NewReply<'a> {
    pub message: &'a NewMessage<'a>,
    pub status: TicketStatus,
    /// Staff answers who asked.
    pub is_response: bool,
    /// Takes the ticket if nobody has it.
    pub taken_by: Option<Uuid>,
}

/// Adds a public message to a locked ticket, and sets its status.
pub async fn reply(
    tx: &mut TenantTx,
    row: &TicketRow,
    NewReply { message, status, is_response, taken_by }: NewReply<'_>,
) -> ApiResult<()> {
    add_message(tx, message, row.last_seq + 1).await?;
    sqlx::query(ANSWERED)
        .bind(row.id)
        .bind(status)
        .bind(row.last_seq + 1)
        .bind(message.at)
        .bind(is_response)
        .bind(taken_by)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Adds an internal note to a locked ticket.
pub async fn note(tx: &mut TenantTx, row: &TicketRow, message: &NewMessage<'_>) -> ApiResult<()> {
    let insert = sqlx::query(INSERT_NOTE).bind(message.id).bind(row.id).bind(row.last_seq);
    let insert = insert.bind(message.author_id).bind(message.body).bind(message.at);
    refuse_used_key(insert.execute(&mut **tx).await)?;
    sqlx::query(NOTED).bind(row.id).bind(message.at).execute(&mut **tx).await?;
    Ok(())
}

/// 409 when another message or ticket has this id.
fn refuse_used_key<T>(done: sqlx::Result<T>) -> ApiResult<()> {
    const KEYS: [&str; 2] = ["support_messages_pkey", "support_tickets_pkey"];
    done.map(drop).map_err(|error| match KEYS.iter().any(|key| tenancy::breaks_constraint(&error, key)) {
        true => ApiError::refused(MessageCode::KeyUsed),
        false => error.into(),
    })
}

/// Sets the status of locked tickets.
pub async fn set_status(
    tx: &mut TenantTx,
    ids: &[Uuid],
    status: TicketStatus,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(SET_STATUS).bind(ids).bind(status).bind(at).execute(&mut **tx).await?;
    Ok(())
}

pub async fn update(
    tx: &mut TenantTx,
    id: Uuid,
    input: &SupportTicketUpdate,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let update = sqlx::query(UPDATE).bind(id).bind(input.support_subject_id).bind(input.priority);
    let update = update.bind(input.department_id).bind(input.service_id).bind(input.shipment_id).bind(at);
    update.execute(&mut **tx).await?;
    Ok(())
}

pub async fn delete(tx: &mut TenantTx, id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(DELETE).bind(id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

pub async fn see(tx: &mut TenantTx, scope: &TicketScope, id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(SEE).bind(id).bind(scope.user_id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// A message that was sent before.
#[derive(sqlx::FromRow)]
pub struct SentMessage {
    pub ticket_id: Uuid,
    body: String,
    pub internal: bool,
    files: Vec<Uuid>,
}

impl SentMessage {
    /// Whether it has this content.
    pub fn is(&self, ticket_id: Uuid, body: &str, files: &[Uuid]) -> bool {
        let mut files = files.to_vec();
        files.sort_unstable();
        files.dedup();
        self.ticket_id == ticket_id && self.body == body && self.files == files
    }
}

/// An earlier message of this author with this id.
pub async fn find_sent(tx: &mut TenantTx, key: Uuid, author: Uuid) -> ApiResult<Option<SentMessage>> {
    Ok(sqlx::query_as(SENT).bind(key).bind(author).fetch_optional(&mut **tx).await?)
}

/// Number of public messages of others after this one.
pub async fn newer(tx: &mut TenantTx, id: Uuid, seen: i32, author: Uuid) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(NEWER).bind(id).bind(seen).bind(author).fetch_one(&mut **tx).await?)
}

#[derive(sqlx::FromRow)]
struct MessageRow {
    id: Uuid,
    seq: i32,
    note: i16,
    by_staff: bool,
    author_id: Option<Uuid>,
    name: String,
    label: Option<String>,
    body: String,
    created_at: DateTime<Utc>,
}

/// The messages of a ticket; internal notes only for staff.
pub async fn messages(
    tx: &mut TenantTx,
    scope: &TicketScope,
    id: Uuid,
    mails: Vec<(Uuid, SupportMessageMail)>,
) -> ApiResult<Vec<TicketMessage>> {
    let mut mails: HashMap<Uuid, SupportMessageMail> = mails.into_iter().collect();
    let rows: Vec<MessageRow> =
        sqlx::query_as(MESSAGES).bind(id).bind(scope.is_staff).fetch_all(&mut **tx).await?;
    let files = files::of_ticket(tx, id).await?;
    let of = |message: Uuid| files.iter().filter(|file| file.message_id == Some(message)).cloned().collect();
    Ok(rows
        .into_iter()
        .map(|row| (mails.remove(&row.id), of(row.id), row))
        .map(|(mail, files, row)| row.view(scope.user_id, files, mail))
        .collect())
}

/// The shipments among these that an open ticket is about.
pub async fn list_disputed(tx: &mut TenantTx, shipments: &[Uuid]) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(DISPUTED).bind(shipments).fetch_all(&mut **tx).await?)
}

impl MessageRow {
    fn view(
        self,
        reader: Uuid,
        files: Vec<SupportFile>,
        by_email: Option<SupportMessageMail>,
    ) -> TicketMessage {
        TicketMessage {
            id: self.id,
            seq: self.seq,
            internal: self.note > 0,
            by_staff: self.by_staff,
            is_mine: self.author_id == Some(reader),
            author: TicketPerson { id: self.author_id, name: self.name, label: self.label },
            body_html: crate::markdown::render(&self.body, by_email.is_some()),
            body: self.body,
            files,
            created_at: self.created_at,
            by_email,
        }
    }
}

fn short(body: &str) -> String {
    let text = crate::markdown::text(body);
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(SHORT).collect()
}
