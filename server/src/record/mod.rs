//! What records of one table have in common: reading a page of them, and writing, switching and auditing one.
//!
//! A feature says its table and its columns once, as a [`Table`], and keeps its own model, checks and operations.

mod query;
mod table;

pub use query::{Asked, Sorts, Where};
pub use table::Table;
