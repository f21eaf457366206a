//! Reports: tables with totals, charts and files over the records that a user may list.
//!
//! A report is a plain value (`views`): rows, columns, filters, groups. Areas offer their columns and joins as
//! `report_parts`; the definitions here put them together. One statement (`statement`) gives the page, its count, the totals
//! and the rows of a file, so that all of them show the same. `schedules` makes files at set times.

use poem_openapi::OpenApi;

mod api;
mod catalogue;
mod cells;
mod every_query;
mod export;
mod export_api;
mod loss_ratio;
mod model;
mod money_views;
mod permission;
mod price_views;
mod query;
pub mod schedules;
mod shipment_views;
mod statement;
mod stock_views;
mod totals;
pub mod views;

pub use catalogue::{ReportKey, all_views};
pub use every_query::build_every_query;
pub use export::ExportReport;

pub fn api() -> impl OpenApi {
    (api::ReportApi, export_api::ReportExportApi, schedules::ReportScheduleApi)
}
