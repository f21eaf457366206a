//! Common operations on the records of a table: list, write, activate, deactivate and audit.
//!
//! A feature defines its table and columns once, as a [`Table`], and keeps its own model, checks and operations.

mod choice;
mod exclusion;
mod listing;
pub mod periods;
mod query;
mod table;
pub mod titles;

pub use choice::{Choice, LookupChoice};
pub use exclusion::{ActiveFilter, Deletion};
pub use listing::Listing;
pub use query::{ListQuery, Sorts, Where, plan_for_values};
pub use table::Table;
