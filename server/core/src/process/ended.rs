//! Notifications of a task's owner: it runs, and it has ended. The second replaces the first.

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};
use tenancy::TenantTx;

use super::Kind;
use super::store::TaskRow;
use crate::http::messages::MessageCode;
use crate::notify::action::{ActionLabel, CommandMethod, NotificationAction};
use crate::notify::code::{Ends, NotificationCode};
use crate::notify::model::{NotificationStatus, NotificationType};
use crate::notify::path::OwnPath;
use crate::notify::{self, Notice};

/// The owner started it, so it is no news.
pub async fn tell_start(tx: &mut TenantTx, task: &TaskRow) -> sqlx::Result<()> {
    let mut notice = build_notice(task, NotificationCode::ProcessRunning);
    notice.kind = NotificationType::Progress;
    notice.is_unread = false;
    tell(tx, task.created_at, &notice).await
}

/// Notifies the owner of the end, in its transaction. `kind` is none when this version does not know it.
pub async fn tell_end(
    tx: &mut TenantTx,
    now: DateTime<Utc>,
    task: &TaskRow,
    kind: Option<Kind>,
) -> sqlx::Result<()> {
    let ends = kind.map_or(Ends::GENERAL, |kind| kind.ends);
    let mut notice = build_notice(task, choose_code(task, ends));
    notice.kind = NotificationType::Process;
    notice.status = status(task);
    let id = task.id;
    if task.file_key.is_some() {
        let file = to_own_path(format!("/background_tasks/{id}/file"));
        let action = NotificationAction::file(ActionLabel::Download, file);
        notice.actions.push(NotificationAction { close: true, ..action });
    }
    if let Some((label, route, name)) = kind.and_then(|kind| kind.screen)
        && let Some(of) = task.title_params[name].as_str()
    {
        let action = NotificationAction::route(label, route, &[("id", of)]);
        notice.actions.push(NotificationAction { close: true, ..action });
    }
    if task.failed_at.is_some() && task.retry.is_some() {
        let url = to_own_path(format!("/background_tasks/{id}/retry"));
        let action = NotificationAction::command(ActionLabel::Retry, CommandMethod::Post, url);
        notice.actions.push(NotificationAction { close: true, refresh_after: true, ..action });
    }
    tell(tx, now, &notice).await
}

async fn tell(tx: &mut TenantTx, now: DateTime<Utc>, notice: &Notice) -> sqlx::Result<()> {
    if notice.user_id.is_nil() {
        return Ok(());
    }
    notify::push(tx, now, notice).await?;
    Ok(())
}

fn to_own_path(path: String) -> OwnPath {
    OwnPath::new(path).expect("an id has only plain characters")
}

fn build_notice(task: &TaskRow, code: NotificationCode) -> Notice {
    let mut notice = Notice::new(task.user_id, code);
    notice.params = params(task);
    notice.reference = Some(format!("background_task:{}", task.id));
    notice.update = true;
    notice.task_id = Some(task.id);
    notice.toast.progress = task.completed_at.map(|_| 100);
    notice
}

/// The parameters of title, result and failure. Lists stay with the task.
fn params(task: &TaskRow) -> Map<String, Value> {
    let scalars = |params: &Value| params.as_object().cloned().unwrap_or_default();
    let mut all = scalars(&task.title_params);
    all.extend(scalars(&task.result_params));
    all.retain(|_, value| !value.is_array() && !value.is_object());
    all.insert("kind".to_owned(), task.kind.as_str().into());
    if let Some(code) = &task.failure_code {
        all.insert("reason".to_owned(), code.as_str().into());
        all.insert("reason_params".to_owned(), task.failure_params.clone());
    } else if let Some(name) = &task.file_name {
        all.entry("file_name").or_insert(name.as_str().into());
    }
    all
}

fn is_cancelled(task: &TaskRow) -> bool {
    task.failure_code.as_deref() == Some(MessageCode::ProcessCancelled.as_str())
}

fn choose_code(task: &TaskRow, ends: Ends) -> NotificationCode {
    match task.failed_at {
        Some(_) if is_cancelled(task) => NotificationCode::ProcessCancelled,
        Some(_) => ends.failed,
        None => ends.completed,
    }
}

/// A result that leaves something out asks for attention.
fn status(task: &TaskRow) -> NotificationStatus {
    let leaves_out = task.result_params["left_out"].as_i64().is_some_and(|count| count > 0);
    match task.failed_at {
        Some(_) if is_cancelled(task) => NotificationStatus::Info,
        Some(_) => NotificationStatus::Error,
        None if leaves_out => NotificationStatus::Warning,
        None => NotificationStatus::Success,
    }
}
