//! Notifications of users. A feature calls [`push`] in the transaction of its change; a rollback removes the
//! notification as well.
//!
//! A notification names a thing with `reference`: its next notification replaces it. The text belongs to the code, of
//! the closed list [`NotificationCode`]; the row has only its parameters.

pub mod action;
pub mod code;
pub mod display;
pub mod email;
pub mod event;
pub mod model;
pub mod path;
pub mod stop_link;
pub mod store;
pub mod subjects;

use chrono::{DateTime, Utc};
use policy::Resource;
use serde_json::{Map, Value};
use tenancy::TenantTx;
use uuid::Uuid;

pub use action::NotificationAction;
pub use code::NotificationCode;
pub use display::{NotificationFloat, NotificationSize, NotificationToast};
pub use model::{NotificationStatus, NotificationType};
pub use subjects::withdraw;

use crate::live::{self, Audience};
use crate::process::{Owner, enqueue_all};
use email::SendNotification;
use path::OwnPath;

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
    /// Records that wait for something. [`withdraw`] takes the notification back; it needs a reference.
    pub subjects: Vec<Uuid>,
    /// The background task that it is about. The notification is deleted with the task.
    pub task_id: Option<Uuid>,
    /// False when the user knows it already, because they did it: the notification is stored as read.
    pub is_unread: bool,
    /// How it is shown when it arrives.
    pub toast: NotificationToast,
    /// Shown in the place of the toast.
    pub float: Option<NotificationFloat>,
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
            subjects: Vec::new(),
            task_id: None,
            is_unread: true,
            toast: NotificationToast::default(),
            float: None,
        }
    }

    /// One that should not be missed: wider, and twice as long.
    #[must_use]
    pub fn urgent(mut self) -> Self {
        self.toast = NotificationToast { size: NotificationSize::Lg, auto_close: Some(8_000), ..self.toast };
        self
    }

    /// One that somebody waits for: it stands over the page, and a click opens the path.
    #[must_use]
    pub fn float_to(mut self, path: String) -> Self {
        let link = OwnPath::new(path).ok();
        self.float = Some(NotificationFloat { link, single_action: true, ..NotificationFloat::default() });
        self
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
    Ok(push_all(tx, now, std::slice::from_ref(notice)).await?.pop())
}

/// Same as [`push`] for several users, with a fixed number of statements. At most one notice per user and thing.
pub async fn push_all(tx: &mut TenantTx, now: DateTime<Utc>, notices: &[Notice]) -> sqlx::Result<Vec<Uuid>> {
    let written = write(tx, now, notices).await?;
    let emails = written.unsent.into_iter().map(|unsent| SendNotification { notification_id: unsent.id });
    enqueue_all(tx, Owner::NOBODY, emails.collect()).await?;
    Ok(written.ids)
}

/// A notification whose e-mail is still to be sent.
#[derive(Clone, Copy, Debug)]
pub struct UnsentNotification {
    pub id: Uuid,
    pub user_id: Uuid,
}

/// Same as [`push_all`] for notices whose e-mails the area sends itself: returns the notifications to send.
/// [`email::find_due`] tells when each is due.
pub async fn push_unsent(
    tx: &mut TenantTx,
    now: DateTime<Utc>,
    notices: &[Notice],
) -> sqlx::Result<Vec<UnsentNotification>> {
    Ok(write(tx, now, notices).await?.unsent)
}

/// Marks the e-mail about a notification as sent.
pub async fn mark_sent(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> sqlx::Result<()> {
    store::mark_sent(tx, id, now).await
}

/// Deletes the notification of a user about the thing with this reference, because the user has done what it asked for.
pub async fn delete_by_reference(tx: &mut TenantTx, user_id: Uuid, reference: &str) -> sqlx::Result<()> {
    if let Some(id) = store::delete_by_reference(tx, user_id, reference).await? {
        announce_changes(tx, user_id, &[id]);
    }
    Ok(())
}

/// Deletes the notifications of all users about the thing with this reference, because it no longer exists.
pub async fn delete_all_by_reference(tx: &mut TenantTx, reference: &str) -> sqlx::Result<()> {
    for (user_id, id) in store::delete_all_by_reference(tx, reference).await? {
        announce_changes(tx, user_id, &[id]);
    }
    Ok(())
}

/// Deletes all notifications of erased users.
pub async fn delete_of_users(tx: &mut TenantTx, user_ids: &[Uuid]) -> sqlx::Result<()> {
    store::delete_of_users(tx, user_ids).await
}

/// Marks all notifications of a user as read whose references begin with this prefix.
pub async fn mark_read_by_prefix(
    tx: &mut TenantTx,
    user_id: Uuid,
    reference_prefix: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let ids = store::mark_read_by_prefix(tx, user_id, reference_prefix, now).await?;
    if !ids.is_empty() {
        announce_changes(tx, user_id, &ids);
    }
    Ok(())
}

/// The notifications that [`write`] has stored.
#[derive(Default)]
struct StoredNotifications {
    ids: Vec<Uuid>,
    /// Those of them whose e-mails are still to be sent.
    unsent: Vec<UnsentNotification>,
}

/// Stores notices, announces them, and notes the e-mails to send.
async fn write(
    tx: &mut TenantTx,
    now: DateTime<Utc>,
    notices: &[Notice],
) -> sqlx::Result<StoredNotifications> {
    if notices.is_empty() {
        return Ok(StoredNotifications::default());
    }
    let wanted = store::load_channels(tx, notices).await?;
    let replaced = store::delete_replaced(tx, notices, &wanted).await?;
    let written = store::insert(tx, notices, &wanted, now).await?;
    subjects::add(tx, notices).await?;
    let by_email = written.iter().filter(|row| row.is_new && row.mail);
    let unsent: Vec<UnsentNotification> =
        by_email.map(|row| UnsentNotification { id: row.id, user_id: row.user_id }).collect();
    if !unsent.is_empty() {
        let ids: Vec<Uuid> = unsent.iter().map(|notification| notification.id).collect();
        store::add_deliveries(tx, &ids, now).await?;
    }
    let ids: Vec<Uuid> = written.iter().map(|row| row.id).collect();
    let mut users: Vec<Uuid> = written.into_iter().map(|row| row.user_id).chain(replaced).collect();
    users.sort_unstable();
    users.dedup();
    if !users.is_empty() {
        live::records_changed(tx, &Audience::Users(users), Resource::Notification.name(), &ids);
    }
    Ok(StoredNotifications { ids, unsent })
}

/// Tells the pages of a user that notifications were written, read or deleted.
pub fn announce_changes(tx: &mut TenantTx, user_id: Uuid, ids: &[Uuid]) {
    live::records_changed(tx, &Audience::Users(vec![user_id]), Resource::Notification.name(), ids);
}
