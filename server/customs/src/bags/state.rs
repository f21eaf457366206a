//! The ways from one state of a bag to the next, as data, and what the state allows to whom.

use policy::{Action, Grants, Resource};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions, always};
use trade::{wire_code, wire_name};

use super::model::{Bag, BagCan};

wire_code! {
    /// State of a bag.
    BagStatus {
        Cancelled = 0,
        /// Parcels are scanned into it.
        Open = 10,
        /// Sealed and weighed.
        Closed = 20,
        /// Its operator is asked for a code, or to take it back.
        Registering = 25,
        Registered = 30,
        /// A closed manifest has it.
        Manifested = 40,
        Departed = 50,
        Arrived = 60,
        /// It is unpacked at its destination.
        Opened = 70,
        /// Each parcel of it was found, or settled.
        Reconciled = 80,
    }
}

wire_name! {
    /// The actions on a bag.
    BagStep {
        Update = "update",
        /// Adds a parcel.
        Scan = "scan",
        /// Takes a parcel out.
        Remove = "remove",
        /// Takes a parcel out for another bag.
        Move = "move",
        Close = "close",
        /// Opens a closed bag.
        Reopen = "reopen",
        /// Asks the operator of a registered bag to take it back, so that it is opened.
        Withdraw = "withdraw",
        Cancel = "cancel",
        /// Asks the operator for a code.
        Register = "register",
        // By the server, when its operator answers, or somebody does something with its waybill or its manifest.
        Registered = "registered",
        RegisterFailed = "register_failed",
        Withdrawn = "withdrawn",
        WithdrawFailed = "withdraw_failed",
        Manifest = "manifest",
        Unmanifest = "unmanifest",
        Depart = "depart",
        /// The departure, or also the arrival, was recorded by mistake.
        UndoDeparture = "undo_departure",
        Arrive = "arrive",
        Unpack = "unpack",
        Reconcile = "reconcile",
    }
}

/// The facts that decide about a step besides the status.
#[derive(Clone, Copy, Debug)]
pub struct BagFacts {
    pub parcel_count: i32,
    /// The document of its waybill is frozen.
    pub is_on_issued_waybill: bool,
    /// It has its number for the post.
    pub is_postal: bool,
    /// The post of its destination is connected.
    pub has_operator: bool,
}

type Row = Transition<BagStep, BagStatus, BagFacts>;

const fn by_staff(verb: BagStep, from: &'static [BagStatus], to: Option<BagStatus>, right: Action) -> Row {
    Transition { verb, from, to, right: Some(right), guard: always }
}

const fn by_server(verb: BagStep, from: &'static [BagStatus], to: BagStatus) -> Row {
    Transition { verb, from, to: Some(to), right: None, guard: always }
}

pub const TRANSITIONS: Transitions<BagStep, BagStatus, BagFacts> = {
    use BagStatus::{
        Arrived, Cancelled, Closed, Departed, Manifested, Open, Opened, Reconciled, Registered, Registering,
    };
    use BagStep as B;
    Transitions {
        resource: Resource::Bag,
        rows: &[
            by_staff(B::Update, &[Open], None, Action::Update),
            by_staff(B::Scan, &[Open], None, Action::Scan),
            by_staff(B::Remove, &[Open], None, Action::Remove),
            by_staff(B::Move, &[Open], None, Action::Move),
            by_staff(B::Close, &[Open], Some(Closed), Action::Close).guarded_by(has_parcels),
            // The seal is void from then on, and so is the number, which contains the weight.
            by_staff(B::Reopen, &[Closed], Some(Open), Action::Reopen).guarded_by(is_not_issued),
            by_staff(B::Withdraw, &[Registered], Some(Registering), Action::Reopen)
                .guarded_by(can_be_withdrawn),
            by_staff(B::Cancel, &[Open], Some(Cancelled), Action::Cancel).guarded_by(is_empty),
            // Again, if the task that asks has ended without an answer.
            by_staff(B::Register, &[Closed, Registering], Some(Registering), Action::Register)
                .guarded_by(can_be_asked),
            // One whose departure was undone is closed meanwhile.
            by_server(B::Registered, &[Closed, Registering], Registered),
            // One whose departure was undone has its code meanwhile, which the operator has taken back.
            by_server(B::RegisterFailed, &[Registering, Registered], Closed),
            by_server(B::Withdrawn, &[Registering], Open),
            by_server(B::WithdrawFailed, &[Registering], Registered),
            by_server(B::Manifest, &[Closed, Registered], Manifested),
            // To registered, if it has its operator's code.
            by_server(B::Unmanifest, &[Manifested], Closed),
            // Carriers report a departure or an arrival also before the papers are done, and before an operator answers: its
            // answer changes the code alone then.
            by_server(B::Depart, &[Closed, Registering, Registered, Manifested], Departed),
            by_server(B::UndoDeparture, &[Departed, Arrived], Manifested),
            by_server(B::Arrive, &[Closed, Registering, Registered, Manifested, Departed], Arrived),
            by_server(B::Unpack, &[Arrived], Opened),
            by_server(B::Reconcile, &[Opened], Reconciled),
        ],
        otherwise: refuse,
    }
};

