//! `/reports`: what there is, a page and the totals of one.

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use sqlx::error::DatabaseError;
use uuid::Uuid;

use super::catalogue::ReportKey;
use super::model::{
    ReportColumnDefinition, ReportDefinition, ReportRow, ReportRows, ReportSummary, ReportViewDefinition,
};
use super::permission::VisibleReport;
use super::query::{ReportMoment, ReportQuery};
use super::statement::{PlacedColumn, ReportGrouping, ReportStatement};
use super::totals::{self, MOST_TOTALS, TotalRow};
use super::views::ReportViewKey;
use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items, Paging, parse_sort};
use server_core::http::messages::MessageCode;
use server_core::record::plan_for_values;
use server_core::tags::Tag;

/// A report is read in less, or its period is too long for a screen; its file takes as long as it needs.
const LIMIT: &str = "set local statement_timeout to '20s'";
const QUERY_CANCELED: &str = "57014";

pub struct ReportApi;

/// When and for whom a report is made.
pub async fn moment_of(ctx: &Ctx) -> ApiResult<ReportMoment> {
    let time_zone = ctx.settings().time_zone.clone();
    Ok(ReportMoment { now: ctx.now(), time_zone, language: ctx.user.language.clone() })
}

#[OpenApi(prefix_path = "/reports", tag = "Tag::Reports")]
impl ReportApi {
    /// List the reports that the user can open
    #[oai(path = "/", method = "get", operation_id = "report_list")]
    async fn report_list(&self, ctx: Ctx) -> ApiResult<Json<Items<ReportDefinition>>> {
        ctx.require(Resource::Report, Action::Show)?;
        let open = |key: &ReportKey| {
            let views = key.views().iter().filter_map(|view| VisibleReport::open(&ctx, view).ok());
            let views: Vec<_> = views.map(|visible| ReportViewDefinition::new(&visible)).collect();
            (!views.is_empty()).then_some(ReportDefinition { key: *key, views })
        };
        Ok(Json(Items { data: ReportKey::ALL.iter().filter_map(open).collect() }))
    }

    /// Show a page of a report
    ///
    /// Over the records that the user may list. Amounts of a shipment are in one row, also where its parcels or items have rows
    /// of their own. Returns 422 for a filter that the report does not have.
    #[oai(path = "/:report", method = "get", operation_id = "report_rows")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn report_rows(
        &self,
        ctx: Ctx,
        report: Path<ReportKey>,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        #[oai(validator(max_length = 200))]
        sort: Query<Option<String>>,
        /// Keys of columns separated by commas, in their order; those of the report without it.
        #[oai(validator(max_length = 2000))]
        columns: Query<Option<String>>,
        /// The rows; those of the first view without it.
        view: Query<Option<ReportViewKey>>,
        /// The column that the period is about; the first one of the report without it.
        #[oai(validator(max_length = 40))]
        period: Query<Option<String>>,
        /// First day, in the time zone of the report.
        from: Query<Option<NaiveDate>>,
        /// Last day.
        to: Query<Option<NaiveDate>>,
        /// IANA name. The company's own without it.
        #[oai(validator(max_length = 60))]
        time_zone: Query<Option<String>>,
        client_id: Query<Option<Uuid>>,
        client_group_id: Query<Option<Uuid>>,
        subsidiary_id: Query<Option<Uuid>>,
        partner_id: Query<Option<Uuid>>,
        provider_id: Query<Option<Uuid>>,
        service_id: Query<Option<Uuid>>,
        warehouse_id: Query<Option<Uuid>>,
        item_id: Query<Option<Uuid>>,
        price_table_id: Query<Option<Uuid>>,
        /// Countries of destination, ISO 3166-1 alpha-2, separated by commas.
        #[oai(validator(max_length = 800))]
        country: Query<Option<String>>,
        /// Status codes, separated by commas.
        #[oai(validator(max_length = 100))]
        status: Query<Option<String>>,
        /// `export`, `import` or `domestic`.
        #[oai(validator(max_length = 20))]
        direction: Query<Option<String>>,
        /// True: also rows that are off.
        include_inactive: Query<Option<bool>>,
    ) -> ApiResult<Json<ReportRows>> {
        let query = ReportQuery {
            view: view.0,
            period: period.0,
            from: from.0,
            to: to.0,
            time_zone: time_zone.0,
            client_id: client_id.0,
            client_group_id: client_group_id.0,
            subsidiary_id: subsidiary_id.0,
            partner_id: partner_id.0,
            provider_id: provider_id.0,
            service_id: service_id.0,
            warehouse_id: warehouse_id.0,
            item_id: item_id.0,
            price_table_id: price_table_id.0,
            country: country.0,
            status: status.0,
            direction: direction.0,
            include_inactive: include_inactive.0,
        };
        let paging = Paging::new(page.0, per_page.0)?;
        load_page(&ctx, report.0, &query, paging, sort.0.as_deref(), columns.0.as_deref()).await.map(Json)
    }

    /// Show the totals of a report
    ///
    /// Sums by currency of the same rows, for all of them and by group.
    #[oai(path = "/:report/summary", method = "get", operation_id = "report_summary")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn report_summary(
        &self,
        ctx: Ctx,
        report: Path<ReportKey>,
        /// A column, or `day`, `week` or `month` of the period.
        #[oai(validator(max_length = 40))]
        group_by: Query<Option<String>>,
        /// Keys of columns separated by commas; those of the report without it.
        #[oai(validator(max_length = 2000))]
        columns: Query<Option<String>>,
        /// The rows; those of the first view without it.
        view: Query<Option<ReportViewKey>>,
        /// The column that the period is about; the first one of the report without it.
        #[oai(validator(max_length = 40))]
        period: Query<Option<String>>,
        /// First day, in the time zone of the report.
        from: Query<Option<NaiveDate>>,
        /// Last day.
        to: Query<Option<NaiveDate>>,
        /// IANA name. The company's own without it.
        #[oai(validator(max_length = 60))]
        time_zone: Query<Option<String>>,
        client_id: Query<Option<Uuid>>,
        client_group_id: Query<Option<Uuid>>,
        subsidiary_id: Query<Option<Uuid>>,
        partner_id: Query<Option<Uuid>>,
        provider_id: Query<Option<Uuid>>,
        service_id: Query<Option<Uuid>>,
        warehouse_id: Query<Option<Uuid>>,
        item_id: Query<Option<Uuid>>,
        price_table_id: Query<Option<Uuid>>,
        /// Countries of destination, ISO 3166-1 alpha-2, separated by commas.
        #[oai(validator(max_length = 800))]
        country: Query<Option<String>>,
        /// Status codes, separated by commas.
        #[oai(validator(max_length = 100))]
        status: Query<Option<String>>,
        /// `export`, `import` or `domestic`.
        #[oai(validator(max_length = 20))]
        direction: Query<Option<String>>,
        /// True: also rows that are off.
        include_inactive: Query<Option<bool>>,
    ) -> ApiResult<Json<Item<ReportSummary>>> {
        let query = ReportQuery {
            view: view.0,
            period: period.0,
            from: from.0,
            to: to.0,
            time_zone: time_zone.0,
            client_id: client_id.0,
            client_group_id: client_group_id.0,
            subsidiary_id: subsidiary_id.0,
            partner_id: partner_id.0,
            provider_id: provider_id.0,
            service_id: service_id.0,
            warehouse_id: warehouse_id.0,
            item_id: item_id.0,
            price_table_id: price_table_id.0,
            country: country.0,
            status: status.0,
            direction: direction.0,
            include_inactive: include_inactive.0,
        };
        let data = load_summary(&ctx, report.0, &query, group_by.0.as_deref(), columns.0.as_deref()).await?;
        Ok(Json(Item { data }))
    }
}

