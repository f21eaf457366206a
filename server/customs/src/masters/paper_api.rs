//! `/masters/{id}/pdf`.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Response;
use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Master, MasterKind};
use super::paper::MasterPaper;
use super::store::{self, MASTERS};
use super::{RESOURCE, build_filter};
use access::ctx::Ctx;
use freight::shipments::labels::PrintingCache;
use parties::transport_places::{self, PlaceOnPaper};
use server_core::http::error::ApiResult;
use server_core::http::pdf::PdfAnswer;
use server_core::record::Where;
use server_core::tags::Tag;

pub struct MasterPaperApi;

#[OpenApi(prefix_path = "/masters", tag = "Tag::Consolidation")]
impl MasterPaperApi {
    /// Show a master as a PDF
    ///
    /// With the boxes of its form, in English: a delivery bill (CN 38), a consignment note (CMR) or a bill of lading, with all bags.
    /// A draft and a void one are marked as such.
    #[oai(path = "/:id/pdf", method = "get", operation_id = "master_pdf")]
    async fn master_pdf(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<PdfAnswer>> {
        let scope = ctx.scope(RESOURCE, Action::Show)?;
        let settings = ctx.settings();
        let state = ctx.state();
        let mut tx = ctx.begin().await?;
        let master: Master = MASTERS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let bags = store::list_bags(&mut tx, *id).await?;
        let sender = transport_places::find_sender(&mut tx, master.warehouse_id).await?;
        let consignee = find_consignee(&mut tx, &master).await?;
        let stationery = state.slot::<PrintingCache>().stationery(state, &mut tx, &settings).await?;
        tx.commit().await?;
        let company = settings.document_name();
        let paper = MasterPaper { master: &master, bags: &bags, company, sender, consignee, stationery };
        Ok(PdfAnswer::inline(&format!("{}.pdf", master.number), paper.draw().await?))
    }
}

/// Who receives what a lorry or a ship brings; the post's office of exchange is its place.
async fn find_consignee(tx: &mut TenantTx, master: &Master) -> ApiResult<Option<PlaceOnPaper>> {
    if master.kind == MasterKind::Cn38 {
        return Ok(None);
    }
    let taker = store::find_taker(tx, master.id).await?;
    transport_places::find_receiver(tx, master.to_country_id, &master.to_place, taker).await
}
