//! The devices where a user is signed in: the sessions, with the names that the user gave them.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

#[derive(sqlx::FromRow)]
pub struct DeviceRow {
    pub id: Uuid,
    pub name: Option<String>,
    pub user_agent: String,
    pub ip_address: String,
    pub created_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
}

/// Sessions that are still valid; a session of an earlier epoch is not. An administrator acting as the user is not a
/// device of the user.
pub const LIST: &str = "
    select s.id, s.name, s.user_agent, s.ip_address, s.created_at, s.last_seen_at
    from sessions s join users u on u.id = s.user_id and u.epoch = s.user_epoch
    where s.user_id = $1 and s.acting_user_id is null and s.expires_at > $2 and s.tenant_epoch = $3
      and ($4::uuid is null or s.id = $4)
    order by s.last_seen_at desc, s.id";

pub const RENAME: &str = "update sessions set name = $3 where id = $1 and user_id = $2";

/// The user whose devices are listed, with the time and the epoch of the tenant that decide which sessions are still valid.
#[derive(Clone, Copy)]
pub struct DeviceOwner {
    pub user_id: Uuid,
    pub now: DateTime<Utc>,
    pub tenant_epoch: i64,
}

/// Lists the devices of a user; with `session_id` only this one.
pub async fn list(
    tx: &mut TenantTx,
    owner: DeviceOwner,
    session_id: Option<Uuid>,
) -> sqlx::Result<Vec<DeviceRow>> {
    sqlx::query_as(LIST)
        .bind(owner.user_id)
        .bind(owner.now)
        .bind(owner.tenant_epoch)
        .bind(session_id)
        .fetch_all(&mut **tx)
        .await
}

pub async fn rename(tx: &mut TenantTx, id: Uuid, user_id: Uuid, name: Option<&str>) -> sqlx::Result<()> {
    sqlx::query(RENAME).bind(id).bind(user_id).bind(name).execute(&mut **tx).await?;
    Ok(())
}
