//! Notifications of unread messages: of what stayed unread for two minutes, one for each room. Reading takes it back.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::RoomKind;
use super::rooms;
use access::live_rights::LiveRights;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, enqueue_quietly};
use server_core::settings;
use server_core::state::AppState;

/// Time in which a member can read a message where it is.
const UNREAD_FOR: TimeDelta = TimeDelta::minutes(2);

/// One process at a time looks after a room: `telling` is set while there is one.
pub const BEGIN: &str = "update chat_rooms set telling = true where id = $1 and not telling";
pub const END: &str = "update chat_rooms set telling = false where id = $1";
pub const LAST_AT: &str = "select last_at from chat_rooms where id = $1";
/// The members of the room `$1` who have not read a message from before `$2`. In the room of the administrators, `$3`, they are
/// the members; in that of a client, its users and those of the staff who have opened it. `$4` is the company's name.
///
/// `i` has the members, `d` how far they have read, `o` the other one of a direct room; type 10 is an administrator.
pub const UNREAD: &str = "
    select u.id as user_id, r.kind, coalesce(r.title, case when c.id = u.client_id then $4 else c.name end, o.name) as title,
           r.last_seq - greatest(i.since_seq, coalesce(d.seq, 0)) as unread
    from chat_rooms r
    join (
        select b.room_id, b.user_id, b.since_seq from chat_members b where b.room_id = $1
        union
        select $1::uuid, a.id, 0 from users a where $1 = $3 and a.user_type = 10 and a.partner_id is null
        union
        select $1::uuid, k.id, 0 from users k where k.client_id = $1
        union
        select e.room_id, e.user_id, 0 from chat_reads e join chat_rooms f on f.id = e.room_id
        where e.room_id = $1 and f.kind = 'client'
    ) i on i.room_id = r.id
    join users u on u.id = i.user_id and u.active
    left join chat_reads d on d.room_id = r.id and d.user_id = u.id
    left join clients c on c.id = r.client_id
    left join users o on o.id = case when r.low_id = u.id then r.high_id else r.low_id end
    where r.id = $1 and greatest(i.since_seq, coalesce(d.seq, 0)) < (
        select m.seq from chat_messages m where m.room_id = $1 and m.created_at <= $2 order by m.seq desc limit 1)";

/// Notifies the members of a room of what stays unread, until nobody has written for two minutes.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellUnread {
    pub room_id: Uuid,
}

#[derive(sqlx::FromRow)]
struct UnreadRow {
    user_id: Uuid,
    kind: RoomKind,
    title: Option<String>,
    unread: i32,
}

/// Begins a process for a room in which somebody has written, unless one looks after it. The caller has locked the room.
pub async fn plan_notification(tx: &mut TenantTx, room_id: Uuid) -> sqlx::Result<()> {
    if sqlx::query(BEGIN).bind(room_id).execute(&mut **tx).await?.rows_affected() == 1 {
        enqueue_quietly(tx, TellUnread { room_id }).await?;
    }
    Ok(())
}

impl Process for TellUnread {
    const KIND: &'static str = "chat.tell_unread";
    /// A higher number runs later; jobs that people wait for have 0.
    const PRIORITY: i16 = 10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let now = cx.app().clock.now();
        let mut tx = cx.begin().await?;
        // A message that is sent meanwhile waits, and finds that nobody looks after the room any more.
        if !rooms::lock_if_stored(&mut tx, self.room_id).await? {
            return Ok(Outcome::Done);
        }
        self.notify_members(&mut tx, cx.app(), now).await?;
        let last_at: DateTime<Utc> =
            sqlx::query_scalar(LAST_AT).bind(self.room_id).fetch_one(&mut *tx).await?;
        let left = (last_at + UNREAD_FOR - now).to_std().ok().filter(|left| !left.is_zero());
        if left.is_none() {
            sqlx::query(END).bind(self.room_id).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        match left {
            Some(left) => Err(ProcessError::later(left)),
            None => Ok(Outcome::Done),
        }
    }
}

impl TellUnread {
    async fn notify_members(&self, tx: &mut TenantTx, app: &AppState, now: DateTime<Utc>) -> ApiResult<()> {
        let query = sqlx::query_as(UNREAD).bind(self.room_id).bind(now - UNREAD_FOR);
        let query = query.bind(super::model::ADMINISTRATORS).bind(settings::load(tx).await?.name);
        let rows: Vec<UnreadRow> = query.fetch_all(&mut **tx).await?;
        // A user who opened the room may have lost the right or the branch that gave access.
        let ids: Vec<Uuid> = rows.iter().map(|row| row.user_id).collect();
        let users = LiveRights::of_many(&app.policy, tx, &ids).await?;
        let readers = super::load_readers(tx, &users, self.room_id).await?;
        let of_readers = rows.into_iter().filter(|row| readers.contains(&row.user_id));
        let notices: Vec<Notice> = of_readers.map(|row| self.notice(row)).collect();
        notify::push_all(tx, now, &notices).await?;
        Ok(())
    }

    fn notice(&self, row: UnreadRow) -> Notice {
        let query = [("room".to_owned(), self.room_id.to_string())];
        let mut action = NotificationAction::route(ActionLabel::ViewMessages, RouteName::Home, &[]);
        action.route_query = Some(query.into());
        action.close = true;
        let mut notice =
            Notice::new(row.user_id, NotificationCode::RoomUnread).with("done", row.unread).action(action);
        if let Some(title) = row.title.filter(|_| row.kind != RoomKind::Administrators) {
            notice = notice.with("room", title);
        }
        notice = notice.float_to(format!("/?room={}", self.room_id));
        notice.reference = Some(rooms::reference(self.room_id));
        notice.update = true;
        notice
    }
}
