//! Claims: goods of a client were lost, damaged or incomplete. Staff decide, and what they grant goes to the wallet once.

mod api;
pub mod model;
mod notifications;
mod store;

pub use api::ClaimApi;
pub use store::CLAIMS;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::{Claim, TRANSITIONS};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::Where;

/// Whether the state of a claim allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let claim: Claim = CLAIMS.find(tx, &Where::all(), id).await?;
    let owner = RecordOwner::ByParties {
        client_id: Some(claim.client_id),
        subsidiary_id: store::find_branch(tx, claim.shipment_id).await?,
        partner_id: None,
    };
    Ok(RecordState { owner, status: None, verdict: TRANSITIONS.verdict(action, claim.status, &()) })
}

/// Refuses to give the price of a shipment back whose loss is paid, or may be: the client would get both.
pub async fn refuse_reversal(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<()> {
    if !store::is_claimed(tx, shipment_id).await? {
        return Ok(());
    }
    Err(ApiError::refused(MessageCode::ShipmentClaimed))
}
