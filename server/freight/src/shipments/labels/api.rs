//! `/shipments/{id}/label` and `/shipments/print_labels`.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Response;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::bundle::LabelFormat;
use super::model::label_name;
use super::prints::{self, Printer};
use super::process::PrintLabels;
use super::single::{print, read_papers};
use crate::documents::form::DocumentKind;
use crate::documents::missing::missing;
use crate::shipments::list::ShipmentFilter;
use crate::shipments::missing_fields::goes_through_customs;
use crate::shipments::model::label_verdict;
use crate::shipments::selection::Selection;
use crate::shipments::store;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::http::print_file::PrintAnswer;
use server_core::process::{self, StartedTask};
use server_core::tags::Tag;
use trade::print_format::PrintFormat;

pub struct ShipmentLabelApi;

/// Maximum shipments of one print request.
const MAX_PRINTED: i64 = 5_000;

/// Shipments to print, and the format. Either `ids` or `filter`.
#[derive(Object)]
struct LabelPrint {
    /// Ids of the shipments, in the order of the pages.
    #[oai(validator(max_items = 5000))]
    ids: Option<Vec<Uuid>>,
    /// Filter of the list; prints all matches, newest first, at most 5,000.
    filter: Option<ShipmentFilter>,
    /// ZPL has labels only: no other `kinds`, and no `customs_papers`.
    #[oai(default = "one_document")]
    format: LabelFormat,
    /// Documents of each shipment, in this order.
    #[oai(default = "labels", validator(min_items = 1, max_items = 4, unique_items))]
    kinds: Vec<DocumentKind>,
    /// Texts with letters that the label's fonts lack are printed in Latin letters; otherwise their shipments are
    /// skipped.
    #[oai(default)]
    latin: bool,
    /// Also the customs declaration and the commercial invoice of each shipment whose goods go through customs, after its
    /// other documents.
    #[oai(default)]
    customs_papers: bool,
}

fn labels() -> Vec<DocumentKind> {
    vec![DocumentKind::Label]
}

fn one_document() -> LabelFormat {
    LabelFormat::Pdf
}

