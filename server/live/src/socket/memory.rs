//! The newest events of a tenant, for clients that reconnect. Pure.

use std::collections::VecDeque;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::types::ParseFromJSON;
use policy::Resource;
use uuid::Uuid;

use super::listener::Recipient;
use super::messages::{LiveEntry, LiveMessage};
use server_core::live::store::{EventRow, Head};
use server_core::live::{Audience, LiveEvent, RecordsChanged};

/// A page was being loaded during this time before it connected for the first time.
const LOADING: TimeDelta = TimeDelta::seconds(30);

/// Events that are kept.
pub const KEPT: usize = 2_000;
/// Pages fetch what an event names after a random part of this time, which grows with their number: those of 10,000 connections
/// within three seconds.
const LISTENERS_PER_MS: usize = 3;
const MOST_SPREAD_MS: i32 = 3_000;

/// An event as it is sent, and its receivers. An event for the server itself has no audience: no page gets it.
pub struct RecentEvent {
    pub seq: i64,
    pub audience: Option<Audience>,
    pub text: Arc<str>,
    /// For recipients who may not read the records.
    pub unnamed: Option<UnnamedEvent>,
    pub at: DateTime<Utc>,
}

/// An event that names no records: pages fetch what they show of the resource.
pub struct UnnamedEvent {
    pub resource: Resource,
    pub text: Arc<str>,
}

impl RecentEvent {
    /// What a recipient is sent; none for an event of others.
    pub fn text_for(&self, recipient: &Recipient) -> Option<&Arc<str>> {
        let audience = self.audience.as_ref().filter(|audience| recipient.may_receive(audience))?;
        let unnamed = self.unnamed.as_ref().filter(|one| !recipient.may_know(one.resource, audience));
        Some(unnamed.map_or(&self.text, |one| &one.text))
    }
}

#[derive(Default)]
pub struct Memory {
    head: Head,
    /// The oldest number that is kept, or the next one.
    start: i64,
    events: VecDeque<RecentEvent>,
}

/// A position in the events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub epoch: Uuid,
    pub after: i64,
}

impl Memory {
    pub fn head(&self) -> Head {
        self.head
    }

    /// Forgets everything; numbers continue after `head`.
    pub fn restart(&mut self, head: Head) {
        *self = Self { head, start: head.seq + 1, events: VecDeque::new() };
    }

    /// Adds the next event. The oldest of a log can have been deleted, so the first one decides where memory starts.
    pub fn push(&mut self, event: RecentEvent) {
        if self.events.is_empty() {
            self.start = event.seq;
        }
        self.head.seq = event.seq;
        self.events.push_back(event);
        if self.events.len() > KEPT {
            self.events.pop_front();
            self.start += 1;
        }
    }

    /// Whether the events after a cursor are all known.
    pub fn covers(&self, cursor: Cursor) -> bool {
        cursor.epoch == self.head.epoch && (self.start - 1..=self.head.seq).contains(&cursor.after)
    }

    /// Whether another server may have sent events that this one has not read.
    pub fn is_behind(&self, cursor: Cursor) -> bool {
        cursor.epoch != self.head.epoch || cursor.after > self.head.seq
    }

    /// The number after which the events are that a page could have missed while it was loaded.
    pub fn before_loading(&self, now: DateTime<Utc>) -> i64 {
        let since = now - LOADING;
        let old = self.events.iter().rev().find(|event| event.at < since);
        old.map_or(self.start - 1, |event| event.seq)
    }

    /// The texts of the events after a number that a recipient may receive.
    pub fn since(&self, after: i64, recipient: &Recipient) -> Vec<Arc<str>> {
        let missed = self.events.iter().skip_while(|event| event.seq <= after);
        missed.filter_map(|event| event.text_for(recipient).cloned()).collect()
    }
}

