//! Creates shipments or clients, or receives goods, from a file with any columns.
//!
//! First the file is read (`sheets::preview`), its columns are guessed (`guess`, `synonyms`) and the user maps
//! them (`mapping`, `field`). The process then copies the rows into a table and walks through them shipment
//! by shipment (`process`): it reads each line (`parse`), combines the lines of one shipment (`group`) and
//! stores the new ones. In a file of clients each line is one client (`process/clients`), in one of stock goods
//! in one place (`process/stock_receipts`). README.md says which lines are refused, and why.

mod api;
mod calls;
mod can;
mod client_api;
mod client_phrases;
mod column_stats;
pub mod copy;
pub mod corrections;
pub mod day;
pub mod directory;
pub mod field;
pub mod forecasts;
pub mod format;
pub mod group;
pub mod guess;
pub mod input;
pub mod kind;
mod limits;
pub mod lines;
pub mod lookups;
pub mod mapping;
mod measure;
pub mod memory;
pub mod merge;
pub mod model;
pub mod parse;
mod phrases;
pub mod problem;
pub mod process;
pub mod read;
pub mod reasons;
mod receive;
pub mod refused;
pub mod refused_file;
pub mod rerun;
mod same_file;
mod service;
mod sheet_choice;
pub mod status;
mod stock_api;
mod stock_phrases;
pub mod store;
pub mod synonyms;
#[cfg(test)]
mod tests;
pub mod value;

use poem_openapi::OpenApi;
use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

pub use api::ShipmentImportApi;
pub use client_api::ClientImportApi;
pub use stock_api::StockImportApi;

use access::scope::RowScope;
use kind::{ImportKind, ImportScope};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::record_state::{RecordOwner, RecordState};
use store::Owners;

pub fn api() -> impl OpenApi {
    (ShipmentImportApi, ClientImportApi, StockImportApi)
}

/// Numbers of refused lines and of their imports, in finished imports of the last days.
pub async fn refused_lines(tx: &mut TenantTx, scope: &RowScope, days: i32) -> ApiResult<(i64, i64)> {
    Ok(store::count_refused(tx, scope, days).await?)
}

/// Whether the state of an import allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let import = store::find(tx, &ImportScope::all(ImportKind::Shipments), id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let Owners { client_id, subsidiary_id, partner_id } = import.owners();
    Ok(RecordState {
        owner: RecordOwner::ByParties { client_id, subsidiary_id, partner_id },
        status: Some(import.status.code()),
        verdict: import.status.verdict(action),
    })
}
