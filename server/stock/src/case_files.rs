//! The worked cases of `server/tests/data/stock`, for the tests of the rules.

pub const COUNT_CASES: &str = include_str!("../../tests/data/stock/count-cases.json");
pub const FEFO_CASES: &str = include_str!("../../tests/data/stock/fefo-cases.json");
pub const FEFO_PICKS: &str = include_str!("../../tests/data/stock/fefo-picks.json");
