//! API types of handovers of cash, and what their state allows.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::cash_store::WaitingRow;
use crate::steps::cash_handover::{CASH_HANDOVER_STEPS, CashHandoverStatus, CashHandoverStep};
use server_core::http::list::PageMeta;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use trade::money::in_currency;
use trade::steps::Actor;
use trade::wire_name;

wire_name! {
    /// The decision about a difference.
    CashDecision {
        /// Only where some is missing.
        DriverOwes = "driver_owes",
        /// The cash was found, or counted wrongly.
        Found = "found",
        /// The company bears it, or keeps it.
        WrittenOff = "written_off",
    }
}

/// Cash that a driver has handed in, as somebody else counted it.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct CashHandover {
    pub id: Uuid,
    /// Year and number.
    pub number: String,
    /// Branch of the deliveries.
    pub subsidiary_id: Option<Uuid>,
    pub driver_id: Uuid,
    pub driver_name: String,
    /// ISO 4217.
    pub currency: String,
    /// By the records of the driver.
    pub expected: Decimal,
    pub counted: Decimal,
    /// Counted less expected: below zero when some is missing.
    pub difference: Decimal,
    /// Deliveries whose cash it is.
    pub delivery_count: i32,
    pub status: CashHandoverStatus,
    /// By the person who counted.
    pub note: Option<String>,
    pub counted_by: Uuid,
    pub counted_by_name: String,
    /// Null until a difference is decided.
    pub decision: Option<CashDecision>,
    /// Why it was decided so.
    pub reason: Option<String>,
    pub decided_by_name: Option<String>,
    pub decided_at: Option<DateTime<Utc>>,
    /// When it was counted.
    pub created_at: DateTime<Utc>,
    /// Increases with every change. Send it with a decision.
    pub version: i32,
    #[sqlx(skip)]
    pub can: CashHandoverCan,
}

/// Permissions of the user on a handover of cash.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CashHandoverCan {
    /// Decide about the difference.
    pub decide: bool,
}

/// A handover with its deliveries.
#[derive(Object, Clone, Debug)]
pub struct CashHandoverDetails {
    #[oai(flatten)]
    pub handover: CashHandover,
    /// By their numbers.
    pub deliveries: Vec<CashOfDelivery>,
}

/// The cash of a delivery in a handover.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct CashOfDelivery {
    /// Id of the delivery.
    pub id: Uuid,
    /// Its number.
    pub number: String,
    pub recipient_name: String,
    /// Cash that was to be collected; null if nothing is any more.
    pub due: Option<Decimal>,
    /// Cash that the driver took.
    pub amount: Decimal,
    pub taken_at: DateTime<Utc>,
    /// It went back: the delivery was opened again.
    pub is_returned: bool,
}

/// Cash that a driver has and nobody has counted, without its amount.
#[derive(Object, Clone, Debug)]
pub struct WaitingCash {
    pub driver_id: Uuid,
    pub driver_name: String,
    /// Branch of the deliveries.
    pub subsidiary_id: Option<Uuid>,
    /// ISO 4217.
    pub currency: String,
    /// When the first of it was taken.
    pub since: DateTime<Utc>,
    /// At most 500; those that are left out wait for the next handover.
    pub deliveries: Vec<NumberedDelivery>,
    /// Deliveries of runs under way of which the driver has reported nothing yet: there can be more cash than the list has.
    pub open_stops: i64,
    /// False for the own cash: somebody else counts it.
    pub can_count: bool,
}

/// A delivery by its number.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberedDelivery {
    pub id: Uuid,
    pub number: String,
}

/// Cash that somebody has counted.
#[derive(Object)]
pub struct CashCount {
    pub driver_id: Uuid,
    /// As `cash_handover_waiting` has them: of one branch.
    #[oai(validator(min_items = 1, max_items = 500, unique_items))]
    pub delivery_ids: Vec<Uuid>,
    /// Currency that is counted, ISO 4217. Cash of a delivery in another currency waits.
    #[oai(validator(min_length = 3, max_length = 3))]
    pub currency: String,
    /// In this currency; 0 if there is nothing.
    pub counted: Decimal,
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
}

/// The decision about a difference.
#[derive(Object)]
pub struct CashDifferenceDecision {
    pub decision: CashDecision,
    /// The explanation that was found.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read.
    pub version: i32,
}

/// A page of handovers of cash with the totals of the tabs.
#[derive(Object)]
pub struct CashHandoverPage {
    pub data: Vec<CashHandover>,
    pub meta: CashHandoverPageMeta,
}

#[derive(Object)]
pub struct CashHandoverPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: CashHandoverTotals,
}

/// Numbers of handovers by state, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct CashHandoverTotals {
    pub settled: i64,
    pub difference: i64,
    pub decided: i64,
}

