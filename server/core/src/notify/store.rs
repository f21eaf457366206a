//! SQL of notifications.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::Notice;
use super::event::{NoticeChannels, NotificationChannel, NotificationEvent};
use super::model::{NotificationStatus, Tab};
use crate::process::model::Stage;

/// Unread notifications are counted up to here.
pub const UNREAD_CAP: i64 = 100;

/// By the user's choice, the company's default, or that of the product.
pub const LOAD_CHANNELS: &str = "
    select coalesce(a.enabled, (c.value ->> (n.event || '/app'))::boolean, n.app) or n.failed as app,
           coalesce(m.enabled, (c.value ->> (n.event || '/mail'))::boolean, n.mail) as mail
    from unnest($1::uuid[], $2::text[], $3::bool[], $4::bool[], $5::bool[])
        with ordinality n (user_id, event, app, mail, failed, place)
    left join settings c on c.key = 'notification_defaults'
    left join notification_choices a on a.user_id = n.user_id and a.event = n.event and a.channel = 'app'
    left join notification_choices m on m.user_id = n.user_id and m.event = n.event and m.channel = 'mail'
    order by n.place";

/// Deletes the earlier notifications of things whose next ones are of another kind, or are not wanted, and those that the
/// user has deleted.
pub const DELETE_REPLACED: &str = "
    delete from notifications o
    using unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bool[], $6::bool[])
        n (user_id, ref, code, type, is_kept, may_update)
    where o.user_id = n.user_id and o.ref = n.ref
        and (not o.listed and o.deleted_at is not null
             or n.may_update and (not n.is_kept or o.code <> n.code or o.type <> n.type))
    returning o.user_id";

/// An earlier notification of the same thing and kind takes the new values and stays read, or stays as it is without
/// `update`. A user who does not exist or is not active gets none.
pub const INSERT: &str = "
    with n as (
        select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::jsonb[],
                $8::text[], $9::jsonb[], $10::bool[], $11::bool[], $12::bool[], $13::bool[], $15::jsonb[], $16::jsonb[])
            n (id, user_id, ref, task_id, type, code, params, status, actions, app, mail, is_new, may_update, toast, float)
    ), written as (
        insert into notifications (id, user_id, ref, task_id, type, code, params, status, actions, toast, float, listed,
                                   read_at, created_at, updated_at)
        select n.id, u.id, n.ref, n.task_id, n.type, n.code, n.params, n.status, n.actions, n.toast, n.float, n.app,
            case when not n.is_new then $14::timestamptz end, $14, $14
        from n join users u on u.id = n.user_id and u.active
        where (n.app or n.mail) and (n.may_update or n.ref is null or not exists (
            select from notifications o where o.user_id = n.user_id and o.ref = n.ref))
        on conflict (user_id, ref) do update
        set params = excluded.params, status = excluded.status, actions = excluded.actions, task_id = excluded.task_id,
            toast = excluded.toast, float = excluded.float, listed = excluded.listed, updated_at = excluded.updated_at
        returning id, user_id
    )
    select w.id, w.user_id, coalesce(n.is_new, false) as is_new, coalesce(n.mail, false) as mail
    from written w left join n on n.id = w.id";

pub const DELETE_OF_USERS: &str = "delete from notifications where user_id = any($1)";

pub const ADD_DELIVERIES: &str = "
    insert into notification_deliveries (notification_id, channel, created_at)
    select id, $2, $3 from unnest($1::uuid[]) new (id)
    on conflict (notification_id, channel) do nothing";

macro_rules! notification_columns {
    () => {
        "select n.id, n.ref as reference, n.type as kind, n.code, n.params, n.status, n.actions, n.toast, n.float, n.read_at,
            n.created_at, n.updated_at, t.stage, t.progress, case when t.file_key is not null then t.id end as file_of
        from notifications n left join background_tasks t on t.id = n.task_id and t.user_id = n.user_id "
    };
}

