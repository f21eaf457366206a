//! The context of a running process.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tenancy::{Tenant, TenantTx};
use tokio::time::timeout;
use uuid::Uuid;

use super::Owner;
use super::attempt_store::{self, AttemptId};
use super::error::{Interruption, ProcessError};
use super::model::{Reading, Stage};
use super::progress::{Progress, Stop, judge};
use crate::audit::Actor;
use crate::http::messages::Params;
use crate::state::AppState;

/// Another snapshot can last for minutes. A process that waits longer than this lets others use its place at the worker, and comes
/// back after the pause.
const SNAPSHOT_WAIT: Duration = Duration::from_secs(3);
const SNAPSHOT_PAUSE: Duration = Duration::from_secs(5);

/// An attempt at a task: tenant, owner, saved state, and access to the database.
#[derive(Clone)]
pub struct ProcessCx {
    pub(super) app: AppState,
    pub(super) tenant: Arc<Tenant>,
    pub(super) attempt: AttemptId,
    pub(super) owner: Owner,
    pub(super) saved: Arc<Option<Value>>,
    pub(super) progress: Progress,
    pub(super) stop: Stop,
}

impl ProcessCx {
    pub fn app(&self) -> &AppState {
        &self.app
    }

    pub fn tenant(&self) -> &Arc<Tenant> {
        &self.tenant
    }

    pub fn task_id(&self) -> Uuid {
        self.attempt.task
    }

    /// The user who started it.
    pub fn user_id(&self) -> Uuid {
        self.owner.user_id
    }

    /// The administrator who started it while acting as that user.
    pub fn acting_user_id(&self) -> Option<Uuid> {
        self.owner.acting_user_id
    }

    /// Opens a transaction in the job's tenant. No later attempt can start while it is open. Fails once a later attempt
    /// has started or the owner has cancelled. Open one at a time, and keep it shorter than a few seconds.
    pub async fn begin(&self) -> Result<TenantTx, ProcessError> {
        self.check()?;
        let mut tx = self.app.tenancy.begin(&self.tenant).await?;
        let seen = attempt_store::hold(&mut tx, self.attempt.task).await?;
        self.keep_if_ours(tx, seen).await
    }

    /// Opens a transaction that reads everything as of one moment, and writes nothing. It may last for minutes, and does not
    /// keep a later attempt from starting: ask [`Self::check`] between its statements. The process runs again later when there is no
    /// room for one: begin it before anything else.
    pub async fn begin_snapshot(&self) -> Result<TenantTx, ProcessError> {
        self.check()?;
        let begun = timeout(SNAPSHOT_WAIT, self.app.tenancy.begin_snapshot(&self.tenant)).await;
        let mut tx = begun.map_err(|_| ProcessError::later(SNAPSHOT_PAUSE))??;
        let seen = attempt_store::watch(&mut tx, self.attempt.task).await?;
        self.keep_if_ours(tx, seen).await
    }

    async fn keep_if_ours(&self, tx: TenantTx, seen: Option<(i32, bool)>) -> Result<TenantTx, ProcessError> {
        match judge(seen, self.attempt) {
            None => Ok(tx),
            Some(reason) => {
                self.stop.send(reason);
                tx.rollback().await;
                Err(reason.into())
            }
        }
    }

    /// Reports progress to the owner. Cheap: only the latest value is written, a few times per second.
    pub fn progress(&self, stage: Stage, done: u64, total: u64) {
        let number = |units| i64::try_from(units).unwrap_or(i64::MAX);
        self.progress.set(Reading { stage, done: number(done), total: Some(number(total)) });
    }

    /// The state saved by an earlier attempt; none in the first one.
    pub fn saved_state<S: DeserializeOwned>(&self) -> Result<Option<S>, ProcessError> {
        let Some(saved) = self.saved.as_ref() else { return Ok(None) };
        S::deserialize(saved).map(Some).map_err(|error| ProcessError::unreadable(&error))
    }

    /// Saves the state in the transaction of the work. After a crash, [`Self::saved_state`] returns it.
    pub async fn save_state<S: Serialize>(&self, tx: &mut TenantTx, state: &S) -> Result<(), ProcessError> {
        let state = serde_json::to_value(state).map_err(|error| ProcessError::unreadable(&error))?;
        self.still_ours(attempt_store::save_state(tx, self.attempt, &state).await?)
    }

    /// Saves the result for the owner, as parameters of the client's texts for this kind.
    pub async fn save_result(&self, tx: &mut TenantTx, result: &Params) -> Result<(), ProcessError> {
        self.still_ours(attempt_store::save_result(tx, self.attempt, result).await?)
    }

    fn still_ours(&self, written: bool) -> Result<(), ProcessError> {
        if written {
            return Ok(());
        }
        self.stop.send(Interruption::LeaseLost);
        Err(Interruption::LeaseLost.into())
    }

    /// Fails when the process must stop; for long computations without a transaction.
    pub fn check(&self) -> Result<(), ProcessError> {
        self.stop.interruption().map_or(Ok(()), |reason| Err(reason.into()))
    }

    /// Resolves when the process must stop: the owner cancelled, or the worker shuts down.
    pub async fn cancelled(&self) {
        self.stop.wait().await;
    }
}

/// The author is the user who started the process; the task id takes the place of the request id.
impl From<&ProcessCx> for Actor {
    fn from(cx: &ProcessCx) -> Self {
        Self {
            user_id: Some(cx.user_id()),
            acting_user_id: cx.acting_user_id(),
            api_token_id: cx.owner.api_token_id,
            ..Self::server(&cx.app, cx.task_id().simple().to_string())
        }
    }
}