/// Whether this user can decide about a handover: a third person, once.
pub fn verdict(handover: &CashHandover, user_id: Uuid) -> Verdict {
    let step = CASH_HANDOVER_STEPS.find(CashHandoverStep::Decide, Some(handover.status), Actor::Staff);
    if step.is_none() {
        let params = Params::from([("status", handover.status.code().into())]);
        return Verdict::No(MessageCode::CashHandoverState, params);
    }
    if [handover.counted_by, handover.driver_id].contains(&user_id) {
        return Verdict::no(MessageCode::CashDecidedByCounter);
    }
    Verdict::Yes
}

/// The state after a count.
pub fn find_status(expected: Decimal, counted: Decimal) -> CashHandoverStatus {
    if expected == counted { CashHandoverStatus::Settled } else { CashHandoverStatus::Difference }
}

impl CashHandover {
    /// The handover with the permissions of a user, who has the right to decide or not.
    pub fn seen_by(self, may_decide: bool, user_id: Uuid) -> Self {
        let decide = may_decide && verdict(&self, user_id).is_yes();
        let shown = |amount: Decimal| in_currency(amount, Some(&self.currency));
        Self {
            expected: shown(self.expected),
            counted: shown(self.counted),
            difference: shown(self.difference),
            can: CashHandoverCan { decide },
            ..self
        }
    }
}

impl CashOfDelivery {
    pub fn in_currency(self, currency: &str) -> Self {
        let shown = |amount: Decimal| in_currency(amount, Some(currency));
        Self { due: self.due.map(shown), amount: shown(self.amount), ..self }
    }
}

impl WaitingCash {
    pub fn of(row: WaitingRow, may_count: bool, user_id: Uuid) -> Self {
        let mut deliveries = row.deliveries;
        deliveries.sort_by(|one, other| one.number.cmp(&other.number));
        deliveries.truncate(500);
        Self {
            can_count: may_count && row.driver_id != user_id,
            driver_id: row.driver_id,
            driver_name: row.driver_name,
            subsidiary_id: row.subsidiary_id,
            currency: row.currency,
            since: row.since,
            deliveries,
            open_stops: row.open_stops,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Action, Policy, Resource, UserType};

    const DRIVER: Uuid = Uuid::from_u128(1);
    const COUNTER: Uuid = Uuid::from_u128(2);
    const THIRD: Uuid = Uuid::from_u128(3);

    fn handover(status: CashHandoverStatus) -> CashHandover {
        CashHandover {
            id: Uuid::from_u128(9),
            number: "H-26-000001".into(),
            subsidiary_id: None,
            driver_id: DRIVER,
            driver_name: "Rui".into(),
            currency: "BRL".into(),
            expected: Decimal::from(150),
            counted: Decimal::from(140),
            difference: Decimal::from(-10),
            delivery_count: 1,
            status,
            note: None,
            counted_by: COUNTER,
            counted_by_name: "Bia".into(),
            decision: None,
            reason: None,
            decided_by_name: None,
            decided_at: None,
            created_at: DateTime::default(),
            version: 1,
            can: CashHandoverCan::default(),
        }
    }

    #[test]
    fn a_difference_is_decided_by_a_third_person_and_once() {
        for user_type in UserType::ALL {
            let grants = Policy::load_shipped().grants(user_type);
            for status in CashHandoverStatus::ALL {
                let may_decide = grants.allow(Resource::CashHandover, Action::Decide);
                let can = |user| handover(*status).seen_by(may_decide, user).can.decide;
                let is_open = *status == CashHandoverStatus::Difference && user_type != UserType::Client;
                assert_eq!(can(THIRD), is_open, "{user_type:?} {status:?}");
                assert!(!can(DRIVER) && !can(COUNTER), "{user_type:?} {status:?}");
            }
        }
        let open = handover(CashHandoverStatus::Difference);
        assert_eq!(verdict(&open, COUNTER), Verdict::no(MessageCode::CashDecidedByCounter));
    }

    #[test]
    fn equal_amounts_are_settled_whatever_their_decimals() {
        let amount = |text: &str| -> Decimal { text.parse().unwrap() };
        assert_eq!(find_status(amount("150.0000"), amount("150")), CashHandoverStatus::Settled);
        assert_eq!(find_status(amount("150"), amount("149.99")), CashHandoverStatus::Difference);
    }

    #[test]
    fn nobody_counts_the_own_cash() {
        let row = WaitingRow {
            driver_id: DRIVER,
            driver_name: "Rui".into(),
            subsidiary_id: None,
            currency: "BRL".into(),
            since: DateTime::default(),
            deliveries: Vec::new(),
            open_stops: 0,
        };
        assert!(!WaitingCash::of(row.clone(), true, DRIVER).can_count);
        assert!(WaitingCash::of(row.clone(), true, COUNTER).can_count);
        assert!(!WaitingCash::of(row, false, COUNTER).can_count);
    }
}
