//! Orders: those of shops and programs that become drafts of shipments (`incoming`), and those that are forwarded to the
//! company's own host (`host`).

pub mod host;
pub mod incoming;

use chrono::TimeDelta;
use poem::http::Extensions;
use poem::{Route, post};
use poem_openapi::OpenApi;
use tenancy::TenantTx;

use server_core::http::error::ApiResult;
use server_core::settings::order_host;
use server_core::state::AppState;

/// For so long, the log shows how a call went.
const LOGGED_FOR: TimeDelta = TimeDelta::days(3);

pub fn api() -> impl OpenApi {
    (host::OrderLayerApi, host::OrderForwardApi, incoming::ShopOrderApi)
}

/// Adds the address that shops call. It stands beside the API, whose checks are for pages and programs.
pub fn routes(site: Route) -> Route {
    site.at("/api/shop-webhooks/:id", post(incoming::webhook::shop_webhook))
}

/// Adds what is kept for the whole process: how many calls of a company are under way.
pub fn fill_slots(slots: &mut Extensions) {
    slots.insert(host::CallPermits::default());
}

/// The hourly work: old calls are deleted, and answers that nobody gets again.
pub async fn sweep(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    host::delete_old_calls(tx, state.clock.now(), LOGGED_FOR).await
}

/// Disconnects the host of a tenant that was imported from an archive: nothing of a copy goes out.
pub async fn forget(tx: &mut TenantTx) -> sqlx::Result<()> {
    order_host::delete(tx).await?;
    host::delete_every_call(tx).await
}
