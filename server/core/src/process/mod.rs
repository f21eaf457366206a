//! Background processes: long work that survives the end of its request, a crash of the server and a restart of
//! Postgres.
//!
//! `enqueue` writes a row to the tenant's `background_tasks` and one to the queue, in the caller's transaction. A
//! worker takes the job, opens the tenant that the database recorded for it, and runs the [`Process`] with a
//! [`ProcessCx`]. [`ProcessCx::save_state`] saves the state in the transaction of the work, so after a crash another
//! worker continues from there and no unit is done twice.

mod attempt;
mod attempt_store;
pub mod cx;
mod ended;
mod error;
mod expiry;
mod failure;
pub mod model;
mod output;
mod progress;
pub mod queue;
mod started_task;
pub mod store;
mod task_messages;
mod user_tasks;
pub mod worker;

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;

use policy::{Action, Resource};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

pub use cx::ProcessCx;
pub use ended::tell_end;
pub use error::ProcessError;
pub use expiry::{delete_ended, delete_of_users};
pub use failure::{TaskFailed, tell_failure};
pub use model::{BackgroundTask, Stage, TaskFailure};
pub use output::OutputFile;
pub use started_task::StartedTask;
pub use store::end_retry;
pub use task_messages::{PROGRESS_CHANNEL, TaskProgress};
pub use user_tasks::enqueue_for_users;
pub use worker::Worker;

use store::TaskRow;

use crate::files::FileKey;
use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::{Language, Params};
use crate::http::record_state::{RecordOwner, RecordState};
use crate::notify::action::{ActionLabel, RouteName};
use crate::notify::code::Ends;

/// A kind of long work. The value contains its arguments and is stored as JSON: fields may be added, not renamed.
pub trait Process: Serialize + DeserializeOwned + Send + 'static {
    /// `area.verb`, e.g. `shipments.labels`. Must not change, because waiting jobs contain it.
    const KIND: &'static str;
    /// Among the jobs of a tenant, lower values run first.
    const PRIORITY: i16 = 0;
    /// Number of retries after [`ProcessError::retry`] before the task fails.
    const RETRIES: i16 = 5;
    /// The notifications that the owner gets at the end.
    const ENDS: Ends = Ends::GENERAL;
    /// The screen with the result, for the notification: its label, its route, and the parameter of the title that has
    /// the id of its record.
    const SCREEN: Option<(ActionLabel, RouteName, &'static str)> = None;

    /// Parameters of the title of this task.
    fn title(&self) -> Params {
        Params::new()
    }

    /// The right and the rows to start it again after a failure; none when it cannot be.
    fn retry(&self) -> Option<Retry> {
        None
    }

    /// The priority of this one.
    fn priority(&self) -> i16 {
        Self::PRIORITY
    }

    /// Does the work. It may be dropped at any `await` and run again by another worker: put every effect into a
    /// transaction of [`ProcessCx::begin`], together with the state that records it.
    fn run(self, cx: ProcessCx) -> impl Future<Output = Result<Outcome, ProcessError>> + Send;
}

/// The result of a successful process.
#[derive(Debug)]
pub enum Outcome {
    Done,
    /// There was nothing to do: the task leaves no trace, and nobody is notified.
    Nothing,
    /// A file to download, with its name.
    File {
        key: FileKey,
        name: String,
        content_type: String,
    },
}

/// The owner of a task, who alone can see it.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    pub user_id: Uuid,
    /// The administrator who started it while acting as that user.
    pub acting_user_id: Option<Uuid>,
    /// The token by which a program started it in the name of that user.
    pub api_token_id: Option<Uuid>,
}

impl Owner {
    /// For internal work without an owner. Its task is deleted when it has ended.
    pub const NOBODY: Self = Self::of(Uuid::nil());

    pub const fn of(user_id: Uuid) -> Self {
        Self { user_id, acting_user_id: None, api_token_id: None }
    }
}

impl From<&ProcessCx> for Owner {
    fn from(cx: &ProcessCx) -> Self {
        cx.owner
    }
}

/// The right with which a user may start a failed process again. The rows it works on were chosen by this scope: a user
/// whose scope has changed since cannot.
#[derive(Clone, Debug, Serialize, serde::Deserialize)]
pub struct Retry {
    pub resource: String,
    pub action: String,
    pub scope: Value,
}

