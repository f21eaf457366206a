//! The parcels of a delivery with ids for its fold, which knows parcels by ids alone.

use uuid::Uuid;

use crate::runs::model::ParcelOfShipment;

/// All parcels of a delivery in one order. The id of a parcel is its place there.
#[derive(Clone, Debug)]
pub struct ParcelIndex {
    parcels: Vec<ParcelOfShipment>,
}

impl ParcelIndex {
    /// The parcels of these shipments, each with its number of parcels.
    pub fn new(shipments: &[(Uuid, i16)]) -> Self {
        let of_shipment = |shipment: &(Uuid, i16)| {
            let (shipment_id, count) = *shipment;
            (1..=count).map(move |number| ParcelOfShipment { shipment_id, number })
        };
        let mut parcels: Vec<ParcelOfShipment> = shipments.iter().flat_map(of_shipment).collect();
        parcels.sort_unstable();
        Self { parcels }
    }

    pub fn list_ids(&self) -> Vec<Uuid> {
        (0..self.parcels.len()).map(to_id).collect()
    }

    /// The ids of these parcels; those of other deliveries are left out.
    pub fn find_ids(&self, parcels: &[ParcelOfShipment]) -> Vec<Uuid> {
        parcels.iter().filter_map(|parcel| self.parcels.binary_search(parcel).ok()).map(to_id).collect()
    }

    /// The numbers of the parcels of a shipment that are not among these ids.
    pub fn list_others(&self, shipment_id: Uuid, ids: &[Uuid]) -> Vec<i16> {
        let others = self.parcels.iter().enumerate().filter(|(at, _)| !ids.contains(&to_id(*at)));
        others.filter(|(_, one)| one.shipment_id == shipment_id).map(|(_, one)| one.number).collect()
    }
}

fn to_id(at: usize) -> Uuid {
    Uuid::from_u128(at as u128 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parcels_are_found_by_their_ids() {
        let (one, other) = (Uuid::from_u128(7), Uuid::from_u128(3));
        let index = ParcelIndex::new(&[(one, 2), (other, 1)]);
        assert_eq!(index.list_ids().len(), 3);
        let second = ParcelOfShipment { shipment_id: one, number: 2 };
        let stranger = ParcelOfShipment { shipment_id: Uuid::nil(), number: 1 };
        let left = index.find_ids(&[second, stranger]);
        assert_eq!(left.len(), 1);
        assert_eq!(index.list_others(one, &left), [1]);
        assert_eq!(index.list_others(other, &left), [1]);
        assert_eq!(index.list_others(one, &index.list_ids()), Vec::<i16>::new());
    }
}
