//! The wish of a client after the last attempt: who can choose, and between which ways. Pure.

use chrono::NaiveDate;

use super::days::check_day;
use super::store::RecipientWish;
use crate::deliveries::model::RecipientChoice;
use crate::steps::delivery::DeliveryStatus;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;

/// No delivery is tried more often.
const MOST_ATTEMPTS: i16 = 20;

/// The facts that decide whether a client can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceFacts {
    pub status: DeliveryStatus,
    pub attempts: i16,
    pub max_attempts: i16,
    /// Attempts after which it chose before.
    pub choice_attempts: Option<i16>,
    /// All its shipments are of the client.
    pub is_whole: bool,
    /// Who asks is the client, of a company that delivers. Staff have actions of their own for it.
    pub is_client: bool,
}

/// Whether the client can choose: once after the last attempt.
pub fn verdict(facts: ChoiceFacts) -> Verdict {
    let is_at_limit = facts.status == DeliveryStatus::Failed && facts.attempts >= facts.max_attempts;
    if !facts.is_client || !is_at_limit || facts.choice_attempts == Some(facts.attempts) {
        return Verdict::no(MessageCode::DeliveryChoiceClosed);
    }
    if facts.is_whole { Verdict::Yes } else { Verdict::no(MessageCode::DeliveryOfSeveral) }
}

/// The attempts that are allowed after a choice: one more if somebody has to drive there again.
pub fn find_max_attempts(choice: RecipientChoice, facts: ChoiceFacts) -> i16 {
    let is_driven = matches!(choice, RecipientChoice::AnotherDay | RecipientChoice::OtherAddress);
    if is_driven { facts.attempts.saturating_add(1).min(MOST_ATTEMPTS) } else { facts.max_attempts }
}

/// Normalises a choice; returns all errors at once.
pub fn check(
    choice: RecipientChoice,
    on: Option<NaiveDate>,
    note: Option<String>,
    days: &[NaiveDate],
) -> ApiResult<RecipientWish> {
    let mut errors = FieldErrors::default();
    let on = check_day(choice, on, days, &mut errors);
    match choice {
        RecipientChoice::Neighbour | RecipientChoice::Post => {
            errors.push("choice", MessageCode::UnknownOption);
        }
        RecipientChoice::OtherAddress if note.is_none() => errors.push("note", MessageCode::Required),
        _ => {}
    }
    errors.into_result()?;
    Ok(RecipientWish { choice, on, note })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::delivery::{DELIVERY_STEPS, DeliveryStep};
    use trade::steps::Actor;

    const FACTS: ChoiceFacts = ChoiceFacts {
        status: DeliveryStatus::Failed,
        attempts: 3,
        max_attempts: 3,
        choice_attempts: None,
        is_whole: true,
        is_client: true,
    };

    #[test]
    fn a_client_chooses_where_the_table_lets_it_send_back_and_no_attempt_is_left() {
        for status in DeliveryStatus::ALL {
            let may_return = DELIVERY_STEPS.find(DeliveryStep::Return, Some(*status), Actor::Client);
            let can = verdict(ChoiceFacts { status: *status, ..FACTS }).is_yes();
            assert_eq!(can, may_return.is_some(), "{status:?}");
        }
        assert!(!verdict(ChoiceFacts { attempts: 2, ..FACTS }).is_yes());
    }

    #[test]
    fn a_client_chooses_once_and_again_after_a_further_failure() {
        let closed = Verdict::no(MessageCode::DeliveryChoiceClosed);
        assert_eq!(verdict(ChoiceFacts { choice_attempts: Some(3), ..FACTS }), closed);
        let later = ChoiceFacts { attempts: 4, max_attempts: 4, choice_attempts: Some(3), ..FACTS };
        assert!(verdict(later).is_yes());
        let several = Verdict::no(MessageCode::DeliveryOfSeveral);
        assert_eq!(verdict(ChoiceFacts { is_whole: false, ..FACTS }), several);
        for is_whole in [true, false] {
            assert_eq!(verdict(ChoiceFacts { is_client: false, is_whole, ..FACTS }), closed);
        }
    }

    #[test]
    fn a_further_way_is_a_further_attempt() {
        use RecipientChoice::{AnotherDay, Hold, OtherAddress, Return};
        let found = [AnotherDay, OtherAddress, Return, Hold].map(|choice| find_max_attempts(choice, FACTS));
        assert_eq!(found, [4, 4, 3, 3]);
        let worn = ChoiceFacts { attempts: 20, max_attempts: 20, ..FACTS };
        assert_eq!(find_max_attempts(AnotherDay, worn), 20);
    }

    #[test]
    fn another_day_is_one_of_those_offered_and_another_address_is_written() {
        use RecipientChoice::{AnotherDay, Neighbour, OtherAddress, Post, Return};
        let day = NaiveDate::from_ymd_opt(2026, 11, 30);
        let days = [day.unwrap()];
        assert_eq!(check(AnotherDay, day, None, &days).unwrap().on, day);
        for wrong in [None, NaiveDate::from_ymd_opt(2027, 1, 1)] {
            assert!(check(AnotherDay, wrong, None, &days).is_err());
        }
        assert!(check(OtherAddress, None, None, &days).is_err());
        assert_eq!(check(OtherAddress, day, Some("Rua B, 2".into()), &days).unwrap().on, None);
        for choice in [Neighbour, Post] {
            assert!(check(choice, None, Some("Eva".into()), &days).is_err(), "{choice:?}");
        }
        assert!(check(Return, None, None, &days).is_ok());
    }
}
