//! The hourly work: what has waited for too long is cancelled, the log is cut, and a worker comes where one was lost.
//!
//! Numbers in the statements are states of `state.rs`. Webhooks: 20 active and 30 failing, which take events. Deliveries:
//! 10 due, 20 in flight, 40 waiting for another attempt, 55 held, 60 cancelled.

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::TenantTx;
use uuid::{NoContext, Timestamp, Uuid};

use super::delivery::DeliverWebhooks;
use super::state::{WebhookDeliveryStep, list_origins};
use server_core::http::error::ApiResult;
use server_core::process::{self, Owner};
use server_core::state::AppState;

/// Events of a webhook that takes none wait for so long.
const HELD_FOR: TimeDelta = TimeDelta::days(3);
const LOGGED_FOR: TimeDelta = TimeDelta::days(30);
/// A delivery that is due for longer has no worker.
const OVERDUE: TimeDelta = TimeDelta::minutes(10);

/// In the order in which workers and people lock them.
pub const LOCK_ALL: &str = "select id from webhook_endpoints order by id for no key update";
/// Events that were written while a test arrived: their writer had read that none is taken yet.
pub const LET_GO_LATE: &str = "
    update webhook_deliveries d set status = 10 from webhook_endpoints w
    where w.id = d.endpoint_id and w.status in (20, 30) and d.status = 55";
/// Events that were written while somebody paused the webhook.
pub const HOLD_LATE: &str = "
    update webhook_deliveries d set status = 55 from webhook_endpoints w
    where w.id = d.endpoint_id and w.status not in (20, 30) and d.status in (10, 40) and d.kind <> 'test'";
/// $1: states that can be cancelled. $2: the first id of an event that has not waited for too long. An older one that somebody wanted
/// again waits from then on ($3).
pub const CANCEL_HELD: &str = "
    update webhook_deliveries set status = 60
    where status = 55 and status = any($1) and event_id < $2 and (kind <> 'replay' or due_at < $3)";
pub const DELETE_DELIVERIES: &str = "delete from webhook_deliveries where event_id < $1";
pub const DELETE_EVENTS: &str = "delete from webhook_events where id < $1";
pub const FORGET_FORMER_SECRETS: &str = "
    update webhook_endpoints set former_secret = null, former_secret_until = null where former_secret_until <= $1";
/// Webhooks that take events, with some that are due for too long.
pub const OVERDUE_WEBHOOKS: &str = "
    select w.id from webhook_endpoints w
    where w.status in (20, 30) and coalesce(w.held_until, $1) <= $1 and exists (
        select from webhook_deliveries d
        where d.endpoint_id = w.id and d.status in (10, 20, 40) and d.due_at < $2
          and (d.lease_until is null or d.lease_until < $2))
    order by w.id";

/// Deletes and cancels what is old, and wakes workers where something is overdue.
pub async fn sweep(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let now = state.clock.now();
    sqlx::query(LOCK_ALL).execute(&mut **tx).await?;
    sqlx::query(LET_GO_LATE).execute(&mut **tx).await?;
    sqlx::query(HOLD_LATE).execute(&mut **tx).await?;
    let cancelled = list_origins(WebhookDeliveryStep::Cancel);
    let since = now - HELD_FOR;
    let cancel = sqlx::query(CANCEL_HELD).bind(cancelled).bind(first_id(since)).bind(since);
    cancel.execute(&mut **tx).await?;
    let oldest = first_id(now - LOGGED_FOR);
    sqlx::query(DELETE_DELIVERIES).bind(oldest).execute(&mut **tx).await?;
    sqlx::query(DELETE_EVENTS).bind(oldest).execute(&mut **tx).await?;
    sqlx::query(FORGET_FORMER_SECRETS).bind(now).execute(&mut **tx).await?;
    let overdue: Vec<Uuid> =
        sqlx::query_scalar(OVERDUE_WEBHOOKS).bind(now).bind(now - OVERDUE).fetch_all(&mut **tx).await?;
    let workers = overdue.into_iter().map(DeliverWebhooks::now).collect();
    Ok(process::enqueue_all(tx, Owner::NOBODY, workers).await?)
}

/// The first id that an event of this millisecond can have.
fn first_id(at: DateTime<Utc>) -> Uuid {
    let (seconds, nanos) = (u64::try_from(at.timestamp()).unwrap_or_default(), at.timestamp_subsec_nanos());
    let of_time = Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, nanos));
    // The first 48 bits are the time, the next four the version.
    Uuid::from_u128(of_time.as_u128() >> 80 << 80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_before_a_time_are_below_its_first_one() {
        let at = DateTime::from_timestamp(1_795_694_400, 0).unwrap();
        let of = |at: DateTime<Utc>| {
            Uuid::new_v7(Timestamp::from_unix(NoContext, u64::try_from(at.timestamp()).unwrap(), 0))
        };
        assert!(first_id(at) <= of(at));
        assert!(of(at - TimeDelta::seconds(1)) < first_id(at));
    }
}
