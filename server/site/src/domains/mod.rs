//! The hosts of a company: claims, verification and the primary host.

mod api;
mod model;
pub mod proof_again;
mod store;

use chrono::{DateTime, Utc};
use policy::Action;
use serde_json::json;
use tenancy::{Host, TenantTx};

pub use api::DomainApi;

use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::http::record_state::RecordState;
use server_core::state::AppState;

/// Deletes expired claims, so that an unverified claim does not keep a name.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    for host in store::delete_expired(tx, state.clock.now()).await? {
        audit::record(
            tx,
            Actor::server(state, "sweep".to_owned()),
            "domain.lapse",
            None,
            json!({ "host": [host, null] }),
        )
        .await?;
    }
    Ok(())
}

/// The state of a host towards an action, for a request to the host `current`.
pub async fn load_record_state(
    tx: &mut TenantTx,
    host: &str,
    action: Action,
    current: Option<&Host>,
    now: DateTime<Utc>,
) -> ApiResult<RecordState> {
    let row = store::find(tx, host, now).await?;
    Ok(RecordState::of_company(row.verdict(row.is(current), action)))
}
