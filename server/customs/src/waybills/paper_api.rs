//! `/mawbs/{id}/pdf`, and the revisions of a waybill.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use uuid::Uuid;

use super::build_filter;
use super::document;
use super::model::Waybill;
use super::paper::WaybillPaper;
use super::state::WaybillStatus;
use super::store::{self, RevisionRow, WAYBILLS};
use access::ctx::Ctx;
use freight::shipments::labels::PrintingCache;
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::http::pdf::PdfAnswer;
use server_core::record::Where;
use server_core::tags::Tag;

/// A document of a waybill as it was issued or amended.
#[derive(Object)]
struct WaybillRevision {
    /// From 1.
    revision: i16,
    /// Why it was amended; null for the first.
    reason: Option<String>,
    issued_at: DateTime<Utc>,
    /// User.
    issued_by: Uuid,
}

impl From<RevisionRow> for WaybillRevision {
    fn from(row: RevisionRow) -> Self {
        let RevisionRow { revision, reason, issued_at, issued_by } = row;
        Self { revision, reason, issued_at, issued_by }
    }
}

pub struct WaybillPaperApi;

#[OpenApi(prefix_path = "/mawbs", tag = "Tag::Consolidation")]
impl WaybillPaperApi {
    /// Show a waybill as a PDF
    ///
    /// With the boxes of the airlines' form, in English. Of an issued one as it was frozen; a draft is marked as such.
    #[oai(path = "/:id/pdf", method = "get", operation_id = "mawb_pdf")]
    async fn mawb_pdf(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Number of an earlier document. Left out: the newest one.
        #[oai(validator(minimum(value = "1"), maximum(value = "30000")))]
        revision: Query<Option<i16>>,
    ) -> ApiResult<Response<PdfAnswer>> {
        let scope = ctx.scope(Resource::Mawb, Action::Show)?;
        let settings = ctx.settings();
        let state = ctx.state();
        let mut tx = ctx.begin().await?;
        let waybill: Waybill = WAYBILLS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let document = document::find(&mut tx, &waybill, revision.0).await?;
        let stationery = state.slot::<PrintingCache>().stationery(state, &mut tx, &settings).await?;
        tx.commit().await?;
        let paper =
            WaybillPaper { document: &document, is_void: waybill.status == WaybillStatus::Void, stationery };
        Ok(PdfAnswer::inline(&format!("{}.pdf", waybill.number), paper.draw().await?))
    }

    /// List the documents of a waybill
    ///
    /// The newest first, at most 1,000.
    #[oai(path = "/:id/revisions", method = "get", operation_id = "mawb_revision_list")]
    async fn mawb_revision_list(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Items<WaybillRevision>>> {
        let scope = ctx.scope(Resource::Mawb, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let waybill: Waybill = WAYBILLS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let rows = store::list_revisions(&mut tx, waybill.id).await?;
        tx.commit().await?;
        Ok(Json(Items { data: rows.into_iter().map(WaybillRevision::from).collect() }))
    }
}
