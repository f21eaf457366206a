//! The ways from one state of a waybill to the next, as data, and what the state allows to whom.

use policy::{Action, Grants, Resource};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions, always};
use trade::{wire_code, wire_name};

use super::charges::calculate_totals;
use super::model::{Waybill, WaybillCan, WaybillCount};

wire_code! {
    /// State of a waybill.
    WaybillStatus {
        /// Its number is never used again.
        Void = 0,
        /// It has its number.
        Draft = 10,
        /// It has its flights.
        Booked = 20,
        /// Its document is frozen.
        Issued = 30,
        /// The airline has the goods.
        Accepted = 40,
        Departed = 50,
        Arrived = 60,
        /// The goods are unloaded.
        Received = 65,
        Customs = 70,
        Delivered = 80,
    }
}

wire_name! {
    /// A step of a waybill.
    WaybillStep {
        Update = "update",
        /// Puts a bag or a loose shipment on it.
        Scan = "scan",
        Remove = "remove",
        Book = "book",
        Issue = "issue",
        Amend = "amend",
        /// The same once the goods have left.
        AmendLate = "amend_late",
        Void = "void",
        // Reports of the airline.
        Accept = "accept",
        Depart = "depart",
        Arrive = "arrive",
        Receive = "receive",
        EnterCustoms = "enter_customs",
        Deliver = "deliver",
        /// Pieces are missing, were found or were left behind.
        Differ = "differ",
    }
}

/// Facts that decide about a step besides the status.
#[derive(Clone, Copy, Debug)]
pub struct WaybillFacts {
    pub has_contents: bool,
    pub has_legs: bool,
}

type Row = Transition<WaybillStep, WaybillStatus, WaybillFacts>;

const fn row(
    step: WaybillStep,
    from: &'static [WaybillStatus],
    to: Option<WaybillStatus>,
    right: Action,
) -> Row {
    Transition { verb: step, from, to, right: Some(right), guard: always }
}

/// Airlines report parts of a consignment, the later before the earlier, and the later alone.
const ON_THE_WAY: &[WaybillStatus] = &[
    WaybillStatus::Issued,
    WaybillStatus::Accepted,
    WaybillStatus::Departed,
    WaybillStatus::Arrived,
    WaybillStatus::Received,
    WaybillStatus::Customs,
    WaybillStatus::Delivered,
];

/// A report of the airline. The state follows from all of them, see `cargo_events/fold.rs`.
const fn by_airline(step: WaybillStep, to: Option<WaybillStatus>) -> Row {
    row(step, ON_THE_WAY, to, Action::RecordEvent)
}

pub const TRANSITIONS: Transitions<WaybillStep, WaybillStatus, WaybillFacts> = {
    use WaybillStatus::{
        Accepted, Arrived, Booked, Customs, Delivered, Departed, Draft, Issued, Received, Void,
    };
    use WaybillStep as W;
    Transitions {
        resource: Resource::Mawb,
        rows: &[
            row(W::Update, &[Draft, Booked], None, Action::Update),
            row(W::Scan, &[Draft, Booked], None, Action::Scan),
            row(W::Remove, &[Draft, Booked], None, Action::Remove),
            row(W::Book, &[Draft], Some(Booked), Action::Book).guarded_by(has_legs),
            row(W::Issue, &[Booked], Some(Issued), Action::Issue).guarded_by(has_contents),
            // A further document; the state stays.
            row(W::Amend, &[Issued, Accepted], None, Action::Amend),
            row(W::AmendLate, &[Departed, Arrived, Received, Customs], None, Action::AmendLate),
            // An issued one needs what the airline says of it.
            row(W::Void, &[Draft, Booked, Issued], Some(Void), Action::Void),
            by_airline(W::Accept, Some(Accepted)),
            by_airline(W::Depart, Some(Departed)),
            by_airline(W::Arrive, Some(Arrived)),
            by_airline(W::Receive, Some(Received)),
            by_airline(W::EnterCustoms, Some(Customs)),
            by_airline(W::Deliver, Some(Delivered)),
            by_airline(W::Differ, None),
        ],
        otherwise: refuse,
    }
};

const fn has_legs(waybill: &WaybillFacts) -> Verdict {
    if waybill.has_legs { Verdict::Yes } else { Verdict::no(MessageCode::WaybillWithoutFlights) }
}

const fn has_contents(waybill: &WaybillFacts) -> Verdict {
    if waybill.has_contents { Verdict::Yes } else { Verdict::no(MessageCode::WaybillEmpty) }
}

fn refuse(_: WaybillStep, status: WaybillStatus) -> Verdict {
    Verdict::No(MessageCode::WaybillState, Params::from([("status", status.code().into())]))
}

/// The steps that an action can be; none for actions that do not change a waybill.
pub fn steps_of(action: Action) -> impl Iterator<Item = WaybillStep> {
    WaybillStep::ALL.iter().copied().filter(move |step| TRANSITIONS.right(*step) == Some(action))
}

impl WaybillCount {
    const fn is_empty(&self) -> bool {
        self.bags + self.loose_shipments == 0
    }
}

impl Waybill {
    pub const fn facts(&self) -> WaybillFacts {
        WaybillFacts { has_contents: !self.counted.is_empty(), has_legs: !self.input.legs.is_empty() }
    }

