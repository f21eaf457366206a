//! SQL of rooms.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{ADMINISTRATORS, RoomKind, RoomRow, RoomWindow};
use super::scope::RoomScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Words;
use server_core::live::{self, Audience};
use server_core::notify;
use server_core::settings;

/// Rooms of a list.
const SHOWN: i64 = 100;
/// Rooms that a search looks at, the newest first.
const SEARCHED: i64 = 1_000;

/// The newest rooms of a user: `$5` of each kind. `$3` and `$7` are the staff's right to clients and their subsidiaries.
pub const MINE: &str = "
    select mine.id from (
        (select r.id, r.last_at from chat_members m join chat_rooms r on r.id = m.room_id
         where m.user_id = $1 order by r.last_at desc, r.id limit $5)
        union all
        (select r.id, r.last_at from chat_rooms r where r.kind = 'client' and r.id = $2)
        union all
        (select r.id, r.last_at from chat_rooms r
         where r.kind = 'client' and $3 and ($7::uuid[] is null or exists (
            select from shipments s where s.client_id = r.client_id and s.subsidiary_id = any($7)))
         order by r.last_at desc, r.id limit $5)
        union all
        (select r.id, r.last_at from chat_rooms r where r.kind = 'administrators' and r.id = $6 and $4)
    ) mine
    order by mine.last_at desc, mine.id";
/// Whether a room is one of the user.
pub const IS_MINE: &str = "
    select r.id from chat_rooms r
    where r.id = $5 and case r.kind
            when 'client' then coalesce(r.client_id = $2, false) or ($3 and ($6::uuid[] is null or exists (
                select from shipments s where s.client_id = r.client_id and s.subsidiary_id = any($6))))
            when 'administrators' then $4
            else exists (select from chat_members m where m.room_id = r.id and m.user_id = $1)
        end";
/// Those of these users to whom a room belongs. Staff who are bound to subsidiaries have theirs in `$7` and `$8`.
pub const READERS: &str = "
    select i.user_id
    from unnest($2::uuid[], $3::uuid[], $4::boolean[], $5::boolean[], $6::boolean[])
        i (user_id, client_id, sees_clients, is_bound, is_administrator)
    join chat_rooms r on r.id = $1
    where case r.kind
            when 'client' then coalesce(r.client_id = i.client_id, false) or (i.sees_clients and (not i.is_bound or exists (
                select from unnest($7::uuid[], $8::uuid[]) b (user_id, subsidiary_id)
                join shipments s on s.subsidiary_id = b.subsidiary_id and s.client_id = r.client_id
                where b.user_id = i.user_id)))
            when 'administrators' then i.is_administrator
            else exists (select from chat_members m where m.room_id = r.id and m.user_id = i.user_id)
        end";
/// Rooms for one member, with their newest message. `$3` are the patterns of a search, `$5` is the name that a client's
/// room has for the client: the company's; null for staff.
pub const ROWS: &str = "
    select r.id, r.kind, coalesce(r.title, case when c.id is not null then coalesce($5, c.name) end, o.name) as title, r.client_id, r.created_by, r.last_seq, r.last_at,
           coalesce(m.since_seq, 0) as since_seq, coalesce(d.seq, 0) as read_seq, o.id as other_id, o.thumbnail_key as other_picture,
           l.body as last_body, l.author_id as last_author_id, a.name as last_author,
           coalesce(w.shown, false) as shown, coalesce(w.open, false) as open, coalesce(w.expanded, false) as expanded
    from unnest($2::uuid[]) with ordinality i (id, position)
    join chat_rooms r on r.id = i.id
    left join chat_members m on m.room_id = r.id and m.user_id = $1
    left join chat_reads d on d.room_id = r.id and d.user_id = $1
    left join chat_windows w on w.room_id = r.id and w.user_id = $1
    left join clients c on c.id = r.client_id
    left join users o on o.id = case when r.low_id = $1 then r.high_id else r.low_id end
    left join chat_messages l on l.room_id = r.id and l.seq = r.last_seq
    left join users a on a.id = l.author_id
    where not exists (
        select from unnest($3::text[]) w (pattern)
        where (' ' || search_text(coalesce(r.title, case when c.id is not null then coalesce($5, c.name) end, o.name, '')))
            not like search_text(w.pattern))
    order by i.position limit $4";
