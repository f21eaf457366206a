//! Parcels that fly without a bag: all of a shipment, or those that stay when others have gone in bags.

use std::collections::HashMap;

use tenancy::TenantTx;
use uuid::Uuid;

use super::content_store;
use crate::bags::parcel_store::{self, ParcelWay};
use crate::bags::parcel_ways;
use crate::cargo_events::following::ParcelMove;
use freight::shipments::to_bag::{self, LooseShipment, ParcelToBag};
use freight::status::ShipmentStatus;
use freight::tracking_events::LockedShipment;
use server_core::http::error::ApiResult;

/// The parcels of a shipment that are in no bag.
pub struct LooseShipmentParcels {
    /// The facts that decide about the shipment.
    pub whole: ParcelToBag,
    /// Their numbers; empty when all of its parcels have left in bags.
    pub seqs: Vec<i16>,
    /// Grams, as declared: those of the shipment without those that bags have.
    pub weight_g: i32,
    /// Others of the shipment have left, and these have not.
    pub stay_behind: bool,
}

/// The loose parcels of some locked shipments.
pub async fn list(
    tx: &mut TenantTx,
    shipments: &[LockedShipment],
) -> ApiResult<HashMap<Uuid, LooseShipmentParcels>> {
    let ids: Vec<Uuid> = shipments.iter().map(|one| one.id).collect();
    let wholes = to_bag::load_loose(tx, &ids).await?;
    let ways = parcel_store::list_ways(tx, &ids).await?;
    let flown = content_store::list_flown(tx, &ids, ParcelMove::Depart).await?;
    let to_loose = |LooseShipment { id, whole }: LooseShipment| {
        let ways: Vec<ParcelWay> = ways.iter().filter(|way| way.shipment_id == id).cloned().collect();
        let mut parcels = LooseShipmentParcels::new(whole, &ways);
        if flown.contains(&id) {
            parcels.stay_behind = false;
            parcels.whole.beside_customs = Some(ShipmentStatus::Departed);
        }
        (id, parcels)
    };
    Ok(wholes.into_iter().map(to_loose).collect())
}

impl LooseShipmentParcels {
    fn new(whole: ParcelToBag, ways: &[ParcelWay]) -> Self {
        let seqs = parcel_ways::list_loose(ways, whole.parcel_count);
        let in_bags = ways.iter().filter(|way| !seqs.contains(&way.seq)).map(|way| way.weight_g);
        let weight_g = whole.weight_g.unwrap_or_default().saturating_sub(in_bags.sum()).max(0);
        let stay_behind = parcel_ways::stay_behind(ways, &seqs);
        Self { whole, seqs, weight_g, stay_behind }
    }
}
