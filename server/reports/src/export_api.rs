//! `/reports/{report}/export`.

use poem_openapi::param::Path;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::api::moment_of;
use super::catalogue::ReportKey;
use super::export::ExportReport;
use super::permission::VisibleReport;
use super::query::ReportQuery;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::process::{self, StartedTask};
use server_core::tags::Tag;
use sheets::export::ExportFormat;

/// A report as a file.
#[derive(Object)]
struct ReportExport {
    query: ReportQuery,
    /// The columns in the order of the file.
    #[oai(validator(min_items = 1, max_items = 200))]
    columns: Vec<ReportExportHeading>,
    /// Texts of codes in the user's language; one without a text is exported as its code.
    #[oai(default, validator(max_items = 500))]
    texts: Vec<ReportExportText>,
    /// Lines of the first sheet of a workbook, in the user's language: the company, the report, its period and its filters, and who
    /// made it when.
    #[oai(default, validator(max_items = 30))]
    facts: Vec<ReportExportFact>,
    /// The word there for the number of rows; null to leave them out.
    #[oai(validator(max_length = 100))]
    rows_label: Option<String>,
    /// The words before the loss ratio of each currency, which stands below the rows when the columns of premiums and of granted
    /// claims are there; null to leave it out.
    #[oai(validator(max_length = 100))]
    ratio_label: Option<String>,
    format: ExportFormat,
}

/// A column and its heading in the user's language.
#[derive(Object, Clone, Debug, Serialize, Deserialize)]
pub struct ReportExportHeading {
    #[oai(validator(max_length = 60))]
    pub column: String,
    #[oai(validator(max_length = 100))]
    pub heading: String,
}

/// The text of a code.
#[derive(Object, Clone, Debug, Serialize, Deserialize)]
pub struct ReportExportText {
    #[oai(validator(max_length = 60))]
    pub column: String,
    #[oai(validator(max_length = 60))]
    pub code: String,
    #[oai(validator(max_length = 200))]
    pub text: String,
}

/// A line of the first sheet.
#[derive(Object, Clone, Debug, Serialize, Deserialize)]
pub struct ReportExportFact {
    #[oai(validator(max_length = 100))]
    pub label: String,
    #[oai(validator(max_length = 500))]
    pub text: String,
}

pub struct ReportExportApi;

#[OpenApi(prefix_path = "/reports", tag = "Tag::Reports")]
impl ReportExportApi {
    /// Export a report to a file
    ///
    /// Starts a background task. Its file has all rows of the report in its own order, however many there are; a workbook
    /// continues on further sheets.
    #[oai(path = "/:report/export", method = "post", operation_id = "report_export")]
    async fn report_export(
        &self,
        ctx: Ctx,
        report: Path<ReportKey>,
        body: Body<ReportExport>,
    ) -> ApiResult<StartedTask> {
        ctx.require(Resource::Report, Action::Export)?;
        let form = body.0;
        let visible = VisibleReport::open(&ctx, report.find_view(form.query.view)?)?;
        let unknown = || ApiError::invalid_field("columns", MessageCode::UnknownOption);
        let mut columns = Vec::with_capacity(form.columns.len());
        for one in form.columns {
            visible.find(&one.column).ok_or_else(unknown)?;
            columns.push(one);
        }
        let at = moment_of(&ctx).await?;
        let mut tx = ctx.begin().await?;
        // Refused now, and not by the task.
        form.query.read_values(&mut tx, visible.view, &at).await?;
        let facts = json!({ "report": report.as_str(), "format": form.format });
        let mut process = ExportReport {
            report: report.0,
            view: visible.view.key,
            query: form.query,
            scope: visible.scope,
            sees_costs: visible.sees_costs,
            columns,
            texts: Default::default(),
            facts: form.facts.into_iter().map(|fact| (fact.label, fact.text)).collect(),
            rows_label: form.rows_label,
            ratio_label: form.ratio_label,
            format: form.format,
            time_zone: at.time_zone,
            language: at.language,
            asked_at: at.now,
        };
        for one in form.texts {
            process.texts.entry(one.column).or_default().insert(one.code, one.text);
        }
        let data = process::enqueue(&mut tx, &ctx, process).await?;
        audit::record(&mut tx, &ctx, "report.export", None, facts).await?;
        tx.commit().await?;
        Ok(StartedTask::task(data))
    }
}
