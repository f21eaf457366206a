//! Shipments out of a file of any shape.

pub mod day;
pub mod directory;
pub mod field;
mod fold;
pub mod group;
pub mod guess;
pub mod input;
pub mod mapping;
pub mod parse;
pub mod problem;
pub mod read;
pub mod refused;
pub mod sheet;
mod synonyms;

#[cfg(test)]
mod tests;
