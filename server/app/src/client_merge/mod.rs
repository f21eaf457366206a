//! Merge of a duplicate into the client that stays: one transaction moves what belongs to the duplicate, in all areas.

mod api;
mod model;
mod records;

pub use api::ClientMergeApi;
