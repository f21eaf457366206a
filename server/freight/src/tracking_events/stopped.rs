//! Notifications of clients whose shipments are held, could not be delivered, or are lost. They are withdrawn when the
//! shipments go on.

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::store::{self, Reader};
use crate::status::ShipmentStatus;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus, NotificationType};

/// Older events are history that somebody enters later.
const NEWS_AGE: TimeDelta = TimeDelta::days(2);

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
    let notices: Vec<Notice> = readers.into_iter().map(|reader| build_notice(reader, status)).collect();
    notify::push_all(tx, now, &notices).await?;
    Ok(())
}

fn build_notice(reader: Reader, status: ShipmentStatus) -> Notice {
    let Reader { user_id, shipment_ids, tracking_code } = reader;
    let code = match shipment_ids.len() {
        1 => NotificationCode::ShipmentStopped,
        _ => NotificationCode::ShipmentsStopped,
    };
    let mut notice =
        Notice::new(user_id, code).status(NotificationStatus::Warning).with("status", status.code()).urgent();
    notice.subjects.clone_from(&shipment_ids);
    if let [id] = shipment_ids.as_slice() {
        let id = id.to_string();
        let action =
            NotificationAction::route(ActionLabel::ViewShipment, RouteName::Shipment, &[("id", &id)]);
        notice.reference = Some(format!("shipment:{id}"));
        notice.update = true;
        return notice
            .with("tracking_code", tracking_code)
            .action(NotificationAction { close: true, ..action });
    }
    let mut action = NotificationAction::route(ActionLabel::ViewShipments, RouteName::Shipments, &[]);
    action.route_query = Some([("status".to_owned(), status.code().to_string())].into());
    action.close = true;
    notice.kind = NotificationType::Condensed;
    notice.reference = Some(format!("shipments:{}", Uuid::now_v7()));
    notice.with("done", shipment_ids.len()).action(action)
}
