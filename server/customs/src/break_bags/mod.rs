//! Break-bag: where a waybill or a master (its like of the post, of a lorry or of a ship) arrives, its bags are unpacked, and
//! what is found is compared with what was expected.

mod action_api;
mod api;
pub mod comparison;
mod elsewhere;
mod line_api;
pub mod model;
pub mod scan;
mod source;
pub mod state;
pub mod store;

pub use action_api::BreakBagActionApi;
pub use api::BreakBagApi;
pub use line_api::BreakBagLineApi;
pub use store::{BREAK_BAG_LINES, BREAK_BAGS, FrozenManifest, expect_manifest};

use std::sync::Arc;

use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::BreakBag;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::Where;

const RESOURCE: Resource = Resource::BreakBag;

/// A parcel that nobody knows goes on: receiving keeps it. The area above follows.
#[derive(Clone)]
pub struct UnknownOver {
    pub ctx: Arc<Ctx>,
    pub line_id: Uuid,
    /// As it was scanned.
    pub code: String,
}

/// All parcels of an air waybill are expected, for now. The area above, which has its manifest, follows.
#[derive(Clone, Copy)]
pub struct WaybillUnpacking {
    pub break_bag_id: Uuid,
    pub mawb_id: Uuid,
}

/// Whether the state of a break-bag allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let found: BreakBag = BREAK_BAGS.find(tx, &Where::all(), id).await?;
    let owner =
        RecordOwner::ByParties { client_id: None, subsidiary_id: found.subsidiary_id, partner_id: None };
    Ok(RecordState { owner, status: Some(found.status.code()), verdict: found.verdict(action) })
}

/// The break-bags that a user reaches; `k` is their alias in the queries of the store.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (_, subsidiaries, _) = scope.parts();
    filter.among("k.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}
