//! Notifications of clients that their shipments were received, are out for delivery, or were delivered. The next one of
//! a shipment replaces the one before.

use tenancy::TenantTx;
use uuid::Uuid;

use super::client_notice::{self, ClientNews};
use super::model::NewEvent;
use super::stopped::NEWS_AGE;
use super::store;
use crate::status::{ShipmentStatus, StatusEffect};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};

/// Its status is also that of parcels at the local carrier.
const OUT_FOR_DELIVERY: &str = "OUT_FOR_DELIVERY";
const REFERENCE: &str = "shipment_progress";

const RECEIVED: ClientNews = ClientNews {
    one: NotificationCode::ShipmentReceived,
    several: NotificationCode::ShipmentsReceived,
    reference: REFERENCE,
};
const ON_DELIVERY: ClientNews = ClientNews {
    one: NotificationCode::ShipmentOutForDelivery,
    several: NotificationCode::ShipmentsOutForDelivery,
    reference: REFERENCE,
};
const DELIVERED: ClientNews = ClientNews {
    one: NotificationCode::ShipmentDelivered,
    several: NotificationCode::ShipmentsDelivered,
    reference: REFERENCE,
};

/// The notice that clients get for an event with this code and effect; none for most.
pub fn find_news(event_code: &str, effect: StatusEffect) -> Option<&'static ClientNews> {
    match effect {
        StatusEffect::MovesTo(ShipmentStatus::Received) => Some(&RECEIVED),
        StatusEffect::MovesTo(ShipmentStatus::Delivered) => Some(&DELIVERED),
        StatusEffect::MovesTo(_) if event_code == OUT_FOR_DELIVERY => Some(&ON_DELIVERY),
        StatusEffect::MovesTo(_) | StatusEffect::Nothing => None,
    }
}

/// Notifies the users of the shipments' clients: one notification for each user, however many shipments there are.
pub async fn notify_clients(
    tx: &mut TenantTx,
    shipment_ids: &[Uuid],
    event: &NewEvent,
    effect: StatusEffect,
) -> sqlx::Result<()> {
    let (Some(news), StatusEffect::MovesTo(status)) = (find_news(&event.code, effect), effect) else {
        return Ok(());
    };
    if shipment_ids.is_empty() || event.occurred_at < event.received_at - NEWS_AGE {
        return Ok(());
    }
    let readers = store::load_readers(tx, shipment_ids).await?;
    let look = match status {
        ShipmentStatus::Delivered => NotificationStatus::Success,
        _ => NotificationStatus::Info,
    };
    let notices: Vec<Notice> =
        readers.into_iter().map(|reader| client_notice::build(reader, news, status).status(look)).collect();
    notify::push_all(tx, event.received_at, &notices).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_milestones_are_told() {
        let told = |code: &str, status| find_news(code, StatusEffect::MovesTo(status)).map(|news| news.one);
        assert_eq!(told("RECEIVED", ShipmentStatus::Received), Some(NotificationCode::ShipmentReceived));
        assert_eq!(told("HANDED_OVER", ShipmentStatus::LastMile), None);
        assert_eq!(
            told("OUT_FOR_DELIVERY", ShipmentStatus::LastMile),
            Some(NotificationCode::ShipmentOutForDelivery)
        );
        assert_eq!(told("DELIVERED", ShipmentStatus::Delivered), Some(NotificationCode::ShipmentDelivered));
        assert!(find_news("NOTE", StatusEffect::Nothing).is_none());
    }
}
