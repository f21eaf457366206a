//! Services: what the company sells, with the limits and the weighing of each.

mod api;
pub mod limits;
pub mod model;
pub mod store;

pub use api::ServiceApi;
pub use store::standing;
