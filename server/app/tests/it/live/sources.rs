//! Rules that a database would enforce with triggers: nothing ends a session, changes a user's epoch or writes events without
//! the functions that announce it.

use crate::support::sources::{self, Source};

/// Files of the server and of `tenancy` whose text has one of these words, in lower case.
fn with(words: &[&str]) -> Vec<Source> {
    let tenancy = sources::within(&sources::root().join("tenancy/src"), "tenancy");
    let all = sources::of_server().into_iter().chain(tenancy);
    let has_word = |source: &Source| words.iter().any(|word| source.text.to_lowercase().contains(word));
    let mut found: Vec<_> = all.filter(has_word).collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

fn names(found: &[Source]) -> Vec<&str> {
    found.iter().map(|source| source.name.as_str()).collect()
}

#[test]
fn sessions_are_deleted_in_one_file() {
    let found = with(&["delete from sessions"]);
    assert_eq!(names(&found), ["access/sessions.rs"]);
    let text = &found[0].text;
    let deleted = text.matches("delete from sessions").count();
    // Expired ones, and all of an imported company, have no connections.
    let silent = 2;
    assert_eq!(text.matches("announce_ended(tx, ended)").count(), deleted - silent);
}

#[test]
fn whoever_raises_an_epoch_announces_the_user() {
    let files = with(&["epoch = epoch + 1", "else epoch + 1 end"]);
    let of_users: Vec<_> = files.iter().filter(|file| !file.name.starts_with("tenancy/")).collect();
    assert!(of_users.len() >= 4, "{:?}", names(&files));
    for file in of_users {
        assert!(file.text.contains("live::user_changed("), "{}", file.name);
    }
}

#[test]
fn only_the_commit_writes_events() {
    assert_eq!(names(&with(&["into live_events", "into live_head", "update live_"])), ["tenancy/live.rs"]);
}
