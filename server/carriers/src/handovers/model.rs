//! Pickups and manifests as staff see them, and the check of their form.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use uuid::Uuid;

use super::store::HandoverRow;
use crate::labels::{ExpectedCost, check_cost, find_difference, to_money};
use crate::server::{CarrierMoney, CarrierVisit};
use pricing::prices::priced::PriceMoney;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, read_time};
use server_core::http::messages::MessageCode;
use server_core::http::moments::check_planned_day;
use trade::{wire_code, wire_name};

wire_name! {
    /// How labels are handed over.
    HandoverKind {
        /// The carrier comes for them.
        Pickup = "pickup",
        /// The carrier gets a list of them.
        Manifest = "manifest",
    }
}

wire_code! {
    /// State of a pickup or a manifest of a carrier.
    CarrierHandoverStatus {
        Cancelled = 0,
        Waiting = 10,
        /// It was ordered. Until the answer is here, nobody knows whether it was made.
        Asked = 20,
        Made = 30,
        /// The carrier is asked not to come.
        Cancelling = 35,
        Refused = 40,
    }
}

/// A pickup or a manifest of a carrier.
#[derive(Object, Clone, Debug)]
pub struct CarrierHandover {
    pub id: Uuid,
    pub kind: HandoverKind,
    pub status: CarrierHandoverStatus,
    /// Labels of the last mile in it.
    pub label_count: i32,
    /// Day on which the carrier comes; null for a manifest.
    pub pickup_on: Option<NaiveDate>,
    /// From when the parcels are ready, `09:30`.
    pub ready_at: Option<String>,
    /// Until when somebody is there, `17:30`.
    pub close_at: Option<String>,
    pub instruction: Option<String>,
    /// The carrier's confirmation number; null before it is made, and for a manifest.
    pub number: Option<String>,
    /// The cost that was expected; null without one, and for users who may not see costs.
    pub expected: Option<PriceMoney>,
    /// The amount that the carrier charged; null if it said none, and for users who may not see costs.
    pub charged: Option<PriceMoney>,
    /// How much more the carrier charged than was expected, below zero if less; null if there is nothing to compare.
    pub difference: Option<PriceMoney>,
    /// It can be downloaded.
    pub has_file: bool,
    /// Why the carrier refused what it was asked last, in its own words.
    pub error: Option<String>,
    /// Why it is cancelled.
    pub reason: Option<String>,
    /// How often it was asked.
    pub attempts: i32,
    pub asked_at: Option<DateTime<Utc>>,
    pub answered_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub can: CarrierHandoverCan,
}

/// Actions that the current user can do.
#[derive(Object, Clone, Copy, Debug, Default)]
pub struct CarrierHandoverCan {
    pub cancel: bool,
}

/// Actions that the current user can do.
#[derive(Object, Clone, Copy, Debug, Default)]
pub struct CarrierHandoversCan {
    pub create: bool,
}

/// Pickups and manifests of a carrier.
#[derive(Object, Clone, Debug)]
pub struct CarrierHandovers {
    /// The newest first, at most 20.
    pub handovers: Vec<CarrierHandover>,
    /// Labels that the next pickup takes: they are bought, and nothing of their way was reported. At most 500.
    pub waiting_for_pickup: i32,
    /// Labels that the next manifest takes: they are bought, and in no manifest. At most 500.
    pub waiting_for_manifest: i32,
    pub can: CarrierHandoversCan,
}

/// The pickup or the manifest to ask for.
#[derive(Object, Clone, Debug)]
pub struct CarrierHandoverCreate {
    pub kind: HandoverKind,
    /// Required for a pickup, as the times are.
    pub pickup_on: Option<NaiveDate>,
    /// `09:30`, in the time zone of the warehouse.
    #[oai(validator(max_length = 5))]
    pub ready_at: Option<String>,
    /// `17:30`, later than `ready_at`.
    #[oai(validator(max_length = 5))]
    pub close_at: Option<String>,
    /// For the driver of the carrier.
    #[oai(validator(max_length = 50))]
    pub instruction: Option<String>,
    /// The cost that is expected, to compare it with what is charged.
    pub expected: Option<ExpectedCost>,
}

/// The reason for which a pickup is cancelled.
#[derive(Object, Clone, Debug)]
pub struct CarrierHandoverCancel {
    /// Required; shown in the log.
    #[oai(validator(max_length = 500))]
    pub reason: Option<String>,
}

/// A checked form.
#[derive(Debug, PartialEq, Eq)]
pub struct CheckedHandover {
    pub kind: HandoverKind,
    /// None for a manifest.
    pub visit: Option<CarrierVisit>,
    pub expected: Option<CarrierMoney>,
}

