//! Messages in Cargo-IMP, which airlines read most: lines of at most 69 characters.

pub mod house_list;
mod message;
pub mod text;
pub mod waybill;
