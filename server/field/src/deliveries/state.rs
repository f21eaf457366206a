//! What the state of a delivery allows.

use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;

use super::model::{Delivery, DeliveryCan};
use crate::drivers::record::ProofKind;
use crate::steps::delivery::{DELIVERY_STEPS, DeliveryStatus, DeliveryStep};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use trade::money::in_currency;
use trade::steps::Actor;

/// What decides about a step besides the table.
#[derive(Clone, Copy, Debug)]
pub struct DeliveryState {
    pub status: DeliveryStatus,
    pub has_attempts_left: bool,
    pub has_tasks: bool,
    pub asks_pin: bool,
    pub has_cash_difference: bool,
    pub is_cash_paid_out: bool,
}

/// The right that staff need for a step.
pub const fn right_of(step: DeliveryStep) -> Action {
    match step {
        DeliveryStep::Create => Action::Create,
        DeliveryStep::Update
        | DeliveryStep::Settle
        | DeliveryStep::Pin
        | DeliveryStep::HandOver
        | DeliveryStep::Attach => Action::Update,
        DeliveryStep::Assign
        | DeliveryStep::Reassign
        | DeliveryStep::Unassign
        | DeliveryStep::Start
        | DeliveryStep::Record => Action::Assign,
        DeliveryStep::Reopen => Action::Reopen,
        DeliveryStep::Cancel => Action::Cancel,
        DeliveryStep::Return => Action::Return,
    }
}

/// The step that an action is named after; none for actions that do not change a delivery.
pub fn step_of(action: Action) -> Option<DeliveryStep> {
    DeliveryStep::from_name(action.name())
}

/// Whether a delivery allows a step of the staff.
pub fn verdict(state: DeliveryState, step: DeliveryStep) -> Verdict {
    if DELIVERY_STEPS.find(step, Some(state.status), Actor::Staff).is_none() {
        let params = Params::from([("status", state.status.code().into())]);
        return Verdict::No(MessageCode::DeliveryState, params);
    }
    match step {
        DeliveryStep::Settle if !state.has_tasks => Verdict::Already,
        DeliveryStep::Pin if !state.asks_pin => Verdict::no(MessageCode::PinNotAsked),
        // With a failure that was none, no cash is taken back.
        DeliveryStep::Reopen if state.status == DeliveryStatus::Delivered => find_cash_verdict(state),
        // More of them can be allowed, or it goes back.
        DeliveryStep::Assign | DeliveryStep::Reassign if !state.has_attempts_left => {
            Verdict::no(MessageCode::AttemptsUsedUp)
        }
        _ => Verdict::Yes,
    }
}

/// Cash goes back until its client has it. While a difference is undecided, nobody knows how much of it there is.
const fn find_cash_verdict(state: DeliveryState) -> Verdict {
    if state.is_cash_paid_out {
        return Verdict::no(MessageCode::DeliveryCashPaidOut);
    }
    if state.has_cash_difference {
        return Verdict::no(MessageCode::DeliveryCashDifference);
    }
    Verdict::Yes
}

impl Delivery {
    pub fn state(&self) -> DeliveryState {
        DeliveryState {
            status: self.status,
            has_attempts_left: self.attempts < self.max_attempts,
            has_tasks: !self.tasks.is_empty(),
            asks_pin: self.proof.contains(&ProofKind::Pin),
            has_cash_difference: self.has_cash_difference,
            is_cash_paid_out: self.is_cash_paid_out,
        }
    }

