//! Notification preferences. Everything is on by default.

use poem_openapi::Enum;
use tenancy::TenantTx;
use uuid::Uuid;

/// The channel of a notification.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum NotificationChannel {
    /// A message on the screen.
    App,
    /// An e-mail.
    Mail,
}

impl NotificationChannel {
    pub const fn name(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Mail => "mail",
        }
    }
}

pub const IS_WANTED: &str = "
    select not exists (
        select from notification_choices where user_id = $1 and event = $2 and channel = $3 and not enabled
    )";

/// Whether a user wants a notification about the end of processes of this kind through this channel.
pub async fn is_wanted(
    tx: &mut TenantTx,
    user_id: Uuid,
    kind: &str,
    channel: NotificationChannel,
) -> sqlx::Result<bool> {
    let query = sqlx::query_scalar(IS_WANTED).bind(user_id).bind(kind).bind(channel.name());
    query.fetch_one(&mut **tx).await
}
