//! `/regulatory-documents`.

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::super::api::refresh_missing;
use super::super::checklist::RegulatoryDocumentKind;
use super::super::documents::check_room;
use super::super::live_events;
use super::super::store as requests;
use super::super::store::NewDocument;
use super::model::{
    ListedDocument, RegulatoryDocumentFields, RegulatoryDocumentRecord, RegulatoryDocumentReplacement,
    RegulatoryDocumentUpdate, RegulatoryDocumentVersion,
};
use super::store::{self, DOCUMENTS, DocumentQuery, SEARCHED, SORTS};
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::owned::documents::state::DocumentState;
use server_core::audit;
use server_core::files::document::SavedDocument;
use server_core::files::sent;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::form::FormPatch;
use server_core::http::list::{Item, Page, PageAnswer};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{ListQuery, Where};
use server_core::tags::Tag;

pub struct RegulatoryDocumentListApi;

#[OpenApi(prefix_path = "/regulatory-documents", tag = "Tag::Regulatory")]
impl RegulatoryDocumentListApi {
    /// List documents of shipments
    ///
    /// The documents of their regulatory requests; users of a client see those of its own shipments. The path of a file
    /// is that of the request's document. Sort by `uploaded_at`, `expires_on`, `kind` or `tracking_code`. Default: newest
    /// first.
    #[oai(path = "/", method = "get", operation_id = "regulatory_document_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn regulatory_document_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the tracking code, the name of the file or the client.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        kind: Query<Option<RegulatoryDocumentKind>>,
        /// State today; all if omitted.
        state: Query<Option<DocumentState>>,
        /// Documents that expire on this day or before, and those that have; without replaced ones.
        expires_until: Query<Option<NaiveDate>>,
        shipment_id: Query<Option<Uuid>>,
    ) -> ApiResult<PageAnswer<RegulatoryDocumentRecord>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let query = DocumentQuery {
            kind: kind.0,
            state: state.0,
            expires_until: expires_until.0,
            shipment_id: shipment_id.0,
        };
        let filter = store::add_scope(&scope, Where::words(&asked.words, SEARCHED));
        let filter = query.build_filter(filter, ctx.settings().today(ctx.now()));
        let mut tx = ctx.begin().await?;
        let (rows, meta) = DOCUMENTS.page::<ListedDocument>(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        Ok(PageAnswer(Page { data: rows.iter().map(|row| row.to_record(&ctx)).collect(), meta }))
    }

    /// Change the last day of a document of a shipment
    ///
    /// It has to be verified again. A replaced document is refused.
    #[oai(path = "/:id", method = "patch", operation_id = "regulatory_document_update")]
    async fn regulatory_document_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<RegulatoryDocumentUpdate>,
    ) -> ApiResult<Json<Item<RegulatoryDocumentRecord>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let row = lock(&mut tx, &scope, *id).await?;
        row.allow(Action::Update, ctx.settings().today(ctx.now())).guard()?;
        let before = RegulatoryDocumentFields { expires_on: row.expires_on };
        let after: RegulatoryDocumentFields = body.change(&before, row.version)?;
        if after != before {
            store::set_expiry(&mut tx, *id, after.expires_on).await?;
            let changes = json!({ "document": [describe(&row), {
                "kind": row.kind, "file_name": row.file_name, "expires_on": after.expires_on,
            }] });
            record(&mut tx, &ctx, "regulatory_request.update", &row, changes).await?;
        }
        answer(tx, &ctx, &scope, *id).await
    }

    /// Verify a document of a shipment
    ///
    /// Says that somebody has compared it with the paper. An expired or replaced document is refused.
    #[oai(path = "/:id/verify", method = "post", operation_id = "regulatory_document_verify")]
    async fn regulatory_document_verify(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RegulatoryDocumentVersion>,
    ) -> ApiResult<Json<Item<RegulatoryDocumentRecord>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::Verify)?;
        let mut tx = ctx.begin().await?;
        let row = lock(&mut tx, &scope, *id).await?;
        let verdict = row.allow(Action::Verify, ctx.settings().today(ctx.now()));
        if verdict == Verdict::Already {
            return answer(tx, &ctx, &scope, *id).await;
        }
        verdict.guard()?;
        check_version(&row, body.version)?;
        store::verify(&mut tx, *id, ctx.user.id, ctx.now()).await?;
        let changes = json!({ "document": [null, describe(&row)] });
        record(&mut tx, &ctx, "regulatory_request.verify", &row, changes).await?;
        answer(tx, &ctx, &scope, *id).await
    }

    /// Replace a document of a shipment with a newer version
    ///
    /// Adds a document of the same kind, to be verified, and returns it. The replaced one stays and cannot be changed.
    /// Clients can replace documents of their own requests. Returns 409 `regulatory_request_locked` while the authority
    /// works on the request and after the decision.
    #[oai(path = "/:id/replace", method = "post", operation_id = "regulatory_document_replace")]
    async fn regulatory_document_replace(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        form: FormPatch<RegulatoryDocumentReplacement>,
    ) -> ApiResult<Json<Item<RegulatoryDocumentRecord>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::Attach)?;
        let mut tx = ctx.begin().await?;
        let before = store::find(&mut tx, &scope, *id).await?;
        // Nothing is locked while the file is stored.
        tx.commit().await?;
        before.allow(Action::Attach, ctx.settings().today(ctx.now())).guard()?;
        let input = form.fields.onto(&json!({}))?;
        let uploaded = form.file.ok_or_else(|| sent::at_file(MessageCode::Required, Params::new()))?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let file = SavedDocument::save(files, tenant, uploaded, input.file_name.as_deref()).await?;
        let replaced = replace(&ctx, &scope, *id, &input, &file).await;
        SavedDocument::delete_unless_written(files, Some(&file), replaced).await
    }
}

