//! How the last fetches from a place went, and when it is asked again. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use server_core::outgoing::{FailedCall, HostHealth};

/// Messages come seldom alone.
const SHORTEST: TimeDelta = TimeDelta::minutes(10);
const LONGEST_IDLE: TimeDelta = TimeDelta::hours(1);
const LONGEST_FAILED: TimeDelta = TimeDelta::hours(6);
/// The rest of a full folder is fetched soon.
const REST: TimeDelta = TimeDelta::minutes(1);
/// Names of files that are told.
const MAX_LEFT: usize = 20;

/// The result of a fetch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FetchResult {
    /// Messages that were not known.
    pub new_count: usize,
    /// Files that are too large, that could not be read, or that could not be taken away.
    pub left_files: Vec<String>,
    /// There are more than a fetch takes.
    pub has_more: bool,
    /// The last name that was fetched of a full folder.
    pub last_name: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceState {
    pub health: HostHealth,
    /// Fetches since something new came.
    pub idle_count: i32,
    /// New messages of all fetches.
    pub fetched_count: i64,
    pub left_files: Vec<String>,
    pub has_more: bool,
    pub last_name: Option<String>,
}

impl SourceState {
    /// The names that are fetched now, of sorted ones. Of a full folder those behind the last ones: files that stay there do not
    /// hide the others.
    pub fn choose_names(&self, mut names: Vec<String>, most: usize) -> Vec<String> {
        if names.len() > most
            && let Some(last) = &self.last_name
        {
            let next = names.partition_point(|name| name <= last);
            names.rotate_left(next);
        }
        names.truncate(most);
        names
    }

    pub fn after(&self, result: Result<FetchResult, FailedCall>, now: DateTime<Utc>) -> Self {
        let health = self.health.after(result.as_ref().err().copied(), now);
        let health = health.unwrap_or_else(|| self.health.clone());
        let Ok(mut fetched) = result else { return Self { health, has_more: false, ..self.clone() } };
        fetched.left_files.truncate(MAX_LEFT);
        let new_count = i64::try_from(fetched.new_count).unwrap_or(i64::MAX);
        Self {
            health,
            idle_count: if new_count == 0 { self.idle_count.saturating_add(1) } else { 0 },
            fetched_count: self.fetched_count.saturating_add(new_count),
            left_files: fetched.left_files,
            has_more: fetched.has_more,
            last_name: fetched.last_name,
        }
    }

    /// How long the place is left alone: twice as long after each fetch without anything, or after each failure.
    pub fn find_pause(&self) -> TimeDelta {
        let failures = self.health.failure_count;
        let (times, longest) = match failures {
            0 if self.has_more && self.idle_count == 0 => return REST,
            0 => (self.idle_count, LONGEST_IDLE),
            _ => (failures, LONGEST_FAILED),
        };
        let doubled = SHORTEST * 2_i32.pow(u32::try_from(times.clamp(0, 8)).unwrap_or_default());
        doubled.min(longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use server_core::outgoing::HostFailure;

    const SILENT: FailedCall = FailedCall { failure: HostFailure::NotReached, status: None };

    fn minutes(state: &SourceState) -> i64 {
        state.find_pause().num_minutes()
    }

    fn brings(new_count: usize) -> Result<FetchResult, FailedCall> {
        Ok(FetchResult { new_count, ..FetchResult::default() })
    }

    #[test]
    fn a_place_without_news_is_asked_more_seldom_until_something_comes() {
        let now = DateTime::UNIX_EPOCH;
        let mut state = SourceState::default();
        let mut pauses = Vec::new();
        for new_count in [2, 0, 0, 0, 0, 1] {
            state = state.after(brings(new_count), now);
            pauses.push(minutes(&state));
        }
        assert_eq!(pauses, [10, 20, 40, 60, 60, 10]);
        assert_eq!(state.fetched_count, 3);
    }

    #[test]
    fn a_place_that_fails_is_asked_more_seldom_and_at_once_when_it_is_back() {
        let now = DateTime::UNIX_EPOCH;
        let mut state = SourceState::default();
        let mut pauses = Vec::new();
        for _ in 0..7 {
            state = state.after(Err(SILENT), now);
            pauses.push(minutes(&state));
        }
        assert_eq!(pauses, [20, 40, 80, 160, 320, 360, 360]);
        state = state.after(brings(1), now);
        assert_eq!((minutes(&state), state.health.failure_count), (10, 0));
    }

    #[test]
    fn files_that_stay_in_a_full_folder_do_not_hide_the_others() {
        let names = || ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        let mut state = SourceState::default();
        let mut fetched = Vec::new();
        for _ in 0..3 {
            let chosen = state.choose_names(names(), 2);
            state.last_name = chosen.last().cloned();
            fetched.push(chosen.concat());
        }
        assert_eq!(fetched, ["ab", "cd", "ea"]);
        assert_eq!(state.choose_names(names(), 5), names(), "a whole folder is in order");
    }

    #[test]
    fn the_rest_of_a_full_folder_is_fetched_soon_unless_it_is_always_the_same() {
        let full = |new_count| Ok(FetchResult { new_count, has_more: true, ..FetchResult::default() });
        let state = SourceState::default().after(full(100), DateTime::UNIX_EPOCH);
        assert_eq!(minutes(&state), 1);
        assert_eq!(minutes(&state.after(full(0), DateTime::UNIX_EPOCH)), 20);
    }
}
