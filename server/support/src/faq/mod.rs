//! Questions that many ask, with their answers: kept by staff, read by everybody.

pub mod groups;
pub mod page;
pub mod questions;
