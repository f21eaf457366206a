//! Values of the trade: identifiers, parties, weights, units, codes. Does not use requests or tables.

pub mod codes;
pub mod email;
pub mod event_stage;
pub mod identifiers;
pub mod party;
pub mod symbols;
pub mod units;
pub mod user_type;
pub mod weight;
