//! Layouts of documents that a company uses instead of those of the product.

mod api;
mod model;
pub mod sandbox;
pub mod store;

pub use api::DocumentLayoutApi;
