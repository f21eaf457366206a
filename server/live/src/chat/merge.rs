//! Merge of clients: the room of a duplicate.

use tenancy::TenantTx;
use uuid::Uuid;

use super::{rooms, unread};
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};
use server_core::notify;

pub const COUNT_MESSAGES: &str = "select count(*) from chat_messages where room_id = $1";

// $1 stays, $2 is the duplicate. The room of a client has the client's id.
/// Both rooms in the order of their ids, so that simultaneous changes wait for each other.
pub const LOCK_BOTH: &str = "select id from chat_rooms where id in ($1, $2) order by id for update";
/// The client that stays may have no room yet.
pub const ENSURE_ROOM: &str = "
    with merged as materialized (select last_at, created_at from chat_rooms where id = $2)
    insert into chat_rooms (id, kind, client_id, last_at, created_at)
    select $1::uuid, 'client', $1::uuid, last_at, created_at from merged
    on conflict do nothing";
/// The messages of both rooms with their numbers in one room: by time, and those of a room in their order.
macro_rules! numbered {
    () => {
        "numbered as materialized (
            select t.id, t.room_id, t.seq, row_number() over (order by t.at, t.room_id, t.seq)::integer as place
            from (
                select m.id, m.room_id, m.seq, max(m.created_at) over (partition by m.room_id order by m.seq) as at
                from chat_messages m where m.room_id in ($1, $2)
            ) t
        )"
    };
}
/// A user has read up to the first message that is unread in the rooms that the user has opened.
pub const MERGE_READS: &str = concat!(
    "with ",
    numbered!(),
    ", readers as materialized (select room_id, user_id, seq from chat_reads where room_id in ($1, $2))
     insert into chat_reads (room_id, user_id, seq)
     select $1::uuid, d.user_id,
            coalesce(min(n.place) filter (where n.seq > d.seq) - 1, (select count(*)::integer from numbered))
     from readers d left join numbered n on n.room_id = d.room_id
     group by d.user_id
     on conflict (room_id, user_id) do update set seq = excluded.seq"
);
/// Negative numbers meet none that a message of the room still has.
pub const MOVE_MESSAGES: &str = concat!(
    "with ",
    numbered!(),
    " update chat_messages m set room_id = $1, seq = -n.place from numbered n where n.id = m.id"
);
pub const NUMBER_MESSAGES: &str = "update chat_messages set seq = -seq where room_id = $1 and seq < 0";
pub const MOVE_FILES: &str = "update chat_files set room_id = $1 where room_id = $2";
pub const MOVE_WINDOWS: &str = "
    with merged as materialized (select user_id, shown, open, expanded from chat_windows where room_id = $2)
    insert into chat_windows (room_id, user_id, shown, open, expanded)
    select $1::uuid, user_id, shown, open, expanded from merged
    on conflict do nothing";
/// What the user has typed in the room that stays is not replaced.
pub const MOVE_DRAFTS: &str = "
    with merged as materialized (select user_id, body, updated_at from chat_drafts where room_id = $2)
    insert into chat_drafts (room_id, user_id, body, updated_at)
    select $1::uuid, user_id, body, updated_at from merged
    on conflict do nothing";
pub const SET_LAST: &str = "
    update chat_rooms r
    set last_seq = (select count(*) from chat_messages m where m.room_id = $1), last_at = greatest(r.last_at, d.last_at)
    from chat_rooms d where r.id = $1 and d.id = $2";
pub const DELETE_ROOM: &str = "delete from chat_rooms where id = $1";

/// Number of the messages in a client's room.
pub async fn count_client_messages(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT_MESSAGES).bind(client_id).fetch_one(&mut **tx).await?)
}

/// Moves what is written in the room of a duplicate into that of the client that stays, in the order of time. Who belongs to
/// the room follows from the users.
pub async fn move_client_room(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    let locked: Vec<Uuid> =
        sqlx::query_scalar(LOCK_BOTH).bind(stays).bind(duplicate).fetch_all(&mut **tx).await?;
    if !locked.contains(&duplicate) {
        return Ok(());
    }
    for step in [ENSURE_ROOM, MERGE_READS, MOVE_MESSAGES] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    sqlx::query(NUMBER_MESSAGES).bind(stays).execute(&mut **tx).await?;
    for step in [MOVE_FILES, MOVE_WINDOWS, MOVE_DRAFTS, SET_LAST] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    sqlx::query(DELETE_ROOM).bind(duplicate).execute(&mut **tx).await?;
    notify::delete_all_by_reference(tx, &rooms::reference(duplicate)).await?;
    unread::plan_notification(tx, stays).await?;
    live::records_changed(tx, &Audience::Parties(vec![stays, duplicate]), "room", &[stays, duplicate]);
    Ok(())
}
