//! `/party_documents`.

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::super::{OwnerType, create, delete, lock, of_id, record_audit, update, without_owner};
use super::model::{
    DocumentColumns, DocumentRow, PartyDocument, PartyDocumentFields, PartyDocumentInput, PartyDocumentKind,
    PartyDocumentReplacement, PartyDocumentUpdate, PartyDocumentVersion,
};
use super::state::DocumentState;
use super::store::{self, DOCUMENTS, DocumentQuery, SORTS};
use crate::document_types::check_active;
use access::ctx::Ctx;
use server_core::audit;
use server_core::files::FileKey;
use server_core::files::document::{self, SavedDocument};
use server_core::http::body::{Body, Patch};
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::form::FormPatch;
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::record::ListQuery;
use server_core::tags::Tag;

pub struct PartyDocumentApi;

#[OpenApi(prefix_path = "/party_documents", tag = "Tag::Parties")]
impl PartyDocumentApi {
    /// List documents of clients, partners and subsidiaries
    ///
    /// Documents of owners that the user may see. Sort by `expires_on`, `created_at`, `kind` or `delete_on`. Default: the
    /// first to expire first.
    #[oai(path = "/", method = "get", operation_id = "party_document_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn party_document_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        owner_type: Query<Option<OwnerType>>,
        owner_id: Query<Option<Uuid>>,
        kind: Query<Option<PartyDocumentKind>>,
        /// One of the company's own types.
        type_id: Query<Option<Uuid>>,
        /// State today; all if omitted.
        state: Query<Option<DocumentState>>,
        /// Documents that expire on this day or before, and those that have; without replaced ones.
        expires_until: Query<Option<NaiveDate>>,
        /// Documents that are deleted on this day or before, as their types say.
        deleted_until: Query<Option<NaiveDate>>,
    ) -> ApiResult<Json<Page<PartyDocument>>> {
        ctx.require(Resource::PartyDocument, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, SORTS)?;
        let query = DocumentQuery {
            owner_type: owner_type.0,
            owner_id: owner_id.0,
            kind: kind.0,
            type_id: type_id.0,
            state: state.0,
            expires_until: expires_until.0,
            deleted_until: deleted_until.0,
        };
        let filter = query.build_filter(&ctx);
        let mut tx = ctx.begin().await?;
        let (rows, total) = DOCUMENTS.list::<DocumentRow>(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.iter().map(|row| row.to_document(&ctx)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Show a document of a client, a partner or a subsidiary
    #[oai(path = "/:id", method = "get", operation_id = "party_document_show")]
    async fn party_document_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PartyDocument>>> {
        ctx.require(Resource::PartyDocument, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Add a document of a client, a partner or a subsidiary
    #[oai(path = "/", method = "post", operation_id = "party_document_create")]
    async fn party_document_create(
        &self,
        ctx: Ctx,
        form: FormPatch<PartyDocumentInput>,
    ) -> ApiResult<Json<Item<PartyDocument>>> {
        ctx.require(Resource::PartyDocument, Action::Create)?;
        let input = form.fields.onto(&json!({}))?;
        let fields = input.fields.check()?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let file = SavedDocument::save_if_sent(files, tenant, form.file, input.file_name.as_deref()).await?;
        let added = add(&ctx, &DocumentColumns::new(input.owner, fields, file.as_ref())).await;
        SavedDocument::delete_unless_written(files, file.as_ref(), added).await
    }

    /// Update a document of a client, a partner or a subsidiary
    #[oai(path = "/:id", method = "patch", operation_id = "party_document_update")]
    async fn party_document_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<PartyDocumentUpdate>,
    ) -> ApiResult<Json<Item<PartyDocument>>> {
        ctx.require(Resource::PartyDocument, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let row: DocumentRow = DOCUMENTS.lock_among(&mut tx, &of_id(&ctx, *id)).await?;
        row.stored.state(ctx.settings().today(ctx.now())).allow(Action::Update).guard()?;
        let fields: PartyDocumentFields = body.change(&row.stored.fields, row.version)?;
        let after = row.stored.with_fields(fields.check()?);
        check_active(&mut tx, after.fields.type_id, row.stored.fields.type_id).await?;
        update(&mut tx, &ctx, &DOCUMENTS, *id, after.owner, &row.stored, &after).await?;
        answer(tx, &ctx, *id).await
    }

    /// Verify a document
    ///
    /// Says that somebody has compared it with the paper. An expired or replaced document is refused.
    #[oai(path = "/:id/verify", method = "post", operation_id = "party_document_verify")]
    async fn party_document_verify(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PartyDocumentVersion>,
    ) -> ApiResult<Json<Item<PartyDocument>>> {
        ctx.require(Resource::PartyDocument, Action::Verify)?;
        let mut tx = ctx.begin().await?;
        let row: DocumentRow = DOCUMENTS.lock_among(&mut tx, &of_id(&ctx, *id)).await?;
        let verdict = row.stored.state(ctx.settings().today(ctx.now())).allow(Action::Verify);
        if verdict == Verdict::Already {
            return answer(tx, &ctx, *id).await;
        }
        verdict.guard()?;
        check_version(&row, body.version)?;
        let (verified_at, verified_by) = (Some(ctx.now()), Some(ctx.user.id));
        let after = DocumentColumns { verified_at, verified_by, ..row.stored.clone() };
        record_change(&mut tx, &ctx, "verify", &row, &after).await?;
        answer(tx, &ctx, *id).await
    }

    /// Replace a document with a newer version
    ///
    /// Adds a document of the same owner, to be verified, and returns it. The replaced one stays and cannot be changed.
    #[oai(path = "/:id/replace", method = "post", operation_id = "party_document_replace")]
    async fn party_document_replace(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        form: FormPatch<PartyDocumentReplacement>,
    ) -> ApiResult<Json<Item<PartyDocument>>> {
        ctx.require(Resource::PartyDocument, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: DocumentRow = DOCUMENTS.find_among(&mut tx, &of_id(&ctx, *id)).await?;
        // Nothing is locked while the file is stored.
        tx.commit().await?;
        let input = form.fields.onto(&json!({}))?;
        let fields = input.fields.check()?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let file = SavedDocument::save_if_sent(files, tenant, form.file, input.file_name.as_deref()).await?;
        let newer = DocumentColumns::new(before.stored.owner, fields, file.as_ref());
        let replaced = replace(&ctx, *id, input.version, &newer).await;
        SavedDocument::delete_unless_written(files, file.as_ref(), replaced).await
    }

    /// Delete a document of a client, a partner or a subsidiary, with its file
    #[oai(path = "/:id", method = "delete", operation_id = "party_document_delete")]
    async fn party_document_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::PartyDocument, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let row: DocumentRow = DOCUMENTS.lock_among(&mut tx, &of_id(&ctx, *id)).await?;
        store::pass_over(&mut tx, std::slice::from_ref(&row)).await?;
        delete(&mut tx, &ctx, &DOCUMENTS, *id, row.stored.owner, &row.stored).await?;
        tx.commit().await?;
        if let Some(key) = row.stored.file_key.and_then(|name| FileKey::of(&ctx.tenant().id, &name)) {
            ctx.state().files.delete(&key).await.map_err(ApiError::internal)?;
        }
        Ok(())
    }

    /// Download the file of a document
    #[oai(path = "/:id/file", method = "get", operation_id = "party_document_file")]
    async fn party_document_file(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<FileAnswer<Scan>>> {
        ctx.require(Resource::PartyDocument, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let row: DocumentRow = DOCUMENTS.find_among(&mut tx, &of_id(&ctx, *id)).await?;
        tx.commit().await?;
        let DocumentColumns { file_key, file_name, content_type, .. } = row.stored;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let content_type = content_type.unwrap_or_default();
        let response =
            document::to_response(files, tenant, &file_key.unwrap_or_default(), content_type).await?;
        Ok(response.header("content-disposition", content_disposition(&file_name.unwrap_or_default())))
    }
}

/// Writes the row of a document.
async fn add(ctx: &Ctx, stored: &DocumentColumns) -> ApiResult<Json<Item<PartyDocument>>> {
    let mut tx = ctx.begin().await?;
    lock(&mut tx, ctx, stored.owner).await?;
    check_active(&mut tx, stored.fields.type_id, None).await?;
    let id = create(&mut tx, ctx, &DOCUMENTS, stored.owner, stored).await?;
    answer(tx, ctx, id).await
}

/// Writes the newer version of a document, which is locked after its owner.
async fn replace(
    ctx: &Ctx,
    id: Uuid,
    version: i32,
    newer: &DocumentColumns,
) -> ApiResult<Json<Item<PartyDocument>>> {
    let mut tx = ctx.begin().await?;
    lock(&mut tx, ctx, newer.owner).await?;
    let row: DocumentRow = DOCUMENTS.lock_among(&mut tx, &of_id(ctx, id)).await?;
    row.stored.state(ctx.settings().today(ctx.now())).allow(Action::Update).guard()?;
    check_version(&row, version)?;
    check_active(&mut tx, newer.fields.type_id, row.stored.fields.type_id).await?;
    let newer_id = create(&mut tx, ctx, &DOCUMENTS, newer.owner, newer).await?;
    let after = DocumentColumns { replaced_by_id: Some(newer_id), ..row.stored.clone() };
    record_change(&mut tx, ctx, "update", &row, &after).await?;
    answer(tx, ctx, newer_id).await
}

fn check_version(row: &DocumentRow, version: i32) -> ApiResult<()> {
    if row.version == version { Ok(()) } else { Err(ApiError::refused(MessageCode::StaleVersion)) }
}

/// Writes the columns of a locked document, with an audit entry of this verb.
async fn record_change(
    tx: &mut TenantTx,
    ctx: &Ctx,
    verb: &str,
    row: &DocumentRow,
    after: &DocumentColumns,
) -> ApiResult<()> {
    DOCUMENTS.write(tx, ctx.now(), row.id, after).await?;
    let changes = without_owner(audit::difference(&row.stored, after));
    record_audit(tx, ctx, &DOCUMENTS, verb, row.id, row.stored.owner, changes).await
}

/// Commits and returns the document.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<PartyDocument>>> {
    let row: DocumentRow = DOCUMENTS.find_among(&mut tx, &of_id(ctx, id)).await?;
    tx.commit().await?;
    Ok(Json(Item { data: row.to_document(ctx) }))
}
