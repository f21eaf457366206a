//! A range of numbers as the API shows and takes it.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use serde::Serialize;
use uuid::Uuid;

use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use trade::wire_code;

wire_code! {
    /// State of a range of numbers.
    WaybillRangeStatus {
        /// The next numbers come from it.
        Open = 10,
        /// No more numbers come from it.
        Closed = 20,
    }
}

/// Numbers that an airline has given to the company for its air waybills.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct WaybillRange {
    pub id: Uuid,
    /// The airline.
    pub provider_id: Uuid,
    pub provider_name: String,
    /// Three digits with which its waybills begin.
    pub prefix: String,
    /// Seven digits, without the check digit.
    pub first_serial: i32,
    pub last_serial: i32,
    /// The first number that was not given out, with its check digit; null when there is none left.
    #[sqlx(skip)]
    pub next_number: Option<String>,
    #[oai(skip)]
    pub next_serial: i32,
    /// Numbers that were not given out.
    pub left: i32,
    /// Numbers left in all open ranges of the airline.
    pub airline_left: i64,
    /// It warns when at most so many are left in all open ranges of the airline.
    pub alert_below: i32,
    /// So few are left.
    pub is_low: bool,
    pub received_on: NaiveDate,
    pub status: WaybillRangeStatus,
    pub note: Option<String>,
    /// Why it was closed.
    pub reason: Option<String>,
    pub closed_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every number. Send it with an action.
    pub version: i32,
    #[sqlx(skip)]
    pub can: WaybillRangeCan,
}

/// Permissions of the user on a range of numbers.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaybillRangeCan {
    pub close: bool,
}

/// A new range of numbers.
#[derive(Object, Clone, Debug, Serialize)]
pub struct WaybillRangeInput {
    /// An airline whose three digits are known.
    pub provider_id: Uuid,
    /// Seven digits, without the check digit.
    #[oai(validator(minimum(value = "0"), maximum(value = "99999999")))]
    pub first_serial: i32,
    #[oai(validator(minimum(value = "0"), maximum(value = "99999999")))]
    pub last_serial: i32,
    /// Warn when at most so many are left in all open ranges of the airline.
    #[oai(default, validator(minimum(value = "0"), maximum(value = "10000000")))]
    pub alert_below: i32,
    /// The oldest open range is used first. Left out: today.
    pub received_on: Option<NaiveDate>,
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
}

/// Why no more numbers come from a range.
#[derive(Object)]
pub struct WaybillRangeReason {
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read.
    pub version: i32,
}

/// Whether the state of a range allows an action.
pub const fn step_verdict(action: Action, status: WaybillRangeStatus) -> Verdict {
    match (action, status) {
        (Action::Close, WaybillRangeStatus::Closed) => Verdict::no(MessageCode::RangeClosed),
        _ => Verdict::Yes,
    }
}

impl WaybillRange {
    /// The range with the permissions of a user.
    pub fn seen_by(self, grants: &Grants) -> Self {
        let close = grants.allow(Resource::MawbRange, Action::Close)
            && step_verdict(Action::Close, self.status).is_yes();
        let next = super::number::WaybillNumber { prefix: self.prefix.clone(), serial: self.next_serial };
        let next_number = next.format().filter(|_| self.left > 0);
        Self { can: WaybillRangeCan { close }, next_number, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_closed_once() {
        assert!(step_verdict(Action::Close, WaybillRangeStatus::Open).is_yes());
        let again = step_verdict(Action::Close, WaybillRangeStatus::Closed);
        assert_eq!(again, Verdict::no(MessageCode::RangeClosed));
    }
}
