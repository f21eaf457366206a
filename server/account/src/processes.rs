//! The background tasks of the current user (NOT-4). A task is visible to its owner only, whatever records others may
//! see.

use futures_util::TryStreamExt;
use poem::Body;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use access::ctx::Ctx;
use imports::rerun::continue_with;
use server_core::audit;
use server_core::files::{FileKey, StoredFile};
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::file_answer::{FileAnswer, FileTypes};
use server_core::http::list::{Item, Paging};
use server_core::process::model::{
    BackgroundTask, BackgroundTaskPage, BackgroundTaskPageMeta, ClearedTasks, TaskCan,
};
use server_core::process::store::{self, TaskRow};
use server_core::process::{self, Retry, StartedTask, tell_end, tell_failure};
use server_core::tags::Tag;

/// The files that background tasks make: exports, printed documents and archives.
struct TaskFileTypes;

impl FileTypes for TaskFileTypes {
    const TYPES: &'static [&'static str] = &[
        "text/csv",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/pdf",
        "application/zpl",
        "application/zip",
    ];
}

pub struct ProcessApi;

#[OpenApi(tag = "Tag::Processes")]
impl ProcessApi {
    /// List the user's background tasks, newest first
    ///
    /// `meta.pending` is the number of pending tasks, whatever the filter. The menu shows it as a badge.
    #[oai(path = "/background_tasks", method = "get", operation_id = "background_task_list")]
    async fn list(
        &self,
        ctx: Ctx,
        /// Page number, from 1.
        page: Query<Option<i64>>,
        /// Records per page, 10 to 100.
        per_page: Query<Option<i64>>,
        /// True for pending tasks only, false for finished tasks only.
        pending: Query<Option<bool>>,
    ) -> ApiResult<Json<BackgroundTaskPage>> {
        ctx.require(Resource::BackgroundTask, Action::List)?;
        let paging = Paging::new(*page, *per_page)?;
        let mut tx = ctx.begin().await?;
        let rows = store::list(&mut tx, ctx.user.id, *pending, paging.per_page, paging.offset()).await?;
        let total = store::count(&mut tx, ctx.user.id, *pending).await?;
        let counted = store::count_pending(&mut tx, ctx.user.id).await?;
        tx.commit().await?;
        // A task that ended after it was listed still counts as pending, so that the client asks for it again.
        let pending = counted.max(rows.iter().filter(|row| row.is_pending()).count() as i64);
        let data = rows.into_iter().map(|row| to_task(&ctx, row)).collect();
        let meta = BackgroundTaskPageMeta::of(&paging.exact_meta(total), pending);
        Ok(Json(BackgroundTaskPage { data, meta }))
    }

    /// Show a background task
    #[oai(path = "/background_tasks/:id", method = "get", operation_id = "background_task_show")]
    async fn show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<BackgroundTask>>> {
        ctx.require(Resource::BackgroundTask, Action::Show)?;
        let row = find(&ctx, *id).await?;
        Ok(Json(Item { data: to_task(&ctx, row) }))
    }

