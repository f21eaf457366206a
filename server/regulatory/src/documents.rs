//! The files of the checklist.

use chrono::NaiveDate;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::{answer, lock_for, refresh_missing};
use super::checklist::RegulatoryDocumentKind;
use super::model::{RegulatoryRequest, verdict};
use super::store::{self, NewDocument};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::audit;
use server_core::files::document::{self, SavedDocument};
use server_core::files::{FileKey, sent};
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::form::{FilePart, FormPatch};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::tags::Tag;

/// Documents of one request.
const MOST: usize = 30;

pub struct RegulatoryDocumentApi;

/// A document to add.
#[derive(Object)]
pub struct RegulatoryDocumentInput {
    kind: RegulatoryDocumentKind,
    /// Last day on which it is valid; none for papers without an end.
    expires_on: Option<NaiveDate>,
    /// PDF, JPEG or PNG, up to 10 MB.
    file: Option<FilePart>,
    /// Name of the file.
    #[oai(validator(max_length = 200))]
    file_name: Option<String>,
}

#[OpenApi(prefix_path = "/backoffice/anvisa_solicita", tag = "Tag::Regulatory")]
impl RegulatoryDocumentApi {
    /// Add a document to a regulatory request
    ///
    /// Clients can add documents to their own requests. Returns 409 `regulatory_request_locked` while the authority
    /// works on it and after the decision.
    #[oai(path = "/:id/documents", method = "post", operation_id = "regulatory_request_attach")]
    async fn regulatory_request_attach(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        form: FormPatch<RegulatoryDocumentInput>,
    ) -> ApiResult<Json<Item<RegulatoryRequest>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::Attach)?;
        let mut tx = ctx.begin().await?;
        let row = store::find(&mut tx, &scope, *id).await?;
        tx.commit().await?;
        verdict(&row.progress, Action::Attach).guard()?;
        let input = form.fields.onto(&json!({}))?;
        let uploaded = form.file.ok_or_else(|| sent::at_file(MessageCode::Required, Params::new()))?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let file = SavedDocument::save(files, tenant, uploaded, input.file_name.as_deref()).await?;
        let new = NewDocument {
            request_id: *id,
            kind: input.kind,
            expires_on: input.expires_on,
            uploaded_by: ctx.user.id,
            uploaded_at: ctx.now(),
        };
        let added = add(&ctx, &scope, new, &file).await;
        SavedDocument::delete_unless_written(files, Some(&file), added).await
    }

    /// Download a document of a regulatory request
    #[oai(path = "/:id/documents/:document_id", method = "get", operation_id = "regulatory_request_document")]
    async fn regulatory_request_document(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        document_id: Path<Uuid>,
    ) -> ApiResult<Response<FileAnswer<Scan>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::Show)?;
        let mut tx = ctx.begin().await?;
        store::find(&mut tx, &scope, *id).await?;
        let documents = store::documents(&mut tx, *id).await?;
        tx.commit().await?;
        let row = documents.into_iter().find(|one| one.id == *document_id).ok_or_else(ApiError::not_found)?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let response = document::to_response(files, tenant, &row.file_key, row.content_type).await?;
        Ok(response.header("content-disposition", content_disposition(&row.file_name)))
    }

    /// Delete a document of a regulatory request
    #[oai(
        path = "/:id/documents/:document_id",
        method = "delete",
        operation_id = "regulatory_request_detach"
    )]
    async fn regulatory_request_detach(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        document_id: Path<Uuid>,
    ) -> ApiResult<Json<Item<RegulatoryRequest>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let row = lock_for(&mut tx, &scope, *id, Action::Update).await?;
        let (file_key, file_name, kind) = store::delete_document(&mut tx, *id, *document_id).await?;
        refresh_missing(&mut tx, &ctx, *id, &row.fields, true).await?;
        let changes = json!({ "document": [{ "kind": kind, "file_name": file_name }, null] });
        audit::record(&mut tx, &ctx, "regulatory_request.detach", Some(*id), changes).await?;
        let data = answer(tx, &ctx, &scope, *id).await?;
        if let Some(key) = FileKey::of(&ctx.tenant().id, &file_key) {
            ctx.state().files.delete(&key).await.map_err(ApiError::internal)?;
        }
        Ok(data)
    }
}

/// Writes the row of a stored file.
async fn add(
    ctx: &Ctx,
    scope: &RowScope,
    new: NewDocument,
    file: &SavedDocument,
) -> ApiResult<Json<Item<RegulatoryRequest>>> {
    let mut tx = ctx.begin().await?;
    let row = lock_for(&mut tx, scope, new.request_id, Action::Attach).await?;
    check_room(&mut tx, new.request_id).await?;
    store::add_document(&mut tx, new, file).await?;
    refresh_missing(&mut tx, ctx, new.request_id, &row.fields, true).await?;
    let changes = json!({ "document": [null, { "kind": new.kind, "file_name": file.file_name }] });
    audit::record(&mut tx, ctx, "regulatory_request.attach", Some(new.request_id), changes).await?;
    answer(tx, ctx, scope, new.request_id).await
}

/// Refuses another document of a request that has many.
pub(super) async fn check_room(tx: &mut TenantTx, request_id: Uuid) -> ApiResult<()> {
    if store::documents(tx, request_id).await?.len() >= MOST {
        return Err(sent::at_file(MessageCode::TooMany, Params::from([("max", MOST.into())])));
    }
    Ok(())
}
