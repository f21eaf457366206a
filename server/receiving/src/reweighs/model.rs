//! API types of re-weighings, and what their state allows.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::notices::ReweighSubject;
use crate::rules::reweigh::{ReweighStatus, ReweighVerdict};
use crate::steps::reweigh::{REWEIGH_STEPS, ReweighStep};
use freight::status::ShipmentStatus;
use server_core::http::form::FilePart;
use server_core::http::list::PageMeta;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::live::Audience;
use trade::money::in_currency;
use trade::steps::Actor;
use trade::wire_name;

wire_name! {
    /// How a re-weighing ended that somebody had to decide.
    ReweighOutcome {
        /// The client, or staff in its name, accepted the difference.
        Accepted = "accepted",
        /// The client did not answer in time.
        Lapsed = "lapsed",
        /// Staff found the measures right after a dispute.
        Upheld = "upheld",
        /// Staff gave up the difference after a dispute.
        Withdrawn = "withdrawn",
        /// The shipment was weighed again.
        Superseded = "superseded",
        /// The shipment went on in another way.
        Released = "released",
    }
}
wire_name! {
    /// Decision of staff about a dispute.
    ReweighRuling {
        /// The measures are right: the difference is due.
        Keep = "keep",
        /// The declared values stay the basis of the price.
        Withdraw = "withdraw",
    }
}

/// A parcel as it was declared, and as it was measured.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct ReweighedParcel {
    /// The number of the parcel in its shipment.
    pub seq: i16,
    /// Null when it is not declared.
    pub declared_weight_g: Option<i32>,
    pub declared_length_mm: Option<f64>,
    pub declared_width_mm: Option<f64>,
    pub declared_height_mm: Option<f64>,
    pub weight_g: i32,
    /// Null when only its weight was measured; the declared size counts then.
    pub length_mm: Option<f64>,
    pub width_mm: Option<f64>,
    pub height_mm: Option<f64>,
    /// It has a photo, in `reweigh_photo`.
    #[serde(skip)]
    pub has_photo: bool,
}

/// Result of the measured parcels of a shipment.
#[derive(Object, Debug, sqlx::FromRow)]
pub struct Reweigh {
    pub id: Uuid,
    pub shipment_id: Uuid,
    pub tracking_code: String,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    #[oai(skip)]
    pub subsidiary_id: Option<Uuid>,
    #[oai(skip)]
    pub partner_id: Option<Uuid>,
    /// Counts the weighings of the shipment.
    pub seq: i16,
    pub status: ReweighStatus,
    pub verdict: ReweighVerdict,
    /// Null while it waits, and when nobody had to decide.
    pub outcome: Option<ReweighOutcome>,
    #[sqlx(json)]
    pub parcels: Vec<ReweighedParcel>,
    /// Null when a parcel has no declared weight.
    pub declared_weight_g: Option<i32>,
    pub measured_weight_g: i32,
    /// The weight that was priced; null without a price.
    pub chargeable_before_g: Option<i32>,
    pub chargeable_after_g: Option<i32>,
    /// The price of the shipment before; null without one.
    pub total_before: Option<Decimal>,
    /// The price by the measures; null without one.
    pub total_after: Option<Decimal>,
    /// `total_after` less `total_before`. Below zero, it is what was given back: less where credit notes gave back a part before.
    pub difference: Option<Decimal>,
    /// ISO 4217.
    pub currency: Option<String>,
    /// The last day for the client to answer; afterwards the difference is accepted, if the funds suffice.
    pub deadline_on: Option<NaiveDate>,
    #[oai(skip)]
    pub reminded_on: Option<NaiveDate>,
    /// Why the client disputes it. Its photo is in `reweigh_dispute_photo`.
    pub dispute: Option<String>,
    pub disputed_at: Option<DateTime<Utc>>,
    /// Why staff accepted or decided.
    pub reason: Option<String>,
    pub decided_at: Option<DateTime<Utc>>,
    #[oai(skip)]
    pub measured_by: Uuid,
    /// It has a price that can be charged.
    #[oai(skip)]
    pub has_price: bool,
    /// It has changed the frozen price.
    #[oai(skip)]
    pub is_charged: bool,
    /// The numbers of the parcels with a photo.
    #[oai(skip)]
    pub photo_seqs: Vec<i16>,
    /// When the last parcel was measured.
    pub created_at: DateTime<Utc>,
    /// Increases with every change. Send it with a decision.
    pub version: i32,
    #[sqlx(skip)]
    pub can: ReweighCan,
}