fn has_parcels(bag: &BagFacts) -> Verdict {
    if bag.parcel_count > 0 { Verdict::Yes } else { Verdict::no(MessageCode::BagEmpty) }
}

fn is_empty(bag: &BagFacts) -> Verdict {
    if bag.parcel_count == 0 { is_not_issued(bag) } else { Verdict::no(MessageCode::BagNotEmpty) }
}

/// A bag stays as the document of its waybill describes it.
fn is_not_issued(bag: &BagFacts) -> Verdict {
    if bag.is_on_issued_waybill { Verdict::no(MessageCode::BagOnIssuedWaybill) } else { Verdict::Yes }
}

const fn can_be_asked(bag: &BagFacts) -> Verdict {
    if !bag.is_postal {
        Verdict::no(MessageCode::BagNotPostal)
    } else if !bag.has_operator {
        Verdict::no(MessageCode::BagOperatorMissing)
    } else {
        Verdict::Yes
    }
}

fn can_be_withdrawn(bag: &BagFacts) -> Verdict {
    match is_not_issued(bag) {
        Verdict::Yes if !bag.has_operator => Verdict::no(MessageCode::BagOperatorMissing),
        verdict => verdict,
    }
}

fn refuse(step: BagStep, status: BagStatus) -> Verdict {
    let code = if step == BagStep::Scan { MessageCode::BagClosed } else { MessageCode::BagState };
    Verdict::No(code, Params::from([("status", status.code().into())]))
}

/// The step that an action is named after; none for actions that do not change a bag.
pub fn step_of(action: Action) -> Option<BagStep> {
    BagStep::from_name(action.name()).filter(|step| TRANSITIONS.right(*step) == Some(action))
}

impl Bag {
    pub const fn facts(&self) -> BagFacts {
        BagFacts {
            parcel_count: self.parcel_count,
            is_on_issued_waybill: self.is_on_issued_waybill,
            is_postal: self.s9_code.is_some(),
            has_operator: self.postal_operator.is_some(),
        }
    }

    /// Whether its state allows a step.
    pub fn verdict(&self, step: BagStep) -> Verdict {
        TRANSITIONS.verdict(step, self.status, &self.facts())
    }

    /// Its operator is asked, and it is here: the answer takes it further. One that left meanwhile stays on its way.
    pub fn awaits_operator(&self) -> bool {
        self.status == BagStatus::Registering
    }

    /// The step by which it is opened again now.
    pub fn reopening(&self) -> BagStep {
        if self.status == BagStatus::Registered { BagStep::Withdraw } else { BagStep::Reopen }
    }

