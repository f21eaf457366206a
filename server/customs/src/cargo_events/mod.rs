//! Events of waybills: what airlines report, by messages or by telephone, and where the goods are after it.

mod apply;
pub mod code;
mod event_api;
pub mod event_store;
pub mod fetch_stage;
mod fields;
pub mod fold;
pub mod following;
mod fsu_text;
mod message_api;
mod message_process;
pub mod message_store;
pub mod model;
mod moment;
mod plain_text;
pub mod reader;
pub mod report;
mod status_xml;
pub mod waybills;

pub use event_api::CargoEventApi;
pub use message_api::CargoMessageApi;
pub use message_process::ReadCargoMessage;
pub use message_store::CARGO_MESSAGES;
