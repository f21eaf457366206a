//! What the storage of a parcel costs, and when its client is reminded of it.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use rust_decimal::Decimal;

use super::store::{NoticeColumns, WarehouseColumns};
use parties::storage_places::StorageTerms;
use parties::storage_rates::StoredParcel;
use parties::storage_rules::{ABANDON_AFTER, Stay, StorageRule, find_day_of_stay};
use trade::money::in_currency;

/// Reminders are sent when people are awake in the warehouse.
const NOTICE_HOUR: u32 = 9;

/// Price of the storage of a parcel so far.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct InboundParcelStorage {
    /// Nights in the warehouse.
    pub days: u32,
    /// Those that cost something.
    pub paid_days: u32,
    /// For each of those, by the group of its client and its size.
    pub fee_per_day: Decimal,
    pub amount: Decimal,
    /// ISO 4217.
    pub currency: String,
    /// The last day that costs nothing.
    pub free_until: NaiveDate,
    /// The day after which nothing more is added; null without a limit.
    pub capped_on: Option<NaiveDate>,
    /// The first day on which staff can abandon it.
    pub abandon_from: NaiveDate,
    /// The amount is charged when staff abandon it.
    pub is_charged_when_abandoned: bool,
}

/// Why a client is reminded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageReminder {
    /// So many days are left before the storage costs something.
    FreeDaysEnd(u32),
    /// It costs something from the next day on.
    PaidDaysBegin,
    /// So many days are left until nothing more is added.
    PaidDaysEnd(u32),
    /// Nothing more is added: the parcel can be abandoned a month later.
    StorageEnds,
}

/// A stay in a warehouse.
#[derive(Clone, Copy)]
pub struct StorageFacts<'a> {
    terms: &'a StorageTerms,
    time_zone: Tz,
    arrived_at: DateTime<Utc>,
    /// When its client learned of it; none for when it arrived.
    told_at: Option<DateTime<Utc>>,
    /// By the rate of the parcel.
    fee_per_day: Decimal,
}

impl<'a> StorageFacts<'a> {
    /// None before a parcel arrives, and in a warehouse that stores none.
    pub fn of(
        terms: Option<&'a StorageTerms>,
        time_zone: Option<&str>,
        arrived_at: Option<DateTime<Utc>>,
        parcel: &StoredParcel,
    ) -> Option<Self> {
        let (terms, arrived_at) = (terms?, arrived_at?);
        let time_zone: Tz = time_zone?.parse().ok()?;
        let day = arrived_at.with_timezone(&time_zone).date_naive();
        let fee_per_day = terms.find_fee(parcel, day);
        Some(Self { terms, time_zone, arrived_at, told_at: None, fee_per_day })
    }

    /// The same of a parcel whose client learned of it then.
    pub const fn with_told_at(self, told_at: Option<DateTime<Utc>>) -> Self {
        Self { told_at, ..self }
    }

    /// The price of each paid day.
    pub const fn fee_per_day(&self) -> Decimal {
        self.fee_per_day
    }

    /// The rate of the parcel is zero, and the stay has no end. Other parcels can cost something.
    pub fn is_free(&self) -> bool {
        self.fee_per_day.is_zero() && self.terms.cap_days.is_none()
    }

    /// What the stay costs until then.
    pub fn calculate(&self, until: DateTime<Utc>) -> InboundParcelStorage {
        let (rule, currency) = (self.rule(), &self.terms.currency);
        let stay =
            Stay { received_at: self.arrived_at, released_at: until, time_zone: self.time_zone, pieces: 1 };
        let fee = rule.calculate_fee(&stay);
        let day = |day: u32| find_day_of_stay(self.arrived_at, self.time_zone, day);
        InboundParcelStorage {
            days: fee.days,
            paid_days: fee.paid_days,
            fee_per_day: in_currency(self.fee_per_day, Some(currency)),
            amount: in_currency(fee.amount, Some(currency)),
            currency: currency.clone(),
            free_until: day(rule.free_days),
            capped_on: rule.cap_days.map(|cap| day(rule.free_days.saturating_add(cap))),
            abandon_from: self.find_abandon_day(),
            is_charged_when_abandoned: self.terms.charge_abandoned && !fee.amount.is_zero(),
        }
    }

