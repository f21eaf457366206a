//! Partners: agents and resellers, with their settings.

mod configs;
mod records;

pub use configs::PartnerConfigApi;
pub use records::{PartnerApi, chosen, standing};
