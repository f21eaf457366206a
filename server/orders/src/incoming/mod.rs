//! Orders of shops and programs become drafts of shipments.
//!
//! `shopify` and `woocommerce` read what these shops send; a program sends the same order in our own form. `mapping` makes the
//! fields of a shipment of it, and notes each value that it guessed or could not use; `intake` stores the draft once,
//! and `cancelled_order` takes it back.

mod api;
mod cancelled_order;
mod forgiving;
mod goods;
mod intake;
mod json;
mod line_value;
mod mapping;
mod model;
mod places;
mod shopify;
mod signature;
mod topic;
pub mod webhook;
mod woocommerce;

pub use api::ShopOrderApi;
