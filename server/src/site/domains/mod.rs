//! The company's hosts: what it claims, what its name server proves, and where links in letters lead.

mod api;
mod model;
mod store;

use chrono::{DateTime, Utc};
use policy::Action;
use serde_json::json;
use tenancy::{Host, TenantTx};

pub use api::DomainApi;

use crate::audit::{self, Actor};
use crate::http::error::ApiResult;
use crate::http::standing::Standing;
use crate::state::AppState;

/// Forgets what the company claimed and did not prove in time, so that no name is held by a word alone.
pub async fn lapse(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    for host in store::lapse(tx, state.clock.now()).await? {
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

/// How a host stands towards an action that is asked for on the host `current`.
pub async fn standing(
    tx: &mut TenantTx,
    host: &str,
    action: Action,
    (current, now): (Option<&Host>, DateTime<Utc>),
) -> ApiResult<Standing> {
    let row = store::find(tx, host, now).await?;
    Ok(Standing::of_company(row.word(row.is(current), action)))
}
