//! Background processes: long work that outlives its request, a crash of the server and a restart of Postgres.
//!
//! `enqueue` writes the tenant's `background_tasks` row and the queue's row in the caller's transaction. A worker
//! takes the job, opens the tenant that the database stamped on it, and runs the [`Process`] with a [`ProcessCx`].
//! What the process saves with [`ProcessCx::save_state`] stands in the same transaction as its work, so after a
//! crash another worker goes on from there and no unit is done twice.

mod accepted;
mod attempt;
pub mod cx;
mod error;
pub mod model;
mod notification;
mod progress;
pub mod queue;
pub mod store;
pub mod worker;

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;

use policy::Action;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

pub use accepted::Accepted;
pub use cx::ProcessCx;
pub use error::ProcessError;
pub use model::{BackgroundTask, Stage};
pub use notification::{NotificationChannel, is_wanted};
pub use worker::Worker;

use crate::files::FileKey;
use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::{Language, Params};
use crate::http::standing::{Owned, Standing};

/// One kind of long work. The value is what it is to do; it is kept as JSON, so fields may be added, not renamed.
pub trait Process: Serialize + DeserializeOwned + Send + 'static {
    /// `area.verb`, e.g. `shipments.labels`. Never changed: waiting jobs carry it.
    const KIND: &'static str;
    /// Among the jobs of one tenant, lower goes first.
    const PRIORITY: i16 = 0;
    /// How often it is tried again after [`ProcessError::retry`] before it counts as failed.
    const RETRIES: i16 = 5;

    /// Values the title of this task names on the screens.
    fn title(&self) -> Params {
        Params::new()
    }

    /// Does the work. It may be dropped at any `await` and run again by another worker: every effect belongs into
    /// a transaction of [`ProcessCx::begin`] together with the state that says it is done.
    fn run(self, cx: ProcessCx) -> impl Future<Output = Result<Outcome, ProcessError>> + Send;
}

/// How a process ended well.
#[derive(Debug)]
pub enum Outcome {
    Done,
    /// With a file to download, under the name a person sees.
    File {
        key: FileKey,
        name: String,
        content_type: String,
    },
}

/// Whose task it is: the only person who sees it.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    pub user_id: Uuid,
    /// Who started it while acting as that user.
    pub acting_user_id: Option<Uuid>,
}

impl Owner {
    /// For work that nobody watches. Its task is deleted when it is over.
    pub const NOBODY: Self = Self::of(Uuid::nil());

    pub const fn of(user_id: Uuid) -> Self {
        Self { user_id, acting_user_id: None }
    }
}

impl From<&ProcessCx> for Owner {
    fn from(cx: &ProcessCx) -> Self {
        Self { user_id: cx.user_id(), acting_user_id: cx.acting_user_id() }
    }
}

/// Lets a process begin once `tx` commits; if it does not, nothing was asked. Answer 202 with the task.
pub async fn enqueue<P: Process>(
    tx: &mut TenantTx,
    owner: impl Into<Owner>,
    process: P,
) -> Result<BackgroundTask, sqlx::Error> {
    let id = Uuid::now_v7();
    let title = serde_json::to_value(process.title()).map_err(unwritable)?;
    let args = serde_json::to_value(process).map_err(unwritable)?;
    let task = store::insert(tx, id, P::KIND, owner.into(), &args, &title).await?;
    store::enqueue(tx, id, P::KIND, P::PRIORITY).await?;
    Ok(BackgroundTask::of(task, Language::default()))
}

fn unwritable(error: serde_json::Error) -> sqlx::Error {
    sqlx::Error::Encode(error.into())
}

/// How a task stands towards an action, whoever asks.
pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<Standing> {
    let task = store::find(tx, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(Standing { owned: Owned::ByUser(task.user_id), status: None, word: task.word(action) })
}

type Run = fn(Value, ProcessCx) -> Pin<Box<dyn Future<Output = Result<Outcome, ProcessError>> + Send>>;

/// The kinds a worker knows.
#[derive(Clone, Default)]
pub struct Kinds(BTreeMap<&'static str, Kind>);

#[derive(Clone, Copy)]
struct Kind {
    run: Run,
    retries: i16,
}

impl Kinds {
    #[must_use]
    pub fn with<P: Process>(mut self) -> Self {
        let known = self.0.insert(P::KIND, Kind { run: run::<P>, retries: P::RETRIES });
        assert!(known.is_none(), "two processes are called {}", P::KIND);
        self
    }

    pub fn names(&self) -> Vec<&'static str> {
        self.0.keys().copied().collect()
    }
}

fn run<P: Process>(
    args: Value,
    cx: ProcessCx,
) -> Pin<Box<dyn Future<Output = Result<Outcome, ProcessError>> + Send>> {
    Box::pin(async move {
        let process: P = serde_json::from_value(args).map_err(|error| ProcessError::unreadable(&error))?;
        process.run(cx).await
    })
}
