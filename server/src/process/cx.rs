//! What a running process is given.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use super::Owner;
use super::error::{Interruption, ProcessError};
use super::model::Stage;
use super::progress::{Progress, Reading, Stop, judge};
use super::store::{self, AttemptId};
use crate::audit::Actor;
use crate::http::messages::Params;
use crate::state::AppState;

/// One attempt at a task: its tenant, its owner, its saved state, and its way to the database.
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

    /// Who started it.
    pub fn user_id(&self) -> Uuid {
        self.owner.user_id
    }

    /// Who did so while acting as that user.
    pub fn acting_user_id(&self) -> Option<Uuid> {
        self.owner.acting_user_id
    }

    /// A transaction in the tenant of the job. While it is open no later attempt can begin; once one has begun, or
    /// the owner cancelled, none is given. Open one at a time, and keep it shorter than a few seconds.
    pub async fn begin(&self) -> Result<TenantTx, ProcessError> {
        self.check()?;
        let mut tx = self.app.tenancy.begin(&self.tenant).await?;
        let seen = store::hold(&mut tx, self.attempt.task).await?;
        match judge(seen, self.attempt) {
            None => Ok(tx),
            Some(reason) => {
                self.stop.tell(reason);
                tx.rollback().await;
                Err(reason.into())
            }
        }
    }

    /// Tells the owner how far it is. Costs nothing: what was told last is written a few times a second.
    pub fn progress(&self, stage: Stage, done: u64, total: u64) {
        let number = |units| i64::try_from(units).unwrap_or(i64::MAX);
        self.progress.set(Reading { stage, done: number(done), total: Some(number(total)) });
    }

    /// What an earlier attempt saved last; nothing on the first one.
    pub fn saved_state<S: DeserializeOwned>(&self) -> Result<Option<S>, ProcessError> {
        let Some(saved) = self.saved.as_ref() else { return Ok(None) };
        S::deserialize(saved).map(Some).map_err(|error| ProcessError::unreadable(&error))
    }

    /// Notes how far the work came, in the transaction of the work: after a crash [`Self::saved_state`] gives this.
    pub async fn save_state<S: Serialize>(&self, tx: &mut TenantTx, state: &S) -> Result<(), ProcessError> {
        let state = serde_json::to_value(state).map_err(|error| ProcessError::unreadable(&error))?;
        self.still_ours(store::save_state(tx, self.attempt, &state).await?)
    }

    /// Tells the owner how it went, in values that the client's texts for this kind name.
    pub async fn save_result(&self, tx: &mut TenantTx, result: &Params) -> Result<(), ProcessError> {
        self.still_ours(store::save_result(tx, self.attempt, result).await?)
    }

    fn still_ours(&self, written: bool) -> Result<(), ProcessError> {
        if written {
            return Ok(());
        }
        self.stop.tell(Interruption::LeaseLost);
        Err(Interruption::LeaseLost.into())
    }

    /// Refuses when the process has to stop; for loops that compute long without a transaction.
    pub fn check(&self) -> Result<(), ProcessError> {
        self.stop.told().map_or(Ok(()), |reason| Err(reason.into()))
    }

    /// Until the process has to stop: its owner cancelled, or the worker goes down.
    pub async fn cancelled(&self) {
        self.stop.wait().await;
    }
}

/// Whoever started the process did it, and the task stands for the request.
impl From<&ProcessCx> for Actor {
    fn from(cx: &ProcessCx) -> Self {
        Self {
            user_id: Some(cx.user_id()),
            acting_user_id: cx.acting_user_id(),
            ..Self::server(&cx.app, cx.task_id().simple().to_string())
        }
    }
}