/// Permissions of the user on a re-weighing.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReweighCan {
    /// Pay the difference.
    pub accept: bool,
    /// Contradict the measures.
    pub dispute: bool,
    /// Decide about a dispute.
    pub decide: bool,
}

/// Accepts the difference of a re-weighing.
#[derive(Object)]
pub struct ReweighAcceptance {
    /// Why staff accept in the name of the client; required for them.
    #[oai(validator(max_length = 500))]
    pub reason: Option<String>,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// Why a client disputes the measures.
#[derive(Object)]
pub struct ReweighDispute {
    #[oai(validator(max_length = 1000))]
    pub text: String,
    /// A photo of the parcel, required: JPEG, PNG or PDF, up to 10 MB.
    pub file: Option<FilePart>,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// The decision about a dispute.
#[derive(Object)]
pub struct ReweighDecision {
    pub ruling: ReweighRuling,
    /// The client sees it.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// A page of re-weighings with the totals of the tabs.
#[derive(Object)]
pub struct ReweighPage {
    pub data: Vec<Reweigh>,
    pub meta: ReweighPageMeta,
}

#[derive(Object)]
pub struct ReweighPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: ReweighTotals,
}

/// Numbers of re-weighings by state, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct ReweighTotals {
    pub held: i64,
    pub disputed: i64,
    pub settled: i64,
}

/// What decides which steps a re-weighing takes.
#[derive(Clone, Copy, Debug)]
pub struct ReweighState {
    pub status: ReweighStatus,
    /// Its price can be charged.
    pub has_price: bool,
    pub was_disputed: bool,
    /// The last day for an answer is over.
    pub is_late: bool,
    /// The shipment still waits for it.
    pub is_held: bool,
    /// The user has measured the last parcel.
    pub is_measurer: bool,
}

/// The step of an action of the policy; none for reading.
pub const fn to_step(action: Action) -> Option<ReweighStep> {
    match action {
        Action::Accept => Some(ReweighStep::Accept),
        Action::Dispute => Some(ReweighStep::Dispute),
        Action::Decide => Some(ReweighStep::Decide),
        _ => None,
    }
}

/// Whether the state of a re-weighing allows a step of this person, whatever rights it has.
pub fn verdict(step: ReweighStep, actor: Actor, state: &ReweighState) -> Verdict {
    if REWEIGH_STEPS.find(step, Some(state.status), actor).is_none() {
        let params = Params::from([("status", state.status.code().into())]);
        return Verdict::No(MessageCode::ReweighNotWaiting, params);
    }
    match step {
        _ if !state.is_held => Verdict::no(MessageCode::ReweighNotHeld),
        ReweighStep::Accept | ReweighStep::Lapse if !state.has_price => {
            Verdict::no(MessageCode::ReweighWithoutPrice)
        }
        ReweighStep::Dispute if state.was_disputed => Verdict::no(MessageCode::ReweighDisputedBefore),
        ReweighStep::Dispute if state.is_late => Verdict::no(MessageCode::ReweighDeadlinePast),
        ReweighStep::Decide if state.is_measurer => Verdict::no(MessageCode::ReweighOwnMeasurement),
        _ => Verdict::Yes,
    }
}

/// Who reads or decides: the user, on a day of the company.
pub struct ReweighReader<'a> {
    pub grants: &'a Grants,
    pub user_id: Uuid,
    pub is_outside: bool,
    pub today: NaiveDate,
}

impl ReweighReader<'_> {
    pub const fn actor(&self) -> Actor {
        if self.is_outside { Actor::Client } else { Actor::Staff }
    }
}

impl Reweigh {
    /// `shipment` is the present status of its shipment; none when it is not known.
    pub fn state(
        &self,
        shipment: Option<ShipmentStatus>,
        user_id: Option<Uuid>,
        today: NaiveDate,
    ) -> ReweighState {
        ReweighState {
            status: self.status,
            has_price: self.has_price,
            was_disputed: self.disputed_at.is_some(),
            is_late: self.deadline_on.is_some_and(|last| last < today),
            is_held: shipment == Some(ShipmentStatus::ReweighHold),
            is_measurer: user_id == Some(self.measured_by),
        }
    }

    /// Whose pages show it.
    pub fn readers(&self) -> Audience {
        Audience::Parties([self.client_id, self.partner_id].into_iter().flatten().collect())
    }