/// Rooms with unread messages among the newest.
pub const UNREAD: &str = "
    select count(*) from unnest($2::uuid[]) i (id)
    join chat_rooms r on r.id = i.id
    left join chat_members m on m.room_id = r.id and m.user_id = $1
    left join chat_reads d on d.room_id = r.id and d.user_id = $1
    where r.last_seq > greatest(coalesce(m.since_seq, 0), coalesce(d.seq, 0))";
pub const CLIENT: &str = "
    select c.name from clients c
    where c.id = $1 and c.active and (c.id = $2 or ($3 and ($4::uuid[] is null or exists (
        select from shipments s where s.client_id = c.id and s.subsidiary_id = any($4)))))";
pub const PAIR: &str = "select id from chat_rooms where low_id = $1 and high_id = $2";
pub const INSERT: &str = "
    insert into chat_rooms (id, kind, title, low_id, high_id, client_id, last_at, created_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $7)
    on conflict do nothing";
pub const RENAME: &str = "update chat_rooms set title = $2 where id = $1 and kind = 'group'";
pub const LOCK: &str = "select last_seq from chat_rooms where id = $1 for update";
pub const LOCK_IF_STORED: &str = "select id from chat_rooms where id = $1 for update";
pub const WRITTEN: &str = "update chat_rooms set last_seq = $2, last_at = $3 where id = $1";
pub const READ: &str = "
    insert into chat_reads (room_id, user_id, seq) values ($1, $2, $3)
    on conflict (room_id, user_id) do update set seq = greatest(chat_reads.seq, excluded.seq)";
pub const DRAFT: &str = "select body from chat_drafts where room_id = $1 and user_id = $2";
pub const KEEP_DRAFT: &str = "
    insert into chat_drafts (room_id, user_id, body, updated_at) values ($1, $2, $3, $4)
    on conflict (room_id, user_id) do update set body = excluded.body, updated_at = excluded.updated_at";
pub const KEEP_WINDOW: &str = "
    insert into chat_windows (room_id, user_id, shown, open, expanded) values ($1, $2, $3, $4, $5)
    on conflict (room_id, user_id) do update
    set shown = excluded.shown, open = excluded.open, expanded = excluded.expanded";
pub const DROP_DRAFT: &str = "delete from chat_drafts where room_id = $1 and user_id = $2";
pub const ADMINISTRATOR_IDS: &str =
    "select id from users where user_type = 10 and partner_id is null and active";
pub const MEMBER_IDS: &str = "select user_id from chat_members where room_id = $1";

async fn list_own_ids(tx: &mut TenantTx, scope: &RoomScope, limit: i64) -> ApiResult<Vec<Uuid>> {
    let query = sqlx::query_scalar(MINE).bind(scope.user_id).bind(scope.client_id);
    let query = query.bind(scope.sees_clients).bind(scope.is_administrator).bind(limit);
    let query = query.bind(ADMINISTRATORS).bind(&scope.subsidiary_ids);
    Ok(query.fetch_all(&mut **tx).await?)
}

async fn load_rows(
    tx: &mut TenantTx,
    scope: &RoomScope,
    ids: &[Uuid],
    words: &Words,
) -> ApiResult<Vec<RoomRow>> {
    let patterns: Vec<String> = words.patterns().collect();
    let query = sqlx::query_as(ROWS).bind(scope.user_id).bind(ids).bind(patterns).bind(SHOWN);
    let query = query.bind(company_name(tx, scope).await?);
    Ok(query.fetch_all(&mut **tx).await?)
}

/// The name of the company for users from outside, who have one room with it.
async fn company_name(tx: &mut TenantTx, scope: &RoomScope) -> ApiResult<Option<String>> {
    match scope.is_staff {
        true => Ok(None),
        false => Ok(Some(settings::load(tx).await?.name)),
    }
}

/// The newest rooms of a user whose names match. The fixed rooms are listed before anybody has written in them.
pub async fn list(tx: &mut TenantTx, scope: &RoomScope, words: &Words) -> ApiResult<Vec<RoomRow>> {
    let ids = list_own_ids(tx, scope, if words.is_empty() { SHOWN } else { SEARCHED }).await?;
    let mut found = load_rows(tx, scope, &ids, words).await?;
    if words.is_empty() {
        let fixed = [scope.client_id, scope.is_administrator.then_some(ADMINISTRATORS)];
        for id in fixed.into_iter().flatten().filter(|id| !ids.contains(id)) {
            found.extend(unwritten(tx, scope, id).await?);
        }
    }
    Ok(found)
}

