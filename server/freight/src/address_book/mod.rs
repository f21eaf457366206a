//! The address book: senders and recipients to use again, and those of earlier shipments.

mod api;
pub mod known;
mod model;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

pub use api::SavedAddressApi;
pub use model::{Party, PartySide};

use server_core::http::error::ApiResult;
use server_core::http::standing::{Owned, Standing, Verdict};
use server_core::record::Where;

/// Whether the state of an address allows an action, for any user.
pub async fn standing(tx: &mut TenantTx, id: Uuid, _: Action) -> ApiResult<Standing> {
    let stored: model::SavedAddress =
        api::ADDRESSES.find_among(tx, &Where::all().and("id = ", Some(id))).await?;
    let owned = Owned::ByParties {
        client_id: stored.input.client_id,
        subsidiary_id: None,
        partner_id: stored.partner_id,
    };
    Ok(Standing { owned, status: None, verdict: Verdict::Yes })
}
