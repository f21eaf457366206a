//! Messages in Cargo-XML. Each is written in one way, so the same manifest gives the same bytes.

mod house;
mod house_list;
mod message;
mod party;
#[cfg(test)]
mod structure;
mod waybill;

pub use house::write_house;
pub use house_list::write_house_list;
pub use waybill::write_waybill;
