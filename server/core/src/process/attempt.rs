//! An attempt at a job: register it as the task's newest, run the process, write the result.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use tenancy::{TenancyError, Tenant};
use tokio::time::{sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

use super::attempt_store::{self, AttemptId, WorkRow};
use super::ended::tell_end;
use super::error::{Ending, Interruption, ProcessError, pause_before};
use super::failure::tell_failure;
use super::model::Reading;
use super::progress::{Carrier, Progress, Stop, carry};
use super::queue::{Job, Queue};
use super::store;
use super::{Kind, Kinds, Outcome, ProcessCx};
use crate::http::messages::{MessageCode, Params};
use crate::state::AppState;

/// Time a process has to stop by itself; then it is dropped.
const GRACE: Duration = Duration::from_millis(300);

/// Crashes of its worker after which a job counts as failed.
const MAX_CRASHES: i16 = 8;

/// Delay before the next attempt while a tenant is suspended or migrated.
const TENANT_PAUSE: Duration = Duration::from_secs(15);

/// Delay before the next attempt while the database does not respond.
const DATABASE_PAUSE: Duration = Duration::from_secs(1);

/// How often, at intervals of one second, the result is written while the database is away. After that the lease
/// expires and the next attempt continues from the saved state.
const SETTLE_TRIES: u32 = 20;

pub(super) struct Attempt {
    pub app: AppState,
    pub kinds: Kinds,
    pub queue: Queue,
    pub job: Job,
    pub stop: Stop,
}

/// The result of an attempt, to be written.
#[derive(Debug)]
enum End {
    Done(Outcome, Reading),
    Failed(MessageCode, Params),
    Again {
        failures: i16,
        pause: Duration,
    },
    TenantAway,
    /// Another worker has the job and writes its result.
    LeaseLost,
    /// The task had ended or was deleted already.
    Over,
}

impl End {
    fn of(result: Result<Outcome, ProcessError>, reading: Reading, failures: i16, retries: i16) -> Self {
        let ending = match result {
            Ok(outcome) => return Self::Done(outcome, reading),
            Err(error) => error.0,
        };
        match ending {
            Ending::Retry(cause) if failures < retries => {
                tracing::warn!(cause = format!("{cause:#}"), "a process will be tried again");
                Self::Again { failures: 1, pause: pause_before(failures + 1) }
            }
            Ending::Retry(cause) => {
                tracing::error!(cause = format!("{cause:#}"), "a process failed for good");
                Self::Failed(MessageCode::ProcessFailed, Params::new())
            }
            Ending::Later(pause) => Self::Again { failures: 0, pause },
            Ending::Fail(code, params) => Self::Failed(code, params),
            Ending::Interrupted(reason) => reason.into(),
        }
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Done(..) => "done",
            Self::Failed(..) => "failed",
            Self::Again { .. } => "again",
            Self::TenantAway => "tenant_away",
            Self::LeaseLost => "lease_lost",
            Self::Over => "over",
        }
    }
}

impl From<Interruption> for End {
    fn from(reason: Interruption) -> Self {
        match reason {
            Interruption::Cancelled => Self::Failed(MessageCode::ProcessCancelled, Params::new()),
            Interruption::LeaseLost => Self::LeaseLost,
            Interruption::Stopping => Self::Again { failures: 0, pause: Duration::ZERO },
            Interruption::TenantAway => Self::TenantAway,
            Interruption::DatabaseAway => Self::Again { failures: 0, pause: DATABASE_PAUSE },
        }
    }
}

