//! The storage of a packed parcel, from its packing until it leaves with its shipment.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::Serialize;
use uuid::Uuid;

use super::model::Repack;
use crate::inbound::storage::{InboundParcelStorage, StorageFacts};
use parties::storage_places::{StoragePlace, StorageTerms};
use parties::storage_rates::StoredParcel;

/// The price of the storage of a packed parcel so far.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct PackedStorage {
    /// The last day that costs nothing.
    pub free_until: NaiveDate,
    /// Days that cost something.
    pub paid_days: u32,
    pub fee_per_day: Decimal,
    pub amount: Decimal,
    /// ISO 4217.
    pub currency: String,
}

/// The terms of the day of its packing, which a packed parcel keeps.
#[derive(Debug, Serialize)]
pub struct PackedTerms {
    storage: Option<StorageTerms>,
    time_zone: Option<String>,
    client_group_id: Option<Uuid>,
}

impl PackedTerms {
    /// The terms of a warehouse that still takes in parcels, with the free days of packed ones.
    pub fn of(place: Option<StoragePlace>, client_group_id: Option<Uuid>) -> Self {
        let time_zone = place.as_ref().map(|place| place.time_zone.clone());
        let to_terms =
            |place: StoragePlace| StorageTerms { free_days: place.storage.free_days_packed, ..place.storage };
        Self { storage: place.map(to_terms), time_zone, client_group_id }
    }
}

impl From<InboundParcelStorage> for PackedStorage {
    fn from(storage: InboundParcelStorage) -> Self {
        let InboundParcelStorage { free_until, paid_days, fee_per_day, amount, currency, .. } = storage;
        Self { free_until, paid_days, fee_per_day, amount, currency }
    }
}

impl Repack {
    /// The price of the storage of the packed parcel until then. None before it is packed, and where nothing is stored.
    pub fn calculate_storage(&self, until: DateTime<Utc>) -> Option<PackedStorage> {
        let sides = [self.length_mm, self.width_mm, self.height_mm];
        let parcel = StoredParcel {
            client_group_id: self.client_group_id,
            weight_g: self.weight_g,
            longest_mm: sides.into_iter().flatten().reduce(f64::max),
        };
        let facts =
            StorageFacts::of(self.terms.as_ref(), self.time_zone.as_deref(), self.packed_at, &parcel)?;
        Some(facts.calculate(self.departed_at.unwrap_or(until)).into())
    }
}
