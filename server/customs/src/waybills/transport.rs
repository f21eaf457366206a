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
pub use super::store::lock;

/// SQL of the air waybill `w` whose id is in a column.
#[macro_export]
macro_rules! join_waybill {
    ($id:literal) => {
        concat!("left join mawbs w on w.id = ", $id)
    };
}

/// SQL of the bags of the air waybill whose id is in a column, as texts.
#[macro_export]
macro_rules! bags_on_waybill {
    ($id:literal) => {
        concat!("select c.bag_id::text from mawb_contents c where c.bag_id is not null and c.mawb_id = ", $id)
    };
}

/// SQL of the shipments without a bag of the air waybill whose id is in a column.
#[macro_export]
macro_rules! shipments_on_waybill {
    ($id:literal) => {
        concat!(
            "select c.shipment_id from mawb_contents c where c.shipment_id is not null and c.mawb_id = ",
            $id
        )
    };
}

/// SQL of the number of pieces on the air waybill whose id is in a column.
#[macro_export]
macro_rules! pieces_on_waybill {
    ($id:literal) => {
        concat!(
            "select coalesce(sum(coalesce(b.parcel_count, c.parcel_count)), 0) from mawb_contents c
             left join bags b on b.id = c.bag_id where c.mawb_id = ",
            $id
        )
    };
}

pub const OF_BAGS: &str = "
    select bag_id, mawb_id, released_at is not null as is_released from mawb_contents where bag_id = any($1)";

/// A bag on an air waybill.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct BagOnWaybill {
    pub bag_id: Uuid,
    pub mawb_id: Uuid,
    /// The bag is free for another waybill.
    pub is_released: bool,
}

/// The waybills of some bags.
pub async fn list_of_bags(tx: &mut TenantTx, bag_ids: &[Uuid]) -> ApiResult<Vec<BagOnWaybill>> {
    Ok(sqlx::query_as(OF_BAGS).bind(bag_ids).fetch_all(&mut **tx).await?)
}

/// A waybill of the user's branches. Returns 404 when there is none of this id.
pub async fn find_waybill(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Waybill> {
    WAYBILLS.find(tx, &super::build_filter(scope, Where::all()), id).await
}

/// The same, locked until the transaction ends.
pub async fn lock_waybill(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Waybill> {
    store::lock(tx, &[id]).await?;
    find_waybill(tx, scope, id).await
}
