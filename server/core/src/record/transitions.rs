//! The ways from one state of a record to the next, as data. The button, the guard and the explanation read the same
//! rows, and a test can go through every verb, state and role.

use policy::{Action, Grants, Resource};

use crate::http::record_state::Verdict;

/// A row: what can be done in some states, and where it leads. `R` is what a guard needs to know of the record.
pub struct Transition<V: 'static, S: 'static, R: 'static> {
    pub verb: V,
    pub from: &'static [S],
    /// None if the state stays, or if more than the table decides about it.
    pub to: Option<S>,
    /// The right that a user needs; none for the server's own work.
    pub right: Option<Action>,
    /// A further condition.
    pub guard: fn(&R) -> Verdict,
}

impl<S: Copy, R> Transition<Action, S, R> {
    /// An action with its own right, which leads to a state.
    pub const fn to(verb: Action, from: &'static [S], to: S) -> Self {
        Self { verb, from, to: Some(to), right: Some(verb), guard: always }
    }

    /// Same as `to`, for an action after which the state stays or depends on the record.
    pub const fn within(verb: Action, from: &'static [S]) -> Self {
        Self { verb, from, to: None, right: Some(verb), guard: always }
    }
}

impl<V: Copy, S: Copy, R> Transition<V, S, R> {
    pub const fn guarded_by(mut self, guard: fn(&R) -> Verdict) -> Self {
        self.guard = guard;
        self
    }
}

/// No further condition.
pub const fn always<R>(_: &R) -> Verdict {
    Verdict::Yes
}

/// All rows of a resource.
pub struct Transitions<V: 'static, S: 'static, R: 'static> {
    pub resource: Resource,
    pub rows: &'static [Transition<V, S, R>],
    /// The answer to a verb of the table in a state from which no row leads.
    pub otherwise: fn(V, S) -> Verdict,
}

impl<V: Copy + PartialEq, S: Copy + PartialEq, R> Transitions<V, S, R> {
    fn find(&self, verb: V, state: S) -> Option<&'static Transition<V, S, R>> {
        self.rows.iter().find(|row| row.verb == verb && row.from.contains(&state))
    }

    /// The right of a verb; none if users cannot do it.
    pub fn right(&self, verb: V) -> Option<Action> {
        self.rows.iter().find(|row| row.verb == verb)?.right
    }

    /// The state after a verb; none if it is not possible, or if the state stays.
    pub fn after(&self, verb: V, state: S) -> Option<S> {
        self.find(verb, state)?.to
    }

    /// Whether the state of a record allows a verb, for any user. What the table does not know is allowed in every state.
    pub fn verdict(&self, verb: V, state: S, record: &R) -> Verdict {
        match self.find(verb, state) {
            Some(row) => (row.guard)(record),
            None if self.rows.iter().any(|row| row.verb == verb) => (self.otherwise)(verb, state),
            None => Verdict::Yes,
        }
    }

    /// Whether a user can do it now: the right, the state and the guard.
    pub fn can(&self, grants: &Grants, verb: V, state: S, record: &R) -> bool {
        let has_right = self.right(verb).is_some_and(|right| grants.allow(self.resource, right));
        has_right && self.verdict(verb, state, record).is_yes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::messages::MessageCode;
    use policy::{Policy, UserType};

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Lamp {
        Off,
        On,
    }

    const LAMPS: Transitions<Action, Lamp, bool> = Transitions {
        resource: Resource::Bank,
        rows: &[
            Transition::to(Action::Activate, &[Lamp::Off], Lamp::On).guarded_by(|has_power: &bool| {
                if *has_power { Verdict::Yes } else { Verdict::no(MessageCode::Required) }
            }),
            Transition::to(Action::Deactivate, &[Lamp::On], Lamp::Off),
            Transition::within(Action::Update, &[Lamp::On, Lamp::Off]),
        ],
        otherwise: |_, _| Verdict::Already,
    };

    #[test]
    fn a_verb_leads_from_its_states_only() {
        assert_eq!(LAMPS.after(Action::Activate, Lamp::Off), Some(Lamp::On));
        assert_eq!(LAMPS.after(Action::Activate, Lamp::On), None);
        assert_eq!(LAMPS.after(Action::Update, Lamp::On), None, "it stays on");
        assert_eq!(LAMPS.verdict(Action::Activate, Lamp::On, &true), Verdict::Already);
        assert_eq!(LAMPS.verdict(Action::Show, Lamp::On, &true), Verdict::Yes, "the table does not know it");
    }

    #[test]
    fn a_user_needs_the_right_and_the_guard() {
        let policy = Policy::load_shipped();
        let can = |user_type, has_power| {
            LAMPS.can(&policy.grants(user_type), Action::Activate, Lamp::Off, &has_power)
        };
        assert!(can(UserType::Admin, true));
        assert!(!can(UserType::Admin, false));
        assert!(!can(UserType::Client, true));
    }
}