/// An event that this release does not know has no receivers; its number is kept.
pub fn to_recent_event(row: EventRow, listeners: usize) -> RecentEvent {
    let spread_ms = i32::try_from(listeners / LISTENERS_PER_MS).unwrap_or(MOST_SPREAD_MS).min(MOST_SPREAD_MS);
    let event = LiveEvent::parse_from_json(Some(row.body)).ok();
    let audience = event.as_ref().and_then(|_| Audience::parse(row.to_users, row.audience.as_deref()));
    let text_of = |event| LiveMessage::Event(LiveEntry { seq: row.seq, spread_ms, event }).text();
    let unnamed = event.as_ref().zip(audience.as_ref()).and_then(|(event, audience)| {
        let (resource, event) = without_ids(event, audience)?;
        Some(UnnamedEvent { resource, text: text_of(event).into() })
    });
    let text = event.map_or_else(String::new, text_of).into();
    RecentEvent { seq: row.seq, audience, text, unnamed, at: row.created_at }
}

/// The event without its ids, for those of its audience who may not read the records. What is for some users by name, or for
/// everybody, is whole.
fn without_ids(event: &LiveEvent, audience: &Audience) -> Option<(Resource, LiveEvent)> {
    let LiveEvent::Records(changed) = event else { return None };
    let is_by_rights = matches!(audience, Audience::Staff | Audience::Parties(_));
    let resource = Resource::from_name(&changed.resource).filter(|_| is_by_rights)?;
    Some((resource, LiveEvent::Records(RecordsChanged { ids: Vec::new(), ..changed.clone() })))
}

#[cfg(test)]
mod tests {
    use policy::{Policy, UserType};

    use super::*;

    fn memory(first: i64, last: i64) -> Memory {
        let mut memory = Memory::default();
        memory.restart(Head { epoch: Uuid::max(), seq: first - 1 });
        for seq in first..=last {
            let audience = (seq % 2 == 0).then_some(Audience::Staff);
            let unnamed =
                Some(UnnamedEvent { resource: Resource::Bank, text: format!("{seq} unnamed").into() });
            memory.push(RecentEvent { seq, audience, text: seq.to_string().into(), unnamed, at: at(seq) });
        }
        memory
    }

    /// Each event is ten seconds after the one before.
    fn at(seq: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(10 * seq)
    }

    #[test]
    fn a_page_that_was_being_loaded_gets_what_happened_meanwhile() {
        assert_eq!(memory(1, 9).before_loading(at(9)), 5);
        assert_eq!(memory(8, 9).before_loading(at(9)), 7);
    }

    fn cursor(after: i64) -> Cursor {
        Cursor { epoch: Uuid::max(), after }
    }

    #[test]
    fn a_cursor_within_memory_is_covered() {
        let memory = memory(5, 9);
        assert!(memory.covers(cursor(4)) && memory.covers(cursor(9)));
        assert!(!memory.covers(cursor(3)) && !memory.covers(cursor(10)));
        assert!(!memory.covers(Cursor { epoch: Uuid::nil(), after: 6 }));
        assert!(memory.is_behind(cursor(10)) && !memory.is_behind(cursor(3)));
    }

    #[test]
    fn only_the_newest_events_are_kept() {
        let memory = memory(1, 2_010);
        assert!(memory.covers(cursor(10)) && !memory.covers(cursor(9)));
    }

    #[test]
    fn a_reader_gets_the_missed_events_that_are_meant_for_it() {
        let grants = Policy::load_shipped().grants(UserType::Admin);
        let staff =
            Recipient { user_id: Uuid::nil(), party: None, is_outside: false, is_bound: false, grants };
        let texts = |recipient: &Recipient| -> Vec<String> {
            memory(5, 9).since(5, recipient).iter().map(ToString::to_string).collect()
        };
        assert_eq!(texts(&staff), ["6", "8"]);
        let without_banks = Recipient { grants: policy::Grants::NONE, ..staff.clone() };
        assert_eq!(texts(&without_banks), ["6 unnamed", "8 unnamed"]);
        let client = Recipient { is_outside: true, ..staff };
        assert!(memory(5, 9).since(5, &client).is_empty());
    }

    #[test]
    fn a_log_whose_old_events_were_deleted_starts_at_its_first() {
        let mut memory = Memory::default();
        memory.restart(Head { epoch: Uuid::max(), seq: 0 });
        memory.push(RecentEvent { seq: 40, audience: None, text: "".into(), unnamed: None, at: at(9) });
        assert!(memory.covers(cursor(39)) && !memory.covers(cursor(38)));
    }
}
