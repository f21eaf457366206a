//! Parcels in the warehouse that belong into a bag and are in none.

use tenancy::TenantTx;

use super::model::Bag;
use super::parcel_model::{ExpectedParcels, ExpectedShipment};
use super::parcel_store::{self, IncompleteShipment};
use super::triage;
use access::scope::RowScope;
use freight::shipments::to_bag::{self, MAX_WAITING, WaitingShipment, WantedShipments};
use server_core::http::error::ApiResult;

/// First the shipments of which some parcels are in the bag, or have gone the same way before, then those that were received, the oldest first.
pub async fn list(tx: &mut TenantTx, scope: &RowScope, bag: &Bag) -> ApiResult<ExpectedParcels> {
    let incomplete = parcel_store::list_incomplete(tx, bag.id).await?;
    let postcodes = bag.triage_group.map(triage::list_ranges);
    let wanted = WantedShipments {
        country_id: bag.destination_country_id,
        service_id: bag.service_id,
        duty_payer: bag.tax_modality,
        postcodes: postcodes.as_deref(),
    };
    let waiting = to_bag::list_waiting(tx, scope, &wanted).await?;
    let is_cut = i64::try_from(waiting.len()).unwrap_or(i64::MAX) >= MAX_WAITING;
    let waiting = waiting.into_iter().map(ExpectedShipment::from);
    let data = incomplete.into_iter().map(ExpectedShipment::from).chain(waiting).collect();
    Ok(ExpectedParcels { data, is_cut })
}

impl From<IncompleteShipment> for ExpectedShipment {
    fn from(row: IncompleteShipment) -> Self {
        let packed = i16::try_from(row.packed_count).unwrap_or(i16::MAX);
        Self {
            shipment_id: row.shipment_id,
            tracking_code: row.tracking_code,
            to_name: None,
            to_city: None,
            service_title_locale: None,
            parcel_count: row.parcel_count,
            missing_count: row.parcel_count.saturating_sub(packed),
            weight_g: None,
            is_held: false,
            is_unconfirmed: false,
            is_uncleared: false,
        }
    }
}

impl From<WaitingShipment> for ExpectedShipment {
    fn from(row: WaitingShipment) -> Self {
        Self {
            shipment_id: row.id,
            tracking_code: row.tracking_code,
            to_name: row.to_name,
            to_city: row.to_city,
            service_title_locale: row.service_title_locale,
            parcel_count: row.parcel_count,
            missing_count: row.parcel_count,
            weight_g: row.weight_g,
            is_held: row.held_at.is_some(),
            is_unconfirmed: row.is_unconfirmed,
            is_uncleared: row.is_uncleared,
        }
    }
}
