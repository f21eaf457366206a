//! SQL of messages and reactions.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::files;
use super::model::{MemberReaction, Reaction, RoomMessage, RoomRow};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Words;
use server_core::http::messages::MessageCode;

/// Messages of one page.
pub const PER_PAGE: i64 = 50;
const HITS: i64 = 50;

/// Messages before `$2` that a member since `$3` sees, the newest first.
pub const PAGE: &str = "
    select m.id, m.room_id, m.seq, m.body, m.author_id, u.name as author, coalesce(c.name, p.name) as company,
           m.created_at, m.shipment_id, s.tracking_code as shipment, m.ticket_id, t.number as ticket_number
    from chat_messages m
    join users u on u.id = m.author_id
    left join clients c on c.id = u.client_id
    left join partners p on p.id = u.partner_id
    left join shipments s on s.id = m.shipment_id
    left join support_tickets t on t.id = m.ticket_id
    where m.room_id = $1 and m.seq < $2 and m.seq > $3
    order by m.seq desc limit $4";
pub const BY_ID: &str = "
    select m.id, m.room_id, m.seq, m.body, m.author_id, u.name as author, coalesce(c.name, p.name) as company,
           m.created_at, m.shipment_id, s.tracking_code as shipment, m.ticket_id, t.number as ticket_number
    from chat_messages m
    join users u on u.id = m.author_id
    left join clients c on c.id = u.client_id
    left join partners p on p.id = u.partner_id
    left join shipments s on s.id = m.shipment_id
    left join support_tickets t on t.id = m.ticket_id
    where m.id = any($1)
    order by m.created_at desc, m.id desc";
/// A message by its id, with the room that has it.
pub const SENT: &str = "
    select m.room_id, m.author_id, m.body, m.shipment_id,
           array(select f.id from chat_files f where f.message_id = m.id order by f.id) as files
    from chat_messages m where m.id = $1";
pub const INSERT: &str = "
    insert into chat_messages (id, room_id, seq, author_id, body, shipment_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)";
pub const REACTIONS: &str = "
    select r.message_id, r.user_id, u.name, r.reaction from chat_reactions r join users u on u.id = r.user_id
    where r.message_id = any($1) order by r.at, r.user_id";
pub const REACT: &str = "
    insert into chat_reactions (message_id, user_id, reaction, at) values ($1, $2, $3, $4)
    on conflict (message_id, user_id) do update set reaction = excluded.reaction, at = excluded.at";
pub const UNREACT: &str = "delete from chat_reactions where message_id = $1 and user_id = $2";
pub const SET_TICKET: &str = "update chat_messages set ticket_id = $2 where id = $1";

#[derive(sqlx::FromRow)]
pub struct MessageRow {
    id: Uuid,
    pub room_id: Uuid,
    pub seq: i32,
    pub body: String,
    author_id: Uuid,
    pub author: String,
    company: Option<String>,
    created_at: DateTime<Utc>,
    pub shipment_id: Option<Uuid>,
    shipment: Option<String>,
    pub ticket_id: Option<Uuid>,
    ticket_number: Option<i32>,
}

/// A message that was sent before.
#[derive(Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct SentMessage {
    pub room_id: Uuid,
    pub author_id: Uuid,
    pub body: String,
    pub shipment_id: Option<Uuid>,
    /// Sorted.
    pub files: Vec<Uuid>,
}

/// The messages of a room that are older than `before`, newest first: one page, and whether more follow.
pub async fn page(
    tx: &mut TenantTx,
    room: &RoomRow,
    before: Option<i32>,
) -> ApiResult<(Vec<RoomMessage>, bool)> {
    let query = sqlx::query_as(PAGE).bind(room.id).bind(before.unwrap_or(i32::MAX)).bind(room.since_seq);
    let mut rows: Vec<MessageRow> = query.bind(PER_PAGE + 1).fetch_all(&mut **tx).await?;
    let has_older = rows.len() as i64 > PER_PAGE;
    rows.truncate(PER_PAGE as usize);
    Ok((complete(tx, rows).await?, has_older))
}

/// A message that a member sees.
pub async fn find(tx: &mut TenantTx, room: &RoomRow, id: Uuid) -> ApiResult<MessageRow> {
    let found: Option<MessageRow> = sqlx::query_as(BY_ID).bind([id]).fetch_optional(&mut **tx).await?;
    let seen = found.filter(|one| one.room_id == room.id && one.seq > room.since_seq);
    seen.ok_or_else(ApiError::not_found)
}

