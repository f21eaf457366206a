//! Notifications of clients whose shipments are held, could not be delivered, or are lost. They are withdrawn when the
//! shipments go on.

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::client_notice::{self, ClientNews};
use super::store;
use crate::status::ShipmentStatus;
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};

/// Older events are history that somebody enters later.
pub const NEWS_AGE: TimeDelta = TimeDelta::days(2);

const STOPPED: ClientNews = ClientNews {
    one: NotificationCode::ShipmentStopped,
    several: NotificationCode::ShipmentsStopped,
    reference: "shipment",
};

/// A shipment with its status before and after.
pub struct StatusChange {
    pub id: Uuid,
    pub before: ShipmentStatus,
    pub after: ShipmentStatus,
}

/// Whether the sender should know at once that a shipment has this status.
const fn stops(status: ShipmentStatus) -> bool {
    use ShipmentStatus::{CustomsHold, DeliveryFailed, Lost, Returning, ReweighHold, Seized};
    matches!(status, ReweighHold | CustomsHold | DeliveryFailed | Returning | Lost | Seized)
}

/// Notifies the users of the shipments' clients: one notification for each user, however many shipments there are.
/// Withdraws what they were told of the statuses before.
pub async fn notify_clients(
    tx: &mut TenantTx,
    moved: &[StatusChange],
    occurred_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let moved = || moved.iter().filter(|one| one.before != one.after);
    let past: Vec<Uuid> = moved().filter(|one| stops(one.before)).map(|one| one.id).collect();
    notify::withdraw(tx, &past, now).await?;
    let Some(status) = moved().map(|one| one.after).find(|status| stops(*status)) else { return Ok(()) };
    if occurred_at < now - NEWS_AGE {
        return Ok(());
    }
    let ids: Vec<Uuid> = moved().filter(|one| one.after == status).map(|one| one.id).collect();
    let readers = store::load_readers(tx, &ids).await?;
    let notice = |reader| {
        let notice = client_notice::build(reader, &STOPPED, status).status(NotificationStatus::Warning);
        notice.with("status", status.code()).urgent()
    };
    let notices: Vec<Notice> = readers.into_iter().map(notice).collect();
    notify::push_all(tx, now, &notices).await?;
    Ok(())
}
