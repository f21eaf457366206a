//! Progress reports to the owner and cancellations by the owner: a few short transactions per second.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tenancy::{Tenancy, TenancyError, Tenant};
use tokio::sync::watch;
use tokio::time::sleep;
use uuid::Uuid;

use super::attempt_store::{self, AttemptId};
use super::error::Interruption;
use super::model::Reading;
use super::task_messages::{PROGRESS_CHANNEL, TaskProgress};
use crate::cache::Channel;
use crate::state::AppState;

/// How often progress is written and a cancellation is read.
const BEAT: Duration = Duration::from_millis(250);

/// The latest progress of a process. Writing to it is cheap, so a process can report every unit.
#[derive(Clone, Default)]
pub struct Progress(Arc<Mutex<Reading>>);

impl Progress {
    pub fn set(&self, reading: Reading) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = reading;
    }

    pub fn get(&self) -> Reading {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reason to stop, set once.
#[derive(Clone)]
pub(super) struct Stop(watch::Sender<Option<Interruption>>);

impl Default for Stop {
    fn default() -> Self {
        Self(watch::Sender::new(None))
    }
}

impl Stop {
    /// The first reason is kept.
    pub fn send(&self, reason: Interruption) {
        self.0.send_if_modified(|sent| {
            let is_first = sent.is_none();
            sent.get_or_insert(reason);
            is_first
        });
    }

    pub fn interruption(&self) -> Option<Interruption> {
        *self.0.borrow()
    }

    pub async fn wait(&self) -> Interruption {
        let mut reasons = self.0.subscribe();
        loop {
            if let Some(reason) = *reasons.borrow_and_update() {
                return reason;
            }
            if reasons.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }
}

/// Whose progress is carried, and where to.
pub(super) struct Carrier {
    pub app: AppState,
    pub tenant: Arc<Tenant>,
    pub attempt: AttemptId,
    pub owner: Uuid,
}

/// Writes progress, tells it to the owner's pages and reads cancellations until dropped.
pub(super) async fn carry(to: Carrier, progress: Progress, stop: Stop) {
    let mut written = None;
    loop {
        sleep(BEAT).await;
        let reading = progress.get();
        let news = (written != Some(reading)).then_some(reading);
        match beat(&to.app.tenancy, &to.tenant, to.attempt, news).await {
            Ok(None) => {
                written = Some(reading);
                if let Some(reading) = news {
                    to.publish(reading).await;
                }
            }
            Ok(Some(reason)) => stop.send(reason),
            // The next report includes it; the process itself notices real problems.
            Err(error) => tracing::debug!(%error, "a beat of a process was lost"),
        }
    }
}

impl Carrier {
    async fn publish(&self, reading: Reading) {
        if self.owner.is_nil() {
            return;
        }
        let message = TaskProgress { user_id: self.owner, task_id: self.attempt.task, reading };
        let text = serde_json::to_string(&message).unwrap_or_default();
        self.app.cache.publish(&Channel::new(&self.tenant.id, PROGRESS_CHANNEL), &text).await;
    }
}

async fn beat(
    tenancy: &Tenancy,
    tenant: &Tenant,
    attempt: AttemptId,
    news: Option<Reading>,
) -> Result<Option<Interruption>, TenancyError> {
    let mut tx = tenancy.begin(tenant).await?;
    let seen = attempt_store::watch(&mut tx, attempt.task).await?;
    if let Some(reading) = news {
        attempt_store::report(&mut tx, attempt, reading).await?;
    }
    tx.commit().await?;
    Ok(judge(seen, attempt))
}

/// Whether the task's row tells the attempt to stop.
pub(super) fn judge(seen: Option<(i32, bool)>, attempt: AttemptId) -> Option<Interruption> {
    match seen {
        Some((number, is_cancelled)) if number == attempt.number => {
            is_cancelled.then_some(Interruption::Cancelled)
        }
        _ => Some(Interruption::LeaseLost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::model::Stage;

    #[test]
    fn the_bar_is_full_only_at_the_end() {
        let reading = |done, total| Reading { stage: Stage::Processing, done, total };
        assert_eq!(reading(0, None).percent(), 0);
        assert_eq!(reading(1, Some(3)).percent(), 33);
        assert_eq!(reading(3, Some(3)).percent(), 99);
        assert_eq!(reading(9, Some(3)).percent(), 99);
        assert_eq!(reading(1, Some(0)).percent(), 0);
    }

    #[tokio::test]
    async fn the_first_reason_to_stop_stands() {
        let stop = Stop::default();
        stop.send(Interruption::Cancelled);
        stop.send(Interruption::Stopping);
        assert_eq!(stop.wait().await, Interruption::Cancelled);
    }
}
