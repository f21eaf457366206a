//! `/backoffice/anvisa_solicita`: list, show, create, update, delete and history.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::checklist::{RegulatoryCategory, RegulatoryDocumentKind, RegulatoryFields};
use super::list::{self, Conditions, RegulatoryFilter, SortKey};
use super::live_events;
use super::model::{RegulatoryHistoryEntry, RegulatoryRequest, RegulatoryRequestSummary, Viewer, verdict};
use super::store::{self, REQUESTS, Row, StoredRequest};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::files::FileKey;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::{Item, Items, Page, PageAnswer, Paging, parse_sort};
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

pub struct RegulatoryRequestApi;

/// A new regulatory request.
#[derive(Object)]
pub struct RegulatoryRequestInput {
    pub shipment_id: Uuid,
    #[oai(flatten)]
    pub fields: RegulatoryFields,
}

/// The fields of a regulatory request to change. Omitted fields are unchanged.
#[derive(Object)]
pub struct RegulatoryRequestUpdate {
    #[oai(flatten)]
    pub fields: RegulatoryFields,
    /// Version that was read; 409 `stale_version` if the request has changed since.
    pub version: i32,
}

#[OpenApi(prefix_path = "/backoffice/anvisa_solicita", tag = "Tag::Regulatory")]
impl RegulatoryRequestApi {
    /// List regulatory requests
    ///
    /// Users of a client see only requests for that client's shipments, users of a partner only those for that
    /// partner's. A shipment without a request counts as not requested (1). Sort by `updated_at`, `created_at`,
    /// `tracking_code`, `anvisa_solicita_status` or `demand_due_on`. Default: the newest change first.
    #[oai(path = "/", method = "get", operation_id = "regulatory_request_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn regulatory_request_list(
        &self,
        ctx: Ctx,
        /// Page number, from 1.
        page: Query<Option<i64>>,
        /// Records per page, 10 to 100.
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        #[oai(validator(max_length = 100))]
        sort: Query<Option<String>>,
        /// Words in the tracking code, the patient, the product, the protocol or the authorization.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// Status codes separated by commas. `ALL_STATUS` is the same as no filter.
        #[oai(validator(max_length = 100))]
        status: Query<Option<String>>,
        category: Query<Option<RegulatoryCategory>>,
        client_id: Query<Option<Uuid>>,
        shipment_id: Query<Option<Uuid>>,
        /// True for requests with an open demand of the authority, false for the others.
        demand: Query<Option<bool>>,
    ) -> ApiResult<PageAnswer<RegulatoryRequestSummary>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::List)?;
        let filter = RegulatoryFilter {
            search: search.0,
            status: status.0,
            category: category.0,
            client_id: client_id.0,
            shipment_id: shipment_id.0,
            demand: demand.0,
        };
        let conditions = Conditions::new(&filter, scope)?;
        let paging = Paging::new(page.0, per_page.0)?;
        let sort = parse_sort(sort.as_deref(), SortKey::from_name)?;
        let today = ctx.settings().today(ctx.now());
        let mut tx = ctx.begin().await?;
        let (rows, meta) = list::page(&mut tx, &conditions, paging, &sort).await?;
        tx.commit().await?;
        let view = |row| RegulatoryRequestSummary::of(row, today, &ctx.grants);
        Ok(PageAnswer(Page { data: rows.into_iter().map(view).collect(), meta }))
    }

    /// Create a regulatory request
    ///
    /// A shipment has at most one request: returns 422 at `shipment_id` if it has one already. The fields can be
    /// incomplete: `missing` lists the fields and documents that the category still needs.
    #[oai(path = "/", method = "post", operation_id = "regulatory_request_create")]
    async fn regulatory_request_create(
        &self,
        ctx: Ctx,
        body: Body<RegulatoryRequestInput>,
    ) -> ApiResult<Json<Item<RegulatoryRequest>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::Create)?;
        let RegulatoryRequestInput { shipment_id, fields } = body.0;
        let today = ctx.settings().today(ctx.now());
        let mut tx = ctx.begin().await?;
        let mut errors = FieldErrors::default();
        let fields = fields.check(today, &mut errors);
        let code = store::shipment_code(&mut tx, &scope, shipment_id).await?;
        if code.is_none() {
            errors.push("shipment_id", MessageCode::UnknownOption);
        }
        errors.into_result()?;
        let stored = StoredRequest { shipment_id, tracking_code: code.unwrap_or_default(), fields };
        let id = REQUESTS.create(&mut tx, &ctx, &stored).await?;
        refresh_missing(&mut tx, &ctx, id, &stored.fields, false).await?;
        answer(tx, &ctx, &scope, id).await
    }

    /// Show a regulatory request
    #[oai(path = "/:id", method = "get", operation_id = "regulatory_request_show")]
    async fn regulatory_request_show(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<RegulatoryRequest>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::Show)?;
        answer(ctx.begin().await?, &ctx, &scope, *id).await
    }

    /// Update a regulatory request
    ///
    /// Returns 409 `regulatory_request_locked` while the authority works on it and after the decision.
    #[oai(path = "/:id", method = "patch", operation_id = "regulatory_request_update")]
    async fn regulatory_request_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<RegulatoryRequestUpdate>,
    ) -> ApiResult<Json<Item<RegulatoryRequest>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::Update)?;
        let today = ctx.settings().today(ctx.now());
        let mut tx = ctx.begin().await?;
        let row = lock_for(&mut tx, &scope, *id, Action::Update).await?;
        let sent: RegulatoryFields = body.change(&row.fields, row.version)?;
        let mut errors = FieldErrors::default();
        let fields = sent.check(today, &mut errors);
        errors.into_result()?;
        let (before, after) = (row.to_stored(), StoredRequest { fields, ..row.to_stored() });
        REQUESTS.update(&mut tx, &ctx, *id, &before, &after).await?;
        refresh_missing(&mut tx, &ctx, *id, &after.fields, false).await?;
        answer(tx, &ctx, &scope, *id).await
    }

    /// Delete a regulatory request
    ///
    /// Deletes its documents too. Returns 409 `regulatory_request_sent` once it was requested or is done, because its
    /// history is kept.
    #[oai(path = "/:id", method = "delete", operation_id = "regulatory_request_delete")]
    async fn regulatory_request_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let row = lock_for(&mut tx, &scope, *id, Action::Delete).await?;
        let documents = store::documents(&mut tx, *id).await?;
        live_events::announce(&mut tx, &[*id]).await?;
        REQUESTS.delete(&mut tx, &ctx, *id, &row.to_stored()).await?;
        tx.commit().await?;
        let keys = documents.iter().filter_map(|one| FileKey::of(&ctx.tenant().id, &one.file_key));
        for key in keys {
            ctx.state().files.delete(&key).await.map_err(ApiError::internal)?;
        }
        Ok(())
    }

    /// List the history of a regulatory request, newest first
    ///
    /// At most the last 500 changes. Users of a client or a partner see neither notes nor names.
    #[oai(path = "/:id/history", method = "get", operation_id = "regulatory_request_history")]
    async fn regulatory_request_history(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Items<RegulatoryHistoryEntry>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::Show)?;
        let mut tx = ctx.begin().await?;
        store::find(&mut tx, &scope, *id).await?;
        let rows = store::history(&mut tx, *id).await?;
        tx.commit().await?;
        let viewer = viewer(&ctx);
        Ok(Json(Items { data: rows.into_iter().map(|row| viewer.entry(row)).collect() }))
    }
}

