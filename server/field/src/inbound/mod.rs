//! Parcels that come to a warehouse for a client: announced, received, identified, put away.

mod api;
pub mod arrivals;
mod destination;
pub mod input;
pub mod merge;
pub mod model;
pub mod notices;
pub mod packing;
mod step_api;
pub mod storage;
pub mod store;

pub use api::InboundParcelApi;
pub use step_api::InboundParcelStepApi;
pub use store::{INBOUND_PARCELS, load_record_state};
