//! Why a user may or may not do something, asked of every area that keeps records.

mod api;
pub mod rules;

pub use api::PolicyApi;
