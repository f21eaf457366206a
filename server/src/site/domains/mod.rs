//! The company's hosts: what it claims, what its name server proves, and where links in letters lead.

mod api;
mod model;
mod store;

pub use api::DomainApi;
