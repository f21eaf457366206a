//! A background task as its owner sees it.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::Action;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::store::TaskRow;
use crate::http::list::PageMeta;
use crate::http::messages::{Language, MessageCode, Params};
use crate::http::record_state::Verdict;
use trade::wire_code;

wire_code! {
    /// The stage of a background process.
    Stage {
        /// Waiting or being prepared.
        Starting = 0,
        Processing = 10,
        /// Packing the results into one file.
        Compacting = 20,
        Completed = 30,
    }
}

/// A background task of the signed-in user. It is pending while `completed_at` and `failed_at` are null.
#[derive(Object, Debug, Clone)]
pub struct BackgroundTask {
    pub id: Uuid,
    /// The kind of process, e.g. `shipments.labels`; clients derive the title from it.
    pub kind: String,
    /// Parameters of the title.
    pub title_params: Value,
    pub stage: Stage,
    /// Percent, 0 to 100.
    pub progress: i16,
    /// Number of units done, e.g. lines or labels.
    pub done: i64,
    /// Total number of units; null until it is known.
    pub total: Option<i64>,
    /// The result, as parameters of the client's text for this kind, e.g. the number of labels; empty until it is
    /// known.
    pub result_params: Value,
    /// The file to download; null until the task has completed, and when there is none.
    pub file: Option<TaskFile>,
    /// The reason of a failure; null when the task has not failed.
    pub failure: Option<TaskFailure>,
    /// True after a request to cancel, until the process has stopped.
    pub cancelling: bool,
    /// When it is tried again, while it waits for that: after a passing failure, or because it was too early. Null otherwise.
    pub next_try_at: Option<DateTime<Utc>>,
    pub can: TaskCan,
    pub created_at: DateTime<Utc>,
    pub started_at: Option<DateTime<Utc>>,
    pub completed_at: Option<DateTime<Utc>>,
    /// When the task failed or was cancelled; `failure.code` is `process_cancelled` then. Null otherwise.
    pub failed_at: Option<DateTime<Utc>>,
}

/// The result file of a background task.
#[derive(Object, Debug, Clone)]
pub struct TaskFile {
    pub name: String,
    pub content_type: String,
    /// Path of the download on this domain.
    pub url: String,
}

/// Why a background task failed.
#[derive(Object, Debug, Clone)]
pub struct TaskFailure {
    /// Stable message code from `message-codes.json`.
    pub code: String,
    /// Parameters of the message.
    pub params: Value,
    /// The message in the language of the request.
    pub message: String,
}

/// Permissions of the owner on a task in its present state.
#[derive(Object, Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskCan {
    pub cancel: bool,
    pub delete: bool,
    pub download: bool,
    /// A failed or cancelled task, of a kind that can be started again, and by a user who still has the right to it.
    pub retry: bool,
}

impl TaskCan {
    /// Buttons and guards read this value. `has_right`: the owner has the right to start it again.
    pub fn of(row: &TaskRow, has_right: bool) -> Self {
        Self {
            retry: has_right && row.verdict(Action::Retry).is_yes(),
            cancel: row.verdict(Action::Cancel).is_yes(),
            delete: row.verdict(Action::Delete).is_yes(),
            download: row.completed_at.is_some() && row.file_key.is_some(),
        }
    }
}

impl TaskRow {
    /// Whether the state of the task allows an action.
    pub fn verdict(&self, action: Action) -> Verdict {
        let is_cancelled = self.cancel_requested_at.is_some();
        match action {
            Action::Cancel if !self.is_pending() || is_cancelled => {
                Verdict::no(MessageCode::ProcessNotCancellable)
            }
            Action::Delete if self.is_pending() => Verdict::no(MessageCode::ProcessPending),
            Action::Retry if self.failed_at.is_none() || self.retry.is_none() => {
                Verdict::no(MessageCode::ProcessNotRetryable)
            }
            _ => Verdict::Yes,
        }
    }
}

impl BackgroundTask {
    pub fn of(row: TaskRow, language: Language, has_right: bool) -> Self {
        let (can, pending) = (TaskCan::of(&row, has_right), row.is_pending());
        let failure = row.failure_code.map(|code| TaskFailure::of(code, row.failure_params, language));
        let file = row.file_name.zip(row.file_type).map(|(name, content_type)| TaskFile {
            name,
            content_type,
            url: format!("/api/background_tasks/{}/file", row.id),
        });
        Self {
            id: row.id,
            kind: row.kind,
            title_params: row.title_params,
            stage: row.stage,
            progress: row.progress,
            done: row.done_units,
            total: row.total_units,
            result_params: row.result_params,
            file,
            failure,
            cancelling: pending && row.cancel_requested_at.is_some(),
            next_try_at: row.next_try_at.filter(|_| pending && !row.running),
            can,
            created_at: row.created_at,
            started_at: row.started_at,
            completed_at: row.completed_at,
            failed_at: row.failed_at,
        }
    }
}

impl TaskFailure {
    pub fn of(code: String, params: Value, language: Language) -> Self {
        let known = MessageCode::from_name(&code);
        let mut message = known.unwrap_or(MessageCode::ProcessFailed).text(language, &Params::new());
        for (name, value) in params.as_object().into_iter().flatten() {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            message = message.replace(&format!("{{{{{name}}}}}"), &value);
        }
        Self { code, params, message }
    }
}

/// A page of the signed-in user's background tasks.
#[derive(Object)]
pub struct BackgroundTaskPage {
    pub data: Vec<BackgroundTask>,
    pub meta: BackgroundTaskPageMeta,
}

/// The position of this page, and the number of pending tasks.
#[derive(Object)]
pub struct BackgroundTaskPageMeta {
    /// Page number, from 1.
    pub page: i64,
    /// Records per page, 10 to 100.
    pub per_page: i64,
    /// Number of matching tasks, exact up to 10,000.
    pub total: i64,
    /// True when more than `total` tasks match.
    pub total_capped: bool,
    /// Number of the user's pending tasks, whatever the filter; the badge in the menu.
    pub pending: i64,
}

impl BackgroundTaskPageMeta {
    pub fn of(meta: &PageMeta, pending: i64) -> Self {
        let PageMeta { page, per_page, total, total_capped } = *meta;
        Self { page, per_page, total, total_capped, pending }
    }
}

/// Number of deleted tasks.
#[derive(Object)]
pub struct ClearedTasks {
    pub cleared: i64,
}

/// The progress of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    pub stage: Stage,
    pub done: i64,
    pub total: Option<i64>,
}

impl Default for Reading {
    fn default() -> Self {
        Self { stage: Stage::Starting, done: 0, total: None }
    }
}

impl Reading {
    /// At most 99 before the end, so that a full bar means done.
    pub fn percent(&self) -> i16 {
        let Some(total) = self.total.filter(|total| *total > 0) else { return 0 };
        i16::try_from(self.done.clamp(0, total).saturating_mul(100) / total).unwrap_or(0).min(99)
    }
}
