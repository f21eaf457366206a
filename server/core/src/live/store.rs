//! SQL of the log of events. `tenancy` writes it; nothing else may.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

/// How long events are kept for pages that reconnect.
const KEPT_FOR: TimeDelta = TimeDelta::hours(24);

pub const HEAD: &str = "select epoch, seq from live_head";
/// The same as columns of another query, which has the company's newest event then: [`HeadColumns`].
pub const HEAD_COLUMNS: &str =
    "(select epoch from live_head) as head_epoch, (select seq from live_head) as head_seq";
pub const NEXT: &str = "
    select seq, to_users, audience, body, sender, created_at from live_events where seq > $1 order by seq limit $2";
pub const DELETE_EXPIRED: &str = "delete from live_events where created_at < $1";
pub const FORGET: &str = "delete from live_events";
pub const FORGET_HEAD: &str = "delete from live_head";

/// The newest number, and the epoch of the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, sqlx::FromRow)]
pub struct Head {
    pub epoch: Uuid,
    pub seq: i64,
}

/// Null before the first event.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct HeadColumns {
    head_epoch: Option<Uuid>,
    head_seq: Option<i64>,
}

impl HeadColumns {
    pub fn head(self) -> Head {
        Head { epoch: self.head_epoch.unwrap_or_default(), seq: self.head_seq.unwrap_or_default() }
    }
}

#[derive(sqlx::FromRow)]
pub struct EventRow {
    pub seq: i64,
    pub to_users: Option<Vec<Uuid>>,
    pub audience: Option<String>,
    pub body: Value,
    /// The user who did it; none for work of the server.
    pub sender: Option<Uuid>,
    pub created_at: DateTime<Utc>,
}

pub async fn head(tx: &mut TenantTx) -> sqlx::Result<Head> {
    Ok(sqlx::query_as(HEAD).fetch_optional(&mut **tx).await?.unwrap_or_default())
}

/// The events after a number, in their order.
pub async fn next(tx: &mut TenantTx, after: i64, limit: i64) -> sqlx::Result<Vec<EventRow>> {
    sqlx::query_as(NEXT).bind(after).bind(limit).fetch_all(&mut **tx).await
}

/// Deletes events that no page can ask for any more.
pub async fn delete_expired(tx: &mut TenantTx, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(DELETE_EXPIRED).bind(now - KEPT_FOR).execute(&mut **tx).await?;
    Ok(())
}

/// Deletes the events of an imported tenant. Its next one starts a new epoch, so that cursors of the original are not
/// valid here.
pub async fn forget(tx: &mut TenantTx) -> sqlx::Result<()> {
    sqlx::query(FORGET).execute(&mut **tx).await?;
    sqlx::query(FORGET_HEAD).execute(&mut **tx).await?;
    Ok(())
}