    /// The bag with the permissions of a user.
    pub fn seen_by(self, grants: &Grants) -> Self {
        let can = |step| TRANSITIONS.can(grants, step, self.status, &self.facts());
        let can = BagCan {
            update: can(BagStep::Update),
            scan: can(BagStep::Scan),
            remove: can(BagStep::Remove),
            move_parcels: can(BagStep::Move),
            close: can(BagStep::Close),
            register: can(BagStep::Register),
            reopen: can(self.reopening()),
            cancel: can(BagStep::Cancel),
        };
        Self { can, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_bag::bag;
    use super::*;
    use policy::{Policy, UserType};

    /// Columns: the states in the order of `ALL`. `S`: staff with the right; `Y`: the server; a dot: nobody.
    const TABLE: [(BagStep, &str, Option<i16>); 20] = [
        (BagStep::Update, ". S . . . . . . . .", None),
        (BagStep::Scan, ". S . . . . . . . .", None),
        (BagStep::Remove, ". S . . . . . . . .", None),
        (BagStep::Move, ". S . . . . . . . .", None),
        (BagStep::Close, ". S . . . . . . . .", Some(20)),
        (BagStep::Reopen, ". . S . . . . . . .", Some(10)),
        (BagStep::Withdraw, ". . . . S . . . . .", Some(25)),
        (BagStep::Cancel, ". S . . . . . . . .", Some(0)),
        (BagStep::Register, ". . S S . . . . . .", Some(25)),
        (BagStep::Registered, ". . Y Y . . . . . .", Some(30)),
        (BagStep::RegisterFailed, ". . . Y Y . . . . .", Some(20)),
        (BagStep::Withdrawn, ". . . Y . . . . . .", Some(10)),
        (BagStep::WithdrawFailed, ". . . Y . . . . . .", Some(30)),
        (BagStep::Manifest, ". . Y . Y . . . . .", Some(40)),
        (BagStep::Unmanifest, ". . . . . Y . . . .", Some(20)),
        (BagStep::Depart, ". . Y Y Y Y . . . .", Some(50)),
        (BagStep::UndoDeparture, ". . . . . . Y Y . .", Some(40)),
        (BagStep::Arrive, ". . Y Y Y Y Y . . .", Some(60)),
        (BagStep::Unpack, ". . . . . . . Y . .", Some(70)),
        (BagStep::Reconcile, ". . . . . . . . Y .", Some(80)),
    ];

    const FREE: BagFacts =
        BagFacts { parcel_count: 2, is_on_issued_waybill: false, is_postal: true, has_operator: true };

    /// A bag in which the further condition of a step holds.
    fn facts_for(step: BagStep) -> BagFacts {
        BagFacts { parcel_count: i32::from(step != BagStep::Cancel), ..FREE }
    }

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        assert_eq!(TABLE.map(|(step, ..)| step), BagStep::ALL);
        for (step, row, to) in TABLE {
            let cell = |status: &BagStatus| match TRANSITIONS.verdict(step, *status, &facts_for(step)) {
                Verdict::Yes if TRANSITIONS.right(step).is_some() => "S",
                Verdict::Yes => "Y",
                _ => ".",
            };
            let found: Vec<&str> = BagStatus::ALL.iter().map(cell).collect();
            assert_eq!(found.join(" "), row, "{step:?}");
            let mut targets = BagStatus::ALL.iter().filter_map(|from| TRANSITIONS.after(step, *from));
            assert!(targets.all(|target| Some(target.code()) == to), "{step:?}");
        }
    }

    #[test]
    fn staff_can_do_what_the_table_says_and_clients_nothing() {
        let policy = Policy::load_shipped();
        for (user_type, status) in
            UserType::ALL.iter().flat_map(|it| BagStatus::ALL.iter().map(move |status| (*it, *status)))
        {
            let grants = policy.grants(user_type);
            for (step, ..) in TABLE {
                let can = TRANSITIONS.can(&grants, step, status, &facts_for(step));
                let is_possible = TRANSITIONS.verdict(step, status, &facts_for(step)).is_yes();
                let is_for_people = TRANSITIONS.right(step).is_some();
                let expected = user_type != UserType::Client && is_for_people && is_possible;
                assert_eq!(can, expected, "{user_type:?} {status:?} {step:?}");
            }
        }
    }

    #[test]
    fn only_a_full_bag_is_closed_and_only_an_empty_one_cancelled() {
        let verdict = |step, parcel_count| {
            let facts = BagFacts { parcel_count, ..FREE };
            TRANSITIONS.verdict(step, BagStatus::Open, &facts)
        };
        assert_eq!(verdict(BagStep::Close, 0), Verdict::no(MessageCode::BagEmpty));
        assert_eq!(verdict(BagStep::Cancel, 1), Verdict::no(MessageCode::BagNotEmpty));
        assert!(verdict(BagStep::Close, 1).is_yes() && verdict(BagStep::Cancel, 0).is_yes());
    }

    #[test]
    fn a_bag_of_an_issued_waybill_stays_as_it_is() {
        let refused = Verdict::no(MessageCode::BagOnIssuedWaybill);
        let issued = |parcel_count| BagFacts { parcel_count, is_on_issued_waybill: true, ..FREE };
        for (status, step) in
            [(BagStatus::Closed, BagStep::Reopen), (BagStatus::Registered, BagStep::Withdraw)]
        {
            assert_eq!(TRANSITIONS.verdict(step, status, &issued(2)), refused);
            assert!(TRANSITIONS.verdict(BagStep::Depart, status, &issued(2)).is_yes(), "it flies");
        }
        assert_eq!(TRANSITIONS.verdict(BagStep::Cancel, BagStatus::Open, &issued(0)), refused);
        let closed = Bag { status: BagStatus::Closed, is_on_issued_waybill: true, ..bag() };
        let grants = Policy::load_shipped().grants(UserType::Admin);
        assert!(!closed.clone().seen_by(&grants).can.reopen);
        assert!(Bag { is_on_issued_waybill: false, ..closed }.seen_by(&grants).can.reopen);
    }

    #[test]
    fn only_a_bag_for_a_connected_post_is_registered() {
        let verdict = |is_postal, has_operator| {
            let facts = BagFacts { is_postal, has_operator, ..FREE };
            TRANSITIONS.verdict(BagStep::Register, BagStatus::Closed, &facts)
        };
        assert_eq!(verdict(false, true), Verdict::no(MessageCode::BagNotPostal));
        assert_eq!(verdict(true, false), Verdict::no(MessageCode::BagOperatorMissing));
        assert!(verdict(true, true).is_yes());
    }

    #[test]
    fn actions_of_users_name_their_steps() {
        assert_eq!(step_of(Action::Reopen), Some(BagStep::Reopen));
        assert_eq!(step_of(Action::Show), None);
        for (step, ..) in TABLE {
            // A registered bag is reopened in two steps.
            let named = if step == BagStep::Withdraw { BagStep::Reopen } else { step };
            assert!(TRANSITIONS.right(step).is_none_or(|right| step_of(right) == Some(named)), "{step:?}");
        }
    }
}
