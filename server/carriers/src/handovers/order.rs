//! The labels of a pickup or a manifest, and its row.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{CheckedHandover, HandoverKind};
use super::store::{self, LabelSource, NewHandover, WaitingLabel};
use crate::labels::find_warehouse;
use crate::links::CarrierLink;
use crate::links::link::host_of;
use crate::server::{HandedParcel, HandoverOrder};
use access::scope::RowScope;
use freight::shipments::to_carrier;
use freight::status::ShipmentStatus;
use freight::tracking_events::{self, LockedShipment};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use trade::carrier_party::CarrierParty;

/// The user who asks for a handover.
#[derive(Clone, Copy, Debug)]
pub struct Asker<'a> {
    pub scope: &'a RowScope,
    pub by: Uuid,
    pub at: DateTime<Utc>,
}

/// A provider whose carrier is asked.
#[derive(Clone, Copy, Debug)]
pub struct ConnectedProvider<'a> {
    pub id: Uuid,
    pub link: &'a CarrierLink,
}

/// A handover that was written.
#[derive(Clone, Copy, Debug)]
pub struct OrderedHandover {
    pub id: Uuid,
    pub label_count: usize,
}

impl<'a> ConnectedProvider<'a> {
    fn find_source(&self, server: &'a str, kind: HandoverKind) -> LabelSource<'a> {
        LabelSource { provider_id: self.id, server, account: &self.link.account, kind }
    }
}

/// Writes the row of a handover of all labels that wait for one and whose shipments the user reaches.
pub async fn order(
    tx: &mut TenantTx,
    asker: Asker<'_>,
    provider: ConnectedProvider<'_>,
    checked: CheckedHandover,
) -> ApiResult<OrderedHandover> {
    let CheckedHandover { kind, visit, expected } = checked;
    let place = find_place(tx, provider.link).await?;
    let server = host_of(&provider.link.url);
    let source = provider.find_source(&server, kind);
    let labels = take(tx, asker.scope, source).await?;
    let nothing = || ApiError::refused(MessageCode::CarrierHandoverEmpty);
    let carrier_name = labels.first().map(|label| label.carrier_name.clone()).ok_or_else(nothing)?;
    let id = Uuid::now_v7();
    let order = HandoverOrder {
        reference: id.to_string(),
        kind,
        carrier_name,
        place,
        parcels: labels.iter().map(to_parcel).collect(),
        visit,
    };
    let label_ids: Vec<Uuid> = labels.iter().map(|label| label.id).collect();
    let shipment_ids: Vec<Uuid> = labels.iter().map(|label| label.shipment_id).collect();
    let new = NewHandover {
        source,
        order: &order,
        shipment_ids: &shipment_ids,
        label_ids: &label_ids,
        expected: expected.as_ref().map(|cost| cost.amount),
        expected_currency: expected.as_ref().map(|cost| cost.currency.as_str()),
        by: asker.by,
        at: asker.at,
    };
    store::insert(tx, id, &new).await?;
    Ok(OrderedHandover { id, label_count: labels.len() })
}

/// Carriers take parcels of several shipments from one place: the warehouse of the settings.
async fn find_place(tx: &mut TenantTx, link: &CarrierLink) -> ApiResult<CarrierParty> {
    let place = match link.warehouse_id {
        Some(id) => find_warehouse(tx, id).await?,
        None => None,
    };
    place.ok_or_else(|| ApiError::refused(MessageCode::CarrierPlaceMissing))
}

/// Locks the shipments, then their labels, so that each label goes with one handover. Labels of one carrier go together: the
/// connection may have had another one before.
async fn take(tx: &mut TenantTx, scope: &RowScope, source: LabelSource<'_>) -> ApiResult<Vec<WaitingLabel>> {
    let waiting = store::list_waiting(tx, source).await?;
    let shipment_ids: Vec<Uuid> = waiting.iter().map(|label| label.shipment_id).collect();
    let locked = tracking_events::lock_many(tx, scope, &shipment_ids).await?;
    let going: HashSet<Uuid> = locked.iter().filter(|one| goes(one)).map(|one| one.id).collect();
    let ids: Vec<Uuid> =
        waiting.iter().filter(|label| going.contains(&label.shipment_id)).map(|label| label.id).collect();
    let mut labels = store::lock_waiting(tx, source, &ids).await?;
    let carrier_name = labels.first().map(|label| label.carrier_name.clone());
    labels.retain(|label| Some(&label.carrier_name) == carrier_name.as_ref());
    Ok(labels)
}

/// Whether a shipment goes with the handover. A cancelled one gets its label taken back, and a held one stays.
fn goes(shipment: &LockedShipment) -> bool {
    shipment.status != ShipmentStatus::Cancelled && shipment.held_at.is_none()
}

fn to_parcel(label: &WaitingLabel) -> HandedParcel {
    HandedParcel { remote_id: label.remote_id.clone(), tracking_number: label.tracking_number.clone() }
}

/// How many labels wait for a pickup, or for a manifest, of those that a user reaches.
pub async fn count_waiting(
    tx: &mut TenantTx,
    scope: &RowScope,
    provider: ConnectedProvider<'_>,
    kind: HandoverKind,
) -> ApiResult<usize> {
    let server = host_of(&provider.link.url);
    let source = provider.find_source(&server, kind);
    let waiting = store::list_waiting(tx, source).await?;
    let ids: Vec<Uuid> = waiting.iter().map(|label| label.shipment_id).collect();
    let reached = to_carrier::find_reached(tx, scope, &ids).await?;
    Ok(ids.iter().filter(|id| reached.contains(*id)).count())
}
