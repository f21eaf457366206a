//! Values of the trade: identifiers, parties, weights, units, codes. Does not use requests or tables.

pub mod blank;
pub mod carrier_party;
pub mod codes;
pub mod countries;
pub mod email;
pub mod event_stage;
pub mod figures;
pub mod goods;
pub mod identifiers;
pub mod language;
pub mod latin;
pub mod legal;
pub mod money;
pub mod paper_format;
pub mod parcel_code;
pub mod party;
pub mod postcode;
pub mod print_format;
pub mod regulatory_gateway;
pub mod steps;
pub mod symbols;
pub mod territories;
pub mod tracking_page;
pub mod units;
pub mod user_type;
pub mod weight;
