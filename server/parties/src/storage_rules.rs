//! The price of the storage of parcels and of goods, and when a client is reminded. Nothing is posted day by day: the amount
//! is calculated when somebody asks, and is charged when they leave.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use rust_decimal::Decimal;

/// Days before the end of the free time, and before the cap, when the client is reminded.
const REMIND_BEFORE_PAID: u32 = 5;
const REMIND_BEFORE_CAP: u32 = 10;
/// Days after the last notice until staff can abandon a parcel.
pub const ABANDON_AFTER: u32 = 30;

/// The prices of a warehouse for parcels of one size of one group of clients, or for goods in stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageRule {
    /// The day of arrival is day 0.
    pub free_days: u32,
    /// Per parcel, or unit of goods.
    pub fee_per_day: Decimal,
    /// No more days than these are paid.
    pub cap_days: Option<u32>,
}

/// The stay of parcels or units that arrived together. Each of them pays on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    pub received_at: DateTime<Utc>,
    pub released_at: DateTime<Utc>,
    /// The one of the warehouse.
    pub time_zone: Tz,
    pub pieces: u32,
}

/// The price of a stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageFee {
    pub days: u32,
    pub paid_days: u32,
    pub amount: Decimal,
}

impl Stay {
    /// Nights in the warehouse, by its calendar: a day with a change of the clock is a day.
    pub fn count_days(&self) -> u32 {
        let to_day = |at: DateTime<Utc>| -> NaiveDate { at.with_timezone(&self.time_zone).date_naive() };
        let days = (to_day(self.released_at) - to_day(self.received_at)).num_days();
        u32::try_from(days.max(0)).unwrap_or(u32::MAX)
    }
}

impl StorageRule {
    pub fn calculate_fee(&self, stay: &Stay) -> StorageFee {
        let days = stay.count_days();
        let paid_days = days.saturating_sub(self.free_days).min(self.cap_days.unwrap_or(u32::MAX));
        let amount = self.fee_per_day * Decimal::from(paid_days) * Decimal::from(stay.pieces);
        StorageFee { days, paid_days, amount }
    }

    /// The days of a stay on which the client is reminded: before and when it begins to cost, before and when the cap is
    /// reached. The day of arrival has its own notice.
    pub fn list_notice_days(&self) -> Vec<u32> {
        let free = self.free_days;
        let mut days = vec![free.saturating_sub(REMIND_BEFORE_PAID), free];
        if let Some(cap) = self.find_cap_day() {
            days.extend([cap.saturating_sub(REMIND_BEFORE_CAP).max(free), cap]);
        }
        days.retain(|day| *day > 0);
        days.sort_unstable();
        days.dedup();
        days
    }

    /// The first day on which staff can abandon a parcel: long enough after the last notice.
    pub fn find_abandon_day(&self) -> u32 {
        self.find_cap_day().unwrap_or(self.free_days).saturating_add(ABANDON_AFTER)
    }

    fn find_cap_day(&self) -> Option<u32> {
        self.cap_days.map(|cap| self.free_days.saturating_add(cap))
    }
}

/// The local day on which a reminder or another day of a stay falls.
pub fn find_day_of_stay(received_at: DateTime<Utc>, time_zone: Tz, day: u32) -> NaiveDate {
    received_at.with_timezone(&time_zone).date_naive() + TimeDelta::days(day.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    const CASES: &str = include_str!("../../tests/data/field/storage-fee-cases.csv");

    #[derive(Deserialize)]
    struct Case {
        why: String,
        received_at: DateTime<Utc>,
        released_at: DateTime<Utc>,
        warehouse_time_zone: String,
        free_days: u32,
        fee_per_parcel_day: Decimal,
        cap_paid_days: Option<u32>,
        parcels: u32,
        days: u32,
        paid_days: u32,
        fee: Decimal,
    }

    fn rule(free_days: u32, cap_days: Option<u32>) -> StorageRule {
        StorageRule { free_days, fee_per_day: Decimal::ONE, cap_days }
    }

    #[test]
    fn each_stay_has_its_days_and_its_fee() {
        let cases: Result<Vec<Case>, _> = csv::Reader::from_reader(CASES.as_bytes()).deserialize().collect();
        let cases = cases.unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            let rule = StorageRule {
                free_days: case.free_days,
                fee_per_day: case.fee_per_parcel_day,
                cap_days: case.cap_paid_days,
            };
            let stay = Stay {
                received_at: case.received_at,
                released_at: case.released_at,
                time_zone: case.warehouse_time_zone.parse().unwrap(),
                pieces: case.parcels,
            };
            let expected = StorageFee { days: case.days, paid_days: case.paid_days, amount: case.fee };
            assert_eq!(rule.calculate_fee(&stay), expected, "{} {}", case.why, case.received_at);
        }
    }

    #[test]
    fn the_client_is_reminded_before_it_costs_and_before_the_cap() {
        assert_eq!(rule(30, Some(60)).list_notice_days(), [25, 30, 80, 90]);
        assert_eq!(rule(30, None).list_notice_days(), [25, 30]);
        assert_eq!(rule(3, Some(5)).list_notice_days(), [3, 8]);
        assert_eq!(rule(0, None).list_notice_days(), Vec::<u32>::new());
    }

    #[test]
    fn a_parcel_is_abandoned_a_month_after_the_last_notice() {
        assert_eq!(rule(30, Some(60)).find_abandon_day(), 120);
        assert_eq!(rule(30, None).find_abandon_day(), 60);
    }

    #[test]
    fn a_reminder_falls_on_a_day_of_the_warehouse() {
        let received_at = "2026-03-01T04:50:00Z".parse().unwrap();
        let day = find_day_of_stay(received_at, Tz::America__New_York, 25);
        assert_eq!(day.to_string(), "2026-03-25");
    }
}