pub async fn count_unread(tx: &mut TenantTx, scope: &RoomScope) -> ApiResult<i64> {
    let ids = list_own_ids(tx, scope, SHOWN).await?;
    Ok(sqlx::query_scalar(UNREAD).bind(scope.user_id).bind(ids).fetch_one(&mut **tx).await?)
}

/// The rooms that a search of messages looks at.
pub async fn list_searchable(tx: &mut TenantTx, scope: &RoomScope) -> ApiResult<Vec<Uuid>> {
    list_own_ids(tx, scope, SEARCHED).await
}

/// These rooms by their ids, without a check.
pub async fn load_by_ids(
    tx: &mut TenantTx,
    scope: &RoomScope,
    ids: &[Uuid],
) -> ApiResult<HashMap<Uuid, RoomRow>> {
    let found = load_rows(tx, scope, ids, &Words::default()).await?;
    Ok(found.into_iter().map(|row| (row.id, row)).collect())
}

/// Those of these users to whom a room belongs that somebody has written in.
pub async fn load_readers(tx: &mut TenantTx, scopes: &[RoomScope], id: Uuid) -> ApiResult<HashSet<Uuid>> {
    let bound = scopes.iter().flat_map(|scope| {
        let own = scope.subsidiary_ids.iter().flatten();
        own.map(move |subsidiary| (scope.user_id, *subsidiary))
    });
    let (bound, subsidiaries): (Vec<Uuid>, Vec<Uuid>) = bound.unzip();
    let found: Vec<Uuid> = sqlx::query_scalar(READERS)
        .bind(id)
        .bind(scopes.iter().map(|scope| scope.user_id).collect::<Vec<_>>())
        .bind(scopes.iter().map(|scope| scope.client_id).collect::<Vec<_>>())
        .bind(scopes.iter().map(|scope| scope.sees_clients).collect::<Vec<_>>())
        .bind(scopes.iter().map(|scope| scope.subsidiary_ids.is_some()).collect::<Vec<_>>())
        .bind(scopes.iter().map(|scope| scope.is_administrator).collect::<Vec<_>>())
        .bind(bound)
        .bind(subsidiaries)
        .fetch_all(&mut **tx)
        .await?;
    Ok(found.into_iter().collect())
}

/// A room of the user; none for any other.
pub async fn find_optional(tx: &mut TenantTx, scope: &RoomScope, id: Uuid) -> ApiResult<Option<RoomRow>> {
    let query = sqlx::query_scalar(IS_MINE).bind(scope.user_id).bind(scope.client_id);
    let query = query.bind(scope.sees_clients).bind(scope.is_administrator).bind(id);
    let known: Option<Uuid> = query.bind(&scope.subsidiary_ids).fetch_optional(&mut **tx).await?;
    match known {
        Some(id) => Ok(load_rows(tx, scope, &[id], &Words::default()).await?.pop()),
        None => unwritten(tx, scope, id).await,
    }
}

pub async fn find(tx: &mut TenantTx, scope: &RoomScope, id: Uuid) -> ApiResult<RoomRow> {
    find_optional(tx, scope, id).await?.ok_or_else(ApiError::not_found)
}

/// A fixed room of the user without messages.
async fn unwritten(tx: &mut TenantTx, scope: &RoomScope, id: Uuid) -> ApiResult<Option<RoomRow>> {
    if id == ADMINISTRATORS {
        let room = RoomRow::unwritten(RoomKind::Administrators, id, None);
        return Ok(scope.is_administrator.then_some(room));
    }
    let query = sqlx::query_scalar(CLIENT).bind(id).bind(scope.client_id);
    let query = query.bind(scope.sees_clients).bind(&scope.subsidiary_ids);
    let name: Option<String> = query.fetch_optional(&mut **tx).await?;
    let company = company_name(tx, scope).await?;
    Ok(name.map(|name| RoomRow::unwritten(RoomKind::Client, id, Some(company.unwrap_or(name)))))
}

/// A room to create.
pub struct NewRoom<'a> {
    pub id: Uuid,
    pub kind: RoomKind,
    pub title: Option<&'a str>,
    pub pair: Option<(Uuid, Uuid)>,
    pub client_id: Option<Uuid>,
    pub by: Option<Uuid>,
    pub at: DateTime<Utc>,
}

/// False when the room exists.
pub async fn insert(tx: &mut TenantTx, room: &NewRoom<'_>) -> ApiResult<bool> {
    let (low, high) = room.pair.unzip();
    let insert = sqlx::query(INSERT).bind(room.id).bind(room.kind.as_str()).bind(room.title);
    let insert = insert.bind(low).bind(high).bind(room.client_id).bind(room.at).bind(room.by);
    Ok(insert.execute(&mut **tx).await?.rows_affected() > 0)
}

