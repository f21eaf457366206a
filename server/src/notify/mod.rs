//! Notifications of users (NOT-2). A feature calls [`push`] in the transaction of its change; a rollback removes the
//! notification as well.
//!
//! A notification names a thing with `reference`: its next notification replaces it. The text belongs to the code, of
//! the closed list [`NotificationCode`]; the row has only its parameters.

pub mod action;
pub mod code;
pub mod email;
pub mod event;
pub mod model;
pub mod path;
pub mod store;

use chrono::{DateTime, Utc};
use policy::Resource;
use serde_json::{Map, Value};
use tenancy::TenantTx;
use uuid::Uuid;

pub use action::NotificationAction;
pub use code::NotificationCode;
pub use model::{NotificationStatus, NotificationType};

use crate::live::{self, Audience};
use crate::process::enqueue_quietly;
use email::SendNotification;

/// A notification to push.
#[derive(Clone, Debug)]
pub struct Notice {
    pub user_id: Uuid,
    pub code: NotificationCode,
    pub kind: NotificationType,
    pub status: NotificationStatus,
    /// Parameters of the texts.
    pub params: Map<String, Value>,
    pub actions: Vec<NotificationAction>,
    /// The thing that the notification is about. A user has at most one notification of it.
    pub reference: Option<String>,
    /// Replaces the earlier notification of this thing. Otherwise the earlier one stays and this one is dropped.
    pub update: bool,
    /// The process it is about, which it does not outlive.
    pub task_id: Option<Uuid>,
    /// False when the user knows it already, because they did it.
    pub is_new: bool,
}

impl Notice {
    pub fn new(user_id: Uuid, code: NotificationCode) -> Self {
        Self {
            user_id,
            code,
            kind: NotificationType::Text,
            status: NotificationStatus::Info,
            params: Map::new(),
            actions: Vec::new(),
            reference: None,
            update: false,
            task_id: None,
            is_new: true,
        }
    }

    #[must_use]
    pub fn status(mut self, status: NotificationStatus) -> Self {
        self.status = status;
        self
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    #[must_use]
    pub fn action(mut self, action: NotificationAction) -> Self {
        self.actions.push(action);
        self
    }
}

/// Notifies a user once `tx` commits, through the channels that the user wants. Failures are listed in any case.
/// Returns the id of the notification; none when nothing was written.
pub async fn push(tx: &mut TenantTx, now: DateTime<Utc>, notice: &Notice) -> sqlx::Result<Option<Uuid>> {
    let mut wanted = event::wanted(tx, notice.user_id, notice.code.event()).await?;
    wanted.app |= notice.status == NotificationStatus::Error;
    let has_replaced = notice.update && store::make_room(tx, notice, wanted.app || wanted.mail).await?;
    if !wanted.app && !wanted.mail {
        if has_replaced {
            changed(tx, notice.user_id, &[]);
        }
        return Ok(None);
    }
    let new_id = Uuid::now_v7();
    let id = store::put(tx, new_id, notice, wanted.app, now).await?;
    if id == Some(new_id) && notice.is_new && wanted.mail {
        store::add_delivery(tx, new_id, now).await?;
        enqueue_quietly(tx, SendNotification { notification_id: new_id }).await?;
    }
    changed(tx, notice.user_id, id.as_slice());
    Ok(id)
}

/// Tells the pages of a user that notifications were written, read or deleted.
pub fn changed(tx: &mut TenantTx, user_id: Uuid, ids: &[Uuid]) {
    live::records_changed(tx, &Audience::Users(vec![user_id]), Resource::Notification.name(), ids);
}
