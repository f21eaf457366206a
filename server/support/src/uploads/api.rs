//! `/uploads`: what users do with shared files.

use poem::Body as Bytes;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::contents::{self, UploadTypes};
use super::model::{
    Upload, UploadAudience, UploadFields, UploadFolder, UploadInput, UploadRow, UploadState, UploadUpdate,
};
use super::store::{self, FINISHED, NAME_KEY, PRESENT, SEARCHED, SORTS, UPLOADS, narrow_to_scope};
use super::transfer_api::begin_upload;
use access::ctx::Ctx;
use access::references::{self, still_active};
use server_core::audit;
use server_core::files::parts;
use server_core::http::body::{Body, Patch};
use server_core::http::download::{content_disposition, inline_disposition};
use server_core::http::error::{ApiError, ApiResult, OnConstraint};
use server_core::http::file_answer::FileAnswer;
use server_core::http::list::{Item, Items, Page};
use server_core::http::messages::MessageCode;
use server_core::http::pdf::allow_showing;
use server_core::live;
use server_core::record::{Change, ListQuery, Where};
use server_core::tags::Tag;

pub struct UploadApi;

#[OpenApi(prefix_path = "/uploads", tag = "Tag::Uploads")]
impl UploadApi {
    /// List shared files
    ///
    /// Users of clients and partners see those that are for them. Sort by `name`, `folder`, `size`, `created_at` or
    /// `deleted_at`. Default: by folder and name.
    #[oai(path = "/", method = "get", operation_id = "upload_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn upload_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the name, the folder or the client.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// Only those of this folder.
        #[oai(validator(max_length = 100))]
        folder: Query<Option<String>>,
        audience: Query<Option<UploadAudience>>,
        /// Only those for this client alone.
        client_id: Query<Option<Uuid>>,
        /// True: only deleted files, which can be restored.
        deleted: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<Upload>>> {
        let scope = ctx.scope(Resource::Upload, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = narrow_to_scope(Where::words(&asked.words, SEARCHED), &scope)
            .always(FINISHED)
            .and_inside("lower(f.folder) = lower(", folder.0)
            .and("f.audience = ", audience.0.map(UploadAudience::as_str))
            .and("f.client_id = ", client_id.0)
            .and("(f.deleted_at is not null) = ", Some(deleted.0.unwrap_or(false)));
        let mut tx = ctx.begin().await?;
        let (rows, meta) = UPLOADS.listing.page::<UploadRow>(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        Ok(Json(Page { data: rows.iter().map(|row| row.to_upload(&ctx)).collect(), meta }))
    }

    /// List the folders of shared files
    ///
    /// Those with files that the user sees, at most 500.
    #[oai(path = "/folders", method = "get", operation_id = "upload_folders")]
    async fn upload_folders(&self, ctx: Ctx) -> ApiResult<Json<Items<UploadFolder>>> {
        let scope = ctx.scope(Resource::Upload, Action::List)?;
        let filter = narrow_to_scope(Where::all().always(FINISHED).always(PRESENT), &scope);
        let mut tx = ctx.begin().await?;
        let data = store::list_folders(&mut tx, &filter).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a shared file
    ///
    /// Also one of which parts are missing, to the user who sends it: `received` says where to go on.
    #[oai(path = "/:id", method = "get", operation_id = "upload_show")]
    async fn upload_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Upload>>> {
        let filter = build_filter_with_own(&ctx, Action::Show)?;
        answer(ctx.begin().await?, &ctx, &filter, *id).await
    }

    /// Download a shared file
    #[oai(path = "/:id/file", method = "get", operation_id = "upload_file")]
    async fn upload_file(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// True: as a file that the browser shows, if it is `viewable`.
        view: Query<Option<bool>>,
    ) -> ApiResult<Response<FileAnswer<UploadTypes>>> {
        let filter = build_filter(&ctx, Action::Show)?.only(PRESENT, true);
        let mut tx = ctx.begin().await?;
        let row: UploadRow = UPLOADS.find(&mut tx, &filter, *id).await?;
        tx.commit().await?;
        let chunks = parts::read_parts(&ctx.state().files, row.keys(&ctx.tenant().id));
        let content_type = row.content_type();
        let response = FileAnswer::of(content_type, Bytes::from_bytes_stream(chunks))
            .header("content-length", row.size.to_string());
        let is_shown = view.0 == Some(true) && contents::is_viewable(content_type);
        if !is_shown {
            return Ok(response.header("content-disposition", content_disposition(&row.fields.name)));
        }
        let response = response.header("content-disposition", inline_disposition(&row.fields.name));
        Ok(if contents::is_pdf(content_type) { allow_showing(response) } else { response })
    }

    /// Begin to send a file
    ///
    /// The file is sent with `upload_append` and `upload_finish`. If the user has begun the same contents before, the answer
    /// is that file, and `received` says where to go on. If the company has the contents already, the answer is
    /// `available`, and nothing is sent. A file without a further part for 24 hours is deleted.
    #[oai(path = "/", method = "post", operation_id = "upload_create")]
    async fn upload_create(&self, ctx: Ctx, body: Body<UploadInput>) -> ApiResult<Json<Item<Upload>>> {
        ctx.require(Resource::Upload, Action::Create)?;
        begin_upload(&ctx, body.0).await
    }

    /// Update a shared file
    ///
    /// Its folder, its name and who sees it.
    #[oai(path = "/:id", method = "patch", operation_id = "upload_update")]
    async fn upload_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<UploadUpdate>,
    ) -> ApiResult<Json<Item<Upload>>> {
        let filter = build_filter(&ctx, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let read: UploadRow = UPLOADS.find(&mut tx, &filter, *id).await?;
        read.state().allow(Action::Update).guard()?;
        let fields: UploadFields = body.change(&read.fields, read.version)?;
        let fields = fields.check()?;
        contents::check_name(&fields.name, read.kind)?;
        // Clients are locked before files, as in a merge of clients.
        check_client(&mut tx, &fields, read.fields.client_id).await?;
        let mut change: Change<UploadRow> = Change::begin(tx, &ctx, &UPLOADS, filter, *id).await?;
        change.allow(change.before.state().allow(Action::Update), Some(read.version))?;
        if fields != read.fields {
            let written = UPLOADS.write(&mut change.tx, ctx.now(), *id, &fields).await;
            written.on_constraint(NAME_KEY, "name", MessageCode::Taken)?;
            let readers = read.fields.readers_of_change(&fields);
            change.record(Action::Update, audit::difference(&read.fields, &fields), &readers).await?;
        }
        let row = change.finish().await?;
        Ok(Json(Item { data: row.to_upload(&ctx) }))
    }

    /// Delete a shared file
    ///
    /// It can be restored for 30 days. A file of which parts are missing is gone at once.
    #[oai(path = "/:id", method = "delete", operation_id = "upload_delete")]
    async fn upload_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        let filter = build_filter_with_own(&ctx, Action::Delete)?;
        let tx = ctx.begin().await?;
        let mut change: Change<UploadRow> = Change::begin(tx, &ctx, &UPLOADS, filter, *id).await?;
        change.allow(change.before.state().allow(Action::Delete), None)?;
        if change.before.state() == UploadState::Receiving {
            return cancel(&ctx, change).await;
        }
        UPLOADS.write(&mut change.tx, ctx.now(), *id, &json!({ "deleted_at": ctx.now() })).await?;
        let fields = change.before.fields.clone();
        let facts = json!({ "name": [fields.name, null], "folder": fields.folder });
        change.record(Action::Delete, facts, &fields.readers()).await?;
        change.tx.commit().await?;
        Ok(())
    }

    /// Restore a shared file that was deleted
    ///
    /// Returns 422 if another file of the folder has its name now.
    #[oai(path = "/:id/restore", method = "post", operation_id = "upload_restore")]
    async fn upload_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Upload>>> {
        let filter = build_filter(&ctx, Action::Delete)?;
        let tx = ctx.begin().await?;
        let mut change: Change<UploadRow> = Change::begin(tx, &ctx, &UPLOADS, filter, *id).await?;
        if change.before.state() != UploadState::Deleted {
            return Err(ApiError::refused(MessageCode::RecordNotExcluded));
        }
        let written = UPLOADS.write(&mut change.tx, ctx.now(), *id, &json!({ "deleted_at": null })).await;
        written.on_constraint(NAME_KEY, "name", MessageCode::Taken)?;
        let fields = change.before.fields.clone();
        live::records_changed(&mut change.tx, &fields.readers(), Resource::Upload.name(), &[*id]);
        let facts = json!({ "name": [null, fields.name], "folder": fields.folder });
        audit::record(&mut change.tx, &ctx, "upload.restore", Some(*id), facts).await?;
        let row = change.finish().await?;
        Ok(Json(Item { data: row.to_upload(&ctx) }))
    }
}

/// The whole files that the user may reach with an action.
fn build_filter(ctx: &Ctx, action: Action) -> ApiResult<Where> {
    Ok(narrow_to_scope(Where::all().only(FINISHED, true), &ctx.scope(Resource::Upload, action)?))
}

/// The same, and the user's own ones of which parts are missing.
fn build_filter_with_own(ctx: &Ctx, action: Action) -> ApiResult<Where> {
    let scope = ctx.scope(Resource::Upload, action)?;
    let own = Where::all().and_inside("(f.finished_at is not null or f.uploaded_by = ", Some(ctx.user.id));
    Ok(narrow_to_scope(own, &scope))
}

/// Returns 422 for a client that cannot be chosen. A file keeps one that became inactive.
pub(super) async fn check_client(
    tx: &mut TenantTx,
    fields: &UploadFields,
    kept: Option<Uuid>,
) -> ApiResult<()> {
    if still_active(tx, references::CLIENT, fields.client_id, kept).await? {
        return Ok(());
    }
    Err(ApiError::invalid_field("client_id", MessageCode::UnknownClient))
}

/// Deletes a file of which parts are missing, with those that have arrived.
async fn cancel(ctx: &Ctx, mut change: Change<UploadRow>) -> ApiResult<()> {
    store::remove(&mut change.tx, change.id).await?;
    let keys = change.before.keys(&ctx.tenant().id);
    change.tx.commit().await?;
    for key in keys {
        ctx.state().files.delete(&key).await?;
    }
    Ok(())
}

/// Commits and returns the file.
pub(super) async fn answer(
    mut tx: TenantTx,
    ctx: &Ctx,
    filter: &Where,
    id: Uuid,
) -> ApiResult<Json<Item<Upload>>> {
    let row: UploadRow = UPLOADS.find(&mut tx, filter, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: row.to_upload(ctx) }))
}