macro_rules! list {
    ($tab:literal) => {
        concat!(
            notification_columns!(),
            "where n.user_id = $1 and n.listed",
            $tab,
            " and ($2::uuid is null or n.id < $2) order by n.id desc limit $3"
        )
    };
}

// A statement for each tab, so that new ones have an index of their own. Most are read: theirs is that of all.
pub const LIST_ALL: &str = list!("");
pub const LIST_NEW: &str = list!(" and n.read_at is null");
pub const LIST_READ: &str = list!(" and n.read_at is not null");

pub const SHOW: &str = concat!(notification_columns!(), "where n.id = $1 and n.user_id = $2 and n.listed");

pub const COUNT_UNREAD: &str = "
    select count(*) from (
        select from notifications where user_id = $1 and listed and read_at is null limit $2
    ) counted";

pub const MARK_READ: &str = "
    update notifications set read_at = $3 where id = $1 and user_id = $2 and listed and read_at is null";
pub const MARK_UNREAD: &str = "
    update notifications set read_at = null where id = $1 and user_id = $2 and listed and read_at is not null";

pub const MARK_READ_BY_PREFIX: &str = "
    update notifications set read_at = $3
    where user_id = $1 and starts_with(ref, $2) and read_at is null returning id";

/// Up to the newest one that the user has seen.
pub const MARK_ALL_READ: &str = "
    update notifications set read_at = $2
    where user_id = $1 and listed and read_at is null and ($3::uuid is null or id <= $3)";

/// The row stays for some minutes, so that the user can undo it.
pub const DELETE: &str = "
    update notifications set listed = false, deleted_at = $3 where id = $1 and user_id = $2 and listed";
pub const RESTORE: &str = "
    update notifications set listed = true, deleted_at = null
    where id = $1 and user_id = $2 and not listed and deleted_at is not null";

pub const DELETE_BY_REFERENCE: &str =
    "delete from notifications where user_id = $1 and ref = $2 returning id";

pub const DELETE_ALL_BY_REFERENCE: &str = "delete from notifications where ref = $1 returning user_id, id";

pub const DELETE_EXPIRED: &str = "delete from notifications where created_at < $1";
pub const DELETE_FOR_GOOD: &str = "delete from notifications where deleted_at < $1 and not listed";

pub const FIND_UNSENT: &str = "
    select n.user_id, n.code, n.params, n.actions, n.created_at
    from notifications n join notification_deliveries d on d.notification_id = n.id
    where n.id = $1 and n.read_at is null and (n.listed or n.deleted_at is null) and d.channel = $2
        and d.sent_at is null";
pub const MARK_SENT: &str = "
    update notification_deliveries set sent_at = $3 where notification_id = $1 and channel = $2";

/// A notification as the user sees it.
#[derive(Debug, FromRow)]
pub struct NotificationRow {
    pub id: Uuid,
    pub reference: Option<String>,
    pub kind: String,
    pub code: String,
    pub params: Value,
    pub status: String,
    pub actions: Value,
    pub toast: Value,
    pub float: Option<Value>,
    pub read_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub stage: Option<Stage>,
    pub progress: Option<i16>,
    /// The process whose file can be downloaded.
    pub file_of: Option<Uuid>,
}

/// A notification to send by e-mail.
#[derive(Debug, FromRow)]
pub struct UnsentRow {
    pub user_id: Uuid,
    pub code: String,
    pub params: Value,
    pub actions: Value,
    pub created_at: DateTime<Utc>,
}

/// A written notification.
#[derive(Debug, FromRow)]
pub struct WrittenNotification {
    pub id: Uuid,
    pub user_id: Uuid,
    /// False when an earlier one was updated, or the user knows it already.
    pub is_new: bool,
    pub mail: bool,
}

/// The values of one column.
fn column<'a, T>(notices: &'a [Notice], value: impl Fn(&'a Notice) -> T) -> Vec<T> {
    notices.iter().map(value).collect()
}

