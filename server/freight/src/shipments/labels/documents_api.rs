//! `/shipments/{id}/documents/{kind}`.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Response;
use uuid::Uuid;

use super::model::pdf_name;
use super::single::{print, read_papers};
use crate::documents::form::DocumentKind;
use crate::documents::missing::missing;
use crate::shipments::model::{document_verdict, label_verdict};
use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::pdf::PdfAnswer;
use server_core::tags::Tag;
use trade::print_format::PrintFormat;

pub struct ShipmentDocumentApi;

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentDocumentApi {
    /// Show a document of a shipment as a PDF
    ///
    /// The customs declaration is a CN 22 up to 300 SDR and 2 kg, otherwise (and without a rate) a CN 23; the rate is that
    /// of the day of the confirmation, or of today before it. It and the commercial invoice are in English, the order view
    /// is in the language of the request. Returns 409 as `shipment_label` does, but papers are also printed on hold and
    /// after the delivery; `shipment_incomplete` also has the fields in `params` that only this document needs,
    /// for example `items.0.hs_code`. Changes nothing.
    #[oai(path = "/:id/documents/:kind", method = "get", operation_id = "shipment_document")]
    async fn shipment_document(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// `label`, `customs_declaration`, `commercial_invoice` or `order_view`.
        kind: Path<String>,
        /// Print texts with letters that the fonts lack in Latin letters.
        #[oai(default)]
        latin: Query<bool>,
    ) -> ApiResult<Response<PdfAnswer>> {
        let kind = DocumentKind::from_name(&kind).ok_or_else(ApiError::not_found)?;
        let (batch, papers) = read_papers(&ctx, *id, &[kind]).await?;
        let lacks = missing(kind, &papers);
        let state = papers.shipment().state(&lacks);
        match kind {
            DocumentKind::Label => label_verdict(state).guard()?,
            _ => document_verdict(state).guard()?,
        }
        let pdf = print(batch, &[kind], &papers, *latin, PrintFormat::Pdf).await?;
        Ok(PdfAnswer::inline(&pdf_name(&papers.shipment().tracking_code, Some(kind)), pdf))
    }
}
