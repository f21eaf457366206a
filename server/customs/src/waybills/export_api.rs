//! `/mawbs/export`.

use chrono::NaiveDate;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use sqlx::QueryBuilder;
use uuid::Uuid;

use super::export::{ExportWaybills, WaybillColumn};
use super::list::{self, SORTS, WaybillFilter};
use super::model::WaybillStage;
use super::state::WaybillStatus;
use super::store::WAYBILLS;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::process::{self, StartedTask};
use server_core::record::ListQuery;
use server_core::tags::Tag;
use sheets::export::ExportFormat;

/// Maximum waybills of one file.
const MOST: i64 = 50_000;

/// Waybills to export: the matches of the list, in its order.
#[derive(Object)]
struct WaybillExport {
    status: Option<WaybillStatus>,
    /// Waybills of several states.
    stage: Option<WaybillStage>,
    #[oai(validator(max_length = 200))]
    search: Option<String>,
    /// Order of the matches, as in the list.
    #[oai(validator(max_length = 200))]
    sort: Option<String>,
    /// The airline.
    provider_id: Option<Uuid>,
    /// IATA code.
    #[oai(validator(max_length = 3))]
    destination_airport: Option<String>,
    /// First day of the first flight.
    from: Option<NaiveDate>,
    /// Last day of the first flight.
    to: Option<NaiveDate>,
    /// False: those that still count.
    is_void: Option<bool>,
    #[oai(validator(min_items = 1, max_items = 40))]
    columns: Vec<WaybillExportHeading>,
    /// Texts of states in the user's language; one without a text is exported as its code.
    #[oai(default, validator(max_items = 50))]
    texts: Vec<WaybillExportText>,
    format: ExportFormat,
}

/// A column and its heading.
#[derive(Object)]
struct WaybillExportHeading {
    column: WaybillColumn,
    #[oai(validator(max_length = 100))]
    heading: String,
}

/// The text of a state.
#[derive(Object)]
struct WaybillExportText {
    /// For example `30`.
    #[oai(validator(max_length = 60))]
    code: String,
    #[oai(validator(max_length = 100))]
    text: String,
}

pub struct WaybillExportApi;

#[OpenApi(prefix_path = "/mawbs", tag = "Tag::Consolidation")]
impl WaybillExportApi {
    /// Export air waybills to a spreadsheet
    ///
    /// Starts a background task. Its file has one row per waybill, at most 50,000, with the given columns in the given order.
    #[oai(path = "/export", method = "post", operation_id = "mawb_export")]
    async fn mawb_export(&self, ctx: Ctx, body: Body<WaybillExport>) -> ApiResult<StartedTask> {
        let scope = ctx.scope(Resource::Mawb, Action::Export)?;
        let export = body.0;
        let asked = ListQuery::parse(None, None, export.sort.as_deref(), export.search.as_deref(), SORTS)?;
        let filter = WaybillFilter {
            provider_id: export.provider_id,
            destination_airport: export.destination_airport,
            from: export.from,
            to: export.to,
            is_void: export.is_void,
            ..WaybillFilter::default()
        };
        let filter = list::narrow(filter.matches(&asked.words, &scope), export.status, export.stage);
        let mut query = QueryBuilder::new(format!("select m.id from {}", WAYBILLS.listing.from));
        filter.push(&mut query);
        asked.push_order(&mut query, WAYBILLS.listing.order);
        query.push(" limit ").push_bind(MOST);
        let mut tx = ctx.begin().await?;
        let ids: Vec<Uuid> = query.build_query_scalar().persistent(false).fetch_all(&mut *tx).await?;
        let facts = json!({ "mawbs": ids.len(), "format": export.format });
        let process = ExportWaybills {
            ids,
            columns: export.columns.into_iter().map(|one| (one.column, one.heading)).collect(),
            texts: export.texts.into_iter().map(|one| (one.code, one.text)).collect(),
            format: export.format,
            time_zone: ctx.user.time_zone.clone(),
        };
        let data = process::enqueue(&mut tx, &ctx, process).await?;
        audit::record(&mut tx, &ctx, "mawb.export", None, facts).await?;
        tx.commit().await?;
        Ok(StartedTask::task(data))
    }
}
