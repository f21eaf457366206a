//! Events of waybills: what airlines report, by messages or by telephone, and where the goods are after it.

pub mod code;
pub mod fetch_stage;
mod fields;
pub mod fold;
pub mod following;
mod fsu_text;
mod plain_text;
pub mod reader;
pub mod report;
mod status_xml;