impl Retry {
    pub fn with(resource: Resource, action: Action, scope: &impl Serialize) -> Option<Self> {
        let scope = serde_json::to_value(scope).ok()?;
        Some(Self { resource: resource.name().to_owned(), action: action.name().to_owned(), scope })
    }

    /// None when this version does not know the right.
    pub fn right(&self) -> Option<(Resource, Action)> {
        Resource::from_name(&self.resource).zip(Action::from_name(&self.action))
    }
}

/// Starts a process once `tx` commits, and lists it in the notifications of its owner. Answer 202 with the task.
pub async fn enqueue<P: Process>(
    tx: &mut TenantTx,
    owner: impl Into<Owner>,
    process: P,
) -> Result<BackgroundTask, sqlx::Error> {
    let task = insert_task(tx, owner.into(), process).await?;
    ended::tell_start(tx, &task).await?;
    Ok(BackgroundTask::of(task, Language::default(), false))
}

/// Starts internal work, which nobody is notified of.
pub async fn enqueue_quietly<P: Process>(tx: &mut TenantTx, process: P) -> Result<(), sqlx::Error> {
    insert_task(tx, Owner::NOBODY, process).await?;
    Ok(())
}

async fn insert_task<P: Process>(
    tx: &mut TenantTx,
    owner: Owner,
    process: P,
) -> Result<TaskRow, sqlx::Error> {
    let id = Uuid::now_v7();
    let title = serde_json::to_value(process.title()).map_err(unwritable)?;
    let retry = process.retry().map(serde_json::to_value).transpose().map_err(unwritable)?;
    let priority = process.priority();
    let args = serde_json::to_value(process).map_err(unwritable)?;
    let values = store::NewTask { args: &args, title_params: &title, retry: retry.as_ref() };
    let task = store::insert(tx, id, P::KIND, owner, values).await?;
    store::enqueue(tx, id, P::KIND, priority).await?;
    Ok(task)
}

/// Starts a task again that failed or was cancelled. The new task replaces it and continues from its saved state.
pub async fn start_again(
    tx: &mut TenantTx,
    owner: impl Into<Owner>,
    failed: &TaskRow,
) -> Result<BackgroundTask, sqlx::Error> {
    let id = Uuid::now_v7();
    let task = store::copy(tx, id, failed.id, owner.into()).await?;
    store::enqueue(tx, id, &task.kind, 0).await?;
    store::delete(tx, failed.id).await?;
    ended::tell_start(tx, &task).await?;
    Ok(BackgroundTask::of(task, Language::default(), false))
}

/// Starts several processes of one kind once `tx` commits.
pub async fn enqueue_all<P: Process>(
    tx: &mut TenantTx,
    owner: Owner,
    processes: Vec<P>,
) -> Result<(), sqlx::Error> {
    if processes.is_empty() {
        return Ok(());
    }
    let title = |process: &P| serde_json::to_value(process.title()).map_err(unwritable);
    let titles = processes.iter().map(title).collect::<Result<Vec<_>, _>>()?;
    let priorities: Vec<i16> = processes.iter().map(P::priority).collect();
    let args = |process: P| serde_json::to_value(process).map_err(unwritable);
    let args = processes.into_iter().map(args).collect::<Result<Vec<_>, _>>()?;
    store::insert_all(tx, P::KIND, &priorities, owner, &args, &titles).await
}

fn unwritable(error: serde_json::Error) -> sqlx::Error {
    sqlx::Error::Encode(error.into())
}

/// The state of a task towards an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let task = store::find(tx, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(RecordState { owner: RecordOwner::ByUser(task.user_id), status: None, verdict: task.verdict(action) })
}

type Run = fn(Value, ProcessCx) -> Pin<Box<dyn Future<Output = Result<Outcome, ProcessError>> + Send>>;

/// The kinds a worker can run.
#[derive(Clone, Default)]
pub struct Kinds(BTreeMap<&'static str, Kind>);

#[derive(Clone, Copy)]
pub struct Kind {
    run: Run,
    retries: i16,
    ends: Ends,
    screen: Option<(ActionLabel, RouteName, &'static str)>,
}

impl Kinds {
    #[must_use]
    pub fn with<P: Process>(mut self) -> Self {
        let known = self
            .0
            .insert(P::KIND, Kind { run: run::<P>, retries: P::RETRIES, ends: P::ENDS, screen: P::SCREEN });
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
