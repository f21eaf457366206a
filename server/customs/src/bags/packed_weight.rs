//! Grams of the parcels in bags: the parcels of a bag weigh together what the bag weighs. The paper of a waybill and a manifest
//! say the same.

use std::collections::HashMap;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use uuid::Uuid;

use super::transport::{TransportedBag, TransportedParcel};
use trade::money::split;

/// A parcel in its bag.
#[derive(Clone, Copy, Debug)]
pub struct WeighedParcel<'a> {
    pub bag: &'a TransportedBag,
    pub parcel: &'a TransportedParcel,
    /// Grams, its share of those of the bag.
    pub weight_g: i64,
}

/// The parcels of some bags. Those of a bag share the grams that `weight_of` says by their declared weights; without such grams
/// they weigh what was declared.
pub fn weigh_parcels<'a>(
    bags: &'a [TransportedBag],
    parcels: &'a [TransportedParcel],
    weight_of: impl Fn(&TransportedBag) -> Option<i32>,
) -> Vec<WeighedParcel<'a>> {
    let mut by_bag = HashMap::<Uuid, Vec<&TransportedParcel>>::new();
    for parcel in parcels {
        by_bag.entry(parcel.bag_id).or_default().push(parcel);
    }
    let mut weighed = Vec::with_capacity(parcels.len());
    for bag in bags {
        let own = by_bag.remove(&bag.id).unwrap_or_default();
        let declared: Vec<Decimal> = own.iter().map(|parcel| parcel.weight_g.into()).collect();
        let shares = match weight_of(bag) {
            Some(weight_g) => split(weight_g.into(), &declared, 0),
            None => declared,
        };
        weighed.extend(own.into_iter().zip(shares).map(|(parcel, share)| WeighedParcel {
            bag,
            parcel,
            weight_g: share.to_i64().unwrap_or_default(),
        }));
    }
    weighed
}
