//! Manifests: what is in a transport, told to partners, airlines and customs. A closed manifest stays as it is.

mod action_api;
mod answer_api;
mod answers;
mod api;
pub mod cargo_imp;
pub mod cargo_xml;
pub mod checks;
pub mod closing;
pub mod contents;
mod delivery;
pub mod files;
mod freezing;
pub mod gateways;
mod house_api;
pub mod house_line;
mod input;
mod master;
mod master_texts;
pub mod model;
mod problems;
pub mod sending;
pub mod sheet;
pub mod snapshot;
pub mod state;
pub mod store;
#[cfg(test)]
mod test_snapshot;
pub mod version_model;

pub use action_api::ManifestActionApi;
pub use answer_api::ManifestAnswerApi;
pub use api::ManifestApi;
pub use house_api::ManifestHouseApi;
pub use store::MANIFESTS;

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
