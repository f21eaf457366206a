//! The sending end of a socket's connection. The feed of its tenant keeps it, and puts messages into its queue.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use chrono::{DateTime, Utc};
use policy::{Action, Grants, Resource};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use super::messages::{Closing, Target};
use access::live_session::LiveSession;
use server_core::live::Audience;

/// Messages that wait for a client at most. A client that reads more slowly reconnects later.
const MAX_QUEUED: usize = 256;

/// The user of a connection, who receives messages.
#[derive(Clone, Debug)]
pub struct Recipient {
    pub user_id: Uuid,
    /// The client or the partner the user works for.
    pub party: Option<Uuid>,
    pub is_outside: bool,
    /// A profile binds the user to their own subsidiaries.
    pub is_bound: bool,
    pub grants: Grants,
}

/// With one of these rights, a user may know which records of a resource have changed.
const READS: [Action; 4] = [Action::List, Action::Show, Action::Select, Action::Search];

impl Recipient {
    pub fn new(session: &LiveSession, grants: Grants) -> Self {
        let (party, is_outside) = (session.party(), session.is_outside());
        Self { user_id: session.user_id, party, is_outside, is_bound: session.is_bound, grants }
    }

    /// Whether the ids of changed records are sent too. The room of a client has the id of the client.
    pub fn may_know(&self, resource: Resource, audience: &Audience) -> bool {
        let is_room_of_client = resource == Resource::Room && matches!(audience, Audience::Parties(_));
        if is_room_of_client && !self.is_outside {
            return self.grants.allow(Resource::Client, Action::Show);
        }
        // An announcement does not name the branch of its records.
        if self.is_bound && resource.is_of_branches() {
            return false;
        }
        READS.iter().any(|action| self.grants.allow(resource, *action))
    }

    pub fn may_receive(&self, audience: &Audience) -> bool {
        match audience {
            Audience::Everybody => true,
            Audience::Staff => !self.is_outside,
            Audience::Parties(parties) => {
                !self.is_outside || self.party.is_some_and(|party| parties.contains(&party))
            }
            Audience::Users(users) => users.contains(&self.user_id),
        }
    }
}

/// The sending end of a connection.
pub struct Listener {
    pub recipient: Recipient,
    pub session_id: Uuid,
    pub expires_at: DateTime<Utc>,
    /// The last time the client's script answered.
    pub last_heartbeat_at: Instant,
    /// Records that the connection signals about, each with the time when the user's right to it was checked last.
    pub targets: HashMap<Target, Instant>,
    /// Version of the list of who is online that the client was sent last.
    pub presence_version: u64,
    queue: mpsc::Sender<Arc<str>>,
    closing: Option<oneshot::Sender<Closing>>,
}

/// The receiving end of a connection. Its socket takes messages from the queue and sends them to the client.
pub struct ListenerQueue {
    pub queue: mpsc::Receiver<Arc<str>>,
    pub closing: oneshot::Receiver<Closing>,
}

impl Listener {
    pub fn new(session: &LiveSession, grants: Grants) -> (Self, ListenerQueue) {
        let (queue, waiting) = mpsc::channel(MAX_QUEUED);
        let (closing, closed) = oneshot::channel();
        let listener = Self {
            recipient: Recipient::new(session, grants),
            session_id: session.session_id,
            expires_at: session.expires_at,
            last_heartbeat_at: Instant::now(),
            targets: HashMap::new(),
            presence_version: 0,
            queue,
            closing: Some(closing),
        };
        (listener, ListenerQueue { queue: waiting, closing: closed })
    }

    /// False when the client reads too slowly to get an event.
    pub fn send(&self, text: &Arc<str>) -> bool {
        self.queue.try_send(text.clone()).is_ok()
    }

    /// Sends something that may be lost, while at most half of the queue is full. False when it is lost.
    pub fn send_if_idle(&self, text: &Arc<str>) -> bool {
        self.queue.capacity() > MAX_QUEUED / 2 && self.queue.try_send(text.clone()).is_ok()
    }

    pub fn close(&mut self, why: Closing) {
        if let Some(closing) = self.closing.take() {
            let _ = closing.send(why);
        }
    }
}

#[cfg(test)]
mod tests {
    use policy::{Policy, UserType};

    use super::*;

    #[test]
    fn an_event_reaches_its_audience_only() {
        let (user_id, client) = (Uuid::now_v7(), Uuid::now_v7());
        let staff =
            Recipient { user_id, party: None, is_outside: false, is_bound: false, grants: Grants::NONE };
        let outside = Recipient { party: Some(client), is_outside: true, ..staff.clone() };
        let parties = |ids: &[Uuid]| Audience::Parties(ids.to_vec());
        for (audience, to_staff, to_outside) in [
            (Audience::Everybody, true, true),
            (Audience::Staff, true, false),
            (parties(&[client]), true, true),
            (parties(&[Uuid::now_v7()]), true, false),
            (parties(&[]), true, false),
            (Audience::Users(vec![user_id]), true, true),
            (Audience::Users(vec![client]), false, false),
        ] {
            assert_eq!(staff.may_receive(&audience), to_staff, "{audience:?}");
            assert_eq!(outside.may_receive(&audience), to_outside, "{audience:?}");
        }
    }

    #[test]
    fn ids_of_records_are_for_those_who_may_read_them() {
        let policy = Policy::load_shipped();
        let of = |user_type: UserType, is_outside| Recipient {
            user_id: Uuid::nil(),
            party: None,
            is_outside,
            is_bound: false,
            grants: policy.grants(user_type),
        };
        let (admin, user) = (of(UserType::Admin, false), of(UserType::User, false));
        let client = of(UserType::Client, true);
        for (resource, to_admin, to_user, to_client) in [
            (Resource::Bank, true, false, false),
            (Resource::AuditEntry, true, false, false),
            (Resource::Client, true, true, false),
            (Resource::Shipment, true, true, true),
        ] {
            let known = [&admin, &user, &client].map(|one| one.may_know(resource, &Audience::Staff));
            assert_eq!(known, [to_admin, to_user, to_client], "{resource}");
        }
        let bound = Recipient { is_bound: true, ..admin };
        let known = [Resource::Shipment, Resource::Bank].map(|one| bound.may_know(one, &Audience::Staff));
        assert_eq!(known, [false, true], "which branch a shipment belongs to is not announced");
        let nobody = Recipient { grants: *policy.rights_of_all_users(), ..user };
        assert!(!nobody.may_know(Resource::Room, &Audience::Parties(vec![])), "the id of a client");
    }
}
