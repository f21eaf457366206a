//! A notification of a client's user about shipments: one of them, or all of the same event together.

use uuid::Uuid;

use super::store::Reader;
use crate::status::ShipmentStatus;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{Notice, NotificationCode, NotificationType};

/// The notices about one shipment and about several.
pub struct ClientNews {
    pub one: NotificationCode,
    pub several: NotificationCode,
    /// The next notice about a shipment with this reference replaces the earlier one.
    pub reference: &'static str,
}

/// `status` is that of the shipments, for the list of several.
pub fn build(reader: Reader, news: &ClientNews, status: ShipmentStatus) -> Notice {
    let Reader { user_id, shipment_ids, tracking_code } = reader;
    let code = if shipment_ids.len() == 1 { news.one } else { news.several };
    let mut notice = Notice::new(user_id, code);
    notice.subjects.clone_from(&shipment_ids);
    if let [id] = shipment_ids.as_slice() {
        let id = id.to_string();
        let action =
            NotificationAction::route(ActionLabel::ViewShipment, RouteName::Shipment, &[("id", &id)]);
        notice.reference = Some(format!("{}:{id}", news.reference));
        notice.update = true;
        return notice
            .with("tracking_code", tracking_code)
            .action(NotificationAction { close: true, ..action });
    }
    let mut action = NotificationAction::route(ActionLabel::ViewShipments, RouteName::Shipments, &[]);
    action.route_query = Some([("status".to_owned(), status.code().to_string())].into());
    action.close = true;
    notice.kind = NotificationType::Condensed;
    notice.reference = Some(format!("{}:{}", news.reference, Uuid::now_v7()));
    notice.with("done", shipment_ids.len()).action(action)
}
