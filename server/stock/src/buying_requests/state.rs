//! The ways from one state of a request to the next, as data, and what the state allows to whom.

use chrono::NaiveDate;
use policy::{Action, Grants, Resource};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::live::Audience;
use server_core::record::{Transition, Transitions};
use trade::wire_code;

use super::model::{BuyingRequest, BuyingRequestCan};

wire_code! {
    /// State of a request for goods.
    BuyingRequestStatus {
        Cancelled = 0,
        /// The client waits for a quote.
        Asked = 10,
        /// The company waits for the client.
        Quoted = 20,
        /// The wallet is charged, and the goods are to be bought.
        Accepted = 30,
        Bought = 40,
        /// They could not be bought, and the charge was given back.
        Refunded = 50,
    }
}

/// The facts that decide about a step besides the status.
#[derive(Clone, Copy, Debug)]
pub struct BuyingFacts {
    /// The last day of the quote is over.
    pub is_expired: bool,
}

pub const TRANSITIONS: Transitions<Action, BuyingRequestStatus, BuyingFacts> = {
    use BuyingRequestStatus::{Accepted, Asked, Bought, Cancelled, Quoted, Refunded};
    Transitions {
        resource: Resource::BuyingRequest,
        rows: &[
            Transition::to(Action::Quote, &[Asked, Quoted], Quoted),
            Transition::to(Action::Accept, &[Quoted], Accepted).guarded_by(is_in_time),
            Transition::to(Action::Buy, &[Accepted], Bought),
            // A seller can also cancel what was bought.
            Transition::to(Action::Refund, &[Accepted, Bought], Refunded),
            Transition::to(Action::Cancel, &[Asked, Quoted], Cancelled),
        ],
        otherwise: |_, status| {
            Verdict::No(MessageCode::BuyingRequestState, Params::from([("status", status.code().into())]))
        },
    }
};

fn is_in_time(request: &BuyingFacts) -> Verdict {
    if request.is_expired { Verdict::no(MessageCode::BuyingQuoteExpired) } else { Verdict::Yes }
}

impl BuyingRequest {
    pub fn facts(&self, today: NaiveDate) -> BuyingFacts {
        BuyingFacts { is_expired: self.quote_until.is_some_and(|last| last < today) }
    }

    /// Who is told of its changes.
    pub fn to_audience(&self) -> Audience {
        Audience::Parties(vec![self.client_id])
    }

    /// Whether its state allows an action.
    pub fn verdict(&self, action: Action, today: NaiveDate) -> Verdict {
        TRANSITIONS.verdict(action, self.status, &self.facts(today))
    }

    /// The request with the permissions of a user.
    pub fn seen_by(self, grants: &Grants, today: NaiveDate) -> Self {
        let can = |action| TRANSITIONS.can(grants, action, self.status, &self.facts(today));
        let can = BuyingRequestCan {
            quote: can(Action::Quote),
            accept: can(Action::Accept),
            buy: can(Action::Buy),
            refund: can(Action::Refund),
            cancel: can(Action::Cancel),
        };
        Self {
            can,
            goods_amount: self.goods_amount.map(|amount| amount.normalize()),
            shipping_amount: self.shipping_amount.map(|amount| amount.normalize()),
            fee_amount: self.fee_amount.map(|amount| amount.normalize()),
            total: self.total.map(|amount| amount.normalize()),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    /// Columns: the states in the order of `ALL`. `S`: staff with the right, `B`: also the client; a dot: nobody.
    const TABLE: [(Action, &str, Option<i16>); 5] = [
        (Action::Quote, ". S S . . .", Some(20)),
        (Action::Accept, ". . B . . .", Some(30)),
        (Action::Buy, ". . . S . .", Some(40)),
        (Action::Refund, ". . . S S .", Some(50)),
        (Action::Cancel, ". B B . . .", Some(0)),
    ];
    const IN_TIME: BuyingFacts = BuyingFacts { is_expired: false };

    #[test]
    fn each_action_is_possible_for_whom_the_table_says() {
        assert_eq!(TABLE.len(), TRANSITIONS.rows.len());
        let policy = Policy::load_shipped();
        let (staff, client) = (policy.grants(UserType::User), policy.grants(UserType::Client));
        for (action, row, to) in TABLE {
            let can = |grants: &Grants, status| TRANSITIONS.can(grants, action, status, &IN_TIME);
            let cell = |status: &BuyingRequestStatus| match (can(&staff, *status), can(&client, *status)) {
                (true, true) => "B",
                (true, false) => "S",
                (false, true) => "C",
                (false, false) => ".",
            };
            let found: Vec<&str> = BuyingRequestStatus::ALL.iter().map(cell).collect();
            assert_eq!(found.join(" "), row, "{action}");
            let targets = BuyingRequestStatus::ALL.iter().filter_map(|from| TRANSITIONS.after(action, *from));
            assert!(targets.map(|target| Some(target.code())).all(|target| target == to), "{action}");
        }
    }

    #[test]
    fn a_quote_is_accepted_until_its_last_day() {
        let expired = BuyingFacts { is_expired: true };
        let verdict = TRANSITIONS.verdict(Action::Accept, BuyingRequestStatus::Quoted, &expired);
        assert_eq!(verdict, Verdict::no(MessageCode::BuyingQuoteExpired));
        assert!(TRANSITIONS.verdict(Action::Quote, BuyingRequestStatus::Quoted, &expired).is_yes());
    }
}