/// The channels of each notice. Failures are always listed. A notice without an
/// event is listed and not sent.
pub async fn load_channels(tx: &mut TenantTx, notices: &[Notice]) -> sqlx::Result<Vec<NoticeChannels>> {
    let users: Vec<Uuid> = notices.iter().map(|notice| notice.user_id).collect();
    let events: Vec<_> = notices.iter().map(|notice| notice.code.event()).collect();
    let default = |channel: NotificationChannel| -> Vec<bool> {
        let of = |event: &Option<NotificationEvent>| {
            event.map_or(channel == NotificationChannel::App, |event| event.default_of(channel))
        };
        events.iter().map(of).collect()
    };
    let stored: Vec<&str> =
        events.iter().map(|event| event.map_or("", NotificationEvent::stored_name)).collect();
    let failed: Vec<bool> = notices.iter().map(|notice| notice.status == NotificationStatus::Error).collect();
    sqlx::query_as(LOAD_CHANNELS)
        .bind(users)
        .bind(stored)
        .bind(default(NotificationChannel::App))
        .bind(default(NotificationChannel::Mail))
        .bind(failed)
        .fetch_all(&mut **tx)
        .await
}

/// Returns the users whose notifications were deleted.
pub async fn delete_replaced(
    tx: &mut TenantTx,
    notices: &[Notice],
    wanted: &[NoticeChannels],
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar(DELETE_REPLACED)
        .bind(column(notices, |notice| notice.user_id))
        .bind(column(notices, |notice| notice.reference.clone()))
        .bind(column(notices, |notice| notice.code.as_str()))
        .bind(column(notices, |notice| notice.kind.as_str()))
        .bind(wanted.iter().map(|channels| channels.app || channels.mail).collect::<Vec<_>>())
        .bind(column(notices, |notice| notice.update))
        .fetch_all(&mut **tx)
        .await
}

