//! Shipments: what a company takes from one place to another, with parcels and items.

mod api;
pub mod bulk;
pub mod fields;
pub mod labels;
pub mod list;
pub mod model;
pub mod page;
pub mod references;
pub mod store;

pub use api::ShipmentApi;

use policy::{Action, Policy, UserType};
use tenancy::TenantTx;
use uuid::Uuid;

use super::status::ShipmentStatus;
use crate::http::ctx::RowScope;
use crate::http::error::ApiResult;
use fields::ShipmentFields;
use model::ShipmentCan;

/// Whose a shipment is, and what its state says to an action, for somebody who asks why.
pub struct Standing {
    pub client_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub status: ShipmentStatus,
    pub allows: bool,
}

pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<Option<Standing>> {
    let everything = Policy::shipped().grants(UserType::Admin);
    let shipment = match store::find(tx, &RowScope::All, id, &everything).await {
        Ok(shipment) => shipment,
        Err(error) if error.status() == poem::http::StatusCode::NOT_FOUND => return Ok(None),
        Err(error) => return Err(error),
    };
    let ShipmentCan { update, cancel, duplicate, print_label, record_event } = shipment.can;
    let allows = match action {
        Action::Update => update,
        Action::Cancel => cancel,
        Action::Duplicate => duplicate,
        Action::PrintLabel => print_label,
        Action::RecordEvent => record_event,
        _ => true,
    };
    let ShipmentFields { client_id, subsidiary_id, partner_id, .. } = shipment.fields;
    Ok(Some(Standing { client_id, subsidiary_id, partner_id, status: shipment.status, allows }))
}
