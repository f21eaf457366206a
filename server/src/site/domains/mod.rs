//! The company's hosts: what it claims, what its name server proves, and where links in letters lead.

mod api;
mod model;
mod store;

use policy::Action;
use tenancy::{Host, TenantTx};

pub use api::DomainApi;

use crate::http::error::ApiResult;
use crate::http::standing::Standing;

/// How a host stands towards an action that is asked for on the host `current`.
pub async fn standing(
    tx: &mut TenantTx,
    host: &str,
    action: Action,
    current: Option<&Host>,
) -> ApiResult<Standing> {
    let row = store::find(tx, host).await?;
    Ok(Standing::of_company(row.word(row.is(current), action)))
}
