//! What the state of a pickup allows, and to whom.

use chrono::{DateTime, Utc};
use policy::{Action, Grants, Resource};

use super::model::{Pickup, PickupCan};
use crate::steps::pickup::{PICKUP_STEPS, PickupStatus, PickupStep};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use trade::steps::Actor;

/// A person or the server, at a time.
#[derive(Clone, Copy, Debug)]
pub struct Doer {
    pub actor: Actor,
    pub now: DateTime<Utc>,
}

/// The step of an action; none for actions that do not change a pickup.
pub fn step_of(action: Action) -> Option<PickupStep> {
    PickupStep::from_name(action.name())
}

/// The right that a step needs.
const fn right_of(step: PickupStep) -> Action {
    match step {
        PickupStep::Create => Action::Create,
        PickupStep::Update | PickupStep::Repeat | PickupStep::Settle => Action::Update,
        PickupStep::Schedule => Action::Schedule,
        PickupStep::Start | PickupStep::Collect => Action::Collect,
        PickupStep::Fail => Action::Fail,
        PickupStep::Cancel => Action::Cancel,
    }
}

/// Whether a pickup allows a step now.
pub fn verdict(pickup: &Pickup, step: PickupStep, doer: Doer) -> Verdict {
    if PICKUP_STEPS.find(step, Some(pickup.status), doer.actor).is_none() {
        return Verdict::No(
            MessageCode::PickupState,
            Params::from([("status", pickup.status.code().into())]),
        );
    }
    if step == PickupStep::Settle && pickup.tasks.is_empty() {
        return Verdict::Already;
    }
    let is_late = doer.now >= pickup.cutoff_at && pickup.status != PickupStatus::Failed;
    if step == PickupStep::Cancel && doer.actor == Actor::Client && is_late {
        return Verdict::no(MessageCode::AfterCutoff);
    }
    Verdict::Yes
}

impl Pickup {
    /// The pickup with the permissions of a user. Clients read why it was cancelled or failed. What a driver notes of a collection is
    /// for staff: it can name parcels of other clients.
    pub fn seen_by(self, grants: &Grants, doer: Doer) -> Self {
        let can =
            |step| grants.allow(Resource::Pickup, right_of(step)) && verdict(&self, step, doer).is_yes();
        let can = PickupCan {
            update: can(PickupStep::Update),
            schedule: can(PickupStep::Schedule),
            collect: can(PickupStep::Collect),
            fail: can(PickupStep::Fail),
            cancel: can(PickupStep::Cancel),
            repeat: can(PickupStep::Repeat),
            settle: can(PickupStep::Settle),
            proof: doer.actor == Actor::Staff && grants.allow(Resource::Pickup, Action::Proof),
        };
        let is_staff = doer.actor != Actor::Client;
        let is_told = is_staff || matches!(self.status, PickupStatus::Cancelled | PickupStatus::Failed);
        let note = self.note.clone().filter(|_| is_told);
        let tasks = if is_staff { self.tasks } else { Vec::new() };
        let flags = if is_staff { self.flags } else { Vec::new() };
        let is_waiting = is_staff && self.is_waiting;
        Self { can, note, tasks, flags, is_waiting, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pickups::sample::pickup;
    use policy::{Policy, UserType};

    fn can(status: PickupStatus, user_type: UserType, now: &str) -> PickupCan {
        let actor = if user_type == UserType::Client { Actor::Client } else { Actor::Staff };
        let doer = Doer { actor, now: now.parse().unwrap() };
        pickup(status).seen_by(&Policy::load_shipped().grants(user_type), doer).can
    }

    #[test]
    fn each_role_can_do_what_the_table_says_in_each_state() {
        for (user_type, status) in UserType::ALL
            .iter()
            .flat_map(|user_type| PickupStatus::ALL.iter().map(move |status| (*user_type, *status)))
        {
            use PickupStatus::{Failed, OnRoute, Requested, Scheduled};
            let is_staff = user_type != UserType::Client;
            let expected = PickupCan {
                update: status == Requested || is_staff && status == Scheduled,
                schedule: is_staff && matches!(status, Requested | Failed),
                collect: is_staff && matches!(status, Scheduled | OnRoute),
                fail: is_staff && matches!(status, Scheduled | OnRoute),
                cancel: matches!(status, Requested | Scheduled | Failed),
                repeat: true,
                settle: false,
                proof: is_staff,
            };
            let found = can(status, user_type, "2026-11-27T13:59:00Z");
            assert_eq!(found, expected, "{user_type:?} {status:?}");
        }
    }

    #[test]
    fn a_client_reads_why_it_failed_and_not_what_its_driver_noted() {
        let read = |status, actor| {
            let pickup = Pickup { note: Some("AT999999999BR".into()), ..pickup(status) };
            let now = "2026-11-27T13:59:00Z".parse().unwrap();
            pickup.seen_by(&Grants::NONE, Doer { actor, now }).note
        };
        assert_eq!(read(PickupStatus::Collected, Actor::Client), None);
        assert!(read(PickupStatus::Collected, Actor::Staff).is_some());
        assert!(read(PickupStatus::Failed, Actor::Client).is_some());
    }

    #[test]
    fn a_client_cancels_until_the_cut_off_and_staff_longer() {
        let late = "2026-11-27T14:00:00Z";
        assert!(!can(PickupStatus::Scheduled, UserType::Client, late).cancel);
        assert!(can(PickupStatus::Scheduled, UserType::User, late).cancel);
        assert!(can(PickupStatus::Failed, UserType::Client, late).cancel, "it frees the shipments");
    }
}
