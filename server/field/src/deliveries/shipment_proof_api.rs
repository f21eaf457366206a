//! `/shipments/{id}/deliveries/{delivery_id}`: the proof that a shipment was delivered, for its client too.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Response;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::delivery_scope::to_shipment;
use super::model::Delivery;
use super::proof_api;
use super::shipment_proof::{list_proofs, narrow};
use super::store::{self, CargoRow, DELIVERIES};
use crate::drivers::record_row::RecordRow;
use crate::drivers::record_store;
use access::ctx::Ctx;
use freight::shipments::to_deliver::{self, ShipmentToDeliver};
use server_core::files::document;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::messages::MessageCode;
use server_core::http::pdf::PdfAnswer;
use server_core::record::Where;
use server_core::tags::Tag;

pub struct ShipmentProofApi;

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Deliveries")]
impl ShipmentProofApi {
    /// Show the proof of the delivery of a shipment as a PDF
    ///
    /// Who took its parcels and when, with the photos and signatures. It says nothing of other shipments of the delivery. Returns 409
    /// `not_delivered` before the last parcel of the shipment was handed over.
    #[oai(
        path = "/:id/deliveries/:delivery_id/proof",
        method = "get",
        operation_id = "shipment_delivery_proof"
    )]
    async fn shipment_delivery_proof(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        delivery_id: Path<Uuid>,
    ) -> ApiResult<Response<PdfAnswer>> {
        let mut tx = ctx.begin().await?;
        let found = find(&mut tx, &ctx, *id, *delivery_id).await?;
        if found.records.is_empty() {
            return Err(ApiError::refused(MessageCode::NotDelivered));
        }
        let delivery: Delivery = DELIVERIES.find(&mut tx, &Where::all(), *delivery_id).await?;
        let shipment = to_shipment(found.shipment, &found.cargo);
        let details = narrow(delivery, shipment, found.records, found.cargo.len() == 1);
        proof_api::print(&ctx, tx, &details).await
    }

    /// Show a photo or a signature of the delivery of a shipment
    ///
    /// One of the `files` of `shipment_delivery_list`. They are deleted after `field_data_days` of the settings.
    #[oai(
        path = "/:id/deliveries/:delivery_id/files/:sha256",
        method = "get",
        operation_id = "shipment_delivery_file"
    )]
    async fn shipment_delivery_file(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        delivery_id: Path<Uuid>,
        #[oai(validator(max_length = 64))] sha256: Path<String>,
    ) -> ApiResult<Response<FileAnswer<Scan>>> {
        let mut tx = ctx.begin().await?;
        let found = find(&mut tx, &ctx, *id, *delivery_id).await?;
        if !found.records.iter().flat_map(|record| &record.files).any(|file| file.sha256 == *sha256) {
            return Err(ApiError::not_found());
        }
        let file = record_store::find_file(&mut tx, *delivery_id, &sha256).await?;
        tx.commit().await?;
        let (file_key, content_type) = file.ok_or_else(ApiError::not_found)?;
        document::to_response(&ctx.state().files, &ctx.tenant().id, &file_key, content_type).await
    }
}

/// A shipment in a delivery.
struct DeliveredShipment {
    shipment: ShipmentToDeliver,
    /// All shipments of the delivery.
    cargo: Vec<CargoRow>,
    /// The proof; empty before it was handed over.
    records: Vec<RecordRow>,
}

/// The proof of a shipment that the user reaches.
async fn find(tx: &mut TenantTx, ctx: &Ctx, id: Uuid, delivery_id: Uuid) -> ApiResult<DeliveredShipment> {
    let scope = ctx.scope(Resource::Shipment, Action::Proof)?;
    let shipment = to_deliver::load_in_scope(tx, &scope, &[id]).await?.pop();
    let shipment = shipment.ok_or_else(ApiError::not_found)?;
    let cargo = store::list_cargo(tx, &[delivery_id]).await?;
    let own = cargo.iter().find(|row| row.shipment_id == id).ok_or_else(ApiError::not_found)?;
    let records = list_proofs(tx, &[own]).await?.remove(&delivery_id).unwrap_or_default();
    Ok(DeliveredShipment { shipment, cargo, records })
}
