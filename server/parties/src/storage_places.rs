//! Warehouses that take in parcels of clients: what their storage costs, and the address at which a client receives.

use std::collections::HashSet;

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::parcel_intake::ParcelIntake;
use super::storage_rates::StorageRate;
use super::storage_rules::StorageRule;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use trade::money::{decimals_of, has_too_many_decimals};
use trade::street::join_street;

/// A company has few of these warehouses.
const MAX_PLACES: i64 = 50;

/// Prices of the storage of parcels of clients, and of their goods in stock, in a warehouse.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorageTerms {
    /// Days that cost nothing; the day of arrival is day 0.
    #[oai(validator(minimum(value = "0"), maximum(value = "365")))]
    pub free_days: i32,
    /// Days that cost nothing for a packed parcel; the day of its packing is day 0.
    #[oai(default = "usual_free_days_packed", validator(minimum(value = "0"), maximum(value = "365")))]
    #[serde(default = "usual_free_days_packed")]
    pub free_days_packed: i32,
    /// Per parcel and day after the free ones.
    pub fee_per_day: Decimal,
    /// ISO 4217.
    #[oai(validator(min_length = 3, max_length = 3))]
    pub currency: String,
    /// No more days than these are paid; null for all days.
    #[oai(validator(minimum(value = "1"), maximum(value = "3650")))]
    pub cap_days: Option<i32>,
    /// For packing several parcels into one.
    #[oai(default)]
    #[serde(default)]
    pub repack_fee: Decimal,
    /// The same for each of them.
    #[oai(default)]
    #[serde(default)]
    pub repack_parcel_fee: Decimal,
    /// For taking invoices of shops out of parcels.
    #[oai(default)]
    #[serde(default)]
    pub remove_invoices_fee: Decimal,
    /// For more padding.
    #[oai(default)]
    #[serde(default)]
    pub padding_fee: Decimal,
    /// For goods of clients in stock: per unit and day after the free ones, charged when they are packed into a shipment.
    #[oai(default)]
    #[serde(default)]
    pub goods_fee_per_day: Decimal,
    /// True: what the storage of a parcel has cost is charged when staff abandon it.
    #[oai(default)]
    #[serde(default)]
    pub charge_abandoned: bool,
    /// For some parcels, instead of `fee_per_day`. A parcel keeps those of the day on which it arrives.
    #[oai(default, validator(max_items = 100))]
    #[serde(default)]
    pub rates: Vec<StorageRate>,
}

const fn usual_free_days_packed() -> i32 {
    7
}

/// A warehouse that takes in parcels of clients.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct StoragePlace {
    pub id: Uuid,
    pub name: String,
    pub subsidiary_id: Option<Uuid>,
    /// IANA time zone.
    pub time_zone: String,
    #[sqlx(json)]
    pub storage: StorageTerms,
    #[sqlx(json(nullable))]
    pub intake: Option<ParcelIntake>,
    postcode: Option<String>,
    address_1: Option<String>,
    address_2: Option<String>,
    address_number: Option<String>,
    address_complement: Option<String>,
    city: String,
    /// Code of the state.
    state: Option<String>,
    /// ISO 3166-1 alpha-2.
    country_code: String,
    /// In English, as shops everywhere take it.
    country: String,
}

/// $1 is one warehouse, or null for all of them.
pub const PLACES: &str = "
    select w.id, w.name, w.subsidiary_id, w.time_zone, w.storage, w.intake, w.postcode, w.address_1, w.address_2, w.address_number,
           w.address_complement, w.city, coalesce(s.code, s.name) as state, c.alpha2 as country_code,
           c.name_locale ->> 'en' as country
    from warehouses w join ref.countries c on c.id = w.country_id left join ref.states s on s.id = w.state_id
    where w.active and w.storage is not null and ($1::uuid is null or w.id = $1)
    order by search_text(w.name), w.id limit $2";

pub const WAREHOUSE_NAME: &str = "select name, subsidiary_id from warehouses where id = $1";

/// The active warehouses that take in parcels of clients, by name.
pub async fn list_storage_places(tx: &mut TenantTx) -> ApiResult<Vec<StoragePlace>> {
    let places = sqlx::query_as(PLACES).bind(None::<Uuid>).bind(MAX_PLACES);
    Ok(places.fetch_all(&mut **tx).await?)
}

