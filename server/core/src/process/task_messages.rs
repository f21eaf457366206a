//! Messages of a background task to open pages: events of its start and end, and its progress in between.

use policy::Resource;
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::Reading;
use crate::live::{self, Audience};

/// Kind of the channel of progress.
pub const PROGRESS_CHANNEL: &str = "progress";

/// The progress of a task, between servers. It is in Redis only and may be lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskProgress {
    pub user_id: Uuid,
    pub task_id: Uuid,
    pub reading: Reading,
}

/// Tells the owner's pages of a new task, its start or its end. Its progress in between is not an event.
pub fn announce_tasks(tx: &mut TenantTx, owner: Option<Uuid>, ids: &[Uuid]) {
    if let Some(owner) = owner.filter(|owner| !owner.is_nil()) {
        live::records_changed(tx, &Audience::Users(vec![owner]), Resource::BackgroundTask.name(), ids);
    }
}
