//! Shipments out of a file of any shape.

pub mod field;
mod fold;
pub mod read;
pub mod sheet;
