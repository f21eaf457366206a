//! Requests of clients for goods that the company buys for them: asked, quoted, accepted and charged to the wallet, bought, or
//! given back when they could not be bought.

mod action_api;
mod api;
mod buying_api;
mod input;
pub mod model;
mod notices;
pub mod state;
pub mod store;

pub use action_api::BuyingRequestActionApi;
pub use api::BuyingRequestApi;
pub use buying_api::BuyingApi;
pub use store::BUYING_REQUESTS;

use chrono::NaiveDate;
use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::BuyingRequest;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::Where;

/// Whether the state of a request allows an action, for any user.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    today: NaiveDate,
) -> ApiResult<RecordState> {
    let request: BuyingRequest = BUYING_REQUESTS.find(tx, &Where::all(), id).await?;
    let owner = RecordOwner::ByParties {
        client_id: Some(request.client_id),
        subsidiary_id: request.subsidiary_id,
        partner_id: None,
    };
    let verdict = request.verdict(action, today);
    Ok(RecordState { owner, status: Some(request.status.code()), verdict })
}
