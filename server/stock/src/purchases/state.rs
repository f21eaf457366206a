//! The ways from one state of a purchase to the next, as data, and what the state allows to whom.

use policy::{Action, Grants, Resource};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions};
use trade::wire_code;

use super::model::{Purchase, PurchaseCan, PurchaseLine};

wire_code! {
    /// State of a purchase.
    PurchaseStatus {
        Cancelled = 0,
        /// It can be changed.
        Draft = 10,
        /// Nothing of it has come.
        Ordered = 20,
        PartlyReceived = 30,
        /// All of it has come.
        Received = 40,
        /// Nothing more is expected.
        Closed = 50,
    }
}

/// The facts that decide about a step besides the status.
#[derive(Clone, Copy, Debug)]
pub struct PurchaseFacts {
    pub has_supplier: bool,
    /// Units that have come and were not sent back.
    pub received: i64,
}

pub const TRANSITIONS: Transitions<Action, PurchaseStatus, PurchaseFacts> = {
    use PurchaseStatus::{Cancelled, Closed, Draft, Ordered, PartlyReceived, Received};
    Transitions {
        resource: Resource::Purchase,
        rows: &[
            Transition::within(Action::Update, &[Draft]),
            Transition::to(Action::Order, &[Draft], Ordered).guarded_by(has_supplier),
            // To partly received, or received.
            Transition::within(Action::Receive, &[Ordered, PartlyReceived]),
            // Back to what is left of it; one that is closed stays so.
            Transition::within(Action::Return, &[PartlyReceived, Received, Closed]).guarded_by(has_goods),
            Transition::to(Action::Close, &[Ordered, PartlyReceived], Closed),
            Transition::to(Action::Cancel, &[Draft, Ordered], Cancelled),
        ],
        otherwise: |_, status| {
            Verdict::No(MessageCode::PurchaseState, Params::from([("status", status.code().into())]))
        },
    }
};

fn has_supplier(purchase: &PurchaseFacts) -> Verdict {
    if purchase.has_supplier { Verdict::Yes } else { Verdict::no(MessageCode::PurchaseWithoutSupplier) }
}

fn has_goods(purchase: &PurchaseFacts) -> Verdict {
    if purchase.received > 0 { Verdict::Yes } else { Verdict::no(MessageCode::PurchaseNothingReceived) }
}

impl PurchaseStatus {
    /// The state of a purchase whose lines have changed by a receipt or a return.
    pub fn after_goods(self, lines: &[PurchaseLine]) -> Self {
        if self == Self::Closed {
            Self::Closed
        } else if lines.iter().all(|line| line.received == 0) {
            Self::Ordered
        } else if lines.iter().all(|line| line.received >= line.quantity) {
            Self::Received
        } else {
            Self::PartlyReceived
        }
    }
}

impl PurchaseLine {
    /// The line with what should and what may still come.
    pub fn with_open(self, over_percent: i16) -> Self {
        let allowed = i64::from(self.quantity) * (100 + i64::from(over_percent)) / 100;
        let open = (allowed - i64::from(self.received)).max(0);
        Self {
            missing: (self.quantity - self.received).max(0),
            most: i32::try_from(open).unwrap_or(i32::MAX),
            ..self
        }
    }
}

impl Purchase {
    pub const fn facts(&self) -> PurchaseFacts {
        PurchaseFacts { has_supplier: self.supplier.is_some(), received: self.received }
    }

    /// Whether its state allows an action.
    pub fn verdict(&self, action: Action) -> Verdict {
        TRANSITIONS.verdict(action, self.status, &self.facts())
    }

    /// The purchase with the permissions of a user, and without costs for who must not see them.
    pub fn seen_by(self, grants: &Grants) -> Self {
        let can = |action| TRANSITIONS.can(grants, action, self.status, &self.facts());
        let can = PurchaseCan {
            update: can(Action::Update),
            order: can(Action::Order),
            receive: can(Action::Receive),
            return_goods: can(Action::Return),
            close: can(Action::Close),
            cancel: can(Action::Cancel),
        };
        let total_cost = self.total_cost.filter(|_| sees_costs(grants)).map(|cost| cost.normalize());
        Self { can, total_cost, ..self }
    }
}

