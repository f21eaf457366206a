//! `/shipments/export`.

use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::columns::{ExportColumn, Texts};
use super::process::{ExportShipments, Heading};
use crate::shipments::list::{ShipmentFilter, SortKey};
use crate::shipments::selection::Selection;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::parse_sort;
use server_core::process::{self, StartedTask};
use server_core::tags::Tag;
use sheets::export::ExportFormat;

pub struct ShipmentExportApi;

/// Maximum shipments of one file.
const MAX_EXPORTED: i64 = 50_000;

/// Shipments to export, and the columns. Either `ids` or `filter`.
#[derive(Object)]
struct ShipmentExport {
    /// Ids of the shipments, in the order of the rows.
    #[oai(validator(max_items = 5000))]
    ids: Option<Vec<Uuid>>,
    /// Filter of the list; exports all matches, at most 50,000.
    filter: Option<ShipmentFilter>,
    /// Order of the matches, as in the list.
    #[oai(validator(max_length = 200))]
    sort: Option<String>,
    #[oai(validator(min_items = 1, max_items = 40))]
    columns: Vec<ExportHeading>,
    /// Texts of coded values in the user's language; a value without a text is exported as its code.
    #[oai(default, validator(max_items = 200))]
    texts: Vec<ExportText>,
    #[oai(default = "workbook")]
    format: ExportFormat,
}

fn workbook() -> ExportFormat {
    ExportFormat::Xlsx
}

/// A column and its heading.
#[derive(Object)]
struct ExportHeading {
    column: ExportColumn,
    #[oai(validator(max_length = 100))]
    heading: String,
}

/// The text of a coded value of `status`, `missing` or `source`.
#[derive(Object)]
struct ExportText {
    column: ExportColumn,
    #[oai(validator(max_length = 60))]
    code: String,
    #[oai(validator(max_length = 100))]
    text: String,
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentExportApi {
    /// Export shipments to a spreadsheet
    ///
    /// Starts a background task. Its file has one row per shipment, with the given columns in the given order. Weights
    /// are in the user's unit and times in the user's time zone. Columns of prices are left out for users who may not list
    /// quotes.
    #[oai(path = "/export", method = "post", operation_id = "shipment_export")]
    async fn shipment_export(&self, ctx: Ctx, body: Body<ShipmentExport>) -> ApiResult<StartedTask> {
        let scope = ctx.scope(Resource::Shipment, Action::Export)?;
        let ShipmentExport { ids, filter, sort, columns, texts, format } = body.0;
        let sort = parse_sort(sort.as_deref(), SortKey::from_name)?;
        let time_zone = &ctx.user.time_zone;
        let mut tx = ctx.begin().await?;
        let ids = Selection { ids, filter }.ids(&mut tx, &scope, time_zone, &sort, MAX_EXPORTED).await?;
        let sees_prices = ctx.grants.allow(Resource::Quote, Action::List);
        let changes = json!({ "shipments": ids.len(), "format": format });
        let process = ExportShipments {
            ids,
            scope,
            columns: columns
                .into_iter()
                .filter(|heading| sees_prices || !heading.column.is_price())
                .map(|ExportHeading { column, heading }| Heading { column, heading })
                .collect(),
            texts: Texts::new(
                texts.into_iter().map(|ExportText { column, code, text }| (column, code, text)),
            ),
            format,
            time_zone: time_zone.clone(),
            language: ctx.user.language.clone(),
            weight_unit: ctx.user.weight_unit,
        };
        let data = process::enqueue(&mut tx, &ctx, process).await?;
        audit::record(&mut tx, &ctx, "shipment.export", None, changes).await?;
        tx.commit().await?;
        Ok(StartedTask::task(data))
    }
}
