//! The worked cases of `server/tests/data/field`, for the tests of the rules.

use serde::de::DeserializeOwned;

pub const REPACK_FEES: &str = include_str!("../../tests/data/field/repack-fee-split.csv");
pub const REWEIGH_CASES: &str = include_str!("../../tests/data/field/reweigh-cases.csv");
pub const REWEIGH_TARIFF: &str = include_str!("../../tests/data/field/reweigh-tariff.json");

/// The rows of a file of cases, which has some.
pub fn read_rows<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let rows: Result<Vec<T>, _> = csv::Reader::from_reader(text.as_bytes()).deserialize().collect();
    let rows = rows.unwrap();
    assert!(!rows.is_empty());
    rows
}
