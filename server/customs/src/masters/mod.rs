//! Masters without air paper: bags that go together with the post (CN38), a lorry (CMR) or a ship (bill of lading).

mod action_api;
mod api;
mod bag_api;
mod input;
pub mod model;
mod movement;
pub mod paper;
mod paper_api;
pub mod state;
pub mod store;

pub use action_api::MasterActionApi;
pub use api::MasterApi;
pub use bag_api::MasterBagApi;
pub use paper_api::MasterPaperApi;
pub use store::{MASTERS, list_bags};

use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::Master;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::Where;

/// Whether the state of a master allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let master: Master = MASTERS.find(tx, &Where::all(), id).await?;
    let owner =
        RecordOwner::ByParties { client_id: None, subsidiary_id: master.subsidiary_id, partner_id: None };
    Ok(RecordState { owner, status: Some(master.status.code()), verdict: master.verdict(action) })
}

/// The masters that a user reaches.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (_, subsidiaries, _) = scope.parts();
    filter.among("m.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

const RESOURCE: Resource = Resource::Master;
