//! SQL of members, and of the people to choose from.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{RoomContact, RoomKind, RoomMember, RoomRow, picture_url};
use super::rooms::{ROOM_REFERENCE, reference};
use super::scope::RoomScope;
use access::is_inside;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Words;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::notify;

/// Members of a group.
pub const MOST: usize = 100;

pub const OF_ROWS: &str = "
    select u.id, u.name, u.name as label, coalesce(c.name, p.name) as company_name, u.company_position,
           coalesce(d.seq, 0) as read_seq, u.thumbnail_key
    from chat_members m
    join users u on u.id = m.user_id
    left join clients c on c.id = u.client_id
    left join partners p on p.id = u.partner_id
    left join chat_reads d on d.room_id = m.room_id and d.user_id = m.user_id
    where m.room_id = $1 order by search_text(u.name), u.id limit 200";
pub const OF_ADMINISTRATORS: &str = "
    select u.id, u.name, u.name as label, null::text as company_name, u.company_position, coalesce(d.seq, 0) as read_seq,
           u.thumbnail_key
    from users u left join chat_reads d on d.room_id = $1 and d.user_id = u.id
    where u.user_type = 10 and u.partner_id is null and u.active order by search_text(u.name), u.id limit 200";
/// The client's users, and the staff that has opened the room. Who has left the client is neither.
pub const OF_CLIENT: &str = concat!(
    "select u.id, u.name, u.name as label, c.name as company_name, u.company_position, coalesce(d.seq, 0) as read_seq,
           u.thumbnail_key
    from (select id from users where client_id = $1 union select user_id from chat_reads where room_id = $1) i
    join users u on u.id = i.id and u.active and (u.client_id = $1 or ",
    is_inside!("u."),
    ")
    left join clients c on c.id = u.client_id
    left join chat_reads d on d.room_id = $1 and d.user_id = u.id
    order by search_text(u.name), u.id limit 200"
);
/// The chosen users whom the user may write to, with the client or partner that each works for. Each user of a carrier is
/// a party of its own.
pub const CHOSEN: &str = concat!(
    "select u.id, case when not ",
    is_inside!("u."),
    " then coalesce(u.client_id, u.partner_id, u.id) end as party from users u
    where u.id = any($1) and u.active and u.id <> $2 and (
        u.client_id = $4 or u.partner_id = $5 or ($3 and (u.client_id is null or ($6 and ($7::uuid[] is null or exists (
            select from shipments s where s.client_id = u.client_id and s.subsidiary_id = any($7)))))))"
);
pub const PARTIES: &str = concat!(
    "select distinct coalesce(u.client_id, u.partner_id, u.id) from chat_members m join users u on u.id = m.user_id
    where m.room_id = $1 and not ",
    is_inside!("u.")
);
pub const NAMES: &str = "
    select coalesce(string_agg(name, ', ' order by search_text(name), id), '') from users where id = any($1)";
pub const COUNT: &str = "select count(*) from chat_members where room_id = $1";
pub const ADD: &str = "
    insert into chat_members (room_id, user_id, since_seq, added_by, added_at)
    select $1, u.id, $3, $4, $5 from unnest($2::uuid[]) u (id)
    on conflict do nothing";
pub const REMOVE: &str = "delete from chat_members where room_id = $1 and user_id = $2";
pub const FORGET_DRAFT: &str = "delete from chat_drafts where room_id = $1 and user_id = $2";
/// The rooms that a user leaves, with the members of each before.
pub const MEMBERS_OF_OWN_ROOMS: &str = "
    select m.room_id, m.user_id from chat_members o join chat_members m on m.room_id = o.room_id where o.user_id = $1";
pub const LEAVE: &str = "delete from chat_members where user_id = $1";
pub const FORGET_READS: &str = "delete from chat_reads where user_id = $1";
pub const FORGET_DRAFTS: &str = "delete from chat_drafts where user_id = $1";
pub const FORGET_WINDOWS: &str = "delete from chat_windows where user_id = $1";
/// People by name, and for staff clients: those they may open.
pub const CONTACTS: &str = "
    select * from (
        (select u.id, false as is_client, u.name as label, coalesce(c.name, p.name) as company_name, 0 as position
         from users u
         left join clients c on c.id = u.client_id
         left join partners p on p.id = u.partner_id
         where u.active and u.id <> $1 and (
               u.client_id = $3 or u.partner_id = $4 or ($2 and (u.client_id is null or ($6 and ($7::uuid[] is null or exists (
                   select from shipments s where s.client_id = u.client_id and s.subsidiary_id = any($7)))))))
           and not exists (select from unnest($5::text[]) w (pattern)
                           where (' ' || search_text(u.name)) not like search_text(w.pattern))
         order by search_text(u.name), u.id limit 20)
        union all
        (select c.id, true, c.name, null, 1 from clients c
         where $6 and c.active and ($7::uuid[] is null or exists (
               select from shipments s where s.client_id = c.id and s.subsidiary_id = any($7)))
           and not exists (select from unnest($5::text[]) w (pattern)
                           where (' ' || search_text(c.name)) not like search_text(w.pattern))
         order by search_text(c.name), c.id limit 10)
    ) found order by position, search_text(label), id";

/// The names of these people, for the audit log.
pub async fn load_names(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<String> {
    Ok(sqlx::query_scalar(NAMES).bind(ids).fetch_one(&mut **tx).await?)
}

pub async fn list(tx: &mut TenantTx, room: &RoomRow) -> ApiResult<Vec<RoomMember>> {
    let sql = match room.kind {
        RoomKind::Direct | RoomKind::Group => OF_ROWS,
        RoomKind::Administrators => OF_ADMINISTRATORS,
        RoomKind::Client => OF_CLIENT,
    };
    let mut members: Vec<RoomMember> = sqlx::query_as(sql).bind(room.id).fetch_all(&mut **tx).await?;
    for member in &mut members {
        let key = member.thumbnail_key.as_deref();
        member.picture_url = key.map(|key| picture_url(room.id, member.id, key));
    }
    Ok(members)
}

#[derive(sqlx::FromRow)]
struct MemberChoice {
    id: Uuid,
    party: Option<Uuid>,
}

/// The chosen people, each once. 422 for one whom the user may not write to, and for people of two clients: they never
/// learn of each other.
pub async fn check_members(
    tx: &mut TenantTx,
    scope: &RoomScope,
    asked: &[Uuid],
    room: Option<Uuid>,
) -> ApiResult<Vec<Uuid>> {
    let mut ids = asked.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let query = sqlx::query_as(CHOSEN).bind(&ids).bind(scope.user_id).bind(scope.is_staff);
    let query = query.bind(scope.client_id).bind(scope.partner_id);
    let query = query.bind(scope.sees_clients).bind(&scope.subsidiary_ids);
    let found: Vec<MemberChoice> = query.fetch_all(&mut **tx).await?;
    if found.len() != ids.len() {
        return Err(ApiError::invalid_field("member_ids", MessageCode::UnknownOption));
    }
    let mut parties: Vec<Uuid> = match room {
        Some(room) => sqlx::query_scalar(PARTIES).bind(room).fetch_all(&mut **tx).await?,
        None => scope.party().into_iter().collect(),
    };
    parties.extend(found.iter().filter_map(|one| one.party));
    parties.sort_unstable();
    parties.dedup();
    if parties.len() > 1 {
        return Err(ApiError::invalid_field("member_ids", MessageCode::RoomOfTwoClients));
    }
    Ok(found.into_iter().map(|one| one.id).collect())
}

/// Adds members who see the messages after `since`. Refuses more than a group can have.
pub async fn add(
    tx: &mut TenantTx,
    room: Uuid,
    since: i32,
    ids: &[Uuid],
    by: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(ADD).bind(room).bind(ids).bind(since).bind(by).bind(at).execute(&mut **tx).await?;
    let count: i64 = sqlx::query_scalar(COUNT).bind(room).fetch_one(&mut **tx).await?;
    if count > MOST as i64 {
        return Err(ApiError::invalid_field("member_ids", MessageCode::TooMany));
    }
    Ok(())
}

/// False when the user is no member.
pub async fn remove(tx: &mut TenantTx, room: Uuid, user_id: Uuid) -> ApiResult<bool> {
    sqlx::query(FORGET_DRAFT).bind(room).bind(user_id).execute(&mut **tx).await?;
    notify::delete_by_reference(tx, user_id, &reference(room)).await?;
    let removed = sqlx::query(REMOVE).bind(room).bind(user_id).execute(&mut **tx).await?;
    Ok(removed.rows_affected() > 0)
}

/// Takes a user out of all rooms, and tells their members.
pub async fn leave_all(tx: &mut TenantTx, user_id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    let members: Vec<(Uuid, Uuid)> =
        sqlx::query_as(MEMBERS_OF_OWN_ROOMS).bind(user_id).fetch_all(&mut **tx).await?;
    let (mut rooms, mut users): (Vec<Uuid>, Vec<Uuid>) = members.into_iter().unzip();
    for ids in [&mut rooms, &mut users] {
        ids.sort_unstable();
        ids.dedup();
    }
    for sql in [LEAVE, FORGET_READS, FORGET_DRAFTS, FORGET_WINDOWS] {
        sqlx::query(sql).bind(user_id).execute(&mut **tx).await?;
    }
    notify::mark_read_by_prefix(tx, user_id, ROOM_REFERENCE, at).await?;
    if !rooms.is_empty() {
        live::records_changed(tx, &Audience::Users(users), "room", &rooms);
    }
    Ok(())
}

pub async fn list_contacts(
    tx: &mut TenantTx,
    scope: &RoomScope,
    words: &Words,
) -> ApiResult<Vec<RoomContact>> {
    let patterns: Vec<String> = words.patterns().collect();
    let query = sqlx::query_as(CONTACTS).bind(scope.user_id).bind(scope.is_staff);
    let query = query.bind(scope.client_id).bind(scope.partner_id).bind(patterns);
    let query = query.bind(scope.sees_clients).bind(&scope.subsidiary_ids);
    Ok(query.fetch_all(&mut **tx).await?)
}
