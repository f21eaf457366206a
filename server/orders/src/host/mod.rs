//! The order layer: `/order/{id}` forwards to the company's own host.
//!
//! A call is noted before it goes out, under the hash of its order and key, so that the same call again has the first answer, and
//! two at the same time are one. `outcome` says, pure, what an answer means; `server_core::outgoing` when a host rests that fails.

mod api;
mod body;
mod call;
mod call_api;
mod call_store;
mod connection;
mod model;
mod outcome;
mod permits;
mod request;

pub use api::OrderLayerApi;
pub use call_api::OrderForwardApi;
pub use call_store::{delete_every_call, delete_old_calls};
pub use permits::CallPermits;
