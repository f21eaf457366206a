//! Partners: agents and resellers, with their settings and services.

mod configs;
mod records;
mod services;

pub use configs::PartnerConfigApi;
pub use records::{PartnerApi, choose, find_name, load_record_state};
pub use services::PartnerServiceApi;