pub async fn insert(
    tx: &mut TenantTx,
    notices: &[Notice],
    wanted: &[NoticeChannels],
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<WrittenNotification>> {
    sqlx::query_as(INSERT)
        .bind(column(notices, |_| Uuid::now_v7()))
        .bind(column(notices, |notice| notice.user_id))
        .bind(column(notices, |notice| notice.reference.clone()))
        .bind(column(notices, |notice| notice.task_id))
        .bind(column(notices, |notice| notice.kind.as_str()))
        .bind(column(notices, |notice| notice.code.as_str()))
        .bind(column(notices, |notice| Json(&notice.params)))
        .bind(column(notices, |notice| notice.status.as_str()))
        .bind(column(notices, |notice| Json(&notice.actions)))
        .bind(wanted.iter().map(|channels| channels.app).collect::<Vec<_>>())
        .bind(wanted.iter().map(|channels| channels.mail).collect::<Vec<_>>())
        .bind(column(notices, |notice| notice.is_unread))
        .bind(column(notices, |notice| notice.update))
        .bind(now)
        .bind(column(notices, |one| Json(&one.toast)))
        .bind(column(notices, |one| one.float.as_ref().map(Json)))
        .fetch_all(&mut **tx)
        .await
}

pub async fn add_deliveries(tx: &mut TenantTx, ids: &[Uuid], now: DateTime<Utc>) -> sqlx::Result<()> {
    let query = sqlx::query(ADD_DELIVERIES).bind(ids).bind(NotificationChannel::Mail.name()).bind(now);
    query.execute(&mut **tx).await?;
    Ok(())
}

pub async fn list(
    tx: &mut TenantTx,
    user_id: Uuid,
    tab: Tab,
    before: Option<Uuid>,
    limit: i64,
) -> sqlx::Result<Vec<NotificationRow>> {
    let sql = match tab {
        Tab::All => LIST_ALL,
        Tab::New => LIST_NEW,
        Tab::Read => LIST_READ,
    };
    sqlx::query_as(sql).bind(user_id).bind(before).bind(limit).fetch_all(&mut **tx).await
}

pub async fn show(tx: &mut TenantTx, id: Uuid, user_id: Uuid) -> sqlx::Result<Option<NotificationRow>> {
    sqlx::query_as(SHOW).bind(id).bind(user_id).fetch_optional(&mut **tx).await
}

pub async fn count_unread(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<i64> {
    sqlx::query_scalar(COUNT_UNREAD).bind(user_id).bind(UNREAD_CAP).fetch_one(&mut **tx).await
}

pub async fn mark_read(tx: &mut TenantTx, id: Uuid, user_id: Uuid, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(MARK_READ).bind(id).bind(user_id).bind(now).execute(&mut **tx).await?;
    Ok(())
}

pub async fn mark_unread(tx: &mut TenantTx, id: Uuid, user_id: Uuid) -> sqlx::Result<()> {
    sqlx::query(MARK_UNREAD).bind(id).bind(user_id).execute(&mut **tx).await?;
    Ok(())
}

pub async fn mark_all_read(
    tx: &mut TenantTx,
    user_id: Uuid,
    up_to: Option<Uuid>,
    now: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let query = sqlx::query(MARK_ALL_READ).bind(user_id).bind(now).bind(up_to);
    Ok(query.execute(&mut **tx).await?.rows_affected())
}

pub async fn mark_read_by_prefix(
    tx: &mut TenantTx,
    user_id: Uuid,
    reference_prefix: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar(MARK_READ_BY_PREFIX)
        .bind(user_id)
        .bind(reference_prefix)
        .bind(now)
        .fetch_all(&mut **tx)
        .await
}

/// False when there is no such notification.
pub async fn delete(tx: &mut TenantTx, id: Uuid, user_id: Uuid, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let query = sqlx::query(DELETE).bind(id).bind(user_id).bind(now);
    Ok(query.execute(&mut **tx).await?.rows_affected() == 1)
}

/// Restores a deleted notification as it was. Nothing happens when it no longer exists.
pub async fn restore(tx: &mut TenantTx, id: Uuid, user_id: Uuid) -> sqlx::Result<()> {
    sqlx::query(RESTORE).bind(id).bind(user_id).execute(&mut **tx).await?;
    Ok(())
}

/// Deletes the notification of a thing for good. Returns its id.
pub async fn delete_of_users(tx: &mut TenantTx, user_ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query(DELETE_OF_USERS).bind(user_ids).execute(&mut **tx).await?;
    Ok(())
}

pub async fn delete_by_reference(
    tx: &mut TenantTx,
    user_id: Uuid,
    reference: &str,
) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar(DELETE_BY_REFERENCE).bind(user_id).bind(reference).fetch_optional(&mut **tx).await
}

/// Deletes the notifications of all users about a thing. Returns each user with the notification's id.
pub async fn delete_all_by_reference(tx: &mut TenantTx, reference: &str) -> sqlx::Result<Vec<(Uuid, Uuid)>> {
    sqlx::query_as(DELETE_ALL_BY_REFERENCE).bind(reference).fetch_all(&mut **tx).await
}

/// Deletes those created before the first time, and those that the user deleted before the second.
pub async fn delete_expired(
    tx: &mut TenantTx,
    created: DateTime<Utc>,
    deleted: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(DELETE_EXPIRED).bind(created).execute(&mut **tx).await?;
    sqlx::query(DELETE_FOR_GOOD).bind(deleted).execute(&mut **tx).await?;
    Ok(())
}

/// Finds a notification whose e-mail is to be sent. None when it was read, sent or deleted.
pub async fn find_unsent(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<UnsentRow>> {
    let query = sqlx::query_as(FIND_UNSENT).bind(id).bind(NotificationChannel::Mail.name());
    query.fetch_optional(&mut **tx).await
}

pub async fn mark_sent(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> sqlx::Result<()> {
    let query = sqlx::query(MARK_SENT).bind(id).bind(NotificationChannel::Mail.name()).bind(now);
    query.execute(&mut **tx).await?;
    Ok(())
}
