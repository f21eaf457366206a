//! How the last fetches from a place went, and when it is asked again. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use server_core::outgoing::{FailedCall, HostHealth};
use trade::wire_name;

/// Messages come seldom alone.
const SHORTEST: TimeDelta = TimeDelta::minutes(10);
const LONGEST_IDLE: TimeDelta = TimeDelta::hours(1);
const LONGEST_FAILED: TimeDelta = TimeDelta::hours(6);
/// The rest of a full folder is fetched soon.
const REST: TimeDelta = TimeDelta::minutes(1);
/// Files that are told.
const MAX_LEFT: usize = 20;

wire_name! {
    /// Why a file stays at its source.
    LeftFileReason {
        /// Larger than 256 KB.
        TooLarge = "too_large",
        NotAllowed = "not_allowed",
        /// It is listed, and not there.
        Missing = "missing",
        /// It did not come in time.
        Silent = "silent",
        /// The source answered that it cannot give it.
        Failed = "failed",
        /// It was fetched, and could not be deleted.
        NotDeleted = "not_deleted",
    }
}

/// A file that stays at its source.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftMessageFile {
    pub name: String,
    pub reason: LeftFileReason,
    /// Status of the answer; null without one.
    pub status: Option<i16>,
}

impl LeftMessageFile {
    pub fn of(name: &str, reason: LeftFileReason, status: Option<i16>) -> Self {
        Self { name: name.to_owned(), reason, status }
    }
}

/// The result of a fetch, also of one that ended early.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FetchResult {
    /// Messages that were not known.
    pub new_count: usize,
    /// Files that are too large, that could not be read, or that could not be taken away.
    pub left: Vec<LeftMessageFile>,
    /// There are more than it took.
    pub has_more: bool,
    /// The last name that it asked for, when there are more.
    pub last_name: Option<String>,
    /// The folder has more files than its list.
    pub is_list_cut: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceState {
    pub health: HostHealth,
    /// Fetches since something new came.
    pub idle_count: i32,
    /// New messages of all fetches.
    pub fetched_count: i64,
    pub left: Vec<LeftMessageFile>,
    pub has_more: bool,
    pub last_name: Option<String>,
    pub is_list_cut: bool,
}

impl SourceState {
    /// The names that are fetched now, of sorted ones. While there are more, those behind the last ones: files that stay there do
    /// not hide the others.
    pub fn choose_names(&self, mut names: Vec<String>, most: usize) -> Vec<String> {
        if (names.len() > most || self.has_more)
            && let Some(last) = &self.last_name
        {
            let next = names.partition_point(|name| name <= last);
            names.rotate_left(next);
        }
        names.truncate(most);
        names
    }

    /// After a fetch. One that failed may have brought something before.
    pub fn after(&self, mut fetched: FetchResult, failed: Option<FailedCall>, now: DateTime<Utc>) -> Self {
        let health = self.health.after(failed, now).unwrap_or_else(|| self.health.clone());
        let new_count = i64::try_from(fetched.new_count).unwrap_or(i64::MAX);
        let idle_count = match (new_count, failed) {
            (0, None) => self.idle_count.saturating_add(1),
            (0, Some(_)) => self.idle_count,
            _ => 0,
        };
        let fetched_count = self.fetched_count.saturating_add(new_count);
        if failed.is_some() && fetched.last_name.is_none() {
            return Self { health, idle_count, fetched_count, ..self.clone() };
        }
        fetched.left.truncate(MAX_LEFT);
        let FetchResult { left, has_more, last_name, is_list_cut, .. } = fetched;
        Self { health, idle_count, fetched_count, left, has_more, last_name, is_list_cut }
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

    fn brings(new_count: usize) -> FetchResult {
        FetchResult { new_count, ..FetchResult::default() }
    }

    #[test]
    fn a_place_without_news_is_asked_more_seldom_until_something_comes() {
        let now = DateTime::UNIX_EPOCH;
        let mut state = SourceState::default();
        let mut pauses = Vec::new();
        for new_count in [2, 0, 0, 0, 0, 1] {
            state = state.after(brings(new_count), None, now);
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
            state = state.after(brings(0), Some(SILENT), now);
            pauses.push(minutes(&state));
        }
        assert_eq!(pauses, [20, 40, 80, 160, 320, 360, 360]);
        state = state.after(brings(1), None, now);
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
        let full = |new_count| FetchResult { new_count, has_more: true, ..FetchResult::default() };
        let state = SourceState::default().after(full(100), None, DateTime::UNIX_EPOCH);
        assert_eq!(minutes(&state), 1);
        assert_eq!(minutes(&state.after(full(0), None, DateTime::UNIX_EPOCH)), 20);
    }

    #[test]
    fn what_came_before_a_failure_counts_and_the_next_fetch_goes_on_behind_it() {
        let now = DateTime::UNIX_EPOCH;
        let left = vec![LeftMessageFile::of("b", LeftFileReason::Failed, Some(500))];
        let last_name = Some("b".to_owned());
        let early = FetchResult { new_count: 1, left, has_more: true, last_name, is_list_cut: false };
        let state = SourceState::default().after(early, Some(SILENT), now);
        assert_eq!((state.fetched_count, state.health.failure_count, state.left.len()), (1, 1, 1));
        let names = || ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(state.choose_names(names(), 5).concat(), "cab");
        let silent = state.after(FetchResult::default(), Some(SILENT), now);
        assert_eq!(silent.left, state.left, "nobody knows better");
        assert_eq!(silent.choose_names(names(), 5).concat(), "cab");
        let whole = silent.after(brings(1), None, now);
        assert_eq!((whole.left.len(), whole.choose_names(names(), 5).concat().as_str()), (0, "abc"));
    }

    #[test]
    fn a_state_that_was_written_before_files_had_reasons_is_read() {
        let written = r#"{ "fetched_count": 3, "left_files": ["huge.txt"], "has_more": false }"#;
        let state: SourceState = serde_json::from_str(written).unwrap();
        assert_eq!((state.fetched_count, state.left), (3, Vec::new()));
    }
}