/// Papers are larger than the labels of thermal printers.
fn refuse_papers(has_papers_in_zpl: bool) -> ApiResult<()> {
    if has_papers_in_zpl {
        return Err(ApiError::invalid_field("format", MessageCode::ZplLabelsOnly));
    }
    Ok(())
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentLabelApi {
    /// Show the label of a shipment
    ///
    /// A PDF with one page of 4 × 6 inches per parcel, or the same in ZPL II for a thermal printer, in the company's default
    /// language; after the first print it is marked as a reprint. Returns 409 `shipment_not_printable` if the shipment is cancelled or has ended, 409 `shipment_incomplete`
    /// with the `missing` fields in `params` if it lacks something for shipping, 409 `shipment_on_hold` while it is held.
    /// Returns 409 `label_letters_missing` if the fonts lack letters of a text: `params`
    /// has the `letters`, and the texts in `latin` letters. With `customs_papers`, the customs declaration and the commercial
    /// invoice follow if the goods go through customs, and `missing` also has the fields that only they need. Changes
    /// nothing; `shipment_print_label` records the print. Returns 422 `zpl_labels_only` at `format` for ZPL with
    /// `customs_papers`.
    #[oai(path = "/:id/label", method = "get", operation_id = "shipment_label")]
    async fn shipment_label(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Print texts with letters that the fonts lack in Latin letters.
        #[oai(default)]
        latin: Query<bool>,
        /// Print the customs papers of the goods after the label.
        #[oai(default)]
        customs_papers: Query<bool>,
        /// `zpl_203` and `zpl_300` are for thermal printers of so many dots per inch.
        #[oai(default)]
        format: Query<PrintFormat>,
    ) -> ApiResult<Response<PrintAnswer>> {
        refuse_papers(format.is_zpl() && *customs_papers)?;
        let asked = if *customs_papers { DocumentKind::LABEL_WITH_PAPERS } else { &[DocumentKind::Label] };
        let (batch, papers) = read_papers(&ctx, *id, asked).await?;
        let has_papers = goes_through_customs(&papers.shipment().fields);
        let kinds = if has_papers { asked } else { &[DocumentKind::Label] };
        let mut lacks: Vec<String> = Vec::new();
        for field in kinds.iter().flat_map(|kind| missing(*kind, &papers)) {
            if !lacks.contains(&field) {
                lacks.push(field);
            }
        }
        label_verdict(papers.shipment().state(&lacks)).guard()?;
        let file = print(batch, kinds, &papers, *latin, *format).await?;
        Ok(PrintAnswer::of(*format, &label_name(&papers.shipment().tracking_code), file))
    }

    /// Record that the label of a shipment was printed
    ///
    /// Sets `label_printed_at`, counts `label_prints` and adds a line to the history; the status is unchanged. Returns 409
    /// as `shipment_label` does.
    #[oai(path = "/:id/label", method = "post", operation_id = "shipment_print_label")]
    async fn shipment_print_label(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        let scope = ctx.scope(Resource::Shipment, Action::PrintLabel)?;
        let mut tx = ctx.begin().await?;
        let shipment = store::lock_and_find(&mut tx, &scope, *id, &ctx.grants).await?;
        label_verdict(shipment.state()).guard()?;
        let printer = Printer { by: ctx.user.id, at: ctx.now(), time_zone: &ctx.user.time_zone };
        prints::record(&mut tx, &[*id], &printer).await?;
        let changes = json!({ "print": shipment.label_prints + 1 });
        audit::record(&mut tx, &ctx, "shipment.print_label", Some(*id), changes).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Print the labels and documents of many shipments
    ///
    /// Starts a background task. Its file is one PDF, an archive with one PDF per document, or ZPL II with all labels; 422
    /// `zpl_labels_only` at `format` if that is asked to have other documents. Each document that can be
    /// made is made: `result_params` of the task counts the shipments `printed` (and their `pages`), the shipments of which
    /// a document was `skipped` because of their status, with the first hundred `skipped_codes`, the documents that are
    /// `incomplete`, with the first hundred in `incomplete_codes`, `incomplete_kinds` and `incomplete_fields` (shipment,
    /// document, and the fields that it lacks, as in `missing` of a shipment), the shipments with `unreadable` texts, whose
    /// letters the fonts lack, with the first hundred `unreadable_codes`, the shipments whose label was left because they are
    /// `held`, with the first hundred `held_codes`, and the shipments that are `gone`. When nothing can be printed, the task
    /// fails with `nothing_to_print` and the same values in `params`.
    #[oai(path = "/print_labels", method = "post", operation_id = "shipment_print_labels")]
    async fn shipment_print_labels(&self, ctx: Ctx, body: Body<LabelPrint>) -> ApiResult<StartedTask> {
        let scope = ctx.scope(Resource::Shipment, Action::PrintLabel)?;
        let LabelPrint { ids, filter, format, kinds, latin, customs_papers } = body.0;
        let has_papers = customs_papers || kinds.iter().any(|kind| *kind != DocumentKind::Label);
        refuse_papers(format.of_pages().is_zpl() && has_papers)?;
        let mut tx = ctx.begin().await?;
        let ids =
            Selection { ids, filter }.ids(&mut tx, &scope, &ctx.user.time_zone, &[], MAX_PRINTED).await?;
        let count = ids.len();
        let language = ctx.language();
        let process = PrintLabels { ids, scope, format, kinds, language, latin, customs_papers };
        let mut changes = json!({ "shipments": count, "format": format, "kinds": process.all_kinds() });
        let data = process::enqueue(&mut tx, &ctx, process).await?;
        changes["task"] = json!(data.id);
        audit::record(&mut tx, &ctx, "shipment.print_labels", None, changes).await?;
        tx.commit().await?;
        Ok(StartedTask::task(data))
    }
}
