//! The consequences of an attempt for the event and for the webhook. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use trade::wire_name;

use super::schedule::{self, MAX_ATTEMPTS};
use super::state::{TRANSITIONS, WebhookDeliveryStatus, WebhookStatus, WebhookStep};

/// Failures in a row after which one attempt at a time is made.
const FAILURES_IN_A_ROW: i32 = 10;
/// After this time without a success it is given up.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::days(5);
/// Those who keep the webhook are told after these times.
const TOLD_AFTER: [TimeDelta; 2] = [TimeDelta::days(1), TimeDelta::days(3)];
/// A failing one is tried at least every hour, and at most every minute.
const PROBE_PAUSES: (TimeDelta, TimeDelta) = (TimeDelta::minutes(1), TimeDelta::hours(1));

wire_name! {
    /// Why an attempt has failed. Whether an address does not exist, is refused or does not answer is not told apart.
    WebhookFailure {
        NotReached = "not_reached",
        /// It answered with a redirect, which is not followed.
        Redirected = "redirected",
        /// It answered 410: it wants nothing any more.
        Gone = "gone",
        /// It answered 429 or 503: it wants less at a time.
        Busy = "busy",
        /// It answered with another status.
        Refused = "refused",
    }
}

wire_name! {
    /// Why an attempt is made.
    WebhookAttemptKind {
        Event = "event",
        /// Somebody wanted it to be sent again.
        Replay = "replay",
        Test = "test",
    }
}

wire_name! {
    /// Why a webhook was given up.
    WebhookDisabledReason {
        /// Nothing has arrived for five days.
        Failing = "failing",
        /// It answered 410.
        Gone = "gone",
    }
}

/// An answer, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptAnswer {
    /// None: no answer came.
    pub status: Option<u16>,
    pub retry_after: Option<TimeDelta>,
}

impl AttemptAnswer {
    /// None if it has arrived.
    pub const fn failure(&self) -> Option<WebhookFailure> {
        match self.status {
            None => Some(WebhookFailure::NotReached),
            Some(200..=299) => None,
            Some(300..=399) => Some(WebhookFailure::Redirected),
            Some(410) => Some(WebhookFailure::Gone),
            Some(429 | 503) => Some(WebhookFailure::Busy),
            Some(_) => Some(WebhookFailure::Refused),
        }
    }
}

/// An attempt that has ended.
#[derive(Clone, Copy, Debug)]
pub struct EndedAttempt {
    pub kind: WebhookAttemptKind,
    /// From 1.
    pub number: i16,
    pub answer: AttemptAnswer,
    pub at: DateTime<Utc>,
    /// From 0 to 1.
    pub chance: f64,
}

/// The state of the delivery after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryAfter {
    pub status: WebhookDeliveryStatus,
    /// The next attempt.
    pub due_at: Option<DateTime<Utc>>,
}

/// The health of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebhookHealth {
    pub status: WebhookStatus,
    pub failure_count: i32,
    /// The first failure since the last success.
    pub first_failed_at: Option<DateTime<Utc>>,
    /// Nothing but tests is sent before.
    pub held_until: Option<DateTime<Utc>>,
    /// How often its keepers were told since the last success.
    pub notice_count: i16,
    pub disabled_reason: Option<WebhookDisabledReason>,
}

impl WebhookHealth {
    pub const fn of(status: WebhookStatus) -> Self {
        Self {
            status,
            failure_count: 0,
            first_failed_at: None,
            held_until: None,
            notice_count: 0,
            disabled_reason: None,
        }
    }

    /// Its keepers are told.
    pub const fn is_told_since(&self, before: &Self) -> bool {
        self.notice_count > before.notice_count
    }
}

/// The event after an attempt.
pub fn follow_delivery(attempt: &EndedAttempt) -> DeliveryAfter {
    let Some(failure) = attempt.answer.failure() else {
        return DeliveryAfter { status: WebhookDeliveryStatus::Delivered, due_at: None };
    };
    let is_last = attempt.kind == WebhookAttemptKind::Test || attempt.number >= MAX_ATTEMPTS;
    let asked = attempt.answer.retry_after.filter(|_| failure == WebhookFailure::Busy);
    let pause = schedule::pause_as_asked(attempt.number, attempt.chance, asked);
    match pause.filter(|_| !is_last) {
        Some(pause) => {
            DeliveryAfter { status: WebhookDeliveryStatus::Waiting, due_at: Some(attempt.at + pause) }
        }
        None => DeliveryAfter { status: WebhookDeliveryStatus::GivenUp, due_at: None },
    }
}

