//! `/shipments/{id}/label`.

use poem_openapi::param::Path;
use poem_openapi::payload::{Binary, Response};
use poem_openapi::{ApiResponse, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::press;
use super::store as label_store;
use crate::audit;
use crate::freight::shipments::model::ShipmentCan;
use crate::freight::shipments::store;
use crate::http::ctx::Ctx;
use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::MessageCode;
use crate::tags::Tag;

pub struct ShipmentLabelApi;

/// A document for people.
#[derive(ApiResponse)]
enum Document {
    /// The label: one page of 4 × 6 inches per parcel.
    #[oai(status = 200, content_type = "application/pdf")]
    Pdf(Binary<Vec<u8>>),
}

/// Browsers show no PDF in a sandbox. This one may stand in a tab or in our own pages, and do nothing.
const SHOWN: [(&str, &str); 2] = [
    (
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'",
    ),
    ("x-frame-options", "SAMEORIGIN"),
];

impl Document {
    fn shown(name: &str, pdf: Vec<u8>) -> Response<Self> {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let response = Response::new(Self::Pdf(Binary(pdf)))
            .header("content-disposition", format!("inline; filename=\"{plain}.pdf\""));
        SHOWN.into_iter().fold(response, |response, (name, value)| response.header(name, value))
    }
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentLabelApi {
    /// The label of a shipment as a PDF
    ///
    /// A page of 4 × 6 inches per parcel, in the company's default language, to be shown in a tab and printed.
    /// 409 `shipment_not_printable` once the shipment is cancelled or under way. The status stays as it is;
    /// `label_printed_at` is when this was first asked for.
    #[oai(path = "/:id/label", method = "get", operation_id = "shipment_label")]
    async fn shipment_label(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<Document>> {
        let scope = ctx.scope(Resource::Shipment, Action::PrintLabel)?;
        let state = ctx.state();
        let settings = state.settings.get(state, ctx.tenant()).await?;
        let mut tx = ctx.begin().await?;
        let consignment = label_store::consignments(&mut tx, scope, &[*id]).await?.pop();
        let consignment = consignment.ok_or_else(ApiError::not_found)?;
        if !ShipmentCan::of(consignment.shipment.status, &ctx.grants).print_label {
            return Err(ApiError::refused(MessageCode::ShipmentNotPrintable));
        }
        let stationery = state.press.stationery(state, &mut tx, &settings).await?;
        tx.commit().await?;
        let pages = stationery.pages(&consignment).map_err(ApiError::internal)?;
        let pdf = press::pdf(pages).await?;

        // Only now there is something that was printed.
        let mut tx = ctx.begin().await?;
        store::mark_labelled(&mut tx, &[*id], ctx.now()).await?;
        audit::record(&mut tx, &ctx, "shipment.print_label", Some(*id), json!({})).await?;
        tx.commit().await?;
        Ok(Document::shown(&consignment.shipment.tracking_code, pdf))
    }
}