    /// The first day on which the parcel can be abandoned, if it is yet to come.
    pub fn find_abandon_day_after(&self, at: DateTime<Utc>) -> Option<NaiveDate> {
        let today = at.with_timezone(&self.time_zone).date_naive();
        let day = self.find_abandon_day();
        (day > today).then_some(day)
    }

    /// The day comes long enough after the last reminder, and after the client learned of the parcel.
    fn find_abandon_day(&self) -> NaiveDate {
        let day = find_day_of_stay(self.arrived_at, self.time_zone, self.rule().find_abandon_day());
        let told = self.told_at.map(|at| find_day_of_stay(at, self.time_zone, ABANDON_AFTER));
        told.map_or(day, |told| told.max(day))
    }

    /// Why the client is reminded on a day of the stay.
    pub fn explain(&self, day: u32) -> StorageReminder {
        let rule = self.rule();
        let free = rule.free_days;
        match rule.cap_days.map(|cap| free.saturating_add(cap)) {
            _ if day < free => StorageReminder::FreeDaysEnd(free - day),
            Some(cap) if day >= cap => StorageReminder::StorageEnds,
            Some(cap) if day > free => StorageReminder::PaidDaysEnd(cap - day),
            _ => StorageReminder::PaidDaysBegin,
        }
    }

    /// The newest day of a reminder that has come, from this one on: a server that was off sends the last one only.
    pub fn find_newest_day(&self, day: u32, now: DateTime<Utc>) -> u32 {
        let days = self.rule().list_notice_days().into_iter();
        days.filter(|one| *one >= day && self.find_instant(*one) <= now).max().unwrap_or(day)
    }

    /// The first reminder after a day of the stay and after now. Free storage is not worth a word.
    pub fn find_next(&self, after: u32, now: DateTime<Utc>) -> Option<(u32, DateTime<Utc>)> {
        if self.terms.is_free() && self.terms.cap_days.is_none() {
            return None;
        }
        let days = self.rule().list_notice_days().into_iter().filter(|day| *day > after);
        days.map(|day| (day, self.find_instant(day))).find(|(_, at)| *at > now)
    }

    fn rule(&self) -> StorageRule {
        self.terms.to_rule(self.fee_per_day)
    }

    /// When a reminder of a day is sent.
    fn find_instant(&self, day: u32) -> DateTime<Utc> {
        let date = find_day_of_stay(self.arrived_at, self.time_zone, day);
        let morning = date.and_time(NaiveTime::from_hms_opt(NOTICE_HOUR, 0, 0).unwrap_or_default());
        let local = self.time_zone.from_local_datetime(&morning).earliest();
        local.map_or_else(|| morning.and_utc(), |local| local.with_timezone(&Utc))
    }
}

