//! The address book: senders and recipients to use again, and those of earlier shipments.

mod api;
pub mod known;
mod model;
pub mod used_addresses;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

pub use api::SavedAddressApi;
pub use model::{Party, PartySide};

use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};
use server_core::record::Where;

/// Whether the state of an address allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, _: Action) -> ApiResult<RecordState> {
    let stored: model::SavedAddress =
        api::ADDRESSES.find_among(tx, &Where::all().and("id = ", Some(id))).await?;
    let owner = RecordOwner::ByParties {
        client_id: stored.input.client_id,
        subsidiary_id: None,
        partner_id: stored.partner_id,
    };
    Ok(RecordState { owner, status: None, verdict: Verdict::Yes })
}
