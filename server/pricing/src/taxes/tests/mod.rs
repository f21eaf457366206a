//! The shipped rules against published cases, limits, days of change, and laws that hold for every declaration.

mod book;
mod boundaries;
mod cases;
mod properties;
mod support;