/// The newest matches in these rooms, only among messages sent since the user joined.
pub fn hits_query(user_id: Uuid, rooms: &[Uuid], words: &Words) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(
        "select m.id from chat_messages m left join chat_members b on b.room_id = m.room_id and b.user_id = ",
    );
    query.push_bind(user_id).push(" where m.room_id = any(").push_bind(rooms.to_vec());
    query.push(") and m.seq > coalesce(b.since_seq, 0)");
    words.push(&mut query, "m.search_key");
    query.push(" order by m.created_at desc, m.id desc limit ").push_bind(HITS);
    query
}

/// The newest messages with these words, with their rooms.
pub async fn search(
    tx: &mut TenantTx,
    user_id: Uuid,
    rooms: &[Uuid],
    words: &Words,
) -> ApiResult<Vec<(Uuid, RoomMessage)>> {
    let mut query = hits_query(user_id, rooms, words);
    let ids: Vec<Uuid> = query.build_query_scalar().persistent(false).fetch_all(&mut **tx).await?;
    let rows: Vec<MessageRow> = sqlx::query_as(BY_ID).bind(ids).fetch_all(&mut **tx).await?;
    let rooms: Vec<Uuid> = rows.iter().map(|row| row.room_id).collect();
    Ok(rooms.into_iter().zip(complete(tx, rows).await?).collect())
}

/// Adds files and reactions.
pub async fn complete(tx: &mut TenantTx, rows: Vec<MessageRow>) -> ApiResult<Vec<RoomMessage>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut files = files::of_messages(tx, &ids).await?;
    let mut reactions = reactions(tx, &ids).await?;
    let message = |row: MessageRow| RoomMessage {
        files: files.remove(&row.id).unwrap_or_default(),
        reactions: reactions.remove(&row.id).unwrap_or_default(),
        id: row.id,
        seq: row.seq,
        body: row.body,
        from_member_id: row.author_id,
        from_name: row.author,
        from_company: row.company,
        created_at: row.created_at,
        shipment_id: row.shipment_id,
        shipment: row.shipment,
        ticket_id: row.ticket_id,
        ticket_number: row.ticket_number,
    };
    Ok(rows.into_iter().map(message).collect())
}

/// One message with its files and reactions.
pub async fn find_complete(tx: &mut TenantTx, room: &RoomRow, id: Uuid) -> ApiResult<RoomMessage> {
    let row = find(tx, room, id).await?;
    complete(tx, vec![row]).await?.pop().ok_or_else(ApiError::not_found)
}

async fn reactions(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashMap<Uuid, Vec<MemberReaction>>> {
    let rows: Vec<(Uuid, Uuid, String, Reaction)> =
        sqlx::query_as(REACTIONS).bind(ids).fetch_all(&mut **tx).await?;
    let mut found: HashMap<Uuid, Vec<MemberReaction>> = HashMap::new();
    for (message, member_id, name, reaction) in rows {
        found.entry(message).or_default().push(MemberReaction { reaction, member_id, name });
    }
    Ok(found)
}

pub async fn find_sent(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<SentMessage>> {
    Ok(sqlx::query_as(SENT).bind(id).fetch_optional(&mut **tx).await?)
}

/// 409 when another message has this id.
pub async fn insert(
    tx: &mut TenantTx,
    id: Uuid,
    seq: i32,
    new: &SentMessage,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let insert = sqlx::query(INSERT).bind(id).bind(new.room_id).bind(seq).bind(new.author_id);
    let done = insert.bind(&new.body).bind(new.shipment_id).bind(at).execute(&mut **tx).await;
    done.map(drop).map_err(|error| match tenancy::breaks_constraint(&error, "chat_messages_pkey") {
        true => ApiError::refused(MessageCode::KeyUsed),
        false => error.into(),
    })
}

/// Sets the user's reaction; none takes it back.
pub async fn react(
    tx: &mut TenantTx,
    id: Uuid,
    user_id: Uuid,
    reaction: Option<Reaction>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let query = match reaction {
        Some(reaction) => sqlx::query(REACT).bind(id).bind(user_id).bind(reaction.as_str()).bind(at),
        None => sqlx::query(UNREACT).bind(id).bind(user_id),
    };
    query.execute(&mut **tx).await?;
    Ok(())
}

pub async fn set_ticket(tx: &mut TenantTx, id: Uuid, ticket_id: Uuid) -> ApiResult<()> {
    sqlx::query(SET_TICKET).bind(id).bind(ticket_id).execute(&mut **tx).await?;
    Ok(())
}
