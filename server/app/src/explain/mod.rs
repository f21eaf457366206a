//! Explains why a user can or cannot do something, for the records of every area.

mod api;
pub mod rules;
mod upload_state;

pub use api::PolicyApi;
