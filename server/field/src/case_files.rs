//! The worked cases of `server/tests/data/field`, for the tests of the rules.

use serde::de::DeserializeOwned;

pub const OFFLINE_REPLAYS: &str = include_str!("../../tests/data/field/offline-replays.json");
pub const ROUTES: &str = include_str!("../../tests/data/field/route-cases.json");
pub const TIME_WINDOWS: &str = include_str!("../../tests/data/field/time-windows.csv");

/// The rows of a file of cases, which has some.
pub fn read_rows<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let rows: Result<Vec<T>, _> = csv::Reader::from_reader(text.as_bytes()).deserialize().collect();
    let rows = rows.unwrap();
    assert!(!rows.is_empty());
    rows
}
