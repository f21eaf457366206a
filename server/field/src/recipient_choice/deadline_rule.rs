//! The next step with a delivery whose client has to choose after the last attempt. Pure.

use chrono::{Days, NaiveDate};

use freight::shipments::fields::NonDelivery;

/// Days for the client to choose.
const DAYS: Days = Days::new(7);
/// It is reminded so many days before the last one.
const REMINDED_BEFORE: Days = Days::new(2);

/// The facts that decide about the next step.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct DecisionFacts {
    pub attempts: i16,
    /// The last day to choose.
    pub decide_until: Option<NaiveDate>,
    /// Attempts after which the client was asked.
    pub decide_attempts: Option<i16>,
    pub is_reminded: bool,
    /// The last day on which the parcels wait at the counter.
    pub held_until: Option<NaiveDate>,
    /// The client has chosen that.
    pub is_held_by_client: bool,
}

/// The next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionTurn {
    /// Until this day.
    Ask(NaiveDate),
    Remind(NaiveDate),
    /// The time is over: the shipments say what happens.
    Lapse,
}

impl DecisionFacts {
    /// None while nothing is due.
    pub fn find_turn(self, today: NaiveDate) -> Option<DecisionTurn> {
        if let Some(until) = self.held_until {
            // The client has had its choice. What the recipient has not fetched is the client's to decide.
            let turn =
                if self.is_held_by_client { DecisionTurn::Lapse } else { DecisionTurn::Ask(today + DAYS) };
            return (until < today).then_some(turn);
        }
        let asked = self.decide_until.filter(|_| self.decide_attempts == Some(self.attempts));
        let Some(until) = asked else { return Some(DecisionTurn::Ask(today + DAYS)) };
        if until < today {
            return Some(DecisionTurn::Lapse);
        }
        let is_near = until - REMINDED_BEFORE <= today;
        (is_near && !self.is_reminded).then_some(DecisionTurn::Remind(until))
    }
}

/// The instruction of the shipments of a delivery for goods that nobody gets. None when they differ, or when somebody has to find a way.
pub fn find_instruction(shipments: impl IntoIterator<Item = NonDelivery>) -> Option<NonDelivery> {
    let mut said = shipments.into_iter();
    let first = said.next().filter(|one| *one != NonDelivery::Redirect)?;
    said.all(|one| one == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, day).unwrap()
    }

    const FACTS: DecisionFacts = DecisionFacts {
        attempts: 3,
        decide_until: None,
        decide_attempts: None,
        is_reminded: false,
        held_until: None,
        is_held_by_client: false,
    };

    #[test]
    fn a_client_is_asked_once_for_each_last_attempt() {
        assert_eq!(FACTS.find_turn(day(1)), Some(DecisionTurn::Ask(day(8))));
        let asked = DecisionFacts { decide_until: Some(day(8)), decide_attempts: Some(3), ..FACTS };
        assert_eq!(asked.find_turn(day(5)), None);
        let again = DecisionFacts { attempts: 4, ..asked };
        assert_eq!(again.find_turn(day(9)), Some(DecisionTurn::Ask(day(16))));
    }

    #[test]
    fn it_is_reminded_once_and_the_day_after_the_last_one_is_too_late() {
        let asked = DecisionFacts { decide_until: Some(day(8)), decide_attempts: Some(3), ..FACTS };
        assert_eq!(asked.find_turn(day(6)), Some(DecisionTurn::Remind(day(8))));
        let reminded = DecisionFacts { is_reminded: true, ..asked };
        assert_eq!((reminded.find_turn(day(7)), reminded.find_turn(day(8))), (None, None));
        assert_eq!(reminded.find_turn(day(9)), Some(DecisionTurn::Lapse));
    }

    #[test]
    fn what_nobody_fetches_at_the_counter_is_decided_the_day_after() {
        let held = DecisionFacts { held_until: Some(day(8)), ..FACTS };
        let by_client = DecisionFacts { is_held_by_client: true, ..held };
        assert_eq!((held.find_turn(day(8)), by_client.find_turn(day(8))), (None, None));
        assert_eq!(held.find_turn(day(9)), Some(DecisionTurn::Ask(day(16))));
        assert_eq!(by_client.find_turn(day(9)), Some(DecisionTurn::Lapse));
    }

    #[test]
    fn shipments_decide_together_or_staff_do() {
        use NonDelivery::{Abandon, Redirect, Return};
        assert_eq!(find_instruction([Return, Return]), Some(Return));
        assert_eq!(find_instruction([Abandon]), Some(Abandon));
        for unclear in [vec![], vec![Redirect], vec![Return, Abandon]] {
            assert_eq!(find_instruction(unclear), None);
        }
    }
}
