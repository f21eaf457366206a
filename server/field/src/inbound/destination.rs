//! Where parcels of clients are sent to.

use poem_openapi::Object;
use rust_decimal::Decimal;
use uuid::Uuid;

use parties::storage_places::StoragePlace;
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
}

impl InboundParcelDestination {
    /// `owner` has the name and the suite of the client who asks.
    pub fn of(place: &StoragePlace, owner: Option<(&str, &str)>) -> Self {
        let suite = owner.map(|(_, suite)| format!("Suite {suite}")).unwrap_or_default();
        let address = place.list_address_lines(&suite);
        let name = owner.map(|(name, _)| name.to_owned());
        Self {
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
