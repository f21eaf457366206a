//! `/invoices/export`.

use chrono::NaiveDate;
use chrono_tz::Tz;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use sqlx::QueryBuilder;
use uuid::Uuid;

use super::export::{ExportInvoices, InvoiceColumn};
use super::list::{INVOICES, InvoiceFilter, InvoiceTab, SORTS};
use crate::scope::MoneyScope;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::process::{self, StartedTask};
use server_core::record::ListQuery;
use server_core::tags::Tag;
use sheets::export::ExportFormat;

/// Maximum invoices of one file.
const MOST: i64 = 50_000;

/// Invoices to export: the matches of the list, in its order.
#[derive(Object)]
struct InvoiceExport {
    tab: Option<InvoiceTab>,
    #[oai(validator(max_length = 200))]
    search: Option<String>,
    /// Order of the matches, as in the list.
    #[oai(validator(max_length = 200))]
    sort: Option<String>,
    client_id: Option<Uuid>,
    subsidiary_id: Option<Uuid>,
    /// ISO 4217.
    #[oai(validator(max_length = 3))]
    currency: Option<String>,
    /// First day of the issue, in the current user's time zone.
    from: Option<NaiveDate>,
    /// Last day of the issue.
    to: Option<NaiveDate>,
    #[oai(validator(min_items = 1, max_items = 40))]
    columns: Vec<InvoiceExportHeading>,
    /// Texts of kinds and states in the user's language; one without a text is exported as its code.
    #[oai(default, validator(max_items = 50))]
    texts: Vec<InvoiceExportText>,
    format: ExportFormat,
}

/// A column and its heading.
#[derive(Object)]
struct InvoiceExportHeading {
    column: InvoiceColumn,
    #[oai(validator(max_length = 100))]
    heading: String,
}

/// The text of a kind or a state.
#[derive(Object)]
struct InvoiceExportText {
    #[oai(validator(max_length = 60))]
    code: String,
    #[oai(validator(max_length = 100))]
    text: String,
}

pub struct InvoiceExportApi;

#[OpenApi(prefix_path = "/invoices", tag = "Tag::Finance")]
impl InvoiceExportApi {
    /// Export invoices to a spreadsheet
    ///
    /// Starts a background task. Its file has one row per invoice, at most 50,000, with the given columns in the given order.
    #[oai(path = "/export", method = "post", operation_id = "invoice_export")]
    async fn invoice_export(&self, ctx: Ctx, body: Body<InvoiceExport>) -> ApiResult<StartedTask> {
        let scope = MoneyScope::of(&ctx, Resource::Invoice, Action::Export)?;
        let export = body.0;
        let asked = ListQuery::parse(None, None, export.sort.as_deref(), export.search.as_deref(), SORTS)?;
        let filter = InvoiceFilter {
            client_id: export.client_id,
            subsidiary_id: export.subsidiary_id,
            shipment_id: None,
            currency: export.currency.map(|code| code.to_uppercase()),
            from: export.from,
            to: export.to,
        };
        let zone: Tz = ctx.user.time_zone.parse().unwrap_or(Tz::UTC);
        let filter = filter.matches(&asked.words, &scope, ctx.is_outside(), zone);
        let today = ctx.settings().today(ctx.now());
        let filter = export.tab.map_or_else(|| filter.clone(), |tab| tab.narrow(filter.clone(), today));
        let mut query = QueryBuilder::new(format!("select i.id from {}", INVOICES.listing.from));
        filter.push(&mut query);
        asked.push_order(&mut query, INVOICES.listing.order);
        query.push(" limit ").push_bind(MOST);
        let mut tx = ctx.begin().await?;
        let ids: Vec<Uuid> = query.build_query_scalar().persistent(false).fetch_all(&mut *tx).await?;
        let facts = json!({ "invoices": ids.len(), "format": export.format });
        let process = ExportInvoices {
            ids,
            columns: export.columns.into_iter().map(|one| (one.column, one.heading)).collect(),
            texts: export.texts.into_iter().map(|one| (one.code, one.text)).collect(),
            format: export.format,
            time_zone: ctx.user.time_zone.clone(),
        };
        let data = process::enqueue(&mut tx, &ctx, process).await?;
        audit::record(&mut tx, &ctx, "invoice.export", None, facts).await?;
        tx.commit().await?;
        Ok(StartedTask::task(data))
    }
}