/// The webhook after an attempt. A test that fails is nobody's fault: somebody tries out.
pub fn follow_webhook(before: WebhookHealth, attempt: &EndedAttempt) -> WebhookHealth {
    let is_test = attempt.kind == WebhookAttemptKind::Test;
    match attempt.answer.failure() {
        None => {
            let step = if is_test { WebhookStep::Verify } else { WebhookStep::Recover };
            let status = TRANSITIONS.after(step, before.status).unwrap_or(before.status);
            WebhookHealth { disabled_reason: before.disabled_reason, ..WebhookHealth::of(status) }
        }
        Some(_) if is_test => before,
        Some(WebhookFailure::Gone) => give_up(before, WebhookDisabledReason::Gone),
        Some(_) => count_failure(before, attempt),
    }
}

/// One that takes no events is not blamed for an attempt that was under way.
fn count_failure(before: WebhookHealth, attempt: &EndedAttempt) -> WebhookHealth {
    if !before.status.takes_events() {
        return before;
    }
    let since = before.first_failed_at.unwrap_or(attempt.at);
    let failure_count = before.failure_count.saturating_add(1);
    let mut after = WebhookHealth { failure_count, first_failed_at: Some(since), ..before };
    let has_failed_long = attempt.at - since >= GIVEN_UP_AFTER;
    if before.status == WebhookStatus::Failing && has_failed_long {
        return give_up(after, WebhookDisabledReason::Failing);
    }
    if failure_count >= FAILURES_IN_A_ROW {
        after.status = TRANSITIONS.after(WebhookStep::Fail, before.status).unwrap_or(before.status);
    }
    if after.status == WebhookStatus::Failing {
        let (shortest, longest) = PROBE_PAUSES;
        let usual = schedule::pause_after(attempt.number, attempt.chance).unwrap_or(longest);
        after.held_until = Some(attempt.at + usual.clamp(shortest, longest));
    }
    let told = TOLD_AFTER.iter().filter(|after| attempt.at - since >= **after).count();
    after.notice_count = after.notice_count.max(i16::try_from(told).unwrap_or(i16::MAX));
    after
}

fn give_up(before: WebhookHealth, reason: WebhookDisabledReason) -> WebhookHealth {
    let Some(status) = TRANSITIONS.after(WebhookStep::GiveUp, before.status) else { return before };
    let notice_count = before.notice_count.saturating_add(1);
    WebhookHealth { status, held_until: None, notice_count, disabled_reason: Some(reason), ..before }
}

/// How much may be sent to a webhook now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendingPermit {
    pub tests_only: bool,
    /// Requests at a time.
    pub at_a_time: i64,
}

