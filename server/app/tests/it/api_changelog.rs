//! The changelog of the API has an entry for the operations as they are.

const CHANGELOG: &str = include_str!("../../../../openapi/CHANGELOG.md");
const OPERATIONS: &str = include_str!("../../../../openapi/operations.txt");

struct Entry {
    day: String,
    /// The first line of the list of operations that it was written for.
    operations: String,
    text: String,
}

/// The newest first.
fn entries() -> Vec<Entry> {
    let read = |entry: &str| {
        let mut lines = entry.lines();
        let day = lines.next().unwrap_or_default().trim().to_owned();
        let rest: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        let named = rest.first().and_then(|line| line.strip_prefix("Operations: `")?.strip_suffix('`'));
        Entry { day, operations: named.unwrap_or_default().to_owned(), text: rest[1..].concat() }
    };
    CHANGELOG.split("\n## ").skip(1).map(read).collect()
}

#[test]
fn the_committed_list_of_operations_is_up_to_date() {
    assert!(app::openapi::operation_list() == OPERATIONS, "run ./dev gen: operations.txt is out of date");
}

#[test]
fn the_newest_entry_was_written_for_these_operations() {
    let present = OPERATIONS.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap();
    assert_eq!(
        entries()[0].operations,
        present,
        "operations have changed: add an entry to openapi/CHANGELOG.md with the line: Operations: `{present}`"
    );
}

#[test]
fn entries_say_something_and_stand_in_their_order() {
    let entries = entries();
    for entry in &entries {
        assert!(entry.day.parse::<chrono::NaiveDate>().is_ok(), "{}", entry.day);
        assert_eq!(entry.operations.len(), 12, "{}", entry.day);
        assert!(entry.text.len() > 20, "{} says nothing", entry.day);
    }
    assert!(entries.is_sorted_by(|newer, older| newer.day >= older.day));
    for (at, entry) in entries.iter().enumerate() {
        assert!(entries[..at].iter().all(|newer| newer.operations != entry.operations), "{}", entry.day);
    }
}