    /// The delivery with the permissions of a user.
    pub fn seen_by(self, grants: &Grants) -> Self {
        let state = self.state();
        let can = |step| grants.allow(Resource::Delivery, right_of(step)) && verdict(state, step).is_yes();
        let can = DeliveryCan {
            update: can(DeliveryStep::Update),
            assign: can(DeliveryStep::Assign),
            reassign: can(DeliveryStep::Reassign),
            reopen: can(DeliveryStep::Reopen),
            send_back: can(DeliveryStep::Return),
            cancel: can(DeliveryStep::Cancel),
            settle: can(DeliveryStep::Settle),
            hand_over: can(DeliveryStep::HandOver),
            attach: can(DeliveryStep::Attach),
            proof: grants.allow(Resource::Delivery, Action::Proof),
            pin: can(DeliveryStep::Pin),
        };
        let currency = self.cod_currency.clone();
        let shown = |amount: Decimal| in_currency(amount, currency.as_deref());
        Self { can, cod_due: self.cod_due.map(shown), cod_taken: self.cod_taken.map(shown), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    /// What staff do, without what follows from runs and records.
    const STEPS: [DeliveryStep; 9] = [
        DeliveryStep::Update,
        DeliveryStep::Assign,
        DeliveryStep::Reassign,
        DeliveryStep::Reopen,
        DeliveryStep::Return,
        DeliveryStep::Cancel,
        DeliveryStep::Settle,
        DeliveryStep::HandOver,
        DeliveryStep::Attach,
    ];

    const fn plain(status: DeliveryStatus) -> DeliveryState {
        DeliveryState {
            status,
            has_attempts_left: true,
            has_tasks: false,
            asks_pin: false,
            has_cash_difference: false,
            is_cash_paid_out: false,
        }
    }

    fn list_allowed(user_type: UserType, state: DeliveryState) -> Vec<DeliveryStep> {
        let grants = Policy::load_shipped().grants(user_type);
        let is_allowed = |step: &DeliveryStep| {
            grants.allow(Resource::Delivery, right_of(*step)) && verdict(state, *step).is_yes()
        };
        STEPS.into_iter().filter(is_allowed).collect()
    }

    #[test]
    fn staff_can_do_what_the_table_says_in_each_state_and_clients_nothing() {
        use DeliveryStep::{Assign, Attach, Cancel, HandOver, Reassign, Reopen, Return, Update};
        for (user_type, status) in UserType::ALL
            .iter()
            .flat_map(|user_type| DeliveryStatus::ALL.iter().map(move |status| (*user_type, *status)))
        {
            let expected: &[DeliveryStep] = match status {
                _ if user_type == UserType::Client => &[],
                DeliveryStatus::Pending => &[Update, Assign, Cancel, HandOver],
                DeliveryStatus::Assigned => &[Update, Reassign, Cancel],
                DeliveryStatus::Out => &[Update, Reassign, Cancel, Attach],
                DeliveryStatus::Delivered => &[Reopen, Attach],
                DeliveryStatus::Partial => &[Update, Assign, Return, HandOver, Attach],
                DeliveryStatus::Failed => &[Update, Assign, Reopen, Return, HandOver, Attach],
                DeliveryStatus::Returned => &[Attach],
                DeliveryStatus::Cancelled => &[],
            };
            assert_eq!(list_allowed(user_type, plain(status)), expected, "{user_type:?} {status:?}");
        }
    }

    #[test]
    fn a_pin_is_made_for_a_delivery_that_asks_for_one_and_is_not_over() {
        let find = |status, asks_pin| verdict(DeliveryState { asks_pin, ..plain(status) }, DeliveryStep::Pin);
        assert_eq!(find(DeliveryStatus::Out, true), Verdict::Yes);
        assert_eq!(find(DeliveryStatus::Out, false), Verdict::no(MessageCode::PinNotAsked));
        assert!(!find(DeliveryStatus::Delivered, true).is_yes());
    }

    #[test]
    fn a_delivery_without_attempts_left_waits_for_a_decision() {
        use DeliveryStep::{Attach, HandOver, Reopen, Return, Settle, Update};
        let state =
            DeliveryState { has_attempts_left: false, has_tasks: true, ..plain(DeliveryStatus::Failed) };
        let allowed = list_allowed(UserType::User, state);
        assert_eq!(allowed, [Update, Reopen, Return, Settle, HandOver, Attach]);
        assert_eq!(verdict(state, DeliveryStep::Assign), Verdict::no(MessageCode::AttemptsUsedUp));
        // For what is left of a partial one, more attempts can be allowed.
        let partial = DeliveryState { status: DeliveryStatus::Partial, has_tasks: false, ..state };
        assert_eq!(list_allowed(UserType::User, partial), [Update, Return, HandOver, Attach]);
    }

    #[test]
    fn a_delivery_is_opened_again_until_its_cash_is_paid_out_but_not_while_a_difference_is_undecided() {
        let state = plain(DeliveryStatus::Delivered);
        assert_eq!(verdict(state, DeliveryStep::Reopen), Verdict::Yes);
        let undecided = DeliveryState { has_cash_difference: true, ..state };
        let paid_out = DeliveryState { is_cash_paid_out: true, ..undecided };
        for (state, code) in
            [(undecided, MessageCode::DeliveryCashDifference), (paid_out, MessageCode::DeliveryCashPaidOut)]
        {
            assert_eq!(verdict(state, DeliveryStep::Reopen), Verdict::no(code));
            assert_eq!(list_allowed(UserType::Admin, state), [DeliveryStep::Attach]);
        }
        let failed = DeliveryState { status: DeliveryStatus::Failed, ..paid_out };
        assert_eq!(verdict(failed, DeliveryStep::Reopen), Verdict::Yes, "its cash stays");
    }
}
