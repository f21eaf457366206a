//! Carriers of the last mile: providers that are connected to a server of carriers, the labels that are bought there, their pickups
//! and manifests, and what they report. Without a connection, nothing goes out and nothing is different.

mod attempt;
pub mod following;
pub mod handovers;
mod karrio;
pub mod labels;
mod links;
mod server;

use poem::{Route, post};
use poem_openapi::OpenApi;
use tenancy::TenantTx;

use parties::carrier_links;

pub use following::{FollowLabels, sweep};
pub use handovers::AskHandover;
pub use labels::{AskCarrier, buy_at};
pub use links::CarrierBuying;

pub fn api() -> impl OpenApi {
    (links::ProviderCarrierApi, labels::CarrierLabelApi, handovers::CarrierHandoverApi)
}

/// Adds the address to which servers of carriers report. It stands beside the API, because they have neither a token nor the
/// headers of pages.
pub fn routes(site: Route) -> Route {
    site.at("/api/carrier-webhooks/:id", post(following::webhook::carrier_webhook))
}

/// Disconnects the carriers of a tenant that was imported from an archive: nothing of a copy goes out.
pub async fn forget(tx: &mut TenantTx) -> sqlx::Result<()> {
    carrier_links::delete_all(tx).await
}