/// Whether a user sees what goods have cost.
pub fn sees_costs(grants: &Grants) -> bool {
    grants.allow(Resource::PriceCost, Action::Show)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stock_items::model::StockUnit;
    use policy::{Policy, UserType};
    use uuid::Uuid;

    /// Columns: the states in the order of `ALL`. `S`: staff with the right; a dot: nobody.
    const TABLE: [(Action, &str, Option<i16>); 6] = [
        (Action::Update, ". S . . . .", None),
        (Action::Order, ". S . . . .", Some(20)),
        (Action::Receive, ". . S S . .", None),
        (Action::Return, ". . . S S S", None),
        (Action::Close, ". . S S . .", Some(50)),
        (Action::Cancel, ". S S . . .", Some(0)),
    ];
    /// A purchase in which the further conditions hold.
    const FACTS: PurchaseFacts = PurchaseFacts { has_supplier: true, received: 1 };

    #[test]
    fn each_action_is_possible_as_in_the_table() {
        assert_eq!(TABLE.len(), TRANSITIONS.rows.len());
        for (action, row, to) in TABLE {
            let verdict = |status: &PurchaseStatus| TRANSITIONS.verdict(action, *status, &FACTS);
            let cell = |status: &PurchaseStatus| if verdict(status).is_yes() { "S" } else { "." };
            let found: Vec<&str> = PurchaseStatus::ALL.iter().map(cell).collect();
            assert_eq!(found.join(" "), row, "{action}");
            let mut targets = PurchaseStatus::ALL.iter().filter_map(|from| TRANSITIONS.after(action, *from));
            assert!(targets.all(|target| Some(target.code()) == to), "{action}");
        }
    }

    #[test]
    fn staff_can_do_what_the_table_says_and_clients_nothing() {
        let policy = Policy::load_shipped();
        for (user_type, status) in
            UserType::ALL.iter().flat_map(|it| PurchaseStatus::ALL.iter().map(move |status| (*it, *status)))
        {
            let grants = policy.grants(user_type);
            for (action, ..) in TABLE {
                let can = TRANSITIONS.can(&grants, action, status, &FACTS);
                let is_possible = TRANSITIONS.verdict(action, status, &FACTS).is_yes();
                assert_eq!(can, user_type != UserType::Client && is_possible, "{user_type:?} {status:?}");
            }
        }
    }

    #[test]
    fn nothing_is_ordered_without_a_supplier_and_nothing_sent_back_that_did_not_come() {
        let facts = PurchaseFacts { has_supplier: false, received: 0 };
        let verdict = |action, status| TRANSITIONS.verdict(action, status, &facts);
        assert_eq!(
            verdict(Action::Order, PurchaseStatus::Draft),
            Verdict::no(MessageCode::PurchaseWithoutSupplier)
        );
        assert_eq!(
            verdict(Action::Return, PurchaseStatus::Closed),
            Verdict::no(MessageCode::PurchaseNothingReceived)
        );
    }

    fn line(quantity: i32, received: i32) -> PurchaseLine {
        PurchaseLine {
            line: 1,
            item_id: Uuid::nil(),
            sku: "SKU-1".into(),
            ean: None,
            title: "Camiseta".into(),
            unit: StockUnit::Piece,
            keep_lot: false,
            keep_expiry: false,
            quantity,
            received,
            missing: 0,
            most: 0,
            unit_cost: None,
        }
    }

    #[test]
    fn the_allowance_is_in_whole_units_of_the_line() {
        let open = |quantity, received, over_percent| {
            let line = line(quantity, received).with_open(over_percent);
            (line.missing, line.most)
        };
        assert_eq!(open(10, 0, 0), (10, 10));
        assert_eq!(open(10, 8, 10), (2, 3));
        assert_eq!(open(9, 0, 10), (9, 9), "nine tenths of a unit are none");
        assert_eq!(open(10, 11, 10), (0, 0));
        assert_eq!(open(1_000_000_000, 0, 100), (1_000_000_000, 2_000_000_000));
    }

    #[test]
    fn the_lines_say_how_much_has_come() {
        use PurchaseStatus::{Closed, Ordered, PartlyReceived, Received};
        let after = |status: PurchaseStatus, received: [i32; 2]| {
            status.after_goods(&received.map(|units| line(5, units)))
        };
        assert_eq!(after(Ordered, [0, 1]), PartlyReceived);
        assert_eq!(after(PartlyReceived, [5, 6]), Received);
        assert_eq!(after(Ordered, [7, 0]), PartlyReceived, "one line is not another");
        assert_eq!(after(Received, [0, 0]), Ordered);
        assert_eq!(after(Closed, [0, 0]), Closed);
    }
}
