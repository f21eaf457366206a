//! Rules that a database would enforce with triggers: nothing ends a session, changes a user's epoch or writes events without
//! the functions that announce it.

use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// Files of the server and of `tenancy` whose text has one of these words, in lower case.
fn with(words: &[&str]) -> Vec<String> {
    let server = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let tenancy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tenancy/src");
    let mut found = Vec::new();
    for (root, path) in [&server, &tenancy]
        .into_iter()
        .flat_map(|root| sources(root).into_iter().map(move |path| (root.clone(), path)))
    {
        let text = std::fs::read_to_string(&path).unwrap_or_default().to_lowercase();
        if words.iter().any(|word| text.contains(word)) {
            let room = if root == server { "server" } else { "tenancy" };
            found.push(format!("{room}/{}", path.strip_prefix(&root).unwrap().display()));
        }
    }
    found.sort();
    found
}

#[test]
fn sessions_are_deleted_in_one_file() {
    assert_eq!(with(&["delete from sessions"]), ["server/access/sessions.rs"]);
    let text = include_str!("../../../src/access/sessions.rs");
    let deleted = text.matches("delete from sessions").count();
    // Expired ones, and all of an imported company, have no connections.
    let silent = 2;
    assert_eq!(text.matches("announced(tx, ended)").count(), deleted - silent);
}

#[test]
fn whoever_raises_an_epoch_announces_the_user() {
    let files = with(&["epoch = epoch + 1", "else epoch + 1 end"]);
    let of_users: Vec<_> = files.iter().filter(|file| file.starts_with("server/")).collect();
    assert!(of_users.len() >= 4, "{of_users:?}");
    for file in of_users {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file.replacen("server", "src", 1));
        assert!(std::fs::read_to_string(path).unwrap().contains("live::user_changed("), "{file}");
    }
}

#[test]
fn only_the_commit_writes_events() {
    assert_eq!(with(&["into live_events", "into live_head", "update live_"]), ["tenancy/live.rs"]);
}
