//! A task that has failed for good, or was cancelled, tells the area that waits for it.

use chrono::{DateTime, Utc};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::store::{self, TaskRow};
use crate::follower::follow;
use crate::state::AppState;

const BEGIN_TELLING: &str = "savepoint telling";
const TAKE_BACK_TELLING: &str = "rollback to savepoint telling";
const END_TELLING: &str = "release savepoint telling";

/// The end of a task that did not do its work.
#[derive(Clone, Debug)]
pub struct TaskFailed {
    /// The kind of its process.
    pub kind: String,
    pub args: Value,
    /// Whose task it was.
    pub user_id: Uuid,
    /// Message code of the reason, and its parameters.
    pub code: String,
    pub params: Value,
    pub at: DateTime<Utc>,
}

/// Tells the area that waits for a task, in the transaction of its end. A task that has not failed is passed over. A fault there
/// is logged: the task ends all the same.
pub async fn tell_failure(
    tx: &mut TenantTx,
    state: &AppState,
    task: &TaskRow,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    let Some(code) = task.failure_code.clone().filter(|_| task.failed_at.is_some()) else { return Ok(()) };
    let args = store::load_args(tx, task.id).await?;
    let failed = TaskFailed {
        kind: task.kind.clone(),
        args,
        user_id: task.user_id,
        code,
        params: task.failure_params.clone(),
        at,
    };
    sqlx::query(BEGIN_TELLING).execute(&mut **tx).await?;
    if let Err(error) = follow(tx, state, failed).await {
        tracing::error!(?error, kind = task.kind, "the end of a task was not told");
        sqlx::query(TAKE_BACK_TELLING).execute(&mut **tx).await?;
    }
    sqlx::query(END_TELLING).execute(&mut **tx).await?;
    Ok(())
}
