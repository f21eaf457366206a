//! Price tables and rating of freight: pure values and functions, without tables and requests.
//!
//! A version of a price table (`rows`) is checked before it is published (`checks`), compared with another (`compare`),
//! read from a sheet (`sheet`), and compiled into a `tariff`. `rate` prices a request with it and explains each line.

mod bill;
pub mod checks;
pub mod client_view;
pub mod code;
pub mod compare;
pub mod condition;
pub mod finding;
pub mod fx;
pub mod limits;
pub mod measure;
pub mod money;
pub mod outcome;
pub mod postcode;
pub mod price;
pub mod rate;
pub mod request;
pub mod rows;
pub mod sheet;
pub mod tariff;
#[cfg(test)]
mod tests;
pub mod weighing;
mod zones;
