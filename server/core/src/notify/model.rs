//! A notification as its user sees it.

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use serde_json::Value;
use uuid::Uuid;

use super::action::NotificationAction;
use super::display::{NotificationFloat, NotificationToast};
use super::store::NotificationRow;
use crate::process::model::Stage;

/// How a notification is shown.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum NotificationType {
    /// Title, text and actions.
    Text,
    /// One line.
    Condensed,
    /// The end of a process.
    Process,
    /// A process under way.
    Progress,
}

impl NotificationType {
    const ALL: [Self; 4] = [Self::Text, Self::Condensed, Self::Process, Self::Progress];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Condensed => "condensed",
            Self::Process => "process",
            Self::Progress => "progress",
        }
    }
}

/// The colour and icon of a notification.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum NotificationStatus {
    Success,
    Warning,
    Error,
    Info,
}

impl NotificationStatus {
    const ALL: [Self; 4] = [Self::Success, Self::Warning, Self::Error, Self::Info];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Info => "info",
        }
    }
}

/// A tab of the list.
#[derive(Enum, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum Tab {
    #[default]
    All,
    /// Unread ones.
    New,
    Read,
}

/// A notification of the signed-in user.
#[derive(Object, Debug)]
pub struct Notification {
    /// Newer notifications have greater ids.
    pub id: Uuid,
    /// Null while it is unread.
    pub read_at: Option<DateTime<Utc>>,
    /// The subject, such as a shipment; null when there is none.
    #[oai(rename = "ref")]
    pub reference: Option<String>,
    /// True when the next notification about the same subject replaces it.
    pub update: bool,
    pub notification_type: NotificationType,
    pub data: NotificationData,
    /// How it is shown when it arrives.
    pub toast: NotificationToast,
    /// Shown in the place of the toast; null for most.
    pub float: Option<NotificationFloat>,
    /// The process; only for the types `process` and `progress`.
    pub progress: Option<NotificationProgress>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// The content of a notification.
#[derive(Object, Debug)]
pub struct NotificationData {
    /// Stable code of the text. A client without a text for it hides the line.
    pub code: String,
    /// Parameters of the text.
    pub params: Value,
    pub notification_status: NotificationStatus,
    pub actions: Vec<NotificationAction>,
}

/// The process of a notification.
#[derive(Object, Debug)]
pub struct NotificationProgress {
    /// The stage.
    pub code: Stage,
    /// Percent, 0 to 100.
    pub progress: i16,
    /// Path of the download on this domain; null when there is no file.
    pub file: Option<String>,
}

impl From<NotificationRow> for Notification {
    fn from(row: NotificationRow) -> Self {
        let kind = NotificationType::ALL.into_iter().find(|known| known.as_str() == row.kind);
        let status = NotificationStatus::ALL.into_iter().find(|known| known.as_str() == row.status);
        let progress = row.stage.zip(row.progress).map(|(code, progress)| NotificationProgress {
            code,
            progress,
            file: row.file_of.map(|id| format!("/api/background_tasks/{id}/file")),
        });
        Self {
            id: row.id,
            read_at: row.read_at,
            update: row.reference.is_some(),
            reference: row.reference,
            notification_type: kind.unwrap_or(NotificationType::Text),
            data: NotificationData {
                code: row.code,
                params: row.params,
                notification_status: status.unwrap_or(NotificationStatus::Info),
                actions: readable(row.actions),
            },
            toast: serde_json::from_value(row.toast).unwrap_or_default(),
            float: row.float.and_then(|float| serde_json::from_value(float).ok()),
            progress,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// The actions that this version knows and whose paths stay on this origin; the others are left out.
pub fn readable(actions: Value) -> Vec<NotificationAction> {
    let Value::Array(actions) = actions else { return Vec::new() };
    actions.into_iter().filter_map(|action| serde_json::from_value(action).ok()).collect()
}

/// A page of the signed-in user's notifications, newest first.
#[derive(Object)]
pub struct NotificationPage {
    pub data: Vec<Notification>,
    pub meta: NotificationPageMeta,
}

/// The next page, and the number of unread notifications.
#[derive(Object)]
pub struct NotificationPageMeta {
    /// Value of `before` for the next page; null on the last page.
    pub next: Option<Uuid>,
    /// Number of unread notifications, whatever the tab; at most 100.
    pub unread: i64,
    /// True when there may be more than `unread`: show "99+".
    pub unread_capped: bool,
}

/// Number of unread notifications, after a change.
#[derive(Object)]
pub struct UnreadCount {
    /// Number of unread notifications; at most 100.
    pub unread: i64,
}

/// The notifications to mark as read.
#[derive(Object)]
pub struct AllRead {
    /// The newest notification that the user has seen: later ones stay unread. Null for all.
    pub up_to: Option<Uuid>,
}
