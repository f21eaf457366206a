//! How many calls a program has left, in the headers of its answers: it can slow down before it is refused.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use poem::{Request, Response};

const LIMIT: &str = "ratelimit-limit";
const REMAINING: &str = "ratelimit-remaining";
const RESET: &str = "ratelimit-reset";

/// A place that a request carries: the call is counted within the route, and its answer, also a refusal, is written around
/// it.
#[derive(Clone, Default)]
pub struct Allowance(Arc<OnceLock<CallsLeft>>);

/// A limit after a call was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallsLeft {
    pub limit: u32,
    pub remaining: u32,
    /// Seconds until all calls are there again.
    pub reset_s: u64,
}

impl CallsLeft {
    pub fn new(limit: u32, counted: u32, left: Duration) -> Self {
        Self { limit, remaining: limit.saturating_sub(counted), reset_s: whole_seconds(left) }
    }
}

/// Rounded up, because a call before the end is refused again.
pub fn whole_seconds(left: Duration) -> u64 {
    u64::try_from(left.as_millis().div_ceil(1000)).unwrap_or(u64::MAX).max(1)
}

impl Allowance {
    /// The place of a request.
    pub fn of(request: &Request) -> Self {
        request.extensions().get::<Self>().cloned().unwrap_or_default()
    }

    /// A call is counted once.
    pub fn note(&self, calls: CallsLeft) {
        let _ = self.0.set(calls);
    }

    /// Adds the headers to the answer of a call that was counted.
    pub fn tell(&self, response: &mut Response) {
        let Some(calls) = self.0.get() else { return };
        let headers = response.headers_mut();
        headers.insert(LIMIT, calls.limit.into());
        headers.insert(REMAINING, calls.remaining.into());
        headers.insert(RESET, calls.reset_s.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_headers_count_down_to_nothing() {
        for (counted, remaining) in [(1, "29"), (30, "0"), (33, "0")] {
            let (allowance, mut response) = (Allowance::default(), Response::default());
            allowance.note(CallsLeft::new(30, counted, Duration::from_millis(41_200)));
            allowance.tell(&mut response);
            let header = |name: &str| response.header(name).unwrap_or_default().to_owned();
            assert_eq!(header("ratelimit-limit"), "30");
            assert_eq!(header("ratelimit-remaining"), remaining);
            assert_eq!(header("ratelimit-reset"), "42");
        }
    }

    #[test]
    fn an_answer_to_nobody_who_is_counted_has_no_headers() {
        let mut response = Response::default();
        Allowance::default().tell(&mut response);
        assert!(response.headers().is_empty());
    }
}