/// The direct chat of two users, the smaller id first.
pub async fn find_by_pair(tx: &mut TenantTx, low: Uuid, high: Uuid) -> ApiResult<Option<Uuid>> {
    Ok(sqlx::query_scalar(PAIR).bind(low).bind(high).fetch_optional(&mut **tx).await?)
}

/// The row of a fixed room, before something refers to it.
pub async fn ensure_stored(tx: &mut TenantTx, row: &RoomRow, at: DateTime<Utc>) -> ApiResult<()> {
    if row.last_at.is_none() {
        let (id, kind, client_id) = (row.id, row.kind, row.client_id);
        insert(tx, &NewRoom { id, kind, title: None, pair: None, client_id, by: None, at }).await?;
    }
    Ok(())
}

/// Locks a room until the transaction ends; returns the number of its last message.
pub async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<i32> {
    Ok(sqlx::query_scalar(LOCK).bind(id).fetch_one(&mut **tx).await?)
}

/// Locks a room that a merge of clients may have taken away; false when it has.
pub async fn lock_if_stored(tx: &mut TenantTx, id: Uuid) -> ApiResult<bool> {
    let found: Option<Uuid> = sqlx::query_scalar(LOCK_IF_STORED).bind(id).fetch_optional(&mut **tx).await?;
    Ok(found.is_some())
}

pub async fn set_last_message(tx: &mut TenantTx, id: Uuid, seq: i32, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(WRITTEN).bind(id).bind(seq).bind(at).execute(&mut **tx).await?;
    Ok(())
}

pub async fn rename(tx: &mut TenantTx, id: Uuid, title: &str) -> ApiResult<()> {
    sqlx::query(RENAME).bind(id).bind(title).execute(&mut **tx).await?;
    Ok(())
}

/// Never goes back. The notification of unread messages has done its work.
pub async fn mark_read(tx: &mut TenantTx, id: Uuid, user_id: Uuid, seq: i32) -> ApiResult<()> {
    sqlx::query(READ).bind(id).bind(user_id).bind(seq).execute(&mut **tx).await?;
    Ok(notify::delete_by_reference(tx, user_id, &reference(id)).await?)
}

/// The beginning of the references of notifications of unread messages.
pub const ROOM_REFERENCE: &str = "room:";

/// The reference of the notification of unread messages.
pub fn reference(room_id: Uuid) -> String {
    format!("{ROOM_REFERENCE}{room_id}")
}

pub async fn load_draft(tx: &mut TenantTx, id: Uuid, user_id: Uuid) -> ApiResult<Option<String>> {
    Ok(sqlx::query_scalar(DRAFT).bind(id).bind(user_id).fetch_optional(&mut **tx).await?)
}

/// Keeps what the user has typed; an empty text deletes it.
pub async fn store_draft(
    tx: &mut TenantTx,
    id: Uuid,
    user_id: Uuid,
    body: &str,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    if body.is_empty() {
        sqlx::query(DROP_DRAFT).bind(id).bind(user_id).execute(&mut **tx).await?;
    } else {
        sqlx::query(KEEP_DRAFT).bind(id).bind(user_id).bind(body).bind(at).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Keeps how the user has the room on the page.
pub async fn store_window(
    tx: &mut TenantTx,
    id: Uuid,
    user_id: Uuid,
    RoomWindow { show, open, expanded }: RoomWindow,
) -> ApiResult<()> {
    let window = sqlx::query(KEEP_WINDOW).bind(id).bind(user_id).bind(show).bind(open).bind(expanded);
    window.execute(&mut **tx).await?;
    Ok(())
}

/// Tells the members that a room has changed.
pub async fn announce(tx: &mut TenantTx, row: &RoomRow) -> ApiResult<()> {
    let audience = match row.kind {
        RoomKind::Client => Audience::Parties(row.client_id.into_iter().collect()),
        RoomKind::Administrators => {
            Audience::Users(sqlx::query_scalar(ADMINISTRATOR_IDS).fetch_all(&mut **tx).await?)
        }
        RoomKind::Direct | RoomKind::Group => {
            Audience::Users(sqlx::query_scalar(MEMBER_IDS).bind(row.id).fetch_all(&mut **tx).await?)
        }
    };
    live::records_changed(tx, &audience, "room", &[row.id]);
    Ok(())
}
