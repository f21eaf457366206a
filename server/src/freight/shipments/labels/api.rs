//! `/shipments/{id}/label` and `/shipments/print_labels`.

use std::collections::HashSet;

use poem_openapi::param::Path;
use poem_openapi::payload::{Binary, Response};
use poem_openapi::{ApiResponse, Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::bundle::LabelFormat;
use super::model::pdf_name;
use super::process::PrintLabels;
use super::{press, store as label_store};
use crate::access::ctx::Ctx;
use crate::access::scope::RowScope;
use crate::audit;
use crate::freight::shipments::labels::Press;
use crate::freight::shipments::list::{self, Conditions, ShipmentFilter};
use crate::freight::shipments::model::verdict;
use crate::freight::shipments::store;
use crate::http::body::Body;
use crate::http::error::{ApiError, ApiResult, FieldErrors};
use crate::http::messages::{MessageCode, Params};
use crate::process::{self, Accepted};
use crate::tags::Tag;

pub struct ShipmentLabelApi;

/// Shipments that can be printed with one request.
const MAX_PRINTED: i64 = 5_000;

/// Whose labels are printed, and as what. Either `ids` or `filter`.
#[derive(Object)]
struct LabelPrint {
    /// The shipments, in the order of the pages.
    #[oai(validator(max_items = 5000))]
    ids: Option<Vec<Uuid>>,
    /// All shipments that the list shows with this filter, newest first; at most 5,000.
    filter: Option<ShipmentFilter>,
    #[oai(default = "one_document")]
    format: LabelFormat,
}

fn one_document() -> LabelFormat {
    LabelFormat::Pdf
}

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
    fn shown(tracking_code: &str, pdf: Vec<u8>) -> Response<Self> {
        let disposition = format!("inline; filename=\"{}\"", pdf_name(tracking_code));
        let response = Response::new(Self::Pdf(Binary(pdf))).header("content-disposition", disposition);
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
        let settings = ctx.settings().await?;
        let mut tx = ctx.begin().await?;
        let consignment = label_store::consignments(&mut tx, &scope, &[*id]).await?.pop();
        let consignment = consignment.ok_or_else(ApiError::not_found)?;
        verdict(consignment.shipment.status, Action::PrintLabel).guard()?;
        let stationery = state.slot::<Press>().stationery(state, &mut tx, &settings).await?;
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

    /// Print the labels of many shipments
    ///
    /// A background task whose file is one document, or an archive with one document per shipment. Shipments that
    /// cannot be printed are left out: `result_params` of the task counts what was `printed` (and its `pages`),
    /// what was `skipped` for its status, with the first hundred `skipped_codes`, and what is `gone`.
    #[oai(path = "/print_labels", method = "post", operation_id = "shipment_print_labels")]
    async fn shipment_print_labels(&self, ctx: Ctx, body: Body<LabelPrint>) -> ApiResult<Accepted> {
        let scope = ctx.scope(Resource::Shipment, Action::PrintLabel)?;
        let format = body.format;
        let mut tx = ctx.begin().await?;
        let ids = body.0.selected(&mut tx, &scope, &ctx.user.time_zone).await?;
        let count = ids.len();
        let process = PrintLabels { ids, scope, format };
        let data = process::enqueue(&mut tx, &ctx, process).await?;
        let changes = json!({ "shipments": count, "format": format, "task": data.id });
        audit::record(&mut tx, &ctx, "shipment.print_labels", None, changes).await?;
        tx.commit().await?;
        Ok(Accepted::task(data))
    }
}

impl LabelPrint {
    /// The shipments, each once. 422 when nothing, too much or two things are said; 404 when none is there to see.
    async fn selected(self, tx: &mut TenantTx, scope: &RowScope, time_zone: &str) -> ApiResult<Vec<Uuid>> {
        match (self.ids, self.filter) {
            (Some(mut ids), None) if !ids.is_empty() => {
                let mut seen = HashSet::new();
                ids.retain(|id| seen.insert(*id));
                let some_there = label_store::any_there(tx, scope, &ids).await?;
                if some_there { Ok(ids) } else { Err(ApiError::not_found()) }
            }
            (None, Some(filter)) => {
                let conditions = Conditions::new(filter, scope.clone(), time_zone)?;
                let ids = list::matching_ids(tx, &conditions, MAX_PRINTED + 1).await?;
                match i64::try_from(ids.len()).unwrap_or(i64::MAX) {
                    0 => Err(counted("filter", MessageCode::TooFew, "min", 1)),
                    1..=MAX_PRINTED => Ok(ids),
                    _ => Err(counted("filter", MessageCode::TooManySelected, "max", MAX_PRINTED)),
                }
            }
            (Some(ids), Some(_)) if !ids.is_empty() => {
                Err(ApiError::invalid_field("filter", MessageCode::Invalid))
            }
            _ => Err(ApiError::invalid_field("ids", MessageCode::Required)),
        }
    }
}

fn counted(field: &str, code: MessageCode, name: &'static str, limit: i64) -> ApiError {
    let mut errors = FieldErrors::default();
    errors.push_with(field, code, Params::from([(name, limit.into())]));
    ApiError::invalid(errors)
}