impl Attempt {
    #[tracing::instrument(
        name = "process",
        skip_all,
        fields(tenant = self.job.tenant, task = %self.job.task, kind = self.job.kind)
    )]
    pub async fn run(self) {
        let started = Instant::now();
        metrics::histogram!("process_wait_seconds", "kind" => self.job.kind.clone())
            .record(self.job.waited_s);
        let Some(tenant) = self.app.tenancy.tenant(&self.job.tenant) else {
            return self.run_without_tenant().await;
        };
        let end = match self.start(&tenant).await {
            Ok(Ok((kind, row))) => {
                let failures = row.failures;
                let (result, reading) = self.work(&tenant, kind, row).await;
                End::of(result, reading, failures, kind.retries)
            }
            Ok(Err(end)) => end,
            Err(error) => End::of(Err(error), Reading::default(), 0, i16::MAX),
        };
        self.settle(&tenant, &end).await;
        let labels = [("kind", self.job.kind.clone()), ("end", end.name().to_owned())];
        metrics::histogram!("process_seconds", &labels).record(started.elapsed().as_secs_f64());
        tracing::info!(end = end.name(), ms = started.elapsed().as_millis() as u64, "process");
    }

    fn id(&self) -> AttemptId {
        AttemptId { task: self.job.task, number: self.job.attempt }
    }

    /// A tenant that is not in memory is deleted, or newer than the last load of the registry.
    async fn run_without_tenant(&self) {
        let outcome = match self.queue.remove_orphans(&self.job.tenant).await {
            Ok(0) => self.queue.release(&self.job, TENANT_PAUSE).await,
            Ok(removed) => {
                tracing::warn!(removed, "jobs of a tenant that is gone were removed");
                Ok(())
            }
            Err(error) => Err(error),
        };
        if let Err(error) = outcome {
            tracing::warn!(%error, "a job without tenant was left to its lease");
        }
    }

    /// Registers the newest attempt of the task, after the transactions of earlier attempts have ended.
    async fn start(&self, tenant: &Tenant) -> Result<Result<(Kind, WorkRow), End>, ProcessError> {
        let mut tx = self.app.tenancy.begin(tenant).await?;
        let row = attempt_store::lock_for_attempt(&mut tx, self.job.task).await?;
        let Some(row) = row.filter(|row| !row.is_over && row.attempt < self.job.attempt) else {
            tx.rollback().await;
            return Ok(Err(End::Over));
        };
        attempt_store::begin_attempt(&mut tx, self.id(), self.app.clock.now()).await?;
        tx.commit().await?;
        if row.is_cancelled {
            return Ok(Err(Interruption::Cancelled.into()));
        }
        let kind = self.kinds.0.get(row.kind.as_str()).filter(|_| self.job.crashes <= MAX_CRASHES);
        if let Some(kind) = kind {
            return Ok(Ok((*kind, row)));
        }
        tracing::error!(
            kind = row.kind,
            crashes = self.job.crashes,
            "unknown, or it took its worker down too often"
        );
        Ok(Err(End::Failed(MessageCode::ProcessFailed, Params::new())))
    }

    async fn work(
        &self,
        tenant: &Arc<Tenant>,
        kind: Kind,
        row: WorkRow,
    ) -> (Result<Outcome, ProcessError>, Reading) {
        let progress = Progress::default();
        let cx = ProcessCx {
            app: self.app.clone(),
            tenant: tenant.clone(),
            attempt: self.id(),
            owner: row.owner(),
            saved: Arc::new(row.state),
            progress: progress.clone(),
            stop: self.stop.clone(),
        };
        let to =
            Carrier { app: self.app.clone(), tenant: tenant.clone(), attempt: self.id(), owner: row.user_id };
        let beats = carry(to, progress.clone(), self.stop.clone());
        let _beats = AbortOnDropHandle::new(tokio::spawn(beats));
        let result = self.watch(kind, row.args, cx).await;
        // A process that was stopped ends as stopped, whatever it returned.
        let result = result.map_err(|error| self.stop.interruption().map_or(error, ProcessError::from));
        (result, progress.get())
    }

    /// Runs the process as a separate task, so that a panic does not end the worker and the task can be dropped.
    async fn watch(&self, kind: Kind, args: Value, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut running = AbortOnDropHandle::new(tokio::spawn((kind.run)(args, cx)));
        let ended = tokio::select! {
            ended = &mut running => ended,
            reason = self.stop.wait() => match timeout(GRACE, &mut running).await {
                Ok(ended) => ended,
                Err(_) => {
                    running.abort();
                    // The process has ended after this. One that never awaits continues to compute but cannot write.
                    let _ = timeout(GRACE, running).await;
                    return Err(reason.into());
                }
            },
        };
        ended.unwrap_or_else(|broken| {
            tracing::error!(%broken, "a process panicked");
            Err(ProcessError::fail(MessageCode::ProcessFailed))
        })
    }

    /// None when the next attempt follows at once.
    fn time_after(&self, pause: Duration) -> Option<DateTime<Utc>> {
        let pause = TimeDelta::from_std(pause).ok().filter(|pause| !pause.is_zero())?;
        Some(self.app.clock.now() + pause)
    }

    async fn settle(&self, tenant: &Tenant, end: &End) {
        for _ in 0..SETTLE_TRIES {
            let error = match self.write(tenant, end).await {
                Ok(()) => return,
                Err(TenancyError::Unknown | TenancyError::Suspended | TenancyError::Behind) => {
                    match self.queue.hold_back(&self.job, TENANT_PAUSE).await {
                        Ok(()) => return,
                        Err(error) => error,
                    }
                }
                Err(error) => error,
            };
            tracing::warn!(%error, ?end, "the end of a process could not be written yet");
            sleep(DATABASE_PAUSE).await;
        }
    }

    /// Writes the owner's row before the queue's row: after a crash in between, the next attempt finds the task ended.
    async fn write(&self, tenant: &Tenant, end: &End) -> Result<(), TenancyError> {
        match end {
            End::LeaseLost => return Ok(()),
            End::Over => return self.queue.remove(&self.job).await,
            End::TenantAway => return self.queue.hold_back(&self.job, TENANT_PAUSE).await,
            End::Done(..) | End::Failed(..) | End::Again { .. } => {}
        }
        let mut tx = self.app.tenancy.begin(tenant).await?;
        let ended = match end {
            End::Done(outcome, reading) => {
                attempt_store::complete(&mut tx, self.id(), outcome, *reading).await?
            }
            End::Failed(code, params) => attempt_store::fail(&mut tx, self.id(), *code, params).await?,
            End::Again { failures, pause } => {
                let next_try_at = self.time_after(*pause);
                attempt_store::pause(&mut tx, self.id(), *failures, next_try_at).await?;
                None
            }
            End::TenantAway | End::LeaseLost | End::Over => None,
        };
        if matches!(end, End::Done(Outcome::Nothing, _)) {
            store::delete(&mut tx, self.job.task).await?;
        } else if let Some(task) = ended {
            let kind = self.kinds.0.get(task.kind.as_str()).copied();
            let now = self.app.clock.now();
            tell_failure(&mut tx, &self.app, &task, now).await?;
            tell_end(&mut tx, now, &task, kind).await?;
        }
        attempt_store::delete_unowned(&mut tx, self.job.task).await?;
        tx.commit().await?;
        match end {
            End::Again { pause, .. } => self.queue.release(&self.job, *pause).await,
            _ => self.queue.remove(&self.job).await,
        }
    }
}