impl CarrierHandoverCreate {
    /// Normalizes and checks the form. A manifest has no day and no times.
    pub fn check(&self, today: NaiveDate) -> ApiResult<CheckedHandover> {
        let expected = self.expected.as_ref().map(check_cost).transpose()?;
        let visit = match self.kind {
            HandoverKind::Pickup => Some(self.check_visit(today)?),
            HandoverKind::Manifest => None,
        };
        Ok(CheckedHandover { kind: self.kind, visit, expected })
    }

    fn check_visit(&self, today: NaiveDate) -> ApiResult<CarrierVisit> {
        let mut errors = FieldErrors::default();
        match self.pickup_on {
            None => errors.push("pickup_on", MessageCode::Required),
            Some(day) => check_planned_day("pickup_on", day, today, &mut errors),
        }
        let ready_at = check_time("ready_at", self.ready_at.as_ref(), &mut errors);
        let close_at = check_time("close_at", self.close_at.as_ref(), &mut errors);
        if !ready_at.is_empty() && !close_at.is_empty() && close_at <= ready_at {
            errors.push("close_at", MessageCode::WindowEmpty);
        }
        errors.into_result()?;
        let instruction = optional(self.instruction.as_ref());
        Ok(CarrierVisit { on: self.pickup_on.unwrap_or(today), ready_at, close_at, instruction })
    }
}

/// A required time such as `09:30`; empty if it is wrong. Texts are in the order of their times.
fn check_time(field: &str, typed: Option<&String>, errors: &mut FieldErrors) -> String {
    let Some(text) = optional(typed) else {
        errors.push(field, MessageCode::Required);
        return String::new();
    };
    if read_time(&text).is_none() {
        errors.push(field, MessageCode::InvalidTime);
        return String::new();
    }
    text
}

impl CarrierHandover {
    pub fn of(row: HandoverRow, sees_costs: bool, may_cancel: bool) -> Self {
        let expected = to_money(row.expected, row.expected_currency.clone()).filter(|_| sees_costs);
        let charged = to_money(row.charged, row.charged_currency.clone()).filter(|_| sees_costs);
        let can = CarrierHandoverCan { cancel: may_cancel && row.is_cancellable() };
        let visit = row.form.visit;
        Self {
            difference: find_difference(expected.as_ref(), charged.as_ref()),
            id: row.id,
            kind: row.kind,
            status: row.status,
            label_count: to_count(row.label_ids.len()),
            pickup_on: visit.as_ref().map(|visit| visit.on),
            ready_at: visit.as_ref().map(|visit| visit.ready_at.clone()),
            close_at: visit.as_ref().map(|visit| visit.close_at.clone()),
            instruction: visit.and_then(|visit| visit.instruction),
            number: row.number,
            expected,
            charged,
            has_file: row.file_key.is_some(),
            error: row.error,
            reason: row.reason,
            attempts: row.attempts,
            asked_at: row.asked_at,
            answered_at: row.answered_at,
            created_at: row.created_at,
            can,
        }
    }
}

pub fn to_count(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::Decimal;

    fn day(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 12, day).unwrap()
    }

    fn pickup(ready_at: &str, close_at: &str) -> CarrierHandoverCreate {
        CarrierHandoverCreate {
            kind: HandoverKind::Pickup,
            pickup_on: Some(day(2)),
            ready_at: Some(ready_at.into()),
            close_at: Some(close_at.into()),
            instruction: Some(" Dock 3 ".into()),
            expected: None,
        }
    }

    #[test]
    fn a_pickup_has_a_day_to_come_and_times_in_their_order() {
        let visit = pickup("09:30", "17:30").check(day(2)).unwrap().visit.unwrap();
        assert_eq!((visit.on, visit.instruction.as_deref()), (day(2), Some("Dock 3")));
        let past = pickup("09:30", "17:30").check(day(3)).unwrap_err();
        assert!(past.has(MessageCode::DayInThePast));
        let far = CarrierHandoverCreate { pickup_on: "2199-01-02".parse().ok(), ..pickup("09:30", "17:30") };
        assert!(far.check(day(1)).unwrap_err().has(MessageCode::DayTooFar));
        assert!(pickup("17:30", "09:30").check(day(1)).unwrap_err().has(MessageCode::WindowEmpty));
        assert!(pickup("9:30", "17:30").check(day(1)).unwrap_err().has(MessageCode::InvalidTime));
        let none = CarrierHandoverCreate { pickup_on: None, ..pickup("", "17:30") };
        assert!(none.check(day(1)).unwrap_err().has(MessageCode::Required));
    }

    #[test]
    fn a_manifest_has_no_day() {
        let form = CarrierHandoverCreate { kind: HandoverKind::Manifest, ..pickup("", "") };
        assert_eq!(form.check(day(1)).unwrap().visit, None);
        let expected = Some(ExpectedCost { amount: Decimal::NEGATIVE_ONE, currency: "USD".into() });
        let wrong = CarrierHandoverCreate { expected, ..form };
        assert!(wrong.check(day(1)).unwrap_err().has(MessageCode::Invalid));
    }
}
