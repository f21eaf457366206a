//! Shipments: goods that a company transports, with their parcels and items.

mod amounts;
mod api;
pub mod bulk;
mod count;
pub mod export;
pub mod fields;
pub mod home;
pub mod labels;
pub mod list;
pub mod model;
pub mod proposal;
pub mod references;
pub mod said;
mod selection;
pub mod store;

pub use api::ShipmentApi;
pub use count::ShipmentCountApi;
pub use home::PortalApi;

use policy::{Action, Grants};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::access::scope::RowScope;
use crate::http::error::ApiResult;
use crate::http::standing::{Owned, Standing};
use fields::ShipmentFields;

/// Whether the state of a shipment allows an action, for any user.
pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<Standing> {
    let shipment = store::find(tx, &RowScope::All, id, &Grants::NONE).await?;
    let ShipmentFields { client_id, subsidiary_id, partner_id, .. } = shipment.fields;
    Ok(Standing {
        owned: Owned::ByParties { client_id, subsidiary_id, partner_id },
        status: Some(shipment.status.code()),
        verdict: model::verdict(shipment.status, &shipment.missing, action),
    })
}
