//! What clients are told of their pickups: when somebody comes, that nothing was collected, and that the company cancelled.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::Pickup;
use super::store::PICKUPS;
use super::webhook_events;
use access::client_users::list_of_clients;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};
use server_core::record::Where;

/// What a client learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickupNews {
    Scheduled,
    /// Somebody comes on another day or at another time.
    Moved,
    Failed,
    /// By the company.
    Cancelled,
}

impl PickupNews {
    const fn code(self) -> NotificationCode {
        match self {
            Self::Scheduled => NotificationCode::PickupScheduled,
            Self::Moved => NotificationCode::PickupMoved,
            Self::Failed => NotificationCode::PickupFailed,
            Self::Cancelled => NotificationCode::PickupCancelled,
        }
    }

    const fn status(self) -> NotificationStatus {
        match self {
            Self::Scheduled => NotificationStatus::Success,
            Self::Moved => NotificationStatus::Info,
            Self::Failed | Self::Cancelled => NotificationStatus::Warning,
        }
    }
}

/// Notifies the users of the client of a pickup, as it is now, and webhooks. Later news of it replace the earlier.
pub async fn notify_client(
    tx: &mut TenantTx,
    id: Uuid,
    news: PickupNews,
    now: DateTime<Utc>,
) -> ApiResult<()> {
    let pickup: Pickup = PICKUPS.find(tx, &Where::all(), id).await?;
    let users = list_of_clients(tx, &[pickup.client_id]).await?;
    let notices: Vec<Notice> = users.into_iter().map(|(_, user_id)| build(&pickup, user_id, news)).collect();
    notify::push_all(tx, now, &notices).await?;
    webhook_events::announce_news(tx, now, &pickup, news).await
}

fn build(pickup: &Pickup, user_id: Uuid, news: PickupNews) -> Notice {
    let id = pickup.id.to_string();
    let action = NotificationAction::route(ActionLabel::ViewPickup, RouteName::Pickup, &[("id", &id)]);
    let mut notice = Notice::new(user_id, news.code())
        .status(news.status())
        .with("reference", pickup.number.as_str())
        .with("day", pickup.on_date.to_string())
        .with("from", pickup.from_time.as_str())
        .with("to", pickup.to_time.as_str())
        .with("why", pickup.note.as_deref().unwrap_or_default())
        .action(NotificationAction { close: true, ..action });
    notice.reference = Some(format!("pickup:{id}"));
    notice.update = true;
    notice
}
