//! Shipments out of a file of any shape.

pub mod copy;
pub mod day;
pub mod directory;
pub mod field;
mod fold;
pub mod format;
pub mod group;
pub mod guess;
pub mod input;
pub mod look;
pub mod lookups;
pub mod mapping;
pub mod model;
pub mod parse;
pub mod problem;
pub mod read;
pub mod refused;
pub mod sheet;
pub mod store;
mod synonyms;

#[cfg(test)]
mod tests;
