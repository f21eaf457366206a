//! Runs of drivers: their stops in an order, with versions, from loading to the end.

mod action_api;
mod api;
mod departure;
mod drivers;
mod load;
pub mod model;
pub mod pickup_stops;
pub mod pickup_store;
mod plan;
pub mod route_scope;
pub mod state;
pub mod stop_order;
pub mod stop_places;
pub mod stops;
pub mod store;

pub use action_api::RouteActionApi;
pub use api::RouteApi;
pub use store::ROUTES;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::DeliveryRoute;
use self::state::{step_of, verdict};
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};
use server_core::record::Where;

/// Whether the state of a run allows an action. `driver_id` is the user who asks, if only own runs are open to that user.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    driver_id: Option<Uuid>,
) -> ApiResult<RecordState> {
    let route: DeliveryRoute = ROUTES.find(tx, &Where::all(), id).await?;
    let subsidiary_id = route.subsidiary_id;
    let owner = match driver_id {
        Some(_) => RecordOwner::Among(route.driver_id == driver_id),
        None => RecordOwner::ByParties { client_id: None, subsidiary_id, partner_id: None },
    };
    let verdict = step_of(action).map_or(Verdict::Yes, |step| verdict(route.state(), step));
    Ok(RecordState { owner, status: Some(route.status.code()), verdict })
}
