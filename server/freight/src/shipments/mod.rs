//! Shipments: goods that a company transports, with their parcels and items.

mod api;
pub mod at_sender;
pub mod attention;
pub mod bulk;
mod can;
mod cancel;
mod cancelled_order;
mod claimed;
mod completion;
mod confirm;
mod confirm_many;
mod count;
mod document_rule;
pub mod draft;
pub mod export;
pub mod fields;
mod hold_api;
mod hold_row;
pub mod home;
pub mod in_hand;
pub mod known_totals;
pub mod labels;
pub mod list;
pub mod live_events;
pub mod mismatches;
pub mod missing_fields;
pub mod model;
pub mod packed;
mod payment;
pub mod price;
pub mod proposal;
pub mod references;
mod reprice;
pub mod result;
mod selection;
pub mod shop_order;
mod states;
mod status_event;
pub mod store;
mod summary;
pub mod to_bag;
pub mod to_carrier;
pub mod to_deliver;
pub mod to_manifest;
pub mod totals;
mod update_many;
mod wallet_effect;

pub use api::ShipmentApi;
pub use cancel::{ShipmentCancelApi, ShipmentCancelled};
pub use cancelled_order::cancel_untouched;
pub use claimed::mark_claimed;
pub use confirm::{ShipmentConfirmApi, ShipmentConfirmed};
pub use confirm_many::ShipmentConfirmManyApi;
pub use count::ShipmentCountApi;
pub use document_rule::apply_document_rule;
pub use hold_api::ShipmentHoldApi;
pub use home::PortalApi;
pub use reprice::ShipmentRepriceApi;
pub use store::take_codes;
pub use update_many::ShipmentUpdateManyApi;

use policy::{Action, Grants};
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use access::scope::RowScope;
use fields::ShipmentFields;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::periods::Periods;

const TABLE: &str = "shipments";

/// The shipments of a scope, by the day or month of their creation.
pub async fn per_period(tx: &mut TenantTx, periods: &Periods, scope: &RowScope) -> ApiResult<Vec<i64>> {
    periods.count(tx, TABLE, |query| scope.push(query, "t.")).await
}

/// The client of a shipment; none without such a shipment in the scope.
pub async fn client_of(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Option<Option<Uuid>>> {
    Ok(scope.query_scalar(store::CLIENT).bind(id).fetch_optional(&mut **tx).await?)
}

pub fn per_period_query(periods: &Periods, scope: &RowScope) -> QueryBuilder<Postgres> {
    periods.query(TABLE, |query| scope.push(query, "t."))
}

/// Whether the state of a shipment allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let shipment = store::find(tx, &RowScope::All, id, &Grants::NONE).await?;
    let ShipmentFields { client_id, subsidiary_id, partner_id, .. } = shipment.fields;
    Ok(RecordState {
        owner: RecordOwner::ByParties { client_id, subsidiary_id, partner_id },
        status: Some(shipment.status.code()),
        verdict: model::verdict(shipment.state(), action),
    })
}