/// The next reminder of a parcel that has arrived; none where the storage costs nothing.
pub fn plan_notice(
    at: &WarehouseColumns,
    arrived_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> NoticeColumns {
    // No day depends on the rate.
    let parcel = StoredParcel::default();
    let facts = StorageFacts::of(at.storage.as_ref(), at.time_zone.as_deref(), arrived_at, &parcel);
    NoticeColumns::of(facts.and_then(|facts| facts.find_next(0, now)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parties::storage_rates::StorageRate;

    fn terms(fee: &str, free_days: i32, cap_days: Option<i32>) -> StorageTerms {
        StorageTerms {
            free_days,
            free_days_packed: 7,
            fee_per_day: fee.parse().unwrap(),
            currency: "USD".into(),
            cap_days,
            repack_fee: Decimal::ZERO,
            repack_parcel_fee: Decimal::ZERO,
            remove_invoices_fee: Decimal::ZERO,
            padding_fee: Decimal::ZERO,
            goods_fee_per_day: Decimal::ZERO,
            charge_abandoned: false,
            rates: Vec::new(),
        }
    }

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    /// It arrived on 28 February there.
    fn facts(terms: &StorageTerms) -> StorageFacts<'_> {
        let arrived_at = Some(at("2026-03-01T04:50:00Z"));
        StorageFacts::of(Some(terms), Some("America/New_York"), arrived_at, &StoredParcel::default()).unwrap()
    }

    #[test]
    fn a_stay_has_its_days_and_its_amount() {
        let terms = terms("1.50", 30, Some(60));
        let storage = facts(&terms).calculate(at("2026-04-05T12:00:00Z"));
        assert_eq!((storage.days, storage.paid_days, storage.amount.to_string()), (36, 6, "9.00".into()));
        let days = [storage.free_until, storage.capped_on.unwrap(), storage.abandon_from];
        assert_eq!(days.map(|day| day.to_string()), ["2026-03-30", "2026-05-29", "2026-06-28"]);
    }

    #[test]
    fn a_day_costs_what_the_rate_of_the_parcel_says_on_the_local_day_of_arrival() {
        let rate = |fee: &str, from: &str| StorageRate {
            client_group_id: None,
            max_weight_g: Some(1_000),
            max_side_mm: None,
            fee_per_day: fee.parse().unwrap(),
            valid_from: from.parse().unwrap(),
            valid_to: None,
        };
        let old = StorageRate { valid_to: "2026-02-28".parse().ok(), ..rate("0.5", "2026-01-01") };
        let terms = StorageTerms { rates: vec![old, rate("7", "2026-03-01")], ..terms("1.50", 30, Some(60)) };
        let cost = |weight_g: i32| {
            let parcel = StoredParcel { weight_g: Some(weight_g), ..StoredParcel::default() };
            let arrived_at = Some(at("2026-03-01T04:50:00Z"));
            let facts = StorageFacts::of(Some(&terms), Some("America/New_York"), arrived_at, &parcel);
            facts.unwrap().calculate(at("2026-04-05T12:00:00Z"))
        };
        assert_eq!(
            (cost(900).fee_per_day.to_string(), cost(900).amount.to_string()),
            ("0.50".into(), "3.00".into())
        );
        assert_eq!(cost(1_100).amount.to_string(), "9.00");
    }

    #[test]
    fn a_parcel_is_abandoned_a_month_after_the_last_reminder() {
        let terms = terms("1.50", 30, Some(60));
        let day = |time| facts(&terms).find_abandon_day_after(at(time)).map(|day| day.to_string());
        assert_eq!(day("2026-06-28T03:59:00Z").as_deref(), Some("2026-06-28"));
        assert_eq!(day("2026-06-28T04:00:00Z"), None);
        let told = facts(&terms).with_told_at(Some(at("2026-07-10T12:00:00Z")));
        let day = told.find_abandon_day_after(at("2026-07-11T12:00:00Z"));
        assert_eq!(day.map(|day| day.to_string()).as_deref(), Some("2026-08-09"), "nobody knew whose it is");
    }

    #[test]
    fn each_reminder_says_what_comes() {
        let terms = terms("1.00", 30, Some(60));
        let reminders = [25, 30, 80, 90].map(|day| facts(&terms).explain(day));
        let expected = [
            StorageReminder::FreeDaysEnd(5),
            StorageReminder::PaidDaysBegin,
            StorageReminder::PaidDaysEnd(10),
            StorageReminder::StorageEnds,
        ];
        assert_eq!(reminders, expected);
    }

    #[test]
    fn a_reminder_comes_in_the_morning_of_the_warehouse() {
        let terms = terms("1.00", 30, None);
        let next = facts(&terms).find_next(0, at("2026-03-02T00:00:00Z"));
        // Summer time begins in between.
        assert_eq!(next, Some((25, at("2026-03-25T13:00:00Z"))));
        assert_eq!(facts(&terms).find_next(30, at("2026-04-02T00:00:00Z")), None);
    }

    #[test]
    fn a_server_that_was_off_sends_the_newest_reminder_only() {
        let terms = terms("1.00", 30, Some(60));
        assert_eq!(facts(&terms).find_newest_day(25, at("2026-05-01T00:00:00Z")), 30);
    }

    #[test]
    fn nobody_is_reminded_of_storage_that_costs_nothing() {
        let terms = terms("0", 30, None);
        assert_eq!(facts(&terms).find_next(0, at("2026-03-02T00:00:00Z")), None);
        // Heavier ones cost something there.
        let heavy = StorageRate {
            client_group_id: None,
            max_weight_g: Some(30_000),
            max_side_mm: None,
            fee_per_day: Decimal::ONE,
            valid_from: "2026-01-01".parse().unwrap(),
            valid_to: None,
        };
        let terms = StorageTerms { rates: vec![heavy], ..terms };
        assert!(!terms.is_free() && facts(&terms).is_free());
        assert!(!facts(&StorageTerms { cap_days: Some(60), ..terms.clone() }).is_free());
    }
}
