//! Notifications of clients whose shipments are held, could not be delivered, or are lost.

use chrono::TimeDelta;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::NewEvent;
use super::store::{self, Reader};
use crate::freight::status::ShipmentStatus;
use crate::notify::action::{ActionLabel, NotificationAction, RouteName};
use crate::notify::{self, Notice, NotificationCode, NotificationStatus, NotificationType};

/// Older events are history that somebody enters later.
const NEWS_AGE: TimeDelta = TimeDelta::days(2);

/// Whether the sender should know at once that a shipment has this status.
const fn stops(status: ShipmentStatus) -> bool {
    use ShipmentStatus::{CustomsHold, DeliveryFailed, Lost, Returning, ReweighHold, Seized};
    matches!(status, ReweighHold | CustomsHold | DeliveryFailed | Returning | Lost | Seized)
}

/// Notifies the users of the shipments' clients: one notification for each user, however many shipments there are.
pub async fn tell(tx: &mut TenantTx, moved: &[(Uuid, ShipmentStatus)], event: &NewEvent) -> sqlx::Result<()> {
    let Some(&(_, status)) = moved.iter().find(|(_, status)| stops(*status)) else { return Ok(()) };
    if event.occurred_at < event.received_at - NEWS_AGE {
        return Ok(());
    }
    let ids: Vec<Uuid> = moved.iter().filter(|(_, of)| *of == status).map(|(id, _)| *id).collect();
    let readers = store::readers(tx, &ids).await?;
    let notices: Vec<Notice> = readers.into_iter().map(|reader| notice(reader, status)).collect();
    notify::push_all(tx, event.received_at, &notices).await?;
    Ok(())
}

fn notice(reader: Reader, status: ShipmentStatus) -> Notice {
    let Reader { user_id, shipment_id, tracking_code, shipments } = reader;
    let code =
        if shipments == 1 { NotificationCode::ShipmentStopped } else { NotificationCode::ShipmentsStopped };
    let mut notice =
        Notice::new(user_id, code).status(NotificationStatus::Warning).with("status", status.code());
    if shipments == 1 {
        let id = shipment_id.to_string();
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
    notice.with("done", shipments).action(action)
}
