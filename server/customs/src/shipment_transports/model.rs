//! The way of a shipment as everybody who can open it reads it. Numbers are for those who may open what they name.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use uuid::Uuid;

use super::store::{CarryingBag, CarryingWaybill};
use crate::bags::model::BagKind;
use crate::bags::state::BagStatus;
use crate::waybills::parts::WaybillLeg;
use crate::waybills::state::WaybillStatus;
use trade::wire_name;

wire_name! {
    /// How far parcels of a shipment are on their way.
    TransportStage {
        /// In an open bag.
        Packed = "packed",
        /// In a closed bag.
        Sealed = "sealed",
        /// Its flights are booked.
        Booked = "booked",
        Departed = "departed",
        Arrived = "arrived",
    }
}

/// A bag with parcels of a shipment, and how it flies; or how the shipment flies without a bag.
#[derive(Object, Debug)]
pub struct ShipmentTransport {
    pub stage: TransportStage,
    /// Null for a shipment without a bag.
    pub kind: Option<BagKind>,
    /// Parcels of the shipment that travel so.
    pub parcel_count: i32,
    /// Those of them that were not there when it was unpacked, and have not turned up since.
    pub short_count: i32,
    /// When the first of them came into the bag.
    pub packed_at: Option<DateTime<Utc>>,
    /// When the bag was closed; null while it is open.
    pub sealed_at: Option<DateTime<Utc>>,
    /// IATA code.
    pub origin_airport: String,
    /// IATA code.
    pub destination_airport: String,
    /// In their order; empty until they are booked.
    pub flights: Vec<WaybillLeg>,
    /// When it departed or arrived, as its stage says; null if nobody has reported the time.
    pub moved_at: Option<DateTime<Utc>>,
    /// Null for those who cannot open it.
    pub bag: Option<TransportRecord>,
    /// Null before it is on one, and for those who cannot open it.
    pub waybill: Option<TransportRecord>,
}

/// A bag, an air waybill or a manifest that the user can open.
#[derive(Object, Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct TransportRecord {
    pub id: Uuid,
    pub number: String,
}

impl ShipmentTransport {
    /// `bag` and `waybill` are null where the user cannot open them.
    pub fn in_bag(
        row: CarryingBag,
        flown_by: Option<&CarryingWaybill>,
        bag: Option<TransportRecord>,
        waybill: Option<TransportRecord>,
        short_count: i32,
    ) -> Self {
        let booked = flown_by.filter(|waybill| waybill.is_booked());
        let (origin, destination) = booked.map_or_else(
            || (row.origin_airport, row.destination_airport),
            |it| (it.origin_airport.clone(), it.destination_airport.clone()),
        );
        Self {
            stage: stage_of(Some(row.status), booked.map(|waybill| waybill.status)),
            kind: Some(row.kind),
            parcel_count: i32::try_from(row.parcel_count).unwrap_or(i32::MAX),
            short_count,
            packed_at: Some(row.packed_at),
            sealed_at: row.closed_at,
            origin_airport: origin,
            destination_airport: destination,
            flights: booked.map(|waybill| waybill.legs.0.clone()).unwrap_or_default(),
            moved_at: booked.and_then(CarryingWaybill::told_at),
            bag,
            waybill,
        }
    }

    /// None before its flights are booked: nothing is known then that the shipment does not say itself.
    pub fn loose(row: &CarryingWaybill, waybill: Option<TransportRecord>, short_count: i32) -> Option<Self> {
        row.is_booked().then(|| Self {
            stage: stage_of(None, Some(row.status)),
            kind: None,
            parcel_count: row.parcel_count,
            short_count,
            packed_at: None,
            sealed_at: None,
            origin_airport: row.origin_airport.clone(),
            destination_airport: row.destination_airport.clone(),
            flights: row.legs.0.clone(),
            moved_at: row.told_at(),
            bag: None,
            waybill,
        })
    }
}

/// The further one of what the bag and its waybill say. Carriers of bags without a waybill report of the bags alone.
fn stage_of(bag: Option<BagStatus>, waybill: Option<WaybillStatus>) -> TransportStage {
    let is_at_least = |bag_from: BagStatus, waybill_from: WaybillStatus| {
        bag.is_some_and(|status| status.code() >= bag_from.code())
            || waybill.is_some_and(|status| status.code() >= waybill_from.code())
    };
    if is_at_least(BagStatus::Arrived, WaybillStatus::Arrived) {
        TransportStage::Arrived
    } else if is_at_least(BagStatus::Departed, WaybillStatus::Departed) {
        TransportStage::Departed
    } else if waybill.is_some() {
        TransportStage::Booked
    } else if bag.is_some_and(|status| status.code() >= BagStatus::Closed.code()) {
        TransportStage::Sealed
    } else {
        TransportStage::Packed
    }
}

impl CarryingWaybill {
    /// A draft can still become another way.
    const fn is_booked(&self) -> bool {
        !matches!(self.status, WaybillStatus::Void | WaybillStatus::Draft)
    }

    /// The time of its departure or arrival. Later reports leave only the time of their own.
    const fn told_at(&self) -> Option<DateTime<Utc>> {
        match self.status {
            WaybillStatus::Departed | WaybillStatus::Arrived => self.moved_at,
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_further_of_bag_and_waybill_is_told() {
        use BagStatus as B;
        use TransportStage as T;
        use WaybillStatus as W;
        let cases = [
            (Some(B::Open), None, T::Packed),
            (Some(B::Closed), None, T::Sealed),
            (Some(B::Registered), Some(W::Booked), T::Booked),
            (Some(B::Open), Some(W::Booked), T::Booked),
            (Some(B::Manifested), Some(W::Accepted), T::Booked),
            (Some(B::Manifested), Some(W::Departed), T::Departed),
            (Some(B::Departed), None, T::Departed),
            (Some(B::Departed), Some(W::Customs), T::Arrived),
            (Some(B::Reconciled), Some(W::Delivered), T::Arrived),
            (None, Some(W::Issued), T::Booked),
        ];
        for (bag, waybill, stage) in cases {
            assert_eq!(stage_of(bag, waybill), stage, "{bag:?} {waybill:?}");
        }
    }

    fn waybill(status: WaybillStatus) -> CarryingWaybill {
        CarryingWaybill {
            bag_id: None,
            id: Uuid::from_u128(1),
            number: "020-12345675".into(),
            status,
            subsidiary_id: None,
            origin_airport: "GRU".into(),
            destination_airport: "FRA".into(),
            legs: sqlx::types::Json(Vec::new()),
            moved_at: Some(DateTime::UNIX_EPOCH),
            parcel_count: 2,
        }
    }

    #[test]
    fn flights_are_told_once_they_are_booked() {
        assert!(ShipmentTransport::loose(&waybill(WaybillStatus::Draft), None, 0).is_none());
        assert!(ShipmentTransport::loose(&waybill(WaybillStatus::Void), None, 0).is_none());
        let departed = ShipmentTransport::loose(&waybill(WaybillStatus::Departed), None, 0).unwrap();
        assert_eq!((departed.stage, departed.moved_at.is_some()), (TransportStage::Departed, true));
        let customs = ShipmentTransport::loose(&waybill(WaybillStatus::Customs), None, 0).unwrap();
        assert_eq!((customs.stage, customs.moved_at), (TransportStage::Arrived, None));
    }
}
