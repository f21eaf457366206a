//! Where parcels of clients are sent to.

use chrono::NaiveDate;
use poem_openapi::Object;
use rust_decimal::Decimal;
use uuid::Uuid;

use parties::clients::parcel_owner::ParcelOwner;
use parties::storage_places::StoragePlace;
use parties::storage_rates::StorageRate;
use trade::money::in_currency;

/// A warehouse that takes in parcels of clients.
#[derive(Object)]
pub struct InboundParcelDestination {
    pub warehouse_id: Uuid,
    pub name: String,
    /// The address to give to a shop, line by line. For users of a client with its name and suite.
    pub lines: Vec<String>,
    /// Days that cost nothing; the day of arrival is day 0.
    pub free_days: i32,
    /// Per parcel and day after the free ones.
    pub fee_per_day: Decimal,
    /// ISO 4217.
    pub currency: String,
    /// No more days than these are paid; null for all days.
    pub cap_days: Option<i32>,
    /// Fees of some parcels that arrive today, the smallest first; the first that holds a parcel counts, and `fee_per_day` for all
    /// others.
    pub rates: Vec<ParcelRate>,
}

/// The price of storage of parcels up to a size.
#[derive(Object)]
pub struct ParcelRate {
    /// Up to this weight in grams; null for any.
    pub max_weight_g: Option<i32>,
    /// Up to this length of the longest side in millimetres; null for any.
    pub max_side_mm: Option<i32>,
    /// Per parcel and day after the free ones.
    pub fee_per_day: Decimal,
}

impl InboundParcelDestination {
    /// `owner` is the client who asks.
    pub fn of(place: &StoragePlace, owner: Option<&ParcelOwner>, today: NaiveDate) -> Self {
        let suite = owner.map(|owner| format!("Suite {}", owner.suite_code)).unwrap_or_default();
        let address = place.list_address_lines(&suite);
        let name = owner.map(|owner| owner.name.clone());
        let rates = place.storage.list_rates(owner.and_then(|owner| owner.group_id), today);
        let to_rate = |rate: &StorageRate| ParcelRate {
            max_weight_g: rate.max_weight_g,
            max_side_mm: rate.max_side_mm,
            fee_per_day: in_currency(rate.fee_per_day, Some(&place.storage.currency)),
        };
        Self {
            rates: rates.into_iter().map(to_rate).collect(),
            warehouse_id: place.id,
            name: place.name.clone(),
            lines: name.into_iter().chain(address).collect(),
            free_days: place.storage.free_days,
            fee_per_day: in_currency(place.storage.fee_per_day, Some(&place.storage.currency)),
            currency: place.storage.currency.clone(),
            cap_days: place.storage.cap_days,
        }
    }
}
