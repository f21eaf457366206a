pub mod identifiers;
pub mod status;
pub mod tracking_code;
pub mod weight;
