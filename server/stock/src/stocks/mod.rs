//! Stocks: what of a lot is in a place. Goods come in (by hand, or by a file: `bulk`), move, are
//! taken out, corrected, held and released.

mod action_api;
mod api;
pub mod bulk;
pub mod hand;
mod lot_api;
pub mod model;
pub mod receipt;
mod stock_view;
pub mod store;

pub use action_api::StockActionApi;
pub use api::{SORTS, StockApi};
pub use lot_api::StockLotApi;
pub use store::STOCKS;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use access::scope::RowScope;
use chrono::NaiveDate;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};

/// Whether the state of a stock allows an action, for any user.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    today: NaiveDate,
) -> ApiResult<RecordState> {
    let stock = store::find(tx, &RowScope::All, id).await?;
    let owner = RecordOwner::ByParties {
        client_id: stock.client_id,
        subsidiary_id: stock.subsidiary_id,
        partner_id: None,
    };
    Ok(RecordState { owner, status: None, verdict: stock_view::find_verdict(&stock, action, today) })
}
