//! The home of the signed-in user: figures of the month, charts, and what needs attention.
//!
//! Each figure set comes from one query with the scope of its list, so a figure is the total of the list it leads to.

mod api;
mod model;
mod parcel_work;
mod setup;
mod today;
mod waiting;

pub use api::DashboardApi;
pub use waiting::WaitingApi;
