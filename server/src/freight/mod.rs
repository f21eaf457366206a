pub mod identifiers;
pub mod tracking_code;
