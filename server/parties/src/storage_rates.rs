//! The price of storage by the group of the client and the size of the parcel: a list of rates with dates.

use chrono::NaiveDate;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::storage_places::StorageTerms;

/// The storage of some parcels, instead of the fee of all.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorageRate {
    /// Parcels of clients of this group; null for all. A group with rates on a day has no others then.
    pub client_group_id: Option<Uuid>,
    /// Up to this weight in grams; null for any.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000000")))]
    pub max_weight_g: Option<i32>,
    /// Up to this length of the longest side in millimetres; null for any.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub max_side_mm: Option<i32>,
    /// Per parcel and day after the free ones, in the currency of the storage.
    pub fee_per_day: Decimal,
    /// For parcels that arrive from this day on.
    pub valid_from: NaiveDate,
    /// And until this day; null for no end.
    pub valid_to: Option<NaiveDate>,
}

/// The facts of a parcel that decide about its rate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StoredParcel {
    /// The group of its client on the day of arrival.
    pub client_group_id: Option<Uuid>,
    /// None until it is measured: then only rates without limits count.
    pub weight_g: Option<i32>,
    pub longest_mm: Option<f64>,
}

impl StorageRate {
    fn is_valid_on(&self, day: NaiveDate) -> bool {
        self.valid_from <= day && self.valid_to.is_none_or(|last| day <= last)
    }

    fn holds(&self, parcel: &StoredParcel) -> bool {
        let is_light =
            self.max_weight_g.is_none_or(|most| parcel.weight_g.is_some_and(|weight| weight <= most));
        let is_short = self
            .max_side_mm
            .is_none_or(|most| parcel.longest_mm.is_some_and(|longest| longest <= f64::from(most)));
        is_light && is_short
    }

    /// The smallest class first; without limits comes last.
    fn order(&self) -> (i32, i32) {
        (self.max_weight_g.unwrap_or(i32::MAX), self.max_side_mm.unwrap_or(i32::MAX))
    }

    /// Whether both are for the same parcels on some day.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let is_same = self.client_group_id == other.client_group_id && self.order() == other.order();
        let begins_before_end =
            |one: &Self, other: &Self| other.valid_to.is_none_or(|last| one.valid_from <= last);
        is_same && begins_before_end(self, other) && begins_before_end(other, self)
    }
}

impl StorageTerms {
    /// The rates for parcels of a group that arrive on a day, the smallest class first.
    pub fn list_rates(&self, client_group_id: Option<Uuid>, day: NaiveDate) -> Vec<&StorageRate> {
        let of_group = |group: Option<Uuid>| -> Vec<&StorageRate> {
            let rates = self.rates.iter().filter(|rate| rate.client_group_id == group);
            rates.filter(|rate| rate.is_valid_on(day)).collect()
        };
        let own = if client_group_id.is_some() { of_group(client_group_id) } else { Vec::new() };
        let mut rates = if own.is_empty() { of_group(None) } else { own };
        rates.sort_by_key(|rate| rate.order());
        rates
    }

    /// The fee per day of a parcel that arrived on a day: of the smallest class that holds it, or else of all parcels.
    pub fn find_fee(&self, parcel: &StoredParcel, day: NaiveDate) -> Decimal {
        let rates = self.list_rates(parcel.client_group_id, day);
        rates.into_iter().find(|rate| rate.holds(parcel)).map_or(self.fee_per_day, |rate| rate.fee_per_day)
    }

    /// No parcel ever costs anything.
    pub fn is_free(&self) -> bool {
        self.fee_per_day.is_zero() && self.rates.iter().all(|rate| rate.fee_per_day.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUP: Uuid = Uuid::from_u128(7);

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn rate(fee: &str, max_weight_g: Option<i32>, max_side_mm: Option<i32>) -> StorageRate {
        StorageRate {
            client_group_id: None,
            max_weight_g,
            max_side_mm,
            fee_per_day: fee.parse().unwrap(),
            valid_from: day("2026-01-01"),
            valid_to: None,
        }
    }

    fn terms(rates: Vec<StorageRate>) -> StorageTerms {
        StorageTerms {
            free_days: 30,
            free_days_packed: 7,
            fee_per_day: "9".parse().unwrap(),
            currency: "USD".into(),
            cap_days: None,
            repack_fee: Decimal::ZERO,
            repack_parcel_fee: Decimal::ZERO,
            remove_invoices_fee: Decimal::ZERO,
            padding_fee: Decimal::ZERO,
            goods_fee_per_day: Decimal::ZERO,
            charge_abandoned: false,
            rates,
        }
    }

    fn measured(weight_g: i32, longest_mm: f64) -> StoredParcel {
        StoredParcel { client_group_id: None, weight_g: Some(weight_g), longest_mm: Some(longest_mm) }
    }

    #[test]
    fn the_smallest_class_that_holds_a_parcel_counts() {
        let terms = terms(vec![rate("3", Some(5_000), None), rate("1", Some(1_000), Some(300))]);
        let fee = |parcel: &StoredParcel| terms.find_fee(parcel, day("2026-02-01")).to_string();
        assert_eq!(fee(&measured(1_000, 300.0)), "1");
        assert_eq!(fee(&measured(1_000, 300.5)), "3", "too long");
        assert_eq!(fee(&measured(5_000, 2_000.0)), "3");
        assert_eq!(fee(&measured(5_001, 10.0)), "9", "of all parcels");
        assert_eq!(fee(&StoredParcel::default()), "9", "nobody has measured it");
    }

    #[test]
    fn a_rate_counts_for_parcels_that_arrive_on_its_days() {
        let old = StorageRate { valid_to: Some(day("2026-03-31")), ..rate("1", None, None) };
        let new = StorageRate { valid_from: day("2026-04-01"), ..rate("2", None, None) };
        let terms = terms(vec![new, old]);
        let fee = |on: &str| terms.find_fee(&StoredParcel::default(), day(on)).to_string();
        let found = ["2025-12-31", "2026-01-01", "2026-03-31", "2026-04-01"].map(fee);
        assert_eq!(found, ["9", "1", "1", "2"]);
    }

    #[test]
    fn a_group_with_rates_has_no_others() {
        let own = StorageRate { client_group_id: Some(GROUP), ..rate("0.5", Some(1_000), None) };
        let terms = terms(vec![rate("3", None, None), own]);
        let fee = |group: Option<Uuid>, weight_g: i32| {
            let parcel = StoredParcel { client_group_id: group, ..measured(weight_g, 10.0) };
            terms.find_fee(&parcel, day("2026-02-01")).to_string()
        };
        assert_eq!([fee(Some(GROUP), 900), fee(Some(GROUP), 1_100)], ["0.5", "9"]);
        assert_eq!([fee(None, 900), fee(Some(Uuid::nil()), 900)], ["3", "3"]);
    }

    #[test]
    fn two_rates_for_the_same_parcels_and_day_overlap() {
        let first = StorageRate { valid_to: Some(day("2026-03-31")), ..rate("1", Some(500), None) };
        let next = StorageRate { valid_from: day("2026-04-01"), ..rate("2", Some(500), None) };
        let early = StorageRate { valid_from: day("2026-03-31"), ..next.clone() };
        assert!(!first.overlaps(&next) && first.overlaps(&early) && early.overlaps(&first));
        assert!(!early.overlaps(&rate("1", Some(600), None)));
        assert!(!early.overlaps(&StorageRate { client_group_id: Some(GROUP), ..early.clone() }));
    }
}
