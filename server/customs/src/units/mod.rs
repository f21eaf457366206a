//! Bags are registered as units with the post of their destination, and taken back there before they are opened again.
//!
//! A request is a row before the operator is asked, and the operator is asked outside of any transaction. When the answer got
//! lost, the unit is looked for before it is asked for again, so that no second one comes into being.

mod api;
mod connection;
mod correios;
mod model;
mod operator_task;
pub mod operators;
mod requests;
mod store;

pub use api::BagUnitApi;
pub use operator_task::AskOperator;
pub use requests::request_withdrawal;
