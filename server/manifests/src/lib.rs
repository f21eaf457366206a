//! Manifests: what is in a transport, told to partners, airlines and customs. A closed manifest stays as it is.
//!
//! The documents of a flight, the way of a shipment and the houses that a break-bag expects need manifests and the transports
//! below them, so they are here, too. The places where messages of carriers are fetched are gateways like those of manifests.

mod action_api;
mod answer_api;
mod answer_file;
mod answers;
mod api;
pub mod cargo_imp;
pub mod cargo_xml;
pub mod checks;
pub mod closing;
pub mod contents;
mod delivery;
mod expected_houses;
pub mod files;
pub mod flights;
mod freed_bags;
mod freezing;
pub mod gateways;
mod house_api;
pub mod house_line;
mod input;
mod master;
mod master_texts;
pub mod message_sources;
pub mod model;
mod other_manifests;
mod problems;
pub mod report_parts;
pub mod retention;
pub mod sending;
mod sftp;
pub mod sheet;
mod shipment_transports;
pub mod snapshot;
pub mod state;
pub mod store;
#[cfg(test)]
mod test_snapshot;
pub mod version_model;

pub use expected_houses::expect_houses;
pub use store::MANIFESTS;

use poem_openapi::OpenApi;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use self::input::build_filter;
use self::model::Manifest;
use self::state::{ManifestStatus, step_of};
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};
use server_core::record::Where;

pub fn api() -> impl OpenApi {
    (
        (api::ManifestApi, house_api::ManifestHouseApi, action_api::ManifestActionApi),
        (answer_api::ManifestAnswerApi, message_sources::MessageSourceApi),
        (flights::FlightApi, shipment_transports::ShipmentTransportApi),
    )
}

/// Whether the state of a manifest allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let manifest: Manifest = MANIFESTS.find(tx, &Where::all(), id).await?;
    let owner =
        RecordOwner::ByParties { client_id: None, subsidiary_id: manifest.subsidiary_id, partner_id: None };
    let step = if action == Action::Amend { Some(manifest.amendment()) } else { step_of(action) };
    let verdict = step.map_or(Verdict::Yes, |step| manifest.verdict(step));
    Ok(RecordState { owner, status: Some(manifest.status.code()), verdict })
}

/// Number of rejected manifests, which go on by an amendment, up to one above `cap`; none if the user cannot list them.
pub async fn count_rejected(tx: &mut TenantTx, ctx: &Ctx, cap: i64) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::Manifest, Action::List) else { return Ok(None) };
    let filter = build_filter(&scope, Where::all()).and("m.status = ", Some(ManifestStatus::Rejected));
    Ok(Some(MANIFESTS.count(tx, &filter, cap).await?))
}