fn viewer(ctx: &Ctx) -> Viewer<'_> {
    Viewer { grants: &ctx.grants, is_outside: ctx.is_outside() }
}

/// The locked request, if its state allows the action.
pub(super) async fn lock_for(
    tx: &mut TenantTx,
    scope: &RowScope,
    id: Uuid,
    action: Action,
) -> ApiResult<Row> {
    store::lock(tx, scope, id).await?;
    let row = store::find(tx, scope, id).await?;
    verdict(&row.progress, action).guard()?;
    Ok(row)
}

/// Stores what the checklist lacks after a change of fields or documents.
pub(super) async fn refresh_missing(
    tx: &mut TenantTx,
    ctx: &Ctx,
    id: Uuid,
    fields: &RegulatoryFields,
    is_change: bool,
) -> ApiResult<()> {
    let documents = store::documents(tx, id).await?;
    let newest = documents.into_iter().filter(|document| document.replaced_by_id.is_none());
    let kinds: Vec<RegulatoryDocumentKind> = newest.map(|document| document.kind).collect();
    store::set_missing(tx, id, &fields.missing(&kinds), ctx.now(), is_change).await?;
    live_events::announce(tx, &[id]).await
}

/// Commits, and answers with the request as it is now.
pub(super) async fn answer(
    mut tx: TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
) -> ApiResult<Json<Item<RegulatoryRequest>>> {
    let today = ctx.state().settings.get_within(&mut tx).await?.today(ctx.now());
    let row = store::find(&mut tx, scope, id).await?;
    let documents = store::documents(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: RegulatoryRequest::of(row, documents, today, viewer(ctx)) }))
}
