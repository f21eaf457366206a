//! The ways from one state to the next, as data: who can do what in which state, and where it leads. Buttons, guards and
//! explanations are made of these rows, and a test of each area goes through every action, state and person.

/// Who does a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// On its own records.
    Client,
    /// With the right to do it.
    Staff,
    /// The driver of the run.
    Driver,
    /// The server itself.
    System,
}

/// A row: what can be done in some states, where it can lead, and by whom.
pub struct Step<V: 'static, S: 'static> {
    pub verb: V,
    /// It also makes a new record.
    pub is_for_new: bool,
    pub from: &'static [S],
    /// More than one if the facts decide. Empty if the state stays.
    pub to: &'static [S],
    pub by: &'static [Actor],
}

/// All rows of a kind of record.
pub struct Steps<V: 'static, S: 'static> {
    pub rows: &'static [Step<V, S>],
}

impl<V, S> Step<V, S> {
    /// A step that makes a new record.
    pub const fn create(verb: V, to: &'static [S], by: &'static [Actor]) -> Self {
        Self { verb, is_for_new: true, from: &[], to, by }
    }

    pub const fn between(verb: V, from: &'static [S], to: &'static [S], by: &'static [Actor]) -> Self {
        Self { verb, is_for_new: false, from, to, by }
    }

    /// A step after which the state stays.
    pub const fn within(verb: V, from: &'static [S], by: &'static [Actor]) -> Self {
        Self { verb, is_for_new: false, from, to: &[], by }
    }

    /// It makes a new record, too.
    pub const fn or_create(mut self) -> Self {
        self.is_for_new = true;
        self
    }
}

impl<V: Copy + PartialEq, S: Copy + PartialEq> Steps<V, S> {
    /// The row of a step in a state, which is none for a new record; none if this person cannot do it.
    pub fn find(&self, verb: V, state: Option<S>, actor: Actor) -> Option<&'static Step<V, S>> {
        let starts = |row: &Step<V, S>| state.map_or(row.is_for_new, |state| row.from.contains(&state));
        self.rows.iter().find(|row| row.verb == verb && starts(row) && row.by.contains(&actor))
    }

    /// Whether a step leads from a state to another one, whoever does it.
    pub fn leads(&self, verb: V, from: Option<S>, to: S) -> bool {
        let actors = [Actor::Client, Actor::Staff, Actor::Driver, Actor::System];
        let mut rows = actors.into_iter().filter_map(|actor| self.find(verb, from, actor));
        rows.any(|row| if row.to.is_empty() { from == Some(to) } else { row.to.contains(&to) })
    }
}

/// Draws the rows, for tests of the areas.
pub mod grid {
    use super::*;

    /// Who can do a step in each state, first for a new record: `C`, `S`, `D` and `Y` for the system; a dot for nobody.
    pub fn write_row<V: Copy + PartialEq, S: Copy + PartialEq>(
        steps: &Steps<V, S>,
        verb: V,
        states: &[S],
    ) -> String {
        let actors = [(Actor::Client, 'C'), (Actor::Staff, 'S'), (Actor::Driver, 'D'), (Actor::System, 'Y')];
        let write_cell = |state: Option<S>| -> String {
            let doers = actors.iter().filter(|(actor, _)| steps.find(verb, state, *actor).is_some());
            let cell: String = doers.map(|(_, letter)| *letter).collect();
            if cell.is_empty() { ".".into() } else { cell }
        };
        let columns = [None].into_iter().chain(states.iter().copied().map(Some));
        columns.map(write_cell).collect::<Vec<_>>().join(" ")
    }

    /// The states after a step, from each state from which it is possible.
    pub fn list_targets<V: Copy + PartialEq, S: Copy + PartialEq>(
        steps: &Steps<V, S>,
        verb: V,
        states: &[S],
    ) -> Vec<S> {
        let from = [None].into_iter().chain(states.iter().copied().map(Some));
        let from: Vec<Option<S>> = from.collect();
        states.iter().copied().filter(|to| from.iter().any(|from| steps.leads(verb, *from, *to))).collect()
    }
}
