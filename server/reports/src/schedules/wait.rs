//! Waits for the next time of a schedule in the queue of processes.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::{runs, store};
use server_core::process::{self, Outcome, Owner, Process, ProcessCx, ProcessError};

/// After this time it looks whether the schedule still has the time that it waits for.
const LONGEST: Duration = Duration::from_hours(24);

/// Starts the run of a schedule at its next time. It ends when the schedule has another one.
#[derive(Serialize, Deserialize)]
pub struct WaitForSchedule {
    pub schedule_id: Uuid,
    pub planned_at: DateTime<Utc>,
}

impl WaitForSchedule {
    /// Waits for the next time, if there is one.
    pub async fn enqueue(
        tx: &mut TenantTx,
        schedule_id: Uuid,
        next_at: Option<DateTime<Utc>>,
    ) -> sqlx::Result<()> {
        let Some(planned_at) = next_at else { return Ok(()) };
        process::enqueue_quietly(tx, Self { schedule_id, planned_at }).await
    }

    /// The same for several schedules.
    pub async fn enqueue_all(tx: &mut TenantTx, waits: Vec<Self>) -> sqlx::Result<()> {
        process::enqueue_all(tx, Owner::NOBODY, waits).await
    }
}

impl Process for WaitForSchedule {
    const KIND: &'static str = "report_schedules.wait";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut tx = cx.begin().await?;
        if store::find_next_at(&mut tx, self.schedule_id).await? != Some(self.planned_at) {
            tx.commit().await?;
            return Ok(Outcome::Done);
        }
        let remaining = (self.planned_at - cx.app().clock.now()).to_std().unwrap_or_default();
        if !remaining.is_zero() {
            tx.commit().await?;
            return Err(ProcessError::later(remaining.min(LONGEST)));
        }
        runs::start_due(&mut tx, cx.app(), Some(self.schedule_id)).await?;
        tx.commit().await?;
        Ok(Outcome::Done)
    }
}