    /// Cancel a background task
    ///
    /// A running task stops within a second. Its work up to then is kept.
    #[oai(path = "/background_tasks/:id/cancel", method = "post", operation_id = "background_task_cancel")]
    async fn cancel(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<BackgroundTask>>> {
        ctx.require(Resource::BackgroundTask, Action::Cancel)?;
        let mut tx = ctx.begin().await?;
        let row = store::lock_to_cancel(&mut tx, *id, ctx.user.id).await?;
        let row = row.ok_or_else(ApiError::not_found)?;
        row.verdict(Action::Cancel).guard()?;
        let row = store::cancel(&mut tx, *id, ctx.now()).await?;
        if row.failed_at.is_some() {
            tell_failure(&mut tx, ctx.state(), &row, ctx.now()).await?;
            tell_end(&mut tx, ctx.now(), &row, None).await?;
        }
        audit::record(&mut tx, &ctx, "background_task.cancel", Some(*id), json!({})).await?;
        tx.commit().await?;
        Ok(Json(Item { data: to_task(&ctx, row) }))
    }

    /// Start a failed or cancelled background task again
    ///
    /// A new task replaces it and continues its work. Needs the right that the task needed, over the same records;
    /// returns 409 `process_not_retryable` for a task that cannot be started again, and `import_received_before` for an import of
    /// goods that another one has received meanwhile: start the import itself.
    #[oai(path = "/background_tasks/:id/retry", method = "post", operation_id = "background_task_retry")]
    async fn retry(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<StartedTask> {
        ctx.require(Resource::BackgroundTask, Action::Retry)?;
        let mut tx = ctx.begin().await?;
        let row = store::lock(&mut tx, *id, ctx.user.id).await?.ok_or_else(ApiError::not_found)?;
        row.verdict(Action::Retry).guard()?;
        if !may_retry(&ctx, &row) {
            return Err(ApiError::forbidden());
        }
        let task = process::start_again(&mut tx, &ctx, &row).await?;
        continue_with(&mut tx, &ctx, &row, task.id).await?;
        let changes = json!({ "task": task.id });
        audit::record(&mut tx, &ctx, "background_task.retry", Some(*id), changes).await?;
        tx.commit().await?;
        forget_files(&ctx, row.file_key).await;
        Ok(StartedTask::task(task))
    }

    /// Delete a finished background task and its file
    #[oai(path = "/background_tasks/:id", method = "delete", operation_id = "background_task_delete")]
    async fn delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ClearedTasks>>> {
        ctx.require(Resource::BackgroundTask, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let row = store::lock(&mut tx, *id, ctx.user.id).await?.ok_or_else(ApiError::not_found)?;
        row.verdict(Action::Delete).guard()?;
        let file = store::delete(&mut tx, *id).await?;
        audit::record(&mut tx, &ctx, "background_task.delete", Some(*id), json!({})).await?;
        tx.commit().await?;
        forget_files(&ctx, file).await;
        Ok(Json(Item { data: ClearedTasks { cleared: 1 } }))
    }

    /// Delete all finished background tasks of the user and their files
    #[oai(path = "/background_tasks/clear", method = "post", operation_id = "background_task_clear")]
    async fn clear(&self, ctx: Ctx) -> ApiResult<Json<Item<ClearedTasks>>> {
        ctx.require(Resource::BackgroundTask, Action::Clear)?;
        let mut tx = ctx.begin().await?;
        let files = store::clear(&mut tx, ctx.user.id).await?;
        let cleared = files.len() as i64;
        audit::record(&mut tx, &ctx, "background_task.clear", None, json!({ "cleared": cleared })).await?;
        tx.commit().await?;
        forget_files(&ctx, files.into_iter().flatten()).await;
        Ok(Json(Item { data: ClearedTasks { cleared } }))
    }

    /// Download the result file of a background task
    #[oai(path = "/background_tasks/:id/file", method = "get", operation_id = "background_task_file")]
    async fn file(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<FileAnswer<TaskFileTypes>>> {
        ctx.require(Resource::BackgroundTask, Action::Show)?;
        let row = find(&ctx, *id).await?;
        let stored = open_file(&ctx, &row).await?.ok_or_else(ApiError::not_found)?;
        let size = stored.size;
        let body = Body::from_bytes_stream(stored.stream.map_err(std::io::Error::other));
        Ok(FileAnswer::of(&row.file_type.unwrap_or_default(), body)
            .header("content-length", size.to_string())
            .header("content-disposition", content_disposition(&row.file_name.unwrap_or_default())))
    }
}

/// The task, with the owner's rights of today.
fn to_task(ctx: &Ctx, row: TaskRow) -> BackgroundTask {
    let has_right = may_retry(ctx, &row);
    BackgroundTask::of(row, ctx.language(), has_right)
}

/// Whether the user has the right that the task needs, over the same records as at its start.
fn may_retry(ctx: &Ctx, row: &TaskRow) -> bool {
    let retry: Option<Retry> = row.retry.clone().and_then(|retry| serde_json::from_value(retry).ok());
    let right = retry.as_ref().and_then(Retry::right);
    let Some((retry, (resource, action))) = retry.zip(right) else { return false };
    let scope = ctx.scope(resource, action).ok().and_then(|scope| serde_json::to_value(scope).ok());
    scope == Some(retry.scope)
}

async fn find(ctx: &Ctx, id: Uuid) -> ApiResult<TaskRow> {
    let mut tx = ctx.begin().await?;
    let row = store::show(&mut tx, id, ctx.user.id).await?;
    tx.commit().await?;
    row.ok_or_else(ApiError::not_found)
}

async fn open_file(ctx: &Ctx, row: &TaskRow) -> ApiResult<Option<StoredFile>> {
    if !TaskCan::of(row, false).download {
        return Ok(None);
    }
    let key = row.file_key.as_deref().and_then(|name| FileKey::of(&ctx.tenant().id, name));
    match key {
        Some(key) => ctx.state().files.get(&key).await.map_err(ApiError::internal),
        None => Ok(None),
    }
}

/// Called after the commit: a file without a row costs only space, a row without its file is an error.
async fn forget_files(ctx: &Ctx, names: impl IntoIterator<Item = String>) {
    for key in names.into_iter().filter_map(|name| FileKey::of(&ctx.tenant().id, &name)) {
        if let Err(error) = ctx.state().files.delete(&key).await {
            tracing::warn!(%error, key = key.name(), "a file without a task was left behind");
        }
    }
}
