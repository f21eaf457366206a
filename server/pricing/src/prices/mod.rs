//! Price tables with their versions, fuel rates and assignments, and the rating of shipments by them.

pub mod assignments;
pub mod assignments_api;
pub mod change;
pub mod comparison;
pub mod conditions;
pub mod content;
pub mod copy;
pub mod cost_check;
pub mod costs;
pub mod edit;
pub mod exchange;
pub mod findings;
pub mod fuel;
pub mod grid;
pub mod grid_api;
pub mod lines;
pub mod numbers;
pub mod priced;
pub mod publish;
pub mod rate_for;
pub mod rules;
pub mod seen;
pub mod settings;
pub mod sheet_api;
pub mod sheet_file;
pub mod sheet_reading;
pub mod sheets;
pub mod simulate_api;
pub mod simulation;
pub mod store;
pub mod tables;
pub mod tariffs;
pub mod versions;
pub mod versions_api;

use poem_openapi::OpenApi;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use server_core::http::record_state::RecordState;

pub fn api() -> impl OpenApi {
    (
        tables::PriceTableApi,
        versions_api::PriceVersionApi,
        grid_api::PriceGridApi,
        fuel::FuelRateApi,
        assignments_api::PriceAssignmentApi,
        sheet_api::PriceSheetApi,
        simulate_api::PriceSimulationApi,
    )
}

/// Whether the state of a record of prices allows an action, for any user.
pub async fn load_record_state(
    tx: &mut TenantTx,
    resource: Resource,
    id: Uuid,
    action: Action,
) -> ApiResult<RecordState> {
    match resource {
        Resource::FuelRate => fuel::load_record_state(tx, id).await,
        Resource::PriceAssignment => assignments::load_record_state(tx, id).await,
        _ => tables::load_record_state(tx, id, action).await,
    }
}