/// One of them; none for a warehouse that takes in no parcels of clients.
pub async fn find_storage_place(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<StoragePlace>> {
    Ok(sqlx::query_as(PLACES).bind(id).bind(1_i64).fetch_optional(&mut **tx).await?)
}

/// The name and the branch of any warehouse.
pub async fn find_warehouse_name(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<(String, Option<Uuid>)>> {
    Ok(sqlx::query_as(WAREHOUSE_NAME).bind(id).fetch_optional(&mut **tx).await?)
}

impl StorageTerms {
    /// Reports all errors at their fields.
    pub(super) fn check(
        self,
        currency_exists: bool,
        groups: &HashSet<Uuid>,
        errors: &mut FieldErrors,
    ) -> Self {
        let decimals = decimals_of(&self.currency);
        if !currency_exists {
            errors.push("storage.currency", MessageCode::UnknownOption);
        }
        let fees = [
            ("fee_per_day", self.fee_per_day),
            ("repack_fee", self.repack_fee),
            ("repack_parcel_fee", self.repack_parcel_fee),
            ("remove_invoices_fee", self.remove_invoices_fee),
            ("padding_fee", self.padding_fee),
            ("goods_fee_per_day", self.goods_fee_per_day),
        ];
        let fees = fees.map(|(name, fee)| (format!("storage.{name}"), fee)).into_iter();
        let of_rates = self.rates.iter().enumerate();
        let of_rates =
            of_rates.map(|(at, rate)| (format!("storage.rates.{at}.fee_per_day"), rate.fee_per_day));
        for (field, fee) in fees.chain(of_rates) {
            if fee < Decimal::ZERO || fee >= Decimal::from(1_000_000) {
                errors.push(field, MessageCode::Invalid);
            } else if has_too_many_decimals(fee, decimals) {
                errors.push_with(
                    field,
                    MessageCode::TooManyDecimals,
                    Params::from([("max", decimals.into())]),
                );
            }
        }
        self.check_rates(groups, errors);
        self
    }

    /// The rule of a stay with this fee.
    pub fn to_rule(&self, fee_per_day: Decimal) -> StorageRule {
        let count = |days: i32| u32::try_from(days).unwrap_or_default();
        StorageRule { free_days: count(self.free_days), fee_per_day, cap_days: self.cap_days.map(count) }
    }

    /// Groups exist, periods end after they begin, and no day has two rates for the same parcels.
    fn check_rates(&self, groups: &HashSet<Uuid>, errors: &mut FieldErrors) {
        for (at, rate) in self.rates.iter().enumerate() {
            let field = |name: &str| format!("storage.rates.{at}.{name}");
            if rate.client_group_id.is_some_and(|id| !groups.contains(&id)) {
                errors.push(field("client_group_id"), MessageCode::UnknownOption);
            }
            if rate.valid_to.is_some_and(|last| last < rate.valid_from) {
                errors.push(field("valid_to"), MessageCode::PeriodEndsBefore);
            } else if self.rates[..at].iter().any(|earlier| earlier.overlaps(rate)) {
                errors.push(field("valid_from"), MessageCode::StorageRateOverlaps);
            }
        }
    }
}

/// The groups of clients that the rates of a warehouse name.
pub(super) fn list_groups(terms: Option<&StorageTerms>) -> HashSet<Uuid> {
    let rates = terms.into_iter().flat_map(|terms| &terms.rates);
    rates.filter_map(|rate| rate.client_group_id).collect()
}

impl StoragePlace {
    /// The address as a shop prints it on the parcel of a client, without the client's name: the suite stands in the second
    /// line.
    pub fn list_address_lines(&self, suite: &str) -> Vec<String> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        let (street, number) = (given(&self.address_1), given(&self.address_number));
        let house = join_street(Some(self.country_code.as_str()), street.as_deref(), number.as_deref());
        let locality = if self.country_code == "US" {
            let state = join(&[self.state.as_deref(), self.postcode.as_deref()], " ");
            join(&[Some(self.city.as_str()), Some(state.as_str())], ", ")
        } else {
            join(&[self.postcode.as_deref(), Some(self.city.as_str()), self.state.as_deref()], " ")
        };
        let lines = [
            join(&[house.as_deref(), self.address_complement.as_deref()], ", "),
            suite.to_owned(),
            self.address_2.clone().unwrap_or_default(),
            locality,
            self.country.clone(),
        ];
        lines.into_iter().filter(|line| !line.is_empty()).collect()
    }
}

/// The parts that are not empty.
fn join(parts: &[Option<&str>], separator: &str) -> String {
    let parts = parts.iter().flatten().filter(|part| !part.is_empty());
    parts.copied().collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(country_code: &str) -> StoragePlace {
        StoragePlace {
            id: Uuid::nil(),
            name: "Miami".into(),
            subsidiary_id: None,
            time_zone: "America/New_York".into(),
            storage: StorageTerms {
                free_days: 30,
                free_days_packed: 7,
                fee_per_day: Decimal::ONE,
                currency: "USD".into(),
                cap_days: None,
                repack_fee: Decimal::ZERO,
                repack_parcel_fee: Decimal::ZERO,
                remove_invoices_fee: Decimal::ZERO,
                padding_fee: Decimal::ZERO,
                goods_fee_per_day: Decimal::ZERO,
                charge_abandoned: false,
                rates: Vec::new(),
            },
            intake: None,
            postcode: Some("33166".into()),
            address_1: Some("NW 72nd Avenue".into()),
            address_2: None,
            address_number: Some("4120".into()),
            address_complement: None,
            city: "Miami".into(),
            state: Some("FL".into()),
            country_code: country_code.into(),
            country: "United States".into(),
        }
    }

    #[test]
    fn the_suite_stands_below_the_street() {
        let lines = place("US").list_address_lines("Suite 1001");
        assert_eq!(lines, ["4120 NW 72nd Avenue", "Suite 1001", "Miami, FL 33166", "United States"]);
        let lines = place("DE").list_address_lines("Suite 1001");
        assert_eq!(lines[..3], ["NW 72nd Avenue 4120", "Suite 1001", "33166 Miami FL"]);
    }

    #[test]
    fn the_fee_is_written_in_whole_coins() {
        let check = |fee: &str| {
            let mut errors = FieldErrors::default();
            let terms = StorageTerms { fee_per_day: fee.parse().unwrap(), ..place("US").storage };
            terms.check(true, &HashSet::new(), &mut errors);
            errors.is_empty()
        };
        assert_eq!(["0", "0.75", "0.755", "-1"].map(check), [true, true, false, false]);
    }
    #[test]
    fn rates_have_known_groups_whole_coins_and_days_of_their_own() {
        let fields = |change: fn(&mut Vec<StorageRate>)| {
            let rate = StorageRate {
                client_group_id: None,
                max_weight_g: Some(500),
                max_side_mm: None,
                fee_per_day: Decimal::ONE,
                valid_from: "2026-01-01".parse().unwrap(),
                valid_to: None,
            };
            let mut rates = vec![rate];
            change(&mut rates);
            let mut errors = FieldErrors::default();
            StorageTerms { rates, ..place("US").storage }.check(true, &HashSet::new(), &mut errors);
            errors.into_problems().map(|(field, ..)| field).collect::<Vec<_>>()
        };
        let none: [&str; 0] = [];
        assert_eq!(fields(|_| ()), none);
        let unknown = |rates: &mut Vec<StorageRate>| rates[0].client_group_id = Some(Uuid::nil());
        assert_eq!(fields(unknown), ["storage.rates.0.client_group_id"]);
        let fine = |rates: &mut Vec<StorageRate>| rates[0].fee_per_day = Decimal::new(1_005, 3);
        assert_eq!(fields(fine), ["storage.rates.0.fee_per_day"]);
        let ended = |rates: &mut Vec<StorageRate>| rates[0].valid_to = "2025-12-31".parse().ok();
        assert_eq!(fields(ended), ["storage.rates.0.valid_to"]);
        let twice = |rates: &mut Vec<StorageRate>| rates.push(rates[0].clone());
        assert_eq!(fields(twice), ["storage.rates.1.valid_from"]);
    }
}
