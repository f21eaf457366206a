//! Documents of a shipment: the customs declaration, the commercial invoice and the order view.
//!
//! A document is the data that `customs`, `invoice` or `order` builds, in a layout of `forms`. The label has its own drawing.

pub mod common;
pub mod customs;
pub mod fields;
pub mod form;
pub mod goods;
pub mod invoice;
pub mod layouts;
pub mod missing;
pub mod order;
pub mod print_batch;
mod small_value;
pub mod store;
mod words;

#[cfg(test)]
mod tests;
