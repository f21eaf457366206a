//! Services: what the company sells, with the limits and the weighing of each.

mod api;
pub mod limits;
mod lookup;
pub mod model;
pub mod store;

pub use api::ServiceApi;
pub use lookup::ServiceLookupApi;
pub use store::{
    MeasureLimits, find_existing, find_measure_limits, find_without_active_carrier, has_active_carrier,
    load_record_state,
};
