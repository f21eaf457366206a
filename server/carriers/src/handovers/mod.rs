//! Labels that are handed over to their carrier together: it picks them up, or takes a manifest of them. Each handover is a row
//! before it is asked for, like a label.

mod api;
mod asking;
mod model;
mod order;
mod process;
pub mod store;

pub use api::CarrierHandoverApi;
pub use model::HandoverKind;
pub use process::AskHandover;
