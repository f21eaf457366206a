//! Stock: goods of the company and of its clients in the places of warehouses. `movements` is the ledger, `stocks` what it leaves
//! in each place, `pick_lists` hold goods and pick them by scan, `inventories` count, `purchases` order from suppliers, `buying_requests` are what clients want to be bought, `goods_storage` is what goods of clients cost; `ledger`, `allocation` and the tables of kinds and states are
//! rules, pure: no table, no request.

use poem_openapi::OpenApi;
use tenancy::Tenant;

use server_core::http::error::ApiResult;
use server_core::state::AppState;

pub mod alerts;
pub mod allocation;
pub mod buying_requests;
#[cfg(test)]
mod case_files;
pub mod comparison;
pub mod expiry;
pub mod goods_storage;
pub mod inventories;
pub mod ledger;
pub mod levels;
pub mod lot_state;
pub mod lots;
pub mod merge;
pub mod minimum;
pub mod movement_kind;
pub mod movements;
mod owned_codes;
pub mod pick_lists;
pub mod purchases;
pub mod report_parts;
pub mod reservations;
pub mod stock_items;
pub mod stock_places;
pub mod stocks;
pub mod target_places;
pub mod wanted_items;

pub fn api() -> impl OpenApi {
    (
        (stock_places::StockPlaceApi, stock_items::StockItemApi),
        (stocks::StockApi, stocks::StockActionApi, stocks::StockLotApi, goods_storage::GoodsStorageApi),
        (movements::StockMovementApi, movements::StockReverseApi, movements::StockPhotoApi),
        (
            pick_lists::PickListApi,
            pick_lists::PickListActionApi,
            pick_lists::PickListPackApi,
            pick_lists::PickListRestApi,
        ),
        (inventories::InventoryApi, inventories::InventoryActionApi, inventories::InventoryApproveApi),
        (inventories::InventoryCountApi, inventories::InventoryFindApi, inventories::InventoryDecideApi),
        (
            buying_requests::BuyingRequestApi,
            buying_requests::BuyingRequestActionApi,
            buying_requests::BuyingApi,
        ),
        (purchases::PurchaseApi, purchases::PurchaseActionApi, purchases::PurchaseReceiveApi),
    )
}

/// The work of every hour: goods that are held too long are free again, what expires soon or is to be bought is told, and by night the ledger is compared with the levels.
pub async fn sweep(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let mut tx = state.tenancy.begin(tenant).await?;
    reservations::expire_due(&mut tx, state.clock.now()).await?;
    tx.commit().await?;
    expiry::report_due(state, tenant).await?;
    minimum::report_missing(state, tenant).await?;
    comparison::report_differences(state, tenant).await
}
