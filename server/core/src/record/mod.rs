//! Common operations on the records of a table: list, write, activate, deactivate and audit.
//!
//! A feature with plain records defines its table and columns once, as a [`Table`], and keeps its own model, checks and
//! operations. One whose records have states defines [`Records`] and [`Transitions`], and changes them by [`Change`].

mod change;
mod choice;
mod exclusion;
mod listing;
pub mod periods;
mod query;
mod records;
mod report;
mod table;
pub mod titles;
mod transitions;

pub use change::Change;
pub use choice::{Choice, LookupChoice};
pub use exclusion::{ActiveFilter, Deletion};
pub use listing::Listing;
pub use query::{ListQuery, Sorts, Where, plan_for_values};
pub use records::Records;
pub use report::{ReportColumn, ReportColumnKind, ReportPart, ReportRight};
pub use table::Table;
pub use transitions::{Transition, Transitions, always};
