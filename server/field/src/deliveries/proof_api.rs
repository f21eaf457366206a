//! `/shipment-deliveries/{id}/proof`, and the files of drivers' records.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::delivery_scope::{build_filter, load_details};
use super::model::{Delivery, DeliveryDetails};
use super::proof_paper::{ProofPaper, has_proof, list_files};
use super::store::DELIVERIES;
use crate::drivers::field_file::{self, FieldFile, FieldFileInput};
use crate::drivers::record_paper::RecordPaper;
use crate::drivers::{record_pictures, record_store};
use access::ctx::Ctx;
use freight::shipments::labels::PrintingCache;
use server_core::files::document;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::form::FormPatch;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::pdf::PdfAnswer;
use server_core::record::Where;
use server_core::tags::Tag;

pub struct DeliveryProofApi;

#[OpenApi(prefix_path = "/shipment-deliveries", tag = "Tag::Deliveries")]
impl DeliveryProofApi {
    /// Show the proof of a delivery as a PDF
    ///
    /// Who took which parcels when and where, the failed attempts, the photos and signatures, up to 12, and the hashes of all. Returns 409
    /// `not_delivered` before anything was handed over or has failed.
    #[oai(path = "/:id/proof", method = "get", operation_id = "delivery_proof")]
    async fn delivery_proof(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<PdfAnswer>> {
        let mut tx = ctx.begin().await?;
        let delivery = find(&mut tx, &ctx, Action::Proof, *id).await?;
        let details = load_details(&mut tx, &ctx, delivery).await?;
        if !has_proof(&details) {
            return Err(ApiError::refused(MessageCode::NotDelivered));
        }
        print(&ctx, tx, &details).await
    }

    /// Show a file of a delivery
    ///
    /// A photo, a signature or a document that a driver's record names. They are deleted after `field_data_days` of the settings.
    #[oai(path = "/:id/files/:sha256", method = "get", operation_id = "delivery_file")]
    async fn delivery_file(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        #[oai(validator(max_length = 64))] sha256: Path<String>,
    ) -> ApiResult<Response<FileAnswer<Scan>>> {
        let mut tx = ctx.begin().await?;
        find(&mut tx, &ctx, Action::Proof, *id).await?;
        let file = record_store::find_file(&mut tx, *id, &sha256).await?;
        tx.commit().await?;
        let (file_key, content_type) = file.ok_or_else(ApiError::not_found)?;
        document::to_response(&ctx.state().files, &ctx.tenant().id, &file_key, content_type).await
    }

    /// Send a file for the proof of a delivery
    ///
    /// Before the call that names it. The same file again changes nothing.
    #[oai(path = "/:id/files/:sha256", method = "put", operation_id = "delivery_file_put")]
    async fn delivery_file_put(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        #[oai(validator(max_length = 64))] sha256: Path<String>,
        form: FormPatch<FieldFileInput>,
    ) -> ApiResult<Json<Item<FieldFile>>> {
        let mut tx = ctx.begin().await?;
        find(&mut tx, &ctx, Action::Update, *id).await?;
        tx.commit().await?;
        let sent = form.file.ok_or_else(|| ApiError::invalid_field("file", MessageCode::Required))?;
        Ok(Json(Item { data: field_file::store(&ctx, sha256.0, sent).await? }))
    }
}

/// The PDF of these records, in the reader's language.
pub async fn print(ctx: &Ctx, mut tx: TenantTx, details: &DeliveryDetails) -> ApiResult<Response<PdfAnswer>> {
    let settings = ctx.settings();
    let state = ctx.state();
    let stored = record_pictures::list(&mut tx, list_files(details)).await?;
    let stationery = state.slot::<PrintingCache>().stationery(state, &mut tx, &settings).await?;
    tx.commit().await?;
    let stationery = stationery.in_language(ctx.language());
    let pictures = record_pictures::draw(ctx, stored).await?;
    let sheet = RecordPaper { settings: &settings, stationery, pictures };
    let name = format!("{}.pdf", details.delivery.number);
    Ok(PdfAnswer::inline(&name, ProofPaper { details, sheet }.draw().await?))
}

/// The delivery, for users who have this right.
async fn find(tx: &mut TenantTx, ctx: &Ctx, action: Action, id: Uuid) -> ApiResult<Delivery> {
    let scope = ctx.scope(Resource::Delivery, action)?;
    DELIVERIES.find(tx, &build_filter(&scope, Where::all()), id).await
}