    /// Whether its state allows a step.
    pub fn verdict(&self, step: WaybillStep) -> Verdict {
        TRANSITIONS.verdict(step, self.status, &self.facts())
    }

    /// The step by which it is amended now.
    pub fn amendment(&self) -> WaybillStep {
        match self.verdict(WaybillStep::AmendLate) {
            Verdict::Yes => WaybillStep::AmendLate,
            _ => WaybillStep::Amend,
        }
    }

    /// The waybill with its totals, and with the permissions of a user.
    pub fn seen_by(self, grants: &Grants) -> Self {
        let can = |step| TRANSITIONS.can(grants, step, self.status, &self.facts());
        let can = WaybillCan {
            update: can(WaybillStep::Update),
            scan: can(WaybillStep::Scan),
            remove: can(WaybillStep::Remove),
            book: can(WaybillStep::Book),
            issue: can(WaybillStep::Issue),
            amend: can(self.amendment()) && grants.allow(Resource::Mawb, Action::Amend),
            void: can(WaybillStep::Void),
            record_event: steps_of(Action::RecordEvent).any(can),
        };
        let totals = calculate_totals(&self.input, &self.counted);
        Self { can, totals, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    const FULL: WaybillFacts = WaybillFacts { has_contents: true, has_legs: true };

    /// Columns: the states in the order of `ALL`. `S`: staff with the right; a dot: nobody.
    const TABLE: [(WaybillStep, &str, Option<i16>); 15] = [
        (WaybillStep::Update, ". S S . . . . . . .", None),
        (WaybillStep::Scan, ". S S . . . . . . .", None),
        (WaybillStep::Remove, ". S S . . . . . . .", None),
        (WaybillStep::Book, ". S . . . . . . . .", Some(20)),
        (WaybillStep::Issue, ". . S . . . . . . .", Some(30)),
        (WaybillStep::Amend, ". . . S S . . . . .", None),
        (WaybillStep::AmendLate, ". . . . . S S S S .", None),
        (WaybillStep::Void, ". S S S . . . . . .", Some(0)),
        (WaybillStep::Accept, ". . . S S S S S S S", Some(40)),
        (WaybillStep::Depart, ". . . S S S S S S S", Some(50)),
        (WaybillStep::Arrive, ". . . S S S S S S S", Some(60)),
        (WaybillStep::Receive, ". . . S S S S S S S", Some(65)),
        (WaybillStep::EnterCustoms, ". . . S S S S S S S", Some(70)),
        (WaybillStep::Deliver, ". . . S S S S S S S", Some(80)),
        (WaybillStep::Differ, ". . . S S S S S S S", None),
    ];

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        assert_eq!(TABLE.map(|(step, ..)| step), WaybillStep::ALL);
        for (step, row, to) in TABLE {
            let is_possible = |status: &WaybillStatus| TRANSITIONS.verdict(step, *status, &FULL).is_yes();
            let cell = |status| if is_possible(status) { "S" } else { "." };
            let found: Vec<&str> = WaybillStatus::ALL.iter().map(cell).collect();
            assert_eq!(found.join(" "), row, "{step:?}");
            let mut targets = WaybillStatus::ALL.iter().filter_map(|from| TRANSITIONS.after(step, *from));
            assert!(targets.all(|target| Some(target.code()) == to), "{step:?}");
        }
    }

    #[test]
    fn clients_can_do_nothing_and_late_changes_need_a_right_of_their_own() {
        let policy = Policy::load_shipped();
        for (user_type, status) in
            UserType::ALL.iter().flat_map(|it| WaybillStatus::ALL.iter().map(move |status| (*it, *status)))
        {
            let grants = policy.grants(user_type);
            for (step, ..) in TABLE {
                let has_right = match user_type {
                    UserType::Client => false,
                    UserType::User => step != WaybillStep::AmendLate,
                    UserType::Admin | UserType::Dev => true,
                };
                let expected = has_right && TRANSITIONS.verdict(step, status, &FULL).is_yes();
                assert_eq!(
                    TRANSITIONS.can(&grants, step, status, &FULL),
                    expected,
                    "{user_type:?} {status:?} {step:?}"
                );
            }
        }
    }

    #[test]
    fn booking_needs_flights_and_issuing_something_to_carry() {
        let empty = WaybillFacts { has_contents: false, has_legs: false };
        let verdict = |step, status| TRANSITIONS.verdict(step, status, &empty);
        let without_flights = Verdict::no(MessageCode::WaybillWithoutFlights);
        assert_eq!(verdict(WaybillStep::Book, WaybillStatus::Draft), without_flights);
        assert_eq!(
            verdict(WaybillStep::Issue, WaybillStatus::Booked),
            Verdict::no(MessageCode::WaybillEmpty)
        );
        assert!(verdict(WaybillStep::Void, WaybillStatus::Draft).is_yes());
    }

    #[test]
    fn an_action_is_the_steps_with_its_right() {
        assert_eq!(steps_of(Action::Issue).collect::<Vec<_>>(), [WaybillStep::Issue]);
        assert_eq!(steps_of(Action::RecordEvent).count(), 7);
        assert_eq!(steps_of(Action::Show).count(), 0);
    }
}