/// A report that ran into the time limit is refused at its period, which can be shorter.
fn too_long(error: sqlx::Error) -> ApiError {
    match error.as_database_error().and_then(DatabaseError::code) {
        Some(code) if code == QUERY_CANCELED => ApiError::invalid_field("from", MessageCode::SearchTooBroad),
        _ => error.into(),
    }
}

async fn load_page(
    ctx: &Ctx,
    report: ReportKey,
    query: &ReportQuery,
    paging: Paging,
    sort: Option<&str>,
    columns: Option<&str>,
) -> ApiResult<ReportRows> {
    let visible = VisibleReport::open(ctx, report.find_view(query.view)?)?;
    let columns = visible.choose(columns, "columns")?;
    let sort = parse_sort(sort, |key| visible.find(key))?;
    let at = moment_of(ctx).await?;
    let mut tx = ctx.begin().await?;
    sqlx::query(LIMIT).execute(&mut *tx).await?;
    plan_for_values(&mut tx).await?;
    let (params, filter) = query.read_values(&mut tx, visible.view, &at).await?;
    let statement = ReportStatement {
        view: visible.view,
        params: &params,
        filter: &filter,
        scope: &visible.scope,
        sees_costs: visible.sees_costs,
    };
    let mut page = statement.page_query(&columns, &sort, paging);
    let data: Vec<ReportRow> =
        page.build_query_as().persistent(false).fetch_all(&mut *tx).await.map_err(too_long)?;
    let total = match paging.total_at_end(data.len()) {
        Some(total) => total,
        None => {
            let mut count = statement.count_query(paging.cap());
            count.build_query_scalar().persistent(false).fetch_one(&mut *tx).await.map_err(too_long)?
        }
    };
    tx.commit().await?;
    paging.check_reach(total)?;
    let define = |placed: &PlacedColumn| ReportColumnDefinition::new(visible.view, *placed);
    let columns = columns.iter().map(define).collect();
    Ok(ReportRows { data, meta: paging.meta(total), columns, time_zone: params.zone })
}

async fn load_summary(
    ctx: &Ctx,
    report: ReportKey,
    query: &ReportQuery,
    group_by: Option<&str>,
    columns: Option<&str>,
) -> ApiResult<ReportSummary> {
    let visible = VisibleReport::open(ctx, report.find_view(query.view)?)?;
    let columns = visible.choose(columns, "columns")?;
    let at = moment_of(ctx).await?;
    let mut tx = ctx.begin().await?;
    sqlx::query(LIMIT).execute(&mut *tx).await?;
    plan_for_values(&mut tx).await?;
    let (params, filter) = query.read_values(&mut tx, visible.view, &at).await?;
    let statement = ReportStatement {
        view: visible.view,
        params: &params,
        filter: &filter,
        scope: &visible.scope,
        sees_costs: visible.sees_costs,
    };
    let grouping = totals::read_grouping(&visible, &statement, group_by)?;
    let mut sums = statement.totals_query(&columns, grouping, MOST_TOTALS);
    let rows: Vec<TotalRow> =
        sums.build_query_as().persistent(false).fetch_all(&mut *tx).await.map_err(too_long)?;
    tx.commit().await?;
    let is_by_time = !matches!(grouping, None | Some(ReportGrouping::Column(_)));
    Ok(totals::summarize(rows, is_by_time))
}