/// One that answers gets several events at a time, unless it wants them in their order.
pub fn find_permit(health: &WebhookHealth, is_fifo: bool, now: DateTime<Utc>) -> SendingPermit {
    const AT_A_TIME: i64 = 4;
    let is_held = health.held_until.is_some_and(|until| until > now);
    let tests_only = match health.status {
        WebhookStatus::Active => false,
        WebhookStatus::Failing => is_held,
        WebhookStatus::Unverified | WebhookStatus::Disabled | WebhookStatus::Paused => true,
    };
    let is_careful = is_fifo || health.failure_count > 0 || health.status != WebhookStatus::Active;
    SendingPermit { tests_only, at_a_time: if is_careful { 1 } else { AT_A_TIME } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hours: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
    }

    fn attempt(status: Option<u16>, number: i16, hours: i64) -> EndedAttempt {
        let answer = AttemptAnswer { status, retry_after: None };
        EndedAttempt { kind: WebhookAttemptKind::Event, number, answer, at: at(hours), chance: 0.5 }
    }

    #[test]
    fn only_success_is_a_success() {
        let failure = |status| AttemptAnswer { status, retry_after: None }.failure();
        assert_eq!([failure(Some(200)), failure(Some(204)), failure(Some(299))], [None; 3]);
        assert_eq!(failure(None), Some(WebhookFailure::NotReached));
        assert_eq!(failure(Some(302)), Some(WebhookFailure::Redirected));
        assert_eq!(failure(Some(410)), Some(WebhookFailure::Gone));
        assert_eq!([failure(Some(429)), failure(Some(503))], [Some(WebhookFailure::Busy); 2]);
        assert_eq!([failure(Some(100)), failure(Some(500))], [Some(WebhookFailure::Refused); 2]);
    }

    #[test]
    fn an_event_is_sent_ten_times_at_most_and_a_test_once() {
        let after = |attempt: &EndedAttempt| follow_delivery(attempt);
        let first = after(&attempt(Some(500), 1, 0));
        let expected = Some(at(0) + TimeDelta::seconds(5));
        assert_eq!(first, DeliveryAfter { status: WebhookDeliveryStatus::Waiting, due_at: expected });
        assert_eq!(after(&attempt(None, 10, 0)).status, WebhookDeliveryStatus::GivenUp);
        assert_eq!(after(&attempt(Some(200), 10, 0)).status, WebhookDeliveryStatus::Delivered);
        let test = EndedAttempt { kind: WebhookAttemptKind::Test, ..attempt(Some(500), 1, 0) };
        assert_eq!(after(&test).status, WebhookDeliveryStatus::GivenUp);
    }

    #[test]
    fn only_a_busy_receiver_can_ask_for_time() {
        let asked = Some(TimeDelta::seconds(9));
        let pause = |status| {
            let answer = AttemptAnswer { status: Some(status), retry_after: asked };
            let after = follow_delivery(&EndedAttempt { answer, ..attempt(None, 1, 0) });
            (after.due_at.unwrap() - at(0)).num_seconds()
        };
        assert_eq!([pause(429), pause(503), pause(500)], [9, 9, 5]);
    }

    #[test]
    fn a_webhook_fails_after_ten_attempts_in_a_row_and_recovers_with_one() {
        let mut health = WebhookHealth::of(WebhookStatus::Active);
        for number in 1..=9 {
            health = follow_webhook(health, &attempt(Some(500), number, 0));
        }
        assert_eq!((health.status, health.failure_count), (WebhookStatus::Active, 9));
        health = follow_webhook(health, &attempt(None, 1, 0));
        assert_eq!(health.status, WebhookStatus::Failing);
        assert_eq!(health.held_until, Some(at(0) + TimeDelta::minutes(1)), "not before a minute");
        let later = follow_webhook(health, &attempt(None, 9, 1));
        assert_eq!(later.held_until, Some(at(2)), "every hour at least");
        let recovered = follow_webhook(later, &attempt(Some(200), 1, 3));
        assert_eq!(recovered, WebhookHealth::of(WebhookStatus::Active));
    }

    #[test]
    fn its_keepers_are_told_after_a_day_three_days_and_when_it_is_given_up() {
        let mut health = WebhookHealth::of(WebhookStatus::Active);
        for number in 1..=10 {
            health = follow_webhook(health, &attempt(Some(500), number, 0));
        }
        let mut counts = Vec::new();
        for hours in [23, 24, 71, 72, 119, 120] {
            let before = health;
            health = follow_webhook(health, &attempt(Some(500), 1, hours));
            counts.push(health.is_told_since(&before));
        }
        assert_eq!(counts, [false, true, false, true, false, true]);
        let expected = (WebhookStatus::Disabled, Some(WebhookDisabledReason::Failing));
        assert_eq!((health.status, health.disabled_reason), expected);
        assert_eq!(follow_webhook(health, &attempt(Some(500), 1, 130)), health);
    }

    #[test]
    fn a_receiver_that_is_gone_is_left_alone_at_once() {
        let health = follow_webhook(WebhookHealth::of(WebhookStatus::Active), &attempt(Some(410), 1, 0));
        let expected = (WebhookStatus::Disabled, Some(WebhookDisabledReason::Gone));
        assert_eq!((health.status, health.disabled_reason), expected);
        let paused = WebhookHealth::of(WebhookStatus::Paused);
        assert_eq!(follow_webhook(paused, &attempt(Some(410), 1, 0)), paused);
    }

    #[test]
    fn a_test_verifies_and_does_not_count_as_a_failure() {
        let test = |status| EndedAttempt { kind: WebhookAttemptKind::Test, ..attempt(Some(status), 1, 0) };
        let unverified = WebhookHealth::of(WebhookStatus::Unverified);
        assert_eq!(follow_webhook(unverified, &test(204)).status, WebhookStatus::Active);
        assert_eq!(follow_webhook(unverified, &test(500)), unverified);
        let active = WebhookHealth::of(WebhookStatus::Active);
        assert_eq!(follow_webhook(active, &test(410)), active, "it was asked out of turn");
        let paused = WebhookHealth::of(WebhookStatus::Paused);
        assert_eq!(follow_webhook(paused, &test(200)).status, WebhookStatus::Paused);
    }

    #[test]
    fn one_that_has_trouble_gets_one_request_at_a_time() {
        let permit = |health: WebhookHealth, is_fifo| find_permit(&health, is_fifo, at(1));
        let active = WebhookHealth::of(WebhookStatus::Active);
        assert_eq!(permit(active, false), SendingPermit { tests_only: false, at_a_time: 4 });
        assert_eq!(permit(active, true).at_a_time, 1);
        assert_eq!(permit(WebhookHealth { failure_count: 1, ..active }, false).at_a_time, 1);
        let failing = WebhookHealth { held_until: Some(at(2)), ..WebhookHealth::of(WebhookStatus::Failing) };
        assert!(permit(failing, false).tests_only, "until its time has come");
        assert!(!permit(WebhookHealth { held_until: Some(at(1)), ..failing }, false).tests_only);
        for status in [WebhookStatus::Unverified, WebhookStatus::Disabled, WebhookStatus::Paused] {
            assert!(permit(WebhookHealth::of(status), false).tests_only, "{status:?}");
        }
    }
}