    /// What a notice says of it. `reason` is why staff decided.
    pub fn subject<'a>(&'a self, reason: Option<&'a str>) -> ReweighSubject<'a> {
        ReweighSubject {
            reweigh_id: self.id,
            shipment_id: self.shipment_id,
            tracking_code: &self.tracking_code,
            difference: self.difference,
            currency: self.currency.as_deref(),
            reason,
        }
    }

    pub const fn is_open(&self) -> bool {
        matches!(self.status, ReweighStatus::Held | ReweighStatus::Disputed)
    }

    /// The re-weighing with the permissions of a user. One whose shipment has gone on in another way does not wait any more.
    pub fn seen_by(mut self, reader: &ReweighReader<'_>, shipment: Option<ShipmentStatus>) -> Self {
        if self.is_open() && shipment.is_some_and(|status| status != ShipmentStatus::ReweighHold) {
            (self.status, self.outcome) = (ReweighStatus::Settled, Some(ReweighOutcome::Released));
        }
        let state = self.state(shipment, Some(reader.user_id), reader.today);
        let can = |action| {
            let step = to_step(action).is_some_and(|step| verdict(step, reader.actor(), &state).is_yes());
            step && reader.grants.allow(Resource::Reweigh, action)
        };
        let can = ReweighCan {
            accept: can(Action::Accept),
            dispute: can(Action::Dispute),
            decide: can(Action::Decide),
        };
        let money = |amount: Option<Decimal>| amount.map(|one| in_currency(one, self.currency.as_deref()));
        let (total_before, total_after) = (money(self.total_before), money(self.total_after));
        let difference = money(self.difference);
        for parcel in &mut self.parcels {
            parcel.has_photo = self.photo_seqs.contains(&parcel.seq);
        }
        Self { can, total_before, total_after, difference, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    const WAITING: ReweighState = ReweighState {
        status: ReweighStatus::Held,
        has_price: true,
        was_disputed: false,
        is_late: false,
        is_held: true,
        is_measurer: false,
    };

    fn code(step: ReweighStep, actor: Actor, state: ReweighState) -> Option<MessageCode> {
        match verdict(step, actor, &state) {
            Verdict::No(code, _) => Some(code),
            _ => None,
        }
    }

    #[test]
    fn each_role_takes_the_steps_of_the_table_and_no_other() {
        let policy = Policy::load_shipped();
        let actions = [Action::Accept, Action::Dispute, Action::Decide];
        for (role, status) in
            UserType::ALL.iter().flat_map(|role| ReweighStatus::ALL.iter().map(move |status| (role, status)))
        {
            let grants = policy.grants(*role);
            let actor = if *role == UserType::Client { Actor::Client } else { Actor::Staff };
            let can = actions.map(|action| {
                let step = to_step(action).unwrap();
                let state = ReweighState { status: *status, ..WAITING };
                grants.allow(Resource::Reweigh, action) && verdict(step, actor, &state).is_yes()
            });
            let expected = match (role, status) {
                (UserType::Client, ReweighStatus::Held) => [true, true, false],
                (UserType::Client, _) => [false; 3],
                (_, ReweighStatus::Held) => [true, false, false],
                (_, ReweighStatus::Disputed) => [false, false, true],
                _ => [false; 3],
            };
            assert_eq!(can, expected, "{role:?} {status:?}");
        }
    }

    #[test]
    fn each_refusal_has_its_reason() {
        let disputed = ReweighState { status: ReweighStatus::Disputed, ..WAITING };
        let cases = [
            (
                ReweighStep::Accept,
                ReweighState { has_price: false, ..WAITING },
                MessageCode::ReweighWithoutPrice,
            ),
            (ReweighStep::Accept, ReweighState { is_held: false, ..WAITING }, MessageCode::ReweighNotHeld),
            (ReweighStep::Accept, disputed, MessageCode::ReweighNotWaiting),
            (
                ReweighStep::Dispute,
                ReweighState { was_disputed: true, ..WAITING },
                MessageCode::ReweighDisputedBefore,
            ),
            (
                ReweighStep::Dispute,
                ReweighState { is_late: true, ..WAITING },
                MessageCode::ReweighDeadlinePast,
            ),
        ];
        for (step, state, reason) in cases {
            assert_eq!(code(step, Actor::Client, state), Some(reason), "{step:?} {state:?}");
        }
        let own = ReweighState { is_measurer: true, ..disputed };
        assert_eq!(code(ReweighStep::Decide, Actor::Staff, own), Some(MessageCode::ReweighOwnMeasurement));
        assert_eq!(code(ReweighStep::Decide, Actor::Staff, disputed), None);
    }
}
