//! SQL of notifications.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::Notice;
use super::event::NotificationChannel;
use super::model::Tab;
use crate::process::model::Stage;

/// Unread notifications are counted up to here.
pub const UNREAD_CAP: i64 = 100;

/// Deletes the earlier notification of a thing when its next one is of another kind. $5: also when it is of the same.
pub const MAKE_ROOM: &str = "
    delete from notifications where user_id = $1 and ref = $2 and ($5 or code <> $3 or type <> $4)";

/// An earlier notification of the same thing and kind takes the new values, and stays read. A user who does not exist or
/// is not active gets none.
pub const PUT: &str = "
    insert into notifications (id, user_id, ref, task_id, type, code, params, status, actions, listed, read_at, created_at, updated_at)
    select $1, u.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12 from users u where u.id = $2 and u.active
    on conflict (user_id, ref) do update
    set params = excluded.params, status = excluded.status, actions = excluded.actions, task_id = excluded.task_id,
        listed = excluded.listed, updated_at = excluded.updated_at
    where $13
    returning id";

pub const ADD_DELIVERY: &str = "
    insert into notification_deliveries (notification_id, channel, created_at) values ($1, $2, $3)
    on conflict (notification_id, channel) do nothing";

macro_rules! notification_columns {
    () => {
        "select n.id, n.ref as reference, n.type as kind, n.code, n.params, n.status, n.actions, n.read_at, n.created_at,
            n.updated_at, t.stage, t.progress, case when t.file_key is not null then t.id end as file_of
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

// A statement for each tab, so that each has its index.
pub const LIST_ALL: &str = list!("");
pub const LIST_NEW: &str = list!(" and n.read_at is null");
pub const LIST_READ: &str = list!(" and n.read_at is not null");

pub const SHOW: &str = concat!(notification_columns!(), "where n.id = $1 and n.user_id = $2 and n.listed");

pub const COUNT_UNREAD: &str = "
    select count(*) from (
        select from notifications where user_id = $1 and listed and read_at is null limit $2
    ) counted";

pub const READ: &str = "
    update notifications set read_at = $3 where id = $1 and user_id = $2 and listed and read_at is null";
pub const UNREAD: &str = "
    update notifications set read_at = null where id = $1 and user_id = $2 and listed and read_at is not null";

/// Up to the newest one that the user has seen.
pub const READ_ALL: &str = "
    update notifications set read_at = $2
    where user_id = $1 and listed and read_at is null and ($3::uuid is null or id <= $3)";

pub const DELETE: &str = "delete from notifications where id = $1 and user_id = $2 and listed";

pub const LAPSE: &str = "delete from notifications where created_at < $1";

pub const TO_SEND: &str = "
    select n.user_id, n.code, n.params, n.actions, n.created_at
    from notifications n join notification_deliveries d on d.notification_id = n.id
    where n.id = $1 and n.read_at is null and d.channel = $2 and d.sent_at is null";
pub const SENT: &str = "
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
pub struct SendRow {
    pub user_id: Uuid,
    pub code: String,
    pub params: Value,
    pub actions: Value,
    pub created_at: DateTime<Utc>,
}

/// Deletes the earlier notification that this one replaces, and says whether there was one. `is_kept`: not one of the same
/// kind, which is updated.
pub async fn make_room(tx: &mut TenantTx, notice: &Notice, is_kept: bool) -> sqlx::Result<bool> {
    let deleted = sqlx::query(MAKE_ROOM)
        .bind(notice.user_id)
        .bind(&notice.reference)
        .bind(notice.code.as_str())
        .bind(notice.kind.as_str())
        .bind(!is_kept)
        .execute(&mut **tx)
        .await?;
    Ok(deleted.rows_affected() > 0)
}

/// The id of the written notification, which is another than `id` if an earlier one was updated.
pub async fn put(
    tx: &mut TenantTx,
    id: Uuid,
    notice: &Notice,
    listed: bool,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar(PUT)
        .bind(id)
        .bind(notice.user_id)
        .bind(&notice.reference)
        .bind(notice.task_id)
        .bind(notice.kind.as_str())
        .bind(notice.code.as_str())
        .bind(Json(&notice.params))
        .bind(notice.status.as_str())
        .bind(Json(&notice.actions))
        .bind(listed)
        .bind((!notice.is_new).then_some(now))
        .bind(now)
        .bind(notice.update)
        .fetch_optional(&mut **tx)
        .await
}

pub async fn add_delivery(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> sqlx::Result<()> {
    let query = sqlx::query(ADD_DELIVERY).bind(id).bind(NotificationChannel::Mail.name()).bind(now);
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

pub async fn read(tx: &mut TenantTx, id: Uuid, user_id: Uuid, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(READ).bind(id).bind(user_id).bind(now).execute(&mut **tx).await?;
    Ok(())
}

pub async fn unread(tx: &mut TenantTx, id: Uuid, user_id: Uuid) -> sqlx::Result<()> {
    sqlx::query(UNREAD).bind(id).bind(user_id).execute(&mut **tx).await?;
    Ok(())
}

pub async fn read_all(
    tx: &mut TenantTx,
    user_id: Uuid,
    up_to: Option<Uuid>,
    now: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let query = sqlx::query(READ_ALL).bind(user_id).bind(now).bind(up_to);
    Ok(query.execute(&mut **tx).await?.rows_affected())
}

/// False when there is no such notification.
pub async fn delete(tx: &mut TenantTx, id: Uuid, user_id: Uuid) -> sqlx::Result<bool> {
    let query = sqlx::query(DELETE).bind(id).bind(user_id);
    Ok(query.execute(&mut **tx).await?.rows_affected() == 1)
}

pub async fn lapse(tx: &mut TenantTx, before: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(LAPSE).bind(before).execute(&mut **tx).await?;
    Ok(())
}

/// None when it was read or sent, or is gone.
pub async fn to_send(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<SendRow>> {
    let query = sqlx::query_as(TO_SEND).bind(id).bind(NotificationChannel::Mail.name());
    query.fetch_optional(&mut **tx).await
}

pub async fn sent(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> sqlx::Result<()> {
    let query = sqlx::query(SENT).bind(id).bind(NotificationChannel::Mail.name()).bind(now);
    query.execute(&mut **tx).await?;
    Ok(())
}
