//! Partners: agents and resellers. Who works for one reaches its records and no others.

mod api;
mod model;
mod store;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

pub use api::PartnerApi;
pub use store::{code, is_active};

use crate::http::ctx::RowScope;
use crate::http::error::ApiResult;
use crate::http::messages::MessageCode;
use crate::http::standing::{Standing, Word};

/// How a partner stands towards an action, whoever asks.
pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<Standing> {
    let partner = store::find(tx, id).await?;
    Ok(Standing::of_company(Word::of_switch(partner.active, action)))
}

/// The partner that a record is of, when `asked` was said. Where it stood it may stay, even at one that is switched off;
/// a client's user leaves it there, and who works for a partner makes nothing for another.
pub async fn chosen(
    tx: &mut TenantTx,
    scope: &RowScope,
    asked: Option<Uuid>,
    stood: Option<Uuid>,
) -> ApiResult<Result<Option<Uuid>, MessageCode>> {
    let chosen = match model::within(scope, asked, stood) {
        Ok(chosen) => chosen,
        Err(code) => return Ok(Err(code)),
    };
    let is_new = chosen != stood;
    match chosen {
        Some(id) if is_new && !store::is_active(tx, id).await? => Ok(Err(MessageCode::UnknownOption)),
        _ => Ok(Ok(chosen)),
    }
}
