//! `/bags/{id}/label`.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Response;
use policy::{Action, Resource};
use uuid::Uuid;

use super::build_filter;
use super::label_paper::BagLabel;
use super::model::Bag;
use super::store::BAGS;
use access::ctx::Ctx;
use freight::shipments::labels::PrintingCache;
use server_core::http::error::ApiResult;
use server_core::http::print_file::PrintAnswer;
use server_core::record::Where;
use server_core::tags::Tag;
use trade::print_format::PrintFormat;

pub struct BagLabelApi;

#[OpenApi(prefix_path = "/bags", tag = "Tag::Consolidation")]
impl BagLabelApi {
    /// Print the label of a bag
    ///
    /// 4 × 6 inches, as a PDF or in ZPL II: CN 35 for a bag of the post, with the bars of its number (UPU S9) once it is
    /// closed.
    #[oai(path = "/:id/label", method = "get", operation_id = "bag_label")]
    async fn bag_label(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// `zpl_203` and `zpl_300` are for thermal printers of so many dots per inch.
        #[oai(default)]
        format: Query<PrintFormat>,
    ) -> ApiResult<Response<PrintAnswer>> {
        let scope = ctx.scope(Resource::Bag, Action::Show)?;
        let settings = ctx.settings();
        let state = ctx.state();
        let mut tx = ctx.begin().await?;
        let bag: Bag = BAGS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let stationery = state.slot::<PrintingCache>().stationery(state, &mut tx, &settings).await?;
        tx.commit().await?;
        let label = BagLabel { bag: &bag, carrier: settings.document_name(), stationery };
        Ok(PrintAnswer::of(*format, &bag.number, label.draw(*format).await?))
    }
}