/// Writes the newer version of a document.
async fn replace(
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    input: &RegulatoryDocumentReplacement,
    file: &SavedDocument,
) -> ApiResult<Json<Item<RegulatoryDocumentRecord>>> {
    let mut tx = ctx.begin().await?;
    let row = lock(&mut tx, scope, id).await?;
    row.allow(Action::Attach, ctx.settings().today(ctx.now())).guard()?;
    check_version(&row, input.version)?;
    check_room(&mut tx, row.request_id).await?;
    let new = NewDocument {
        request_id: row.request_id,
        kind: row.kind,
        expires_on: input.expires_on,
        uploaded_by: ctx.user.id,
        uploaded_at: ctx.now(),
    };
    let newer_id = requests::add_document(&mut tx, new, file).await?;
    store::replace(&mut tx, id, newer_id).await?;
    let request = requests::find(&mut tx, scope, row.request_id).await?;
    refresh_missing(&mut tx, ctx, row.request_id, &request.fields, true).await?;
    let changes = json!({ "document": [describe(&row), {
        "kind": row.kind, "file_name": file.file_name, "expires_on": input.expires_on,
    }] });
    audit::record(&mut tx, ctx, "regulatory_request.attach", Some(row.request_id), changes).await?;
    answer(tx, ctx, scope, newer_id).await
}

/// The document, whose request is locked before it is read.
async fn lock(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<ListedDocument> {
    let request_id = store::find(tx, scope, id).await?.request_id;
    requests::lock(tx, scope, request_id).await?;
    store::find(tx, scope, id).await
}

fn check_version(row: &ListedDocument, version: i32) -> ApiResult<()> {
    if row.version == version { Ok(()) } else { Err(ApiError::refused(MessageCode::StaleVersion)) }
}

/// A document as the audit log has it.
fn describe(row: &ListedDocument) -> Value {
    json!({ "kind": row.kind, "file_name": row.file_name, "expires_on": row.expires_on })
}

/// Writes the audit entry of a change, which is one of the request, and its live event.
async fn record(
    tx: &mut TenantTx,
    ctx: &Ctx,
    action: &str,
    row: &ListedDocument,
    changes: Value,
) -> ApiResult<()> {
    live_events::announce(tx, &[row.request_id]).await?;
    audit::record(tx, ctx, action, Some(row.request_id), changes).await
}

/// Commits and returns the document.
async fn answer(
    mut tx: TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
) -> ApiResult<Json<Item<RegulatoryDocumentRecord>>> {
    let row = store::find(&mut tx, scope, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: row.to_record(ctx) }))
}
