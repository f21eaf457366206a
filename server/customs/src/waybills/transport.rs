//! Questions of manifests and of reports of airlines to waybills. Shipments and bags are locked before them.

use tenancy::TenantTx;
use uuid::Uuid;

use super::model::Waybill;
use super::store::{self, WAYBILLS};
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::record::Where;

pub use super::charges::calculate_totals;
pub use super::document::{ContentIds, list_ids};
pub use super::houses::{WaybillHouse, list_houses};

/// A waybill of the user's branches. Returns 404 when there is none of this id.
pub async fn find_waybill(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Waybill> {
    WAYBILLS.find(tx, &super::build_filter(scope, Where::all()), id).await
}

/// The same, locked until the transaction ends.
pub async fn lock_waybill(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Waybill> {
    store::lock(tx, &[id]).await?;
    find_waybill(tx, scope, id).await
}
