//! Notifications of a client that has to choose what happens after the last attempt.

use chrono::{DateTime, NaiveDate, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use freight::shipments::in_hand;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};

/// The news for a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionNews {
    Asked,
    /// Its last day is near.
    Reminded,
}

impl DecisionNews {
    const fn code(self) -> NotificationCode {
        match self {
            Self::Asked => NotificationCode::DeliveryUndecided,
            Self::Reminded => NotificationCode::DeliveryDecisionNear,
        }
    }
}

/// Notifies the users of the client of a delivery; its shipments are given by their ids and codes.
pub async fn notify_client(
    tx: &mut TenantTx,
    now: DateTime<Utc>,
    delivery_id: Uuid,
    shipments: &[(Uuid, &str)],
    until: NaiveDate,
    news: DecisionNews,
) -> ApiResult<()> {
    let Some((shipment_id, tracking_code)) = shipments.first() else { return Ok(()) };
    let users = in_hand::list_client_users(tx, *shipment_id).await?;
    let id = shipment_id.to_string();
    let to_notice = |user_id| {
        let action =
            NotificationAction::route(ActionLabel::ViewShipment, RouteName::Shipment, &[("id", &id)]);
        let mut notice = Notice::new(user_id, news.code())
            .with("tracking_code", *tracking_code)
            .with("day", until.to_string())
            .status(NotificationStatus::Warning)
            .action(NotificationAction { close: true, ..action });
        notice.reference = Some(format!("delivery:{delivery_id}"));
        notice.subjects = shipments.iter().map(|(id, _)| *id).collect();
        notice.update = true;
        notice.urgent()
    };
    let notices: Vec<Notice> = users.into_iter().map(to_notice).collect();
    notify::push_all(tx, now, &notices).await?;
    Ok(())
}
